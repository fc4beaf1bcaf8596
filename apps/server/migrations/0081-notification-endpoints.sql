-- Endpoints of an application: addresses that get the events of all its payments, consents and statements, besides the address that a request names.

create table notification_endpoint (
  endpoint_id text primary key,
  sandbox_id text not null references sandbox (id) on delete cascade,
  app_id text not null,
  url text not null,
  -- Types of events, as in `notification_delivery.type`.
  kinds text[] not null,
  sealed_secret text not null,
  -- Signs beside the present one until this real time.
  sealed_previous text,
  previous_until timestamptz,
  -- The address answered a test event with a status of 2xx. Before, it gets no other events.
  confirmed_at timestamptz,
  -- Null: enabled.
  disabled_at timestamptz,
  -- `developer`, or the bank: the endpoint answered 410 (`gone`), or no message has reached it for 76 hours (`failures`).
  disabled_by text check (disabled_by in ('developer', 'gone', 'failures')),
  created_at timestamptz not null default now(),
  check ((disabled_at is null) = (disabled_by is null)),
  check ((sealed_previous is null) = (previous_until is null))
);
create index notification_endpoint_app on notification_endpoint (app_id);
create index notification_endpoint_sandbox on notification_endpoint (sandbox_id);

-- Number of the latest event of a resource for endpoints. The update of this row orders the events of the resource.
create table notification_sequence (
  resource_id text primary key,
  sandbox_id text not null references sandbox (id) on delete cascade,
  sequence integer not null
);
create index notification_sequence_sandbox on notification_sequence (sandbox_id);

-- Empty: the address that a request named. Each endpoint is a channel, also where two have one origin.
alter table notification_channel add column endpoint_id text not null default '';
alter table notification_channel drop constraint notification_channel_pkey;
alter table notification_channel add primary key (app_id, origin, endpoint_id);

alter table notification_delivery add column endpoint_id text not null default '';
alter table notification_delivery drop constraint notification_delivery_pkey;
alter table notification_delivery add primary key (resource_id, endpoint_id, sequence);
alter table notification_delivery drop constraint notification_delivery_type_check;
alter table notification_delivery add constraint notification_delivery_type_check
  check (type in ('payment', 'consent', 'authorisation', 'cancellation', 'statement', 'ping'));
drop index notification_delivery_channel;
create index notification_delivery_channel on notification_delivery (app_id, origin, endpoint_id, next_try_at) where state = 'waiting';
-- The developer's log, newest first.
create index notification_delivery_app on notification_delivery (app_id, occurred_at desc);

-- What each attempt came to. The excerpt is the beginning of the response's body.
create table notification_attempt (
  resource_id text not null,
  endpoint_id text not null,
  sequence integer not null,
  number integer not null,
  sandbox_id text not null references sandbox (id) on delete cascade,
  -- Real time of its end.
  at timestamptz not null default now(),
  duration_ms integer not null,
  -- A status of HTTP or the name of a fault.
  outcome text not null,
  excerpt text,
  primary key (resource_id, endpoint_id, sequence, number),
  foreign key (resource_id, endpoint_id, sequence) references notification_delivery on delete cascade
);
create index notification_attempt_sandbox on notification_attempt (sandbox_id);

create function notify_endpoints(
  resource text, sandbox text, app text, resource_path text, event_type text, event_status text, code text, authorisation text
) returns void language plpgsql as $$
begin
  -- Without an endpoint that wants the event, nothing is written.
  if not exists (
    select from notification_endpoint
    where app_id = app and event_type = any(kinds) and confirmed_at is not null and disabled_at is null
  ) then return; end if;
  with next as (
    insert into notification_sequence as known (resource_id, sandbox_id, sequence) values (resource, sandbox, 1)
    on conflict (resource_id) do update set sequence = known.sequence + 1 returning known.sequence
  )
  insert into notification_delivery
    (resource_id, endpoint_id, sequence, sandbox_id, app_id, origin, url, path, type, authorisation_id, status, reason_code)
  select resource, endpoint.endpoint_id, next.sequence, sandbox, app, channel.origin, endpoint.url, resource_path, event_type, authorisation,
    event_status, code
  from next, notification_endpoint as endpoint
    join notification_channel as channel on channel.app_id = endpoint.app_id and channel.endpoint_id = endpoint.endpoint_id
  where endpoint.app_id = app and event_type = any(endpoint.kinds) and endpoint.confirmed_at is not null and endpoint.disabled_at is null;
end $$;

