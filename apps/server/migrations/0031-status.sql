-- What the status page shows, computed from the measured lines. Hours, because every zone's days consist of them.

create table status_hour (
  service text not null,
  hour timestamptz not null,
  -- Minutes in which something was measured, and in which too much failed or was slow.
  measured_minutes smallint not null,
  degraded_minutes smallint not null,
  maintenance_ms integer not null,
  -- Planned or not, and what of it was not planned.
  down_ms integer not null,
  unplanned_down_ms integer not null,
  -- Consecutive unanswered requests at its end: the next hour goes on from here.
  run_count integer not null,
  run_since timestamptz,
  primary key (service, hour)
);
create index status_hour_hour on status_hour (hour);

create table status_service (
  service text primary key,
  state text not null,
  since timestamptz not null,
  measured_at timestamptz not null
);

-- Told by operators; nothing here is ever changed or deleted but by adding an update.
create table incident (
  incident_id text primary key,
  title text not null,
  services text[] not null check (cardinality(services) > 0),
  is_fallback_available boolean not null,
  started_at timestamptz not null
);
create index incident_started_at on incident (started_at);

create table incident_update (
  incident_id text not null references incident (incident_id),
  number integer not null,
  at timestamptz not null,
  state text not null check (state in ('investigating', 'identified', 'monitoring', 'resolved')),
  text text not null,
  next_update_at timestamptz,
  primary key (incident_id, number)
);
