-- What the core last said of its events, so that metrics and operators see how far behind this installation is.
alter table core_feed
  -- The number of the core's newest event in its last answer; null: the core has not answered yet.
  add column newest bigint check (newest >= 0),
  -- When the core last answered.
  add column answered_at timestamptz,
  -- When the last applied event happened at the core.
  add column event_at timestamptz;