create function payment_path(paid payment) returns text language sql immutable as $$
  select '/v1/' || case when paid.item_count is not null then 'bulk-payments' when paid.frequency is not null then 'periodic-payments' else 'payments' end
    || '/' || paid.product || '/' || paid.payment_id;
$$;

create or replace function notify_payment_status() returns trigger language plpgsql as $$
declare second_status text;
begin
  -- The authorisation of a second signatory has no signing session: it ends when the payment is PATC no longer.
  if old.status = 'PATC' and new.status <> 'PATC' and new.second_authorisation is not null then
    second_status := case when exists (
      select from jsonb_array_elements(new.signatories) as signatory
      where signatory ->> 'customerId' <> new.customer_id and signatory ->> 'state' = 'signed') then 'finalised' else 'failed' end;
  end if;
  if exists (select from notification_registration where resource_id = new.payment_id) then
    perform notify_status(new.payment_id,
      case when new.status in ('ACSC', 'ACCC', 'RJCT', 'CANC', 'BLCK', 'PART') then array['PROCESS', 'LAST'] else array['PROCESS'] end,
      'payment', new.status, new.rejection_code, null);
    if second_status is not null then
      perform notify_status(new.payment_id, array['SCA'], 'authorisation', second_status, null, new.second_authorisation ->> 'authorisationId');
    end if;
  end if;
  perform notify_endpoints(new.payment_id, new.sandbox_id, new.app_id, payment_path(new), 'payment', new.status, new.rejection_code, null);
  if second_status is not null then
    perform notify_endpoints(new.payment_id, new.sandbox_id, new.app_id, payment_path(new), 'authorisation', second_status, null,
      new.second_authorisation ->> 'authorisationId');
  end if;
  return null;
end $$;

create or replace function notify_consent_status() returns trigger language plpgsql as $$
begin
  if exists (select from notification_registration where resource_id = new.consent_id) then
    perform notify_status(new.consent_id,
      case when new.status in ('rejected', 'revokedByPsu', 'expired', 'terminatedByTpp') then array['PROCESS', 'LAST'] else array['PROCESS'] end,
      'consent', new.status, null, null);
  end if;
  perform notify_endpoints(new.consent_id, new.sandbox_id, new.app_id, '/v1/consents/' || new.consent_id, 'consent', new.status, null, null);
  return null;
end $$;

create function notify_statement_status() returns trigger language plpgsql as $$
begin
  perform notify_endpoints(new.statement_id, new.sandbox_id, new.app_id, '/v1/transactions-statements/' || new.statement_id, 'statement', new.status,
    null, null);
  return null;
end $$;
create trigger statement_notification after update of status on transactions_statement for each row
  when (new.status is distinct from old.status) execute function notify_statement_status();

-- The authorisation of a statement is no resource of the API: the statement's own status tells how it ended.
create or replace function notify_sca_status() returns trigger language plpgsql as $$
declare
  event_type text := case when new.kind like '%-cancellation' then 'cancellation' else 'authorisation' end;
  event_status text := case when new.state = 'signed' then 'finalised' else 'failed' end;
  authorisation text := coalesce((select authorisation_id from consent where consent_id = new.resource_id), new.session_id);
begin
  if exists (select from notification_registration where resource_id = new.resource_id) then
    perform notify_status(new.resource_id, array['SCA'], event_type, event_status, null, authorisation);
  end if;
  if new.kind <> 'transactions-statement' then
    perform notify_endpoints(new.resource_id, new.sandbox_id, new.app_id,
      coalesce((select payment_path(payment) from payment where payment_id = new.resource_id), '/v1/consents/' || new.resource_id),
      event_type, event_status, null, authorisation);
  end if;
  return null;
end $$;

-- Numbers of events live as long as the resource.
create or replace function forget_payment_registrations() returns trigger language plpgsql as $$
begin
  delete from notification_registration where resource_id in (select payment_id from gone);
  delete from notification_sequence where resource_id in (select payment_id from gone);
  return null;
end $$;

create or replace function forget_consent_registrations() returns trigger language plpgsql as $$
begin
  delete from notification_registration where resource_id in (select consent_id from gone);
  delete from notification_sequence where resource_id in (select consent_id from gone);
  return null;
end $$;

create function forget_statement_sequences() returns trigger language plpgsql as $$
begin
  delete from notification_sequence where resource_id in (select statement_id from gone);
  return null;
end $$;
create trigger statement_sequence after delete on transactions_statement referencing old table as gone
  for each statement execute function forget_statement_sequences();
