-- Sandboxes (tenants), idempotent answers.
-- Every sandbox row of every module carries sandbox_id; rows that a reset restores carry the generation they belong to.

create table sandbox (
  id text primary key,
  -- Personal codes, user names and IBANs are derived from it, so that they are unique in the installation.
  number integer generated always as identity unique,
  name text not null,
  -- Tenant time = database time + offset.
  clock_offset_ms bigint not null default 0,
  created_at timestamptz not null default now()
);

create table idempotent_answer (
  scope text not null,
  key text not null,
  digest text not null,
  answer jsonb not null,
  created_at timestamptz not null default now(),
  primary key (scope, key)
);
create index idempotent_answer_created_at on idempotent_answer (created_at);
