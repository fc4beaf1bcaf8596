-- Subscriptions to mails about the bank's interfaces (docs/decisions/0099): one row for each address. Tokens in mails are made from the id, so none is stored.
create table subscription (
  subscription_id text primary key,
  email text not null unique,
  -- Empty until the address is confirmed.
  topics text[] not null,
  -- Real time, as every time of both tables. A row that is not confirmed is deleted a day later.
  created_at timestamptz not null,
  confirmed_at timestamptz
);
create index subscription_unconfirmed on subscription (created_at) where confirmed_at is null;

-- What subscribers were told. A row without a text counts as told: it existed before the first run, or another row's mail contains it.
create table announcement (
  -- An incident, a maintenance window or a change of the API, and the number of its update.
  item text not null,
  number integer not null,
  -- What was told of a maintenance window, as a digest: a window that changes is told again.
  version text not null,
  topic text not null,
  subject text,
  text text,
  told_at timestamptz not null,
  -- The last subscription whose mail was written; subscriptions are taken in the order of their ids.
  told_until text not null default '',
  is_done boolean not null,
  primary key (item, number)
);
create index announcement_open on announcement (told_at) where not is_done;
