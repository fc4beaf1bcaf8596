-- A sign-in's own strong customer authentication can confirm one thing (a consent in lt and lv): the first that it led to, and no other.
create table signing_sign_in (
  bank_session_hash text primary key,
  session_id text not null unique references signing_session (session_id),
  sandbox_id text not null
);
create index signing_sign_in_sandbox on signing_sign_in (sandbox_id);
