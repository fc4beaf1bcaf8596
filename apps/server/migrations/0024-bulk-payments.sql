-- A bulk payment is a payment without a payee: its amount is the total. Each of its items is a payment of its own that names it.

alter table payment
  alter column creditor_iban drop not null,
  alter column creditor_name drop not null,
  alter column payee_result drop not null,
  alter column payee_supplied_name drop not null,
  alter column payee_checked_at drop not null,
  add column item_count integer check (item_count between 1 and 1000),
  -- As the application asked.
  add column batch_booking boolean,
  add column bulk_payment_id text references payment (payment_id),
  -- Its place in the request, from 0.
  add column item_number integer check (item_number >= 0),
  drop constraint payment_amount_cents_check,
  drop constraint payment_status_check,
  -- A total may be as much as all its items together.
  add constraint payment_amount_cents_check check (amount_cents between 1 and 99999999999 * coalesce(item_count, 1)::bigint),
  add constraint payment_status_check check (status in
    ('RCVD', 'PATC', 'ACTC', 'ACCP', 'ACFC', 'ACWC', 'PDNG', 'ACSP', 'ACSC', 'ACWP', 'BLCK', 'ACCC', 'RJCT', 'CANC', 'PART')),
  add check (status <> 'PART' or item_count is not null),
  add check ((item_count is null) = (creditor_iban is not null)),
  add check ((item_count is null) = (creditor_name is not null)),
  add check ((item_count is null) = (payee_result is not null and payee_supplied_name is not null and payee_checked_at is not null)),
  add check (item_count is not null or batch_booking is null),
  add check ((bulk_payment_id is null) = (item_number is null)),
  -- Nothing is two kinds at once.
  add check (num_nonnulls(item_count, bulk_payment_id, periodic_payment_id, frequency) <= 1);

-- Each place of a request is taken once.
create unique index payment_item on payment (bulk_payment_id, item_number) where bulk_payment_id is not null;

-- The holds of a bulk payment are placed, and end, many in one statement: their sum moves the balance once.
drop trigger account_hold_apply on account_hold;
drop function account_hold_apply();

create function account_hold_place() returns trigger language plpgsql as $$
declare
  moved bigint;
begin
  update account_balance set held_cents = account_balance.held_cents + held.amount_cents
    from (select account_id, sum(amount_cents)::bigint as amount_cents from placed group by account_id) as held
    where account_balance.account_id = held.account_id;
  get diagnostics moved = row_count;
  if moved <> (select count(distinct account_id) from placed) then
    raise exception 'Only a customer''s account can be held.' using errcode = 'restrict_violation';
  end if;
  return null;
end $$;

create function account_hold_end() returns trigger language plpgsql as $$
begin
  update account_balance set held_cents = account_balance.held_cents - held.amount_cents
    from (select account_id, sum(amount_cents)::bigint as amount_cents from ended group by account_id) as held
    where account_balance.account_id = held.account_id;
  return null;
end $$;

create trigger account_hold_place after insert on account_hold
  referencing new table as placed for each statement execute function account_hold_place();
create trigger account_hold_end after update on account_hold
  referencing new table as ended for each statement execute function account_hold_end();
