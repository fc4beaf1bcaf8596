-- Which cursors of transactions were used: a page behind the first is read once (RTS (EU) 2018/389 Art. 36(5)).

create table transactions_cursor (
  -- Sealed in the cursor.
  cursor_id text primary key,
  sandbox_id text not null,
  -- The consent or statement under which the reading began.
  authority_id text not null,
  -- X-Request-ID of the request that used it: the same request may be repeated after a lost answer.
  request_id text not null,
  repeats integer not null default 0 check (repeats >= 0),
  -- Real time.
  used_at timestamptz not null default now()
);
create index transactions_cursor_sandbox on transactions_cursor (sandbox_id);
create index transactions_cursor_used on transactions_cursor (used_at);
