-- Stretches of maintenance: what runs, what is planned, what was. They begin and end by the database's clock, nobody has to be there.

create table maintenance (
  maintenance_id text primary key,
  starts_at timestamptz not null,
  -- Null: when an operator says so.
  ends_at timestamptz check (ends_at >= starts_at),
  -- Taken back before it began.
  cancelled_at timestamptz,
  -- Language → plain text.
  texts jsonb not null,
  -- When it was announced.
  created_at timestamptz not null default now()
);
create index maintenance_ends_at on maintenance (ends_at);
