-- The issuer's signature of a certificate can be written in two ways (ECDSA: s and n - s), so one certificate has two thumbprints. Its status counts for both.

-- SHA-256 of the part that the issuer signed, lower-case hexadecimal; null: asked before this column, which ends within a day.
alter table certificate_status add column content_hash text;
create index certificate_status_content on certificate_status (content_hash) where content_hash is not null;
