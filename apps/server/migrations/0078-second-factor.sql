-- A developer's second factor: codes of an authenticator app (RFC 6238). The row exists only after a first code has confirmed it.
create table developer_second_factor (
  developer_id text primary key references developer on delete cascade,
  secret_sealed text not null,
  -- The 30 seconds of the last accepted code, counted from 1970. A code of this step or an earlier one was used, or is too old.
  last_step bigint not null check (last_step >= 0),
  since timestamptz not null default now()
);
-- Unused codes for a lost phone. A used code is deleted.
create table developer_recovery_code (
  developer_id text not null references developer_second_factor on delete cascade,
  code_digest text not null,
  primary key (developer_id, code_digest)
);
-- A secret that waits for its first code, in the session that asked for it.
create table developer_factor_setup (
  session_hash text primary key references developer_session on delete cascade,
  secret_sealed text not null,
  expires_at timestamptz not null
);
create index developer_factor_setup_expires_at on developer_factor_setup (expires_at);
-- The password was right, the code is missing. No session: the cookie opens nothing but the call that takes the code.
create table developer_half_sign_in (
  browser_hash text primary key,
  developer_id text not null references developer_second_factor on delete cascade,
  expires_at timestamptz not null
);
create index developer_half_sign_in_developer_id on developer_half_sign_in (developer_id);
create index developer_half_sign_in_expires_at on developer_half_sign_in (expires_at);
