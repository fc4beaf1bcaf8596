-- Second signatures: who gives them, whose are still awaited, and the co-signer's own visit to the bank.

-- A second signatory: the company for whose accounts he signs. He has none of his own here.
alter table customer add column signs_for text references customer (id);
create index customer_signs_for on customer (signs_for) where signs_for is not null;

-- [{customerId, name, state, signedAt}] from the first signature on, where one is not enough.
alter table payment add column signatories jsonb;
-- What the co-signer's page lists. It names no column that changes while a payment is signed by one: `is_due` stands for PATC.
create index payment_to_co_sign on payment (sandbox_id, customer_id) where is_due and signatories is not null;

-- The challenge that a co-signer's device is asked, or was asked last, for one payment.
create table co_signing (
  sandbox_id text not null references sandbox (id),
  payment_id text not null,
  customer_id text not null,
  challenge_id text not null,
  content_hash text not null check (content_hash ~ '^[0-9a-f]{64}$'),
  primary key (payment_id, customer_id)
);
create index co_signing_sandbox on co_signing (sandbox_id);

-- A sign-in for the bank's own pages: nobody sent the customer.
alter table sign_in drop constraint sign_in_purpose_check;
alter table sign_in add constraint sign_in_purpose_check check (purpose in ('authorization', 'signing', 'bank'));
alter table sign_in add check (purpose <> 'bank' or return_to is not null);

-- Is this customer at the bank's pages now?
create index bank_session_customer on bank_session (sandbox_id, customer_id) where ended_at is null;
