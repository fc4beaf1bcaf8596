-- Numbers of test customers no longer follow from their sandbox's number (docs/decisions/0058).

-- False: an earlier version made the numbers, which can be computed; a job replaces them. A server of an earlier version that runs beside
-- this one leaves the default.
alter table customer add column has_settled_numbers boolean not null default false;
create index customer_numbers_to_renew on customer (id) where not has_settled_numbers and removed_at is null;

-- Drawn IBANs are unique in the installation, as the computed ones were. Payees of the directory bank in every sandbox under one IBAN.
create unique index account_customer_iban on account (iban) where kind = 'customer';

-- Nothing is derived from it any more; its sequence must not end.
alter table sandbox alter column number type bigint;
