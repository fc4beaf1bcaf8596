-- The sandbox bank: customers, accounts, and a double-entry ledger in integer cents.
-- What must never be wrong about money is refused here and not only in code: unbalanced transactions, changed or deleted
-- entries, balances without entries, overdrafts, and a payment booked twice.

create table customer (
  id text primary key,
  sandbox_id text not null references sandbox (id),
  -- Which seeded customer this is; null for one that a developer made.
  seed_key text,
  -- A reset starts the next generation; reads show entries of the current one.
  generation integer not null default 1 check (generation > 0),
  user_name text not null unique,
  country text not null check (country in ('ee', 'lv', 'lt')),
  type text not null check (type in ('person', 'company')),
  name text not null,
  first_name text not null,
  surname text not null,
  -- Digits only; unique in the installation, because the bank's door knows neither client nor sandbox.
  national_identity_number text not null check (national_identity_number ~ '^[0-9]{11}$'),
  auth_methods text[] not null check (cardinality(auth_methods) > 0),
  scenario text not null check (scenario in ('approves', 'refuses', 'wrongCode', 'timesOut')),
  debtor_details jsonb,
  unique (country, national_identity_number),
  unique (sandbox_id, seed_key),
  unique (sandbox_id, id)
);

create table account (
  id text primary key,
  sandbox_id text not null references sandbox (id),
  -- customer: may be overdrawn by nobody and has a balance row. merchant: a payee at this bank. clearing: every other bank.
  kind text not null check (kind in ('customer', 'merchant', 'clearing', 'feeIncome')),
  customer_id text,
  position integer not null default 0,
  holder_name text not null,
  iban text,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  name text not null,
  status text not null default 'enabled' check (status in ('enabled', 'blocked')),
  check ((kind = 'customer') = (customer_id is not null)),
  check ((kind in ('customer', 'merchant')) = (iban is not null)),
  foreign key (sandbox_id, customer_id) references customer (sandbox_id, id),
  unique (sandbox_id, iban),
  unique (sandbox_id, id, currency)
);
create unique index account_internal on account (sandbox_id, kind, currency) where kind in ('clearing', 'feeIncome');
create index account_customer on account (sandbox_id, customer_id, position) where kind = 'customer';

-- Of customers' accounts only: those of the bank itself take part in every payment, and a balance row would queue them all.
create table account_balance (
  account_id text primary key,
  sandbox_id text not null,
  currency text not null,
  balance_cents bigint not null default 0,
  held_cents bigint not null default 0 check (held_cents >= 0),
  constraint account_not_overdrawn check (balance_cents - held_cents >= 0),
  foreign key (sandbox_id, account_id, currency) references account (sandbox_id, id, currency)
);

create table ledger_transaction (
  id text primary key,
  sandbox_id text not null references sandbox (id),
  kind text not null check (kind in ('opening', 'transfer', 'reset')),
  -- Portico's payment, when one caused it: at most one booking each.
  payment_id text unique,
  -- Tenant time, and the calendar date of the bank's zone.
  booked_at timestamptz not null,
  booking_date date not null,
  debtor_name text not null,
  debtor_iban text,
  creditor_name text not null,
  creditor_iban text,
  remittance text not null default '',
  end_to_end_id text not null default 'NOTPROVIDED',
  unique (sandbox_id, id)
);

create table ledger_entry (
  id bigint generated always as identity primary key,
  sandbox_id text not null,
  transaction_id text not null,
  account_id text not null,
  -- Of the customer whose money moves.
  generation integer not null check (generation > 0),
  part text not null check (part in ('principal', 'fee')),
  -- Credit to the account's holder positive, debit negative.
  amount_cents bigint not null check (amount_cents <> 0),
  currency text not null,
  foreign key (sandbox_id, transaction_id) references ledger_transaction (sandbox_id, id),
  foreign key (sandbox_id, account_id, currency) references account (sandbox_id, id, currency)
);
create index ledger_entry_transaction on ledger_entry (transaction_id);
create index ledger_entry_account on ledger_entry (account_id, generation, id);

create table account_hold (
  payment_id text primary key,
  sandbox_id text not null,
  account_id text not null,
  generation integer not null check (generation > 0),
  amount_cents bigint not null check (amount_cents > 0),
  currency text not null,
  state text not null default 'held' check (state in ('held', 'settled', 'released')),
  placed_at timestamptz not null,
  foreign key (sandbox_id, account_id, currency) references account (sandbox_id, id, currency)
);
create index account_hold_account on account_hold (account_id) where state = 'held';

