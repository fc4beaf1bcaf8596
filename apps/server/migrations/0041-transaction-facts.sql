-- What account information says of a payment before and after it is booked: the creditor reference as it came, the product for its bank
-- transaction code, and for what is reserved the fee apart from the amount and the id that the booking will have.

alter table ledger_transaction add column remittance_structured jsonb;
alter table ledger_transaction add column product text;

alter table account_hold add column remittance_structured jsonb;
alter table account_hold add column product text;
-- Part of amount_cents. A server of the version before writes none, and its holds show one sum.
alter table account_hold add column fee_cents bigint not null default 0 check (fee_cents >= 0);
alter table account_hold add column transaction_id text;
