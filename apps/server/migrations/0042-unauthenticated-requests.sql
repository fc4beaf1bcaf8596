-- A line whose application is only claimed is marked. Servers of the version before write none that is: their lines count as authenticated.
alter table request_log add column is_authenticated boolean not null default true;
