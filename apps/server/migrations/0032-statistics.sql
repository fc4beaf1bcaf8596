-- What a day's requests amount to, one row for each interface and origin; kept for good, while the measured lines it was
-- counted from stay 400 days. A day that was measured has its rows of `live` also when nobody called.

create table statistics_day (
  -- Of the bank's calendar.
  day date not null,
  interface text not null check (interface in ('dedicated', 'customer')),
  origin text not null check (origin in ('live', 'replay')),
  requests bigint not null,
  errors bigint not null,
  -- Requests that got what they asked for, and the milliseconds these took together.
  ais_answered bigint not null,
  ais_ms bigint not null,
  pis_answered bigint not null,
  pis_ms bigint not null,
  funds_answered bigint not null,
  funds_ms bigint not null,
  downtime_ms bigint not null,
  -- How much of the day was counted: all of it, or until now. A day on which the clocks change has 23 or 25 hours.
  counted_ms bigint not null,
  -- Consecutive unanswered requests at its end: the next day goes on from here.
  run_count integer not null,
  run_since timestamptz,
  is_final boolean not null,
  primary key (day, interface, origin)
);

-- A quarter that has ended and whose days are all final.
create table statistics_quarter (
  -- As `2026Q3`.
  period text primary key,
  published_at timestamptz not null
);
