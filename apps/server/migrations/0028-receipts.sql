-- A customer's receipts, the latest first: what was signed, and nothing else. A session gets its `signed_at` once, with the end that
-- writes its indexes anyway.
create index signing_session_receipts on signing_session (sandbox_id, customer_id, signed_at, session_id) where signed_at is not null;
