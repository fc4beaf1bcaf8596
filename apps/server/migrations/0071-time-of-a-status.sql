-- An authority's older statement about a certificate may still be valid. It must not replace a newer one.

-- thisUpdate of the OCSP response or CRL; null: stored by an earlier version, and not revoked.
alter table certificate_status add column this_update timestamptz;
-- The statement is not newer than the moment of the question, so an older one cannot end these revocations.
update certificate_status set this_update = checked_at where status = 'revoked';
