-- The bank's customer interface as a provider uses it (RTS (EU) 2018/389 Art. 33). From the question to the customer's device to the
-- end of the session it is one row; it belongs to the application that asked and to nobody else.

create table fallback_session (
  sign_in_id text primary key,
  sandbox_id text not null references sandbox (id),
  customer_id text not null,
  app_id text not null references tpp_app (app_id) on delete cascade,
  auth_method text not null,
  challenge_id text not null,
  content_hash text not null,
  -- Real time.
  asked_at timestamptz not null default now(),
  -- From the approval on.
  session_hash text unique,
  -- Tenant time.
  signed_in_at timestamptz,
  last_seen_at timestamptz,
  -- Real time.
  ended_at timestamptz,
  check (last_seen_at >= signed_in_at),
  check ((session_hash is null) = (signed_in_at is null)),
  check ((session_hash is null) = (last_seen_at is null))
);
create index fallback_session_customer on fallback_session (sandbox_id, customer_id, asked_at);
create index fallback_session_asked_at on fallback_session (asked_at);

-- Payments that were ordered there. The payment itself is one like others; here stands from which account, and who was asked to sign it.
create table fallback_payment (
  payment_id text primary key references payment (payment_id) on delete cascade,
  sandbox_id text not null references sandbox (id),
  customer_id text not null,
  app_id text not null references tpp_app (app_id) on delete cascade,
  debtor_iban text not null,
  auth_method text not null,
  challenge_id text
);
create index fallback_payment_sandbox on fallback_payment (sandbox_id);
