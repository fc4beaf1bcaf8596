-- Lists of revoked certificates (CRL) that calls have used. A job fetches them again, so that calls do not wait for them. The signature of each was
-- verified before it was stored.
create table revocation_list (
  -- SHA-256 of the DER form of the authority that signed the list, lower-case hexadecimal.
  issuer text not null,
  url text not null,
  issuer_der bytea not null,
  -- The same of the trusted authority whose hosts may be asked.
  anchor text not null,
  der bytea not null,
  this_update timestamptz not null,
  next_update timestamptz not null,
  fetched_at timestamptz not null,
  used_at timestamptz not null,
  primary key (issuer, url)
);
create index revocation_list_used on revocation_list (used_at);
