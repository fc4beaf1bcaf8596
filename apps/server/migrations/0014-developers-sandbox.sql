-- A developer's application and sandbox: contacts, rotated secrets, suspension, the current test customer's token, last bodies sent,
-- and the end of a whole sandbox.

-- Who made it; null for the demo application. At most one application for each developer.
alter table tpp_app add column developer_id text unique;
alter table tpp_app add column contacts jsonb not null default '[]';
-- The secret before the last rotation, and until when (real time) it is accepted.
alter table tpp_app add column previous_secret_sealed text;
alter table tpp_app add column previous_secret_until timestamptz;
alter table tpp_app add column suspended_at timestamptz;
alter table tpp_app add constraint tpp_app_previous_secret check ((previous_secret_sealed is null) = (previous_secret_until is null));

-- What a reset restores.
alter table account add column opening_cents bigint not null default 0 check (opening_cents >= 0);
update account set opening_cents = account_balance.balance_cents
  from account_balance where account_balance.account_id = account.id and account_balance.balance_cents > 0;
alter table account drop constraint account_status_check;
alter table account add constraint account_status_check check (status in ('enabled', 'blocked', 'closed'));

-- A seeded history is booked when it is first needed, dated back from the opening of the generation.
alter table customer add column is_history_due boolean not null default false;
alter table customer add column removed_at timestamptz;
-- Place of a customer that a developer made; his personal code and IBANs are derived from it, so it is never given out again.
alter table customer add column own_index integer;
alter table customer add constraint customer_own_index unique (sandbox_id, country, own_index);
alter table customer drop constraint customer_scenario_check;
alter table customer add constraint customer_scenario_check check (scenario in (
  'approves', 'refuses', 'wrongCode', 'timesOut', 'sessionExpires', 'needsSecondSignature', 'notEnoughMoney', 'bankSlow', 'bankDown'));

-- One row for each sandbox: at most one of its customers holds a token. The raw token is shown again, so it is encrypted, not hashed.
create table current_customer (
  sandbox_id text primary key references sandbox (id) on delete cascade,
  customer_id text not null,
  token_sealed text not null,
  grant_hash text not null,
  -- Real time.
  expires_at timestamptz not null,
  foreign key (sandbox_id, customer_id) references customer (sandbox_id, id)
);

-- The last body each customer sent to each section of the API.
create table client_payload (
  sandbox_id text not null references sandbox (id) on delete cascade,
  customer_id text not null,
  api_id text not null,
  payload jsonb not null,
  primary key (sandbox_id, customer_id, api_id)
);

-- A sandbox goes as a whole, with its money. Once it is marked it stays marked, and only then may its ledger be deleted; updates never.
alter table sandbox add column erased_at timestamptz;

create function sandbox_is_erased(checked_sandbox_id text) returns boolean language sql stable as $$
  select exists (select from sandbox where id = checked_sandbox_id and erased_at is not null)
$$;

create function sandbox_guard_erasure() returns trigger language plpgsql as $$
begin
  if old.erased_at is not null and new.erased_at is distinct from old.erased_at then
    raise exception 'An erased sandbox does not come back.' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger sandbox_erasure before update on sandbox for each row execute function sandbox_guard_erasure();

create or replace function ledger_refuse_change() returns trigger language plpgsql as $$
begin
  if tg_level = 'ROW' and tg_op = 'DELETE' then
    if sandbox_is_erased(old.sandbox_id) then
      return old;
    end if;
  end if;
  raise exception 'The ledger is append-only: % on % is refused.', tg_op, tg_table_name using errcode = 'restrict_violation';
end $$;

create or replace function account_balance_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if sandbox_is_erased(old.sandbox_id) then
      return old;
    end if;
  end if;
  if pg_trigger_depth() < 2 then
    raise exception 'A balance changes by ledger entries and holds only: % is refused.', tg_op using errcode = 'restrict_violation';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;

create or replace function account_hold_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if sandbox_is_erased(old.sandbox_id) then
      return old;
    end if;
    raise exception 'A hold is ended, never deleted.' using errcode = 'restrict_violation';
  end if;
  if tg_op = 'INSERT' then
    if new.state <> 'held' then
      raise exception 'A hold begins as held.' using errcode = 'restrict_violation';
    end if;
    return new;
  end if;
  if old.state <> 'held' or new.state = 'held'
    or (old.payment_id, old.sandbox_id, old.account_id, old.generation, old.amount_cents, old.currency, old.placed_at)
      is distinct from (new.payment_id, new.sandbox_id, new.account_id, new.generation, new.amount_cents, new.currency, new.placed_at) then
    raise exception 'A hold ends once and changes nothing else.' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
