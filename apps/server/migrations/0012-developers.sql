-- Developers of third-party providers: accounts, sessions, codes and links under way. No password, cookie, code or token is
-- stored, only its hash. Everything here is real time: no sandbox's clock touches it.

-- An account exists only once somebody proved that the address is theirs.
create table developer (
  developer_id text primary key,
  email text not null unique check (email = lower(email)),
  -- Argon2id with its salt and cost; null: only linked accounts sign in.
  password_hash text,
  created_at timestamptz not null default now()
);

-- Sign-ups that wait for their link. Each has the password it was made with: whoever follows a link gets no other's password.
create table developer_sign_up (
  token_hash text primary key,
  email text not null check (email = lower(email)),
  password_hash text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index developer_sign_up_email on developer_sign_up (email, created_at);
create index developer_sign_up_expires_at on developer_sign_up (expires_at);

create table developer_session (
  session_hash text primary key,
  developer_id text not null references developer (developer_id) on delete cascade,
  started_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now()
);
create index developer_session_developer_id on developer_session (developer_id);
create index developer_session_last_seen_at on developer_session (last_seen_at);

-- Browsers in which somebody signed in before. Strangers who guess passwords cannot use up what these may try.
create table developer_device (
  device_hash text not null,
  developer_id text not null references developer (developer_id) on delete cascade,
  last_seen_at timestamptz not null default now(),
  primary key (device_hash, developer_id)
);
create index developer_device_developer_id on developer_device (developer_id);
create index developer_device_last_seen_at on developer_device (last_seen_at);

-- Codes to reset a password, one per address and browser that asked; for unknown addresses too, so that both cost the same.
create table developer_reset_code (
  -- Keyed digest of the address.
  address_digest text not null,
  browser_hash text not null,
  -- Keyed digest: eight digits alone could be counted through.
  code_digest text not null,
  tries integer not null default 0,
  expires_at timestamptz not null,
  primary key (address_digest, browser_hash)
);
create index developer_reset_code_expires_at on developer_reset_code (expires_at);

-- Accounts elsewhere (OpenID Connect); the issuer's subject is the key, never the address.
create table developer_social_account (
  issuer text not null,
  subject text not null,
  developer_id text not null references developer (developer_id) on delete cascade,
  linked_at timestamptz not null default now(),
  primary key (issuer, subject)
);
create index developer_social_account_developer_id on developer_social_account (developer_id);

-- Social sign-ins under way. Nonce and PKCE verifier are derived from the browser's cookie and not stored.
create table developer_social_sign_in (
  state_hash text primary key,
  browser_hash text not null,
  provider text not null,
  return_to text not null,
  expires_at timestamptz not null
);
create index developer_social_sign_in_expires_at on developer_social_sign_in (expires_at);

-- What was used of an allowance (mails per address, password checks per account …), whichever server was asked.
create table spent_allowance (
  -- Kind, and keyed digest of whose it is.
  key text primary key,
  spent_at timestamptz[] not null,
  -- When nothing of it counts any more.
  expires_at timestamptz not null
);
create index spent_allowance_expires_at on spent_allowance (expires_at);
