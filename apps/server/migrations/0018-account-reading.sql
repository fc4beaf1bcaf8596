-- What reading accounts needs: bookings in the order of their dates from one index, however many there are, and holds that say whom
-- the money is for.

alter table ledger_entry add column booking_date date;
alter table ledger_entry disable trigger ledger_entry_append_only;
update ledger_entry set booking_date = ledger_transaction.booking_date
  from ledger_transaction where ledger_transaction.id = ledger_entry.transaction_id;
alter table ledger_entry enable trigger ledger_entry_append_only;
alter table ledger_entry alter column booking_date set not null;
create index ledger_entry_history on ledger_entry (account_id, generation, booking_date, id);

-- The date of an entry is that of its transaction.
create or replace function ledger_check_balanced(checked_transaction_id text) returns void language plpgsql as $$
begin
  if not exists (select from ledger_entry where transaction_id = checked_transaction_id) then
    raise exception 'Ledger transaction % has no entries.', checked_transaction_id using errcode = 'check_violation';
  end if;
  if exists (select from ledger_entry where transaction_id = checked_transaction_id group by currency having sum(amount_cents) <> 0) then
    raise exception 'The entries of ledger transaction % do not sum to zero.', checked_transaction_id using errcode = 'check_violation';
  end if;
  if exists (select from ledger_entry as entry join ledger_transaction as booking on booking.id = entry.transaction_id
    where entry.transaction_id = checked_transaction_id and entry.booking_date <> booking.booking_date) then
    raise exception 'The entries of ledger transaction % are dated otherwise.', checked_transaction_id using errcode = 'check_violation';
  end if;
end $$;

alter table account_hold add column creditor_name text not null default '';
alter table account_hold add column creditor_iban text;
alter table account_hold add column remittance text not null default '';
alter table account_hold add column end_to_end_id text not null default 'NOTPROVIDED';
