-- What a sign-in was made for: an application's authorization request, or one signing session of an application.
-- Null: the bank's own pages, or a sign-in that an older server opened. The authentication of such a sign-in confirms no consent.
alter table sign_in add column app_id text;
alter table sign_in add column signing_session_id text;
