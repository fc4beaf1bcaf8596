-- The bank's sign-in page before there is a session (docs/decisions/0069).

-- What the page shows when no customer stands behind what was typed; null: the authentication of the row is shown.
alter table sign_in add column decoy jsonb;

-- The one sign-in that asks for an identity at a time, by a digest of the country, the method and what was typed.
create table sign_in_request (
  identity_digest text primary key,
  sign_in_id text not null,
  device_key_hash text not null,
  expires_at timestamptz not null
);
create index sign_in_request_sign_in on sign_in_request (sign_in_id);
create index sign_in_request_expires on sign_in_request (expires_at);

-- Browsers in which a customer signed in before, by the hash of their device cookie.
create table known_browser (
  device_key_hash text not null,
  sandbox_id text not null references sandbox (id),
  customer_id text not null,
  last_seen_at timestamptz not null default now(),
  primary key (device_key_hash, customer_id)
);
create index known_browser_sandbox on known_browser (sandbox_id);
create index known_browser_seen on known_browser (last_seen_at);

-- Failures of browsers in which the customer never signed in are counted apart, so that they do not block the customer's own.
alter table challenge add column is_known_browser boolean not null default true;
alter table method_attempt add column stranger_failures integer not null default 0 check (stranger_failures between 0 and 5);
alter table method_attempt add column stranger_blocked_until timestamptz;
