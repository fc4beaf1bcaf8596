-- Who signed in and who ordered, as a keyed digest: the bank may give the id of a company to another representative while a session is open.
-- Rows of an earlier version have no value here; their sessions end within half an hour.
alter table fallback_session add column person text;
alter table fallback_payment add column person text;
