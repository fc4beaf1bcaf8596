-- The two traces of requests in pieces: a piece that is too old is dropped as a whole, instead of its rows one by one. Pieces are made ahead by
-- housekeeping. What was stored before, and whatever has no piece of its own, is in the `_rest` pieces, where rows go by their age as ever.

alter table request_log rename to request_log_rest;
alter table request_log_rest alter column request_log_id drop identity;
alter table request_log_rest drop constraint request_log_pkey;
alter index request_log_app rename to request_log_rest_app;
alter index request_log_request_id rename to request_log_rest_request_id;
alter index request_log_at rename to request_log_rest_at;

create table request_log (
  like request_log_rest,
  foreign key (app_id) references tpp_app (app_id) on delete cascade,
  primary key (request_log_id, at)
) partition by range (at);
-- Grows in the order of commits: rows are written under one lock, so whoever reads behind an id misses none.
alter table request_log alter column request_log_id add generated always as identity;
alter table request_log attach partition request_log_rest default;
create index request_log_app on request_log (app_id, request_log_id);
create index request_log_request_id on request_log (app_id, request_id);
select setval(pg_get_serial_sequence('request_log', 'request_log_id'), (select coalesce(max(request_log_id), 0) + 1 from request_log_rest), false);

alter table request_measure rename to request_measure_rest;
alter index request_measure_at rename to request_measure_rest_at;
create table request_measure (like request_measure_rest including constraints) partition by range (at);
alter table request_measure attach partition request_measure_rest default;
create index request_measure_at on request_measure (at);
