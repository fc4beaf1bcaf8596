-- Each call with a certificate looks for it among those of its application, removed ones included. The unique index knows no removed ones, so
-- PostgreSQL read the whole table for each call.

create index app_certificate_of_call on app_certificate (app_id, thumbprint);
