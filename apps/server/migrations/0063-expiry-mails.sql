-- Of the last mail about the end of a certificate, the number of days before it: 30, then 7; null: none was sent.
alter table app_certificate add column expiry_mailed_days integer check (expiry_mailed_days in (30, 7));
create index app_certificate_not_after on app_certificate (not_after);
