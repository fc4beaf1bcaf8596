-- Origins to which an operator stopped the notifications of all applications, also of applications that ask for the first time later.
create table notification_stop (
  origin text primary key,
  stopped_at timestamptz not null default now()
);
insert into notification_stop (origin, stopped_at)
select origin, min(stopped_at) from notification_channel where stopped_at is not null group by origin;
