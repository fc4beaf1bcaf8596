-- What is known of the certificate of a logged request; null: it came to the ordinary address. No serial number and no certificate.
alter table request_log add column identity jsonb;
