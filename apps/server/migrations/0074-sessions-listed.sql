-- A developer sees where they are logged in, and ends a session by an id that opens nothing. The default is for rows of the version before.
alter table developer_session add column session_id text not null default 'dse_' || replace(gen_random_uuid()::text, '-', '');
create unique index developer_session_session_id on developer_session (session_id);
-- The browser and the system by their names, without versions; null: unknown, or stored by the version before.
alter table developer_session add column browser text;
