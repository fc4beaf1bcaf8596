-- Signing sessions that a customer signs on their device alone (docs/decisions/0082), while they are open: one for each customer.
-- Such a session is bound to no browser; its `bank_session_hash` is 'device:' and its id, which is the hash of no cookie.
create table decoupled_signing (
  session_id text primary key references signing_session (session_id) on delete cascade,
  sandbox_id text not null references sandbox (id),
  customer_id text not null,
  method text not null,
  -- Who is asked, as a keyed digest: the bank may name another person for the customer before the signature.
  person text not null,
  -- False: the identity in the request was wrong, and no device is asked.
  is_asked boolean not null,
  -- Keys of the limits that get back what this request spent if the customer approves it.
  allowances text[] not null,
  -- Real time.
  ends_at timestamptz not null,
  unique (sandbox_id, customer_id)
);
