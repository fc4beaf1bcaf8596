-- Acts of operators that need a second person: one asks with a reason, another one confirms or declines within a day.
create table console_request (
  request_id text primary key,
  kind text not null check (kind in ('suspend', 'lift')),
  -- Client id of the application.
  about text not null,
  -- Its names when it was asked.
  name text not null,
  -- Digest of what the second person relies on. Another one at the confirmation: nothing is done.
  seen text not null,
  words text not null,
  state text not null default 'waiting' check (state in ('waiting', 'confirmed', 'declined', 'withdrawn', 'expired', 'overtaken')),
  -- `sub` of the OpenID provider, and the name in its ID token.
  asked_subject text not null,
  asked_by text not null,
  asked_at timestamptz not null default now(),
  expires_at timestamptz not null,
  decided_subject text,
  decided_by text,
  decided_at timestamptz,
  note text,
  check ((state = 'waiting') = (decided_at is null)),
  -- Whatever code does: one person alone is not two.
  check (state not in ('confirmed', 'declined') or (decided_subject is not null and decided_subject <> asked_subject)),
  check (state <> 'withdrawn' or decided_subject = asked_subject)
);
-- One open request about one application.
create unique index console_request_waiting on console_request (about) where state = 'waiting';

-- What customers were asked to sign for one application.
create index signing_session_app on signing_session (app_id, created_at);

-- Payments in the order in which they came. No column of it changes, so that a signature costs no more.
create index payment_received on payment (received_at, payment_id) where bulk_payment_id is null and periodic_payment_id is null;
