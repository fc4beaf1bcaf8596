-- Two traces of each request. The line of an application names it and shows what was said, masked, for 30 days. The measured line
-- names nobody and stays 400 days: status and statistics come from it.

create table request_log (
  -- Grows in the order of commits: rows are written under one lock, so whoever reads behind an id misses none.
  request_log_id bigint generated always as identity primary key,
  app_id text not null references tpp_app (app_id) on delete cascade,
  at timestamptz not null,
  request_id text not null,
  method text not null,
  path text not null,
  api_id text,
  operation_id text,
  status smallint not null,
  duration_ms integer not null,
  code text,
  cause text,
  request_headers jsonb not null,
  request_body jsonb,
  response_headers jsonb not null,
  response_body jsonb
);
create index request_log_app on request_log (app_id, request_log_id);
create index request_log_request_id on request_log (app_id, request_id);
create index request_log_at on request_log (at);

create table request_measure (
  at timestamptz not null,
  -- A section of the API, or a part of the portal.
  service text not null,
  outcome text not null check (outcome in ('ok', 'refused', 'failed', 'aborted')),
  duration_ms integer not null,
  origin text not null check (origin in ('live', 'probe', 'replay'))
);
create index request_measure_at on request_measure (at);
