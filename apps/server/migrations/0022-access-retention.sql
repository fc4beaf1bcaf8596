-- What housekeeping finds old access by: who asked when, who read when, which sign-in confirmed when.

create index consent_received on consent (received_at);
create index consent_use_day on consent_use (used_on);

-- Real time.
alter table signing_sign_in add column used_at timestamptz not null default now();
create index signing_sign_in_used on signing_sign_in (used_at);
