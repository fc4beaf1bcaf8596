-- What an operator vetted when the application was admitted. Null: the application has not been admitted.
alter table tpp_app add column admitted_at timestamptz;
alter table tpp_app add column authorisation_number text;
alter table tpp_app add column roles jsonb;
-- What the owner asked to change afterwards: {changeId, clientName?, redirectUris?, contacts?, requestedAt}. Null: nothing waits.
alter table tpp_app add column pending_change jsonb;
create unique index tpp_app_pending_change on tpp_app ((pending_change ->> 'changeId')) where pending_change is not null;
