-- The test customer whose token a logged request carried; null: the request carried none, or the bank has its own core, where a provider learns no
-- customer's number. Servers of the version before write neither column.
alter table request_log add column customer_id text;
-- The request says that a page of the portal sent it, so that a developer can tell their own calls from it.
alter table request_log add column is_portal boolean not null default false;

create index request_log_customer on request_log (app_id, customer_id, request_log_id) where customer_id is not null;
