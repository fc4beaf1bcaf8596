-- How often payees were verified for a customer on a day, and which names one developer tried for an IBAN: limits against collecting names.

create table payee_verification_count (
  sandbox_id text not null,
  customer_id text not null,
  -- The bank's calendar date, tenant time.
  asked_on date not null,
  answered integer not null check (answered > 0),
  primary key (sandbox_id, customer_id, asked_on)
);
create index payee_verification_count_day on payee_verification_count (asked_on);

create table payee_name_check (
  sandbox_id text not null,
  -- The developer of the application, or the application where it has none.
  asker text not null,
  -- Keyed digests: the table names nobody.
  iban_digest text not null,
  asked_on date not null,
  name_digests text[] not null check (cardinality(name_digests) > 0),
  primary key (sandbox_id, asker, iban_digest, asked_on)
);
create index payee_name_check_day on payee_name_check (asked_on);
