-- The bank's door: sign-ins that are under way, and the sessions they end in. Cookies are kept as hashes only.

create table sign_in (
  -- The authorization server's interaction, or an id of ours.
  sign_in_id text primary key,
  purpose text not null check (purpose in ('authorization', 'signing')),
  state text not null default 'open' check (state in ('open', 'authenticating', 'done', 'cancelled')),
  tpp_name text not null,
  tpp_application_name text not null,
  bank_country text not null check (bank_country in ('lt', 'lv', 'ee')),
  locale text not null,
  -- Only customers of this sandbox, or only this customer, may end it.
  only_sandbox_id text,
  only_customer_id text,
  return_to text,
  cancel_to text,
  -- The browser that opened it.
  browser_hash text not null,

  -- Known once somebody has typed a personal code; before that the sign-in belongs to no sandbox.
  sandbox_id text references sandbox (id),
  customer_id text,
  challenge_id text references challenge (challenge_id),
  content_hash text,
  auth_method text,

  -- Real time: no sandbox is known yet.
  opened_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,

  check (purpose <> 'signing' or return_to is not null),
  check ((challenge_id is null) = (sandbox_id is null)),
  check ((challenge_id is null) = (customer_id is null)),
  check ((challenge_id is null) = (content_hash is null)),
  check ((challenge_id is null) = (auth_method is null)),
  check (state not in ('authenticating', 'done') or challenge_id is not null),
  check ((state in ('done', 'cancelled')) = (ended_at is not null))
);

create table bank_session (
  session_hash text primary key,
  sandbox_id text not null references sandbox (id),
  customer_id text not null,
  sign_in_id text not null references sign_in (sign_in_id),
  country text not null check (country in ('lt', 'lv', 'ee')),
  auth_method text not null,
  device_key_hash text not null,
  -- Tenant time.
  signed_in_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- Real time.
  ended_at timestamptz,
  check (last_seen_at >= signed_in_at)
);
create unique index bank_session_sign_in on bank_session (sign_in_id);
