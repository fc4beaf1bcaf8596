-- Transactions statements: one account and one period that the customer lets an application read for a quarter of an hour.

create table transactions_statement (
  statement_id text primary key,
  sandbox_id text not null references sandbox (id),
  customer_id text not null,
  -- The application that asked; nobody else ever sees it.
  app_id text not null,
  bank_country text not null check (bank_country in ('lt', 'lv', 'ee')),
  -- Which may follow which is the table of statement-status.ts.
  status text not null default 'received' check (status in ('received', 'rejected', 'valid', 'expired', 'terminatedByTpp')),
  account_id text not null,
  iban text not null,
  currency text not null,
  -- Both included.
  date_from date not null,
  date_to date not null,
  -- As the customer sees and signs it.
  account_holder text not null,
  representative text,
  -- Tenant time.
  received_at timestamptz not null,
  signed_at timestamptz,
  check (date_from <= date_to),
  check ((status in ('valid', 'expired', 'terminatedByTpp')) = (signed_at is not null))
);
create index transactions_statement_owner on transactions_statement (sandbox_id, customer_id);
create index transactions_statement_received on transactions_statement (received_at);

create function transactions_statement_guard() returns trigger language plpgsql as $$
begin
  if new.status is distinct from old.status and not (old.status || '>' || new.status) = any (array[
    'received>valid', 'received>rejected', 'valid>expired', 'valid>terminatedByTpp'
  ]) then
    raise exception 'A statement does not move from % to %.', old.status, new.status using errcode = 'restrict_violation';
  end if;
  if (new.app_id, new.customer_id, new.account_id, new.iban, new.currency, new.date_from, new.date_to) is distinct from
    (old.app_id, old.customer_id, old.account_id, old.iban, old.currency, old.date_from, old.date_to) then
    raise exception 'What a statement asks for stays as it was asked.' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create trigger transactions_statement_guard before update on transactions_statement
  for each row execute function transactions_statement_guard();
