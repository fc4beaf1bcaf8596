-- Applications of third-party providers. The client secret is AES-256-GCM under a key that is not in the database.

create table tpp_app (
  app_id text primary key,
  sandbox_id text not null references sandbox (id) on delete cascade,
  client_id text not null unique,
  client_name text not null,
  registered_name text not null,
  redirect_uris jsonb not null,
  client_secret_sealed text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index tpp_app_sandbox_id on tpp_app (sandbox_id);
