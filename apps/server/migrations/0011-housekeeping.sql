-- Housekeeping finds what is old by time, and asks for each old challenge whether a sign-in or a signing session still refers to it.

create index challenge_expires_at on challenge (expires_at);
create index sign_in_expires_at on sign_in (expires_at);
create index sign_in_challenge on sign_in (challenge_id) where challenge_id is not null;
create index signing_session_challenge on signing_session (challenge_id) where challenge_id is not null;
