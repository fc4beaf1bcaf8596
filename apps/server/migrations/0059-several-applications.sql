-- A developer has several applications (docs/decisions/0096). A server of the version before reads any one of them and makes the first one only.
alter table tpp_app drop constraint tpp_app_developer_id_key;
-- Ids begin with the time, so the first entry of a developer is the oldest application.
create index tpp_app_developer on tpp_app (developer_id, app_id) where developer_id is not null;
