-- Sessions of operators at the bank's console. Their sign-in is the bank's OpenID provider, so no other table knows them.

create table console_session (
  session_hash text primary key,
  -- `sub` of the OpenID provider.
  subject text not null,
  -- The name in the provider's ID token, as audit entries have it.
  operator text not null,
  roles text[] not null check (cardinality(roles) > 0),
  -- The network address at which the session began. It works from no other one.
  address text not null,
  started_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now()
);
create index console_session_started on console_session (started_at);

-- Acts of operators, newest first, of all operators or of one.
create index audit_entry_operators on audit_entry ((ids ->> 'operator'), position desc) where chain = 'operators';
