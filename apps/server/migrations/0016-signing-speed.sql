-- What a signature costs must not grow with what was signed before. PostgreSQL leaves all indexes of a row alone while an update changes
-- no column that one of them, or its condition, names (heap-only tuples), and while the row's page has room.

-- "Unfinished" by a column that changes once, at the end. Its condition is also none that a statement about one session implies:
-- on fresh statistics such a statement was planned as a scan of everything unfinished.
drop index signing_session_unfinished;
create unique index signing_session_unfinished on signing_session (sandbox_id, kind, resource_id) where ended_at is null;
-- Housekeeping finds the session of a challenge by the challenge's audit chain.
drop index signing_session_challenge;
-- Nobody reads the audit log by time.
drop index audit_entry_sandbox;

-- An instant payment is never due, so its statuses change without touching this index.
drop index payment_due;
alter table payment add column is_due boolean generated always as (status in ('PATC', 'ACFC', 'ACSP')) stored;
create index payment_due on payment (sandbox_id, execute_at) where is_due;

-- Room for the versions of rows that change: a session and a payment a few times, a balance for ever.
alter table signing_session set (fillfactor = 60);
alter table payment set (fillfactor = 85);
alter table challenge set (fillfactor = 80);
alter table audit_chain set (fillfactor = 80);
alter table bank_session set (fillfactor = 70);
alter table method_attempt set (fillfactor = 50);
alter table account_balance set (fillfactor = 50);
