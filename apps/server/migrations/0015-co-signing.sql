-- A payment that waits for its co-signer has a time, too.
drop index payment_due;
create index payment_due on payment (sandbox_id, execute_at) where status in ('PATC', 'ACFC', 'ACSP');
