-- How far this installation has followed the events of the bank's core: one row, locked while an event is applied.
create table core_feed (
  feed text primary key check (feed = 'events'),
  -- The number of the last applied event; 0: none yet.
  position bigint not null check (position >= 0),
  -- Its id. A core that was restored to an older state has another event with this number.
  event_id text,
  -- Why the next event is not applied; null: all is well.
  problem text,
  problem_since timestamptz
);
insert into core_feed (feed, position) values ('events', 0);

-- Events that contradict what this installation knows, for example of a payment that a restored backup does not hold.
create table core_finding (
  -- A core that was restored gives a number a second time, never an id.
  event_id text primary key,
  number bigint not null,
  kind text not null,
  payment_id text,
  finding text not null,
  found_at timestamptz not null
);
create index core_finding_number on core_finding (number, event_id);
