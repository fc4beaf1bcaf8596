-- Single payments in the Berlin Group's words, money in integer cents, and the history of their statuses.

create table payment (
  payment_id text primary key,
  sandbox_id text not null references sandbox (id),
  customer_id text not null,
  -- The application that sent it; nobody else ever sees it.
  app_id text not null,
  bank_country text not null check (bank_country in ('lt', 'lv', 'ee')),
  product text not null check (product in ('sepa-credit-transfers', 'instant-sepa-credit-transfers')),
  -- ISO 20022; which may follow which is the table of payment-status.ts.
  status text not null check (status in ('RCVD', 'PATC', 'ACTC', 'ACCP', 'ACFC', 'ACWC', 'PDNG', 'ACSP', 'ACSC', 'ACWP', 'BLCK', 'ACCC', 'RJCT', 'CANC')),

  amount_cents bigint not null check (amount_cents between 1 and 99999999999),
  currency text not null check (currency = 'EUR'),
  creditor_iban text not null,
  creditor_name text not null check (char_length(creditor_name) between 1 and 70),
  creditor_agent text,
  creditor_type text check (creditor_type in ('private', 'business')),
  creditor_address jsonb,
  end_to_end_id text,
  instruction_id text,
  remittance_unstructured text,
  remittance_structured jsonb,
  -- As the application asked; absent: today.
  requested_execution_date date,
  -- The date the customer sees and signs, frozen when the payment was received.
  execution_date date not null,
  retry_as_sepa boolean not null default false,
  requested_debtor_iban text,

  -- Verification of Payee, Regulation (EU) 2024/886 Art. 5c, at the time of receipt.
  payee_result text not null check (payee_result in ('MTCH', 'CMTC', 'NMTC', 'NOAP')),
  payee_supplied_name text not null,
  payee_matched_name text,
  payee_checked_at timestamptz not null,

  -- Known from the signature on.
  debtor_iban text,
  debtor_details jsonb,
  fee_cents bigint check (fee_cents >= 0),
  signed_at timestamptz,
  executed_as_sepa boolean not null default false,
  -- Tenant time at which an ordinary payment is executed.
  execute_at timestamptz,

  rejection_code text,
  rejection_text text,
  received_at timestamptz not null,

  check ((signed_at is null) = (debtor_iban is null)),
  check ((status = 'RJCT') = (rejection_code is not null))
);
create index payment_owner on payment (sandbox_id, customer_id, received_at);
create index payment_due on payment (sandbox_id, execute_at) where status in ('ACFC', 'ACSP');

create table payment_status_change (
  payment_id text not null references payment (payment_id),
  position integer not null check (position > 0),
  sandbox_id text not null,
  from_status text,
  status text not null,
  -- Tenant time.
  changed_at timestamptz not null,
  -- Two flows can never write the same place of one history.
  primary key (payment_id, position),
  check ((position = 1) = (from_status is null))
);
