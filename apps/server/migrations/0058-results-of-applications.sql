-- An application's consents and payments of the last days, which its developer sees counted by status. Runs and items are parts of their payment.

create index consent_app on consent (app_id, received_at);
-- Those that may have readings left, newest first.
create index consent_app_valid on consent (app_id, received_at, consent_id) where status = 'valid';
create index payment_app on payment (app_id, received_at) where bulk_payment_id is null and periodic_payment_id is null;