-- 1. Entries of a transaction sum to zero per currency, and a transaction has entries: checked when the writer commits.
create function ledger_check_balanced(checked_transaction_id text) returns void language plpgsql as $$
begin
  if not exists (select from ledger_entry where transaction_id = checked_transaction_id) then
    raise exception 'Ledger transaction % has no entries.', checked_transaction_id using errcode = 'check_violation';
  end if;
  if exists (select from ledger_entry where transaction_id = checked_transaction_id group by currency having sum(amount_cents) <> 0) then
    raise exception 'The entries of ledger transaction % do not sum to zero.', checked_transaction_id using errcode = 'check_violation';
  end if;
end $$;

create function ledger_check_new_transaction() returns trigger language plpgsql as $$
begin
  perform ledger_check_balanced(new.id);
  return null;
end $$;

create function ledger_check_new_entry() returns trigger language plpgsql as $$
begin
  perform ledger_check_balanced(new.transaction_id);
  return null;
end $$;

create constraint trigger ledger_transaction_balanced after insert on ledger_transaction
  deferrable initially deferred for each row execute function ledger_check_new_transaction();
create constraint trigger ledger_entry_balanced after insert on ledger_entry
  deferrable initially deferred for each row execute function ledger_check_new_entry();

-- 2. The ledger is append-only.
create function ledger_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'The ledger is append-only: % on % is refused.', tg_op, tg_table_name using errcode = 'restrict_violation';
end $$;

create trigger ledger_transaction_append_only before update or delete on ledger_transaction for each row execute function ledger_refuse_change();
create trigger ledger_transaction_no_truncate before truncate on ledger_transaction for each statement execute function ledger_refuse_change();
create trigger ledger_entry_append_only before update or delete on ledger_entry for each row execute function ledger_refuse_change();
create trigger ledger_entry_no_truncate before truncate on ledger_entry for each statement execute function ledger_refuse_change();

-- 3. A balance changes by entries and holds, and by nothing else: whoever writes it directly stands at trigger depth 1.
create function account_balance_guard() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 then
    raise exception 'A balance changes by ledger entries and holds only: % is refused.', tg_op using errcode = 'restrict_violation';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;

create trigger account_balance_guard before insert or update or delete on account_balance for each row execute function account_balance_guard();
create trigger account_balance_no_truncate before truncate on account_balance for each statement execute function ledger_refuse_change();

create function account_open_balance() returns trigger language plpgsql as $$
begin
  insert into account_balance (account_id, sandbox_id, currency) select id, sandbox_id, currency from opened where kind = 'customer';
  return null;
end $$;

create trigger account_open_balance after insert on account
  referencing new table as opened for each statement execute function account_open_balance();

-- What an account is may not change under its entries; its status and names may.
create function account_guard() returns trigger language plpgsql as $$
begin
  if (old.id, old.sandbox_id, old.kind, old.currency, old.customer_id, old.iban)
    is distinct from (new.id, new.sandbox_id, new.kind, new.currency, new.customer_id, new.iban) then
    raise exception 'Owner, number, kind and currency of an account are fixed.' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create trigger account_guard before update on account for each row execute function account_guard();

create function ledger_apply_entries() returns trigger language plpgsql as $$
begin
  -- One order of locks for everybody, so that two payments in opposite directions wait instead of deadlocking.
  perform from account_balance where account_id in (select account_id from added) order by account_id for update;
  update account_balance set balance_cents = account_balance.balance_cents + moved.amount_cents
    from (select account_id, sum(amount_cents)::bigint as amount_cents from added group by account_id) as moved
    where account_balance.account_id = moved.account_id;
  return null;
end $$;

create trigger ledger_entry_apply after insert on ledger_entry
  referencing new table as added for each statement execute function ledger_apply_entries();

-- 4. A hold begins as held and ends once, settled together with its booking or released without one.
create function account_hold_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
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

create function account_hold_apply() returns trigger language plpgsql as $$
begin
  update account_balance
    set held_cents = held_cents + case when tg_op = 'INSERT' then new.amount_cents else -new.amount_cents end
    where account_id = new.account_id;
  if not found then
    raise exception 'Only a customer''s account can be held.' using errcode = 'restrict_violation';
  end if;
  return null;
end $$;

create trigger account_hold_guard before insert or update or delete on account_hold for each row execute function account_hold_guard();
create trigger account_hold_apply after insert or update on account_hold for each row execute function account_hold_apply();
create trigger account_hold_no_truncate before truncate on account_hold for each statement execute function ledger_refuse_change();

create function account_hold_check_booking() returns trigger language plpgsql as $$
begin
  if (new.state = 'settled') <> exists (select from ledger_transaction where payment_id = new.payment_id) then
    raise exception 'A hold is settled if and only if its payment is booked (%).', new.payment_id using errcode = 'check_violation';
  end if;
  return null;
end $$;

create constraint trigger account_hold_booking after update on account_hold
  deferrable initially deferred for each row execute function account_hold_check_booking();
