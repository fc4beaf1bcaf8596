-- Identity of providers by eIDAS certificates (docs/decisions/0101). All times are real time, except the dates in test certificates: those follow the clock
-- of their sandbox.

-- A provider as certificates name it (organizationIdentifier, ETSI TS 119 495 §5.2.1). In the sandbox one for each developer, made with the first certificate.
create table provider (
  provider_id text primary key,
  organization_id text not null unique,
  developer_id text unique,
  -- The name in its certificates (subject O); customers read the registered name of the application.
  name text not null,
  blocked_at timestamptz,
  created_at timestamptz not null default now()
);

-- The certificates with which an application may call. The same certificate may belong to several applications.
create table app_certificate (
  certificate_id text primary key,
  sandbox_id text not null,
  app_id text not null,
  -- SHA-256 of the DER form, lower-case hexadecimal.
  thumbprint text not null,
  -- web: QWAC, for TLS; seal: QSealC, for signed requests.
  use text not null check (use in ('web', 'seal')),
  der bytea not null,
  organization_id text not null,
  roles jsonb not null,
  key_type text not null,
  not_before timestamptz not null,
  not_after timestamptz not null,
  -- issued: by the test authority; uploaded: by the developer; call: first seen in a call of its provider.
  source text not null check (source in ('issued', 'uploaded', 'call')),
  -- When a handshake or a signature proved that the application has the key; null: not yet, and the certificate opens nothing.
  proved_at timestamptz,
  blocked_at timestamptz,
  removed_at timestamptz,
  last_used_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index app_certificate_of_app on app_certificate (app_id, thumbprint) where removed_at is null;
create index app_certificate_thumbprint on app_certificate (thumbprint) where removed_at is null;
create index app_certificate_sandbox on app_certificate (sandbox_id);

-- What the authorities last said of a certificate.
create table certificate_status (
  thumbprint text primary key,
  status text not null check (status in ('good', 'revoked', 'unknown')),
  checked_at timestamptz not null,
  next_check_at timestamptz not null,
  revoked_at timestamptz,
  reason text
);

-- The sandbox's own authority. Keys are encrypted with the key `secrets`; keys of issued certificates are never stored.
create table test_authority (
  purpose text primary key check (purpose in ('root', 'web', 'seal', 'server')),
  der bytea not null,
  key_sealed text not null,
  created_at timestamptz not null default now()
);
create table test_certificate (
  -- Lower-case hexadecimal.
  serial text primary key,
  sandbox_id text not null,
  issuer text not null check (issuer in ('web', 'seal')),
  thumbprint text not null,
  not_after timestamptz not null,
  revoked_at timestamptz
);
create index test_certificate_sandbox on test_certificate (sandbox_id);
create index test_certificate_revoked on test_certificate (issuer) where revoked_at is not null;

-- Proofs and assertions that were used (RFC 9449 §11.1, RFC 7523 §3), until they expire.
create table proof_used (
  proof_hash text primary key,
  expires_at timestamptz not null
);
create index proof_used_expires on proof_used (expires_at);

-- basic: client secret, as before; mtls: certificate and tokens bound to it (RFC 8705); fapi2: FAPI 2.0 Security Profile.
alter table tpp_app add column security_profile text not null default 'basic' check (security_profile in ('basic', 'mtls', 'fapi2'));
-- True: calls of the API must be signed (Digest and Signature, NextGenPSD2).
alter table tpp_app add column signs_requests boolean not null default false;
alter table tpp_app add column provider_id text references provider (provider_id) on delete set null;
-- Public keys of private_key_jwt, as a JWK set; null: none.
alter table tpp_app add column jwks jsonb;

-- The key to which a token is bound: `x5t#S256:…` (RFC 8705 §3.1) or `jkt:…` (RFC 9449 §6); null: to none.
alter table oauth_artifact add column bound_to text;
