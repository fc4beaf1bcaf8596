-- Mails that wait to be sent. A row is written in the transaction of the act it tells about and deleted when the mail server has
-- taken the mail.

create table mail (
  mail_id text primary key,
  -- Receiver, subject and text, sealed with a key that stands outside the database: codes and links are in it.
  sealed text not null,
  tries integer not null default 0,
  -- Also the lease of the server that is sending it.
  next_try_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  -- Nobody wants it any more.
  expires_at timestamptz not null
);
create index mail_next_try_at on mail (next_try_at);
