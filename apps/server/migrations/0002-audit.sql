-- The audit log: append-only, one hash chain per signing session, payment, consent or sign-in, and one top chain of seals.
-- Hashes are keyed (HMAC, key outside the database), so whoever can write rows still cannot write valid ones.

-- The head of each chain; the row lock on it orders the appends of one chain and of no other.
create table audit_chain (
  chain text primary key,
  sandbox_id text not null,
  position integer not null default 0 check (position >= 0),
  hash text not null,
  -- False while the top chain does not yet cover the head.
  is_sealed boolean not null default false
);
create index audit_chain_unsealed on audit_chain (chain) where not is_sealed;

create table audit_entry (
  chain text not null,
  position integer not null check (position > 0),
  sandbox_id text not null,
  event text not null,
  -- Ids only, never personal data: this row outlives every erasure.
  ids jsonb not null,
  -- Keyed digest of salt and content; null when the entry has no personal content.
  content_digest text,
  previous_hash text not null,
  hash text not null,
  -- Database time in UTC, whole milliseconds: the text that is hashed.
  recorded_at timestamptz not null,
  primary key (chain, position)
);
create index audit_entry_sandbox on audit_entry (sandbox_id, recorded_at);

-- Personal content. Deleting a row is an erasure, which is itself an entry; the salt goes with it, so the digest that stays says nothing.
create table audit_content (
  chain text not null,
  position integer not null,
  salt text not null,
  content text not null,
  primary key (chain, position),
  foreign key (chain, position) references audit_entry (chain, position)
);

create table audit_seal (
  number integer primary key check (number > 0),
  heads_digest text not null,
  previous_hash text not null,
  hash text not null,
  sealed_at timestamptz not null
);

create table audit_sealed_head (
  seal_number integer not null,
  chain text not null,
  position integer not null,
  hash text not null,
  primary key (seal_number, chain)
);

create function audit_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'The audit log is append-only: % on % is refused.', tg_op, tg_table_name using errcode = 'restrict_violation';
end $$;

create trigger audit_entry_append_only before update or delete on audit_entry for each row execute function audit_refuse_change();
create trigger audit_entry_no_truncate before truncate on audit_entry for each statement execute function audit_refuse_change();
create trigger audit_seal_append_only before update or delete on audit_seal for each row execute function audit_refuse_change();
create trigger audit_seal_no_truncate before truncate on audit_seal for each statement execute function audit_refuse_change();
create trigger audit_sealed_head_append_only before update or delete on audit_sealed_head for each row execute function audit_refuse_change();
create trigger audit_sealed_head_no_truncate before truncate on audit_sealed_head for each statement execute function audit_refuse_change();
create trigger audit_chain_no_delete before delete on audit_chain for each row execute function audit_refuse_change();
create trigger audit_chain_no_truncate before truncate on audit_chain for each statement execute function audit_refuse_change();
create trigger audit_content_no_update before update on audit_content for each row execute function audit_refuse_change();
create trigger audit_content_no_truncate before truncate on audit_content for each statement execute function audit_refuse_change();
