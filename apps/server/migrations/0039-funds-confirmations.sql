-- How many funds confirmations one developer got for an account on a day: a limit keeps the answers from telling the balance.

create table funds_confirmation_count (
  sandbox_id text not null,
  account_id text not null,
  -- The developer of the application, or the application where it has none.
  asker text not null,
  -- The bank's calendar date, tenant time.
  asked_on date not null,
  answered integer not null check (answered > 0),
  primary key (sandbox_id, account_id, asker, asked_on)
);
create index funds_confirmation_count_day on funds_confirmation_count (asked_on);
