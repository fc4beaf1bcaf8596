-- What customers look back at: who ended access and when, and everything of one customer in the order of its ids.

alter table consent add column ended_by text check (ended_by in ('refuse', 'lapse', 'delete', 'revoke', 'expire', 'replace'));
-- Tenant time.
alter table consent add column ended_at timestamptz;
-- Who withdrew it at the bank: the customer, or for a company one of those who sign for it.
alter table consent add column withdrawn_by text check (withdrawn_by is null or status = 'revokedByPsu');
drop index consent_owner;
create index consent_owner on consent (sandbox_id, customer_id, consent_id);

alter table transactions_statement add column ended_by text check (ended_by in ('refuse', 'lapse', 'delete', 'expire'));
alter table transactions_statement add column ended_at timestamptz;
drop index transactions_statement_owner;
create index transactions_statement_owner on transactions_statement (sandbox_id, customer_id, statement_id);
