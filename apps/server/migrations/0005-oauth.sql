-- What the authorization server keeps: interactions, grants, codes and access tokens, each under the hash of its id.
-- No raw code or token is stored. expires_at is tenant time (database time + the sandbox's offset).

create table oauth_artifact (
  model text not null,
  id_hash text not null,
  sandbox_id text not null references sandbox (id) on delete cascade,
  app_id text not null,
  client_id text not null,
  -- Null until the customer has signed in.
  customer_id text,
  -- The family: everything that came from one sign-in dies together.
  grant_hash text,
  -- Of the authorization request; on grants and access tokens.
  bank_country text,
  locale text,
  payload jsonb not null,
  consumed_at timestamptz,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (model, id_hash)
);
create index oauth_artifact_grant_hash on oauth_artifact (grant_hash);
create index oauth_artifact_expires_at on oauth_artifact (expires_at);
create index oauth_artifact_sandbox_id on oauth_artifact (sandbox_id);
