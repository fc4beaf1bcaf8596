-- The authorisation that the application started for the second signatory: {authorisationId, tppSuccessUrl, tppFailureUrl?}.
-- null: it started none; the second signatory comes without being sent (docs/decisions/0072).
alter table payment add column second_authorisation jsonb;
