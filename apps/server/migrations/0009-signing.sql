-- Signing sessions: one page, one action, exactly one end. The database repeats the rules of the state table, so that no code
-- path, however it came about, can end a session twice.

create table signing_session (
  -- Names the audit chain `signing:{session_id}`; not a secret and not the browser's signing id.
  session_id text primary key,
  sandbox_id text not null references sandbox (id),
  -- SHA-256 of the reference in `scaRedirect`.
  reference_hash text not null unique,
  kind text not null,
  resource_id text not null,
  customer_id text not null,
  app_id text not null,
  tpp_name text not null,
  tpp_application_name text not null,
  -- The only places the customer is ever sent to; as the application gave them when it created the thing to sign.
  tpp_success_url text not null,
  tpp_failure_url text,
  bank_country text not null check (bank_country in ('lt', 'lv', 'ee')),
  locale text not null check (locale in ('en', 'et', 'lt', 'lv', 'ru')),

  state text not null default 'received' check (state in ('received', 'open', 'signing', 'signed', 'refused', 'expired')),
  -- The bank session that brought the customer here; set once.
  bank_session_hash text,
  -- The oldest entry whose signing id is valid; those before it are dead.
  entry_version integer not null default 0 check (entry_version >= 0),
  -- Digest of what the page showed last, without what changes by itself.
  shown_digest text,

  -- The running (or last) signature. `claim_id` names the attempt that may start the challenge, `claimed_until` and `held_until` are real time.
  submission jsonb,
  submission_digest text,
  claim_id text,
  claimed_until timestamptz,
  challenge_id text,
  challenge_content_hash text,
  held_until timestamptz,
  -- JSON text: a repetition gets it byte for byte.
  answer text,

  -- Tenant time.
  created_at timestamptz not null,
  last_activity_at timestamptz not null,
  signed_at timestamptz,
  ended_at timestamptz,

  check ((state in ('signed', 'refused', 'expired')) = (ended_at is not null)),
  check ((state = 'signed') = (signed_at is not null)),
  check (state not in ('signed', 'refused') or answer is not null),
  check (state not in ('signing', 'signed') or (submission is not null and submission_digest is not null)),
  check (state not in ('open', 'signing', 'signed', 'refused') or bank_session_hash is not null)
);
create index signing_session_bank_session on signing_session (bank_session_hash) where bank_session_hash is not null;
create index signing_session_sandbox on signing_session (sandbox_id, created_at);
-- One unfinished session for one thing to sign.
create unique index signing_session_unfinished on signing_session (sandbox_id, kind, resource_id)
  where state in ('received', 'open', 'signing');

-- Each way in: a one-use ticket and the signing id it was exchanged for. Old ones stay, so that a dead id is known to be dead.
create table signing_entry (
  session_id text not null references signing_session (session_id),
  version integer not null check (version > 0),
  sandbox_id text not null,
  bank_session_hash text not null,
  ticket_hash text unique,
  signing_id_hash text unique,
  created_at timestamptz not null,
  primary key (session_id, version),
  check (ticket_hash is not null or signing_id_hash is not null)
);

create function signing_guard_transition() returns trigger language plpgsql as $$
begin
  if old.state in ('signed', 'refused', 'expired') and new is distinct from old then
    -- A new way in (to see the success again) is the only thing a signed session still takes.
    if old.state = 'signed' and new.state = 'signed' and new.answer = old.answer and new.signed_at = old.signed_at
      and new.submission_digest = old.submission_digest and new.ended_at = old.ended_at then
      return new;
    end if;
    raise exception 'A signing session that ended stays as it is: % to % is refused.', old.state, new.state using errcode = 'restrict_violation';
  end if;
  if new.state is distinct from old.state and not (old.state || '>' || new.state) = any (array[
    'received>open', 'received>expired',
    'open>signing', 'open>refused', 'open>expired',
    'signing>open', 'signing>signed', 'signing>refused', 'signing>expired'
  ]) then
    raise exception 'A signing session does not move from % to %.', old.state, new.state using errcode = 'restrict_violation';
  end if;
  if old.bank_session_hash is not null and new.bank_session_hash is distinct from old.bank_session_hash then
    raise exception 'A signing session stays with the bank session it was bound to.' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create trigger signing_session_transition before update on signing_session for each row execute function signing_guard_transition();
