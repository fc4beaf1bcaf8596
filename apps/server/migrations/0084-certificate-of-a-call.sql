-- Each call with a certificate looks for it among those of its application, removed ones included. The unique index knows no removed ones, so
-- PostgreSQL read the whole table for each call. The present one comes first, then the one that was removed last: the order of the lookup.

create index app_certificate_of_call on app_certificate (app_id, thumbprint, removed_at desc nulls first);
