-- Strong customer authentication: challenges, failures per method, and how each browser's test device answers.
-- Challenges run in real time (a phone does not know the test clock); a blocked method is lifted in tenant time.

create table challenge (
  challenge_id text primary key,
  sandbox_id text not null references sandbox (id),
  customer_id text not null,
  method text not null,
  purpose text not null check (purpose in ('signIn', 'signing')),
  -- SHA-256 of the canonical content: what the approval is good for.
  content_hash text not null check (content_hash ~ '^[0-9a-f]{64}$'),
  control_code text,
  state text not null default 'started' check (state in ('started', 'approved', 'refused', 'timedOut', 'wrongCode')),

  -- What the phone shows.
  customer_name text not null,
  display_text text not null check (char_length(display_text) between 1 and 200),
  display_amount text,
  display_currency text,
  display_payee text,

  -- Hash of the browser's device cookie.
  device_key_hash text not null,
  scenario text not null check (scenario in ('approves', 'refuses', 'wrongCode', 'timesOut')),
  -- The audit chain that gets the outcome, e.g. that of the sign-in.
  audit_chain text,

  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- When the test device answers by itself; null: it waits for a person.
  answers_at timestamptz,
  ended_at timestamptz,
  used_at timestamptz,

  check ((state = 'started') = (ended_at is null)),
  -- Only an approval can be used.
  check (used_at is null or state = 'approved'),
  check ((display_amount is null) = (display_currency is null))
);
create index challenge_device on challenge (device_key_hash, created_at);

-- RTS (EU) 2018/389 Art. 4(3)(b): failures in a row of one customer with one method.
create table method_attempt (
  sandbox_id text not null references sandbox (id),
  customer_id text not null,
  method text not null,
  failures integer not null default 0 check (failures between 0 and 5),
  -- Tenant time.
  blocked_until timestamptz,
  primary key (sandbox_id, customer_id, method),
  check (blocked_until is null or failures = 5)
);

create table device_preference (
  device_key_hash text primary key,
  is_automatic boolean not null
);
