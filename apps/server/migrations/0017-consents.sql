-- Consents to account access in the Berlin Group's words: what was asked, what was granted, and how often it was used.

create table consent (
  consent_id text primary key,
  sandbox_id text not null references sandbox (id),
  customer_id text not null,
  -- The application that asked; nobody else ever sees it.
  app_id text not null,
  bank_country text not null check (bank_country in ('lt', 'lv', 'ee')),
  -- Berlin Group; which may follow which is the table of consent-status.ts.
  status text not null default 'received'
    check (status in ('received', 'partiallyAuthorised', 'valid', 'rejected', 'revokedByPsu', 'expired', 'terminatedByTpp')),
  access_form text not null check (access_form in ('detailed', 'bankOffered', 'global', 'listOnly')),
  -- Where no accounts are named: which rights each account gets.
  asks_balances boolean not null,
  asks_transactions boolean not null,
  with_owner_name boolean not null,
  is_recurring boolean not null,
  -- The last day, as the bank shortened it.
  valid_until date not null,
  frequency_per_day integer not null check (frequency_per_day between 1 and 4),
  -- As the customer sees and signs it.
  account_holder text not null,
  representative text,
  -- The one authorisation; null until the application starts it.
  authorisation_id text unique,
  -- Tenant time; the date is that of the bank's zone.
  received_at timestamptz not null,
  signed_at timestamptz,
  last_action_date date not null,
  check (is_recurring or frequency_per_day = 1),
  check (status not in ('valid', 'revokedByPsu', 'expired', 'terminatedByTpp') or signed_at is not null)
);
create index consent_owner on consent (sandbox_id, customer_id, received_at);
-- A newer recurring consent replaces the older one of the same application and customer.
create unique index consent_recurring on consent (sandbox_id, app_id, customer_id) where status = 'valid' and is_recurring;

-- Named accounts, or those that the customer chose. Consents to everything and to the list have none: they cover what there is.
create table consent_account (
  consent_id text not null references consent (consent_id),
  account_id text not null,
  sandbox_id text not null,
  position integer not null,
  iban text not null,
  currency text not null,
  may_balances boolean not null,
  may_transactions boolean not null,
  primary key (consent_id, account_id)
);

-- Who read what on which day, with the customer there and without: the count of RTS Art. 36(5) and the trace of Art. 29 in one row.
create table consent_use (
  consent_id text not null references consent (consent_id),
  used_on date not null,
  endpoint text not null,
  -- An account, an account and one of its transactions, or '' for the list of accounts.
  resource text not null,
  sandbox_id text not null,
  attended integer not null default 0 check (attended >= 0),
  unattended integer not null default 0 check (unattended >= 0),
  -- Tenant time.
  last_used_at timestamptz not null,
  primary key (consent_id, used_on, endpoint, resource)
);

create function consent_guard_status() returns trigger language plpgsql as $$
begin
  if new.status is distinct from old.status and not (old.status || '>' || new.status) = any (array[
    'received>partiallyAuthorised', 'received>valid', 'received>rejected',
    'partiallyAuthorised>valid', 'partiallyAuthorised>rejected',
    'valid>terminatedByTpp', 'valid>revokedByPsu', 'valid>expired'
  ]) then
    raise exception 'A consent does not move from % to %.', old.status, new.status using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create trigger consent_status before update on consent for each row execute function consent_guard_status();
