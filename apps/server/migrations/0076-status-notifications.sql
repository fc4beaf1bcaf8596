-- Status notifications of NextGenPSD2: an application registers an address for a payment or a consent, and the bank sends each change of a status there.
-- The triggers below write the events in the transaction of the change, whichever path of whichever version changes the status. Without a registration
-- they write nothing, and the act sends no further statement.

-- The receiver of a payment's or a consent's notifications. A later authorisation with the header replaces it.
create table notification_registration (
  resource_id text primary key,
  sandbox_id text not null references sandbox (id) on delete cascade,
  app_id text not null,
  -- Scheme, host and port of the URL: notifications to one origin share its failures.
  origin text not null,
  url text not null,
  -- The resource's path below the base of the API, for the links of a notification.
  path text not null,
  -- Of SCA, PROCESS and LAST. Empty: the receiver wants no more (410).
  contents text[] not null,
  -- Number of the latest event. The update of this row orders the events of a resource.
  sequence integer not null default 0
);
create index notification_registration_sandbox on notification_registration (sandbox_id);

-- An application's origin. One process at a time sends to it.
create table notification_channel (
  app_id text not null,
  origin text not null,
  sandbox_id text not null references sandbox (id) on delete cascade,
  lease_id text,
  lease_until timestamptz,
  paused_until timestamptz,
  -- Failed connections in a row.
  failures integer not null default 0,
  primary key (app_id, origin)
);
create index notification_channel_sandbox on notification_channel (sandbox_id);

-- One event and its delivery. It holds ids, statuses and codes, no other data.
create table notification_delivery (
  resource_id text not null,
  sequence integer not null,
  sandbox_id text not null references sandbox (id) on delete cascade,
  app_id text not null,
  origin text not null,
  url text not null,
  path text not null,
  type text not null check (type in ('payment', 'consent', 'authorisation', 'cancellation')),
  -- Of an authorisation and a cancellation.
  authorisation_id text,
  status text not null,
  reason_code text,
  -- Real time.
  occurred_at timestamptz not null default now(),
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'dead')),
  tries integer not null default 0,
  next_try_at timestamptz not null default now(),
  -- What the last attempt came to: a status of HTTP or the name of a fault.
  outcome text,
  primary key (resource_id, sequence)
);
create index notification_delivery_due on notification_delivery (next_try_at) where state = 'waiting';
create index notification_delivery_channel on notification_delivery (app_id, origin, next_try_at) where state = 'waiting';
create index notification_delivery_sandbox on notification_delivery (sandbox_id);
create index notification_delivery_age on notification_delivery (occurred_at);

create function notify_status(resource text, wanted text[], event_type text, event_status text, code text, authorisation text)
returns void language sql as $$
  with registered as (
    update notification_registration set sequence = sequence + 1 where resource_id = resource and contents && wanted returning *
  )
  insert into notification_delivery
    (resource_id, sequence, sandbox_id, app_id, origin, url, path, type, authorisation_id, status, reason_code)
  select resource_id, sequence, sandbox_id, app_id, origin, url, path, event_type, authorisation, event_status, code from registered;
$$;

-- PROCESS: every status. LAST: a final one.
create function notify_payment_status() returns trigger language plpgsql as $$
begin
  if exists (select from notification_registration where resource_id = new.payment_id) then
    perform notify_status(new.payment_id,
      case when new.status in ('ACSC', 'ACCC', 'RJCT', 'CANC', 'BLCK', 'PART') then array['PROCESS', 'LAST'] else array['PROCESS'] end,
      'payment', new.status, new.rejection_code, null);
    -- The authorisation of a second signatory has no signing session: it ends when the payment is PATC no longer.
    if old.status = 'PATC' and new.status <> 'PATC' and new.second_authorisation is not null then
      perform notify_status(new.payment_id, array['SCA'], 'authorisation',
        case when exists (
          select from jsonb_array_elements(new.signatories) as signatory
          where signatory ->> 'customerId' <> new.customer_id and signatory ->> 'state' = 'signed') then 'finalised' else 'failed' end,
        null, new.second_authorisation ->> 'authorisationId');
    end if;
  end if;
  return null;
end $$;
-- The items of a bulk payment and the runs of a periodic one are registered by no application.
create trigger payment_notification after update of status on payment for each row
  when (new.status is distinct from old.status and new.bulk_payment_id is null and new.periodic_payment_id is null)
  execute function notify_payment_status();

create function notify_consent_status() returns trigger language plpgsql as $$
begin
  if exists (select from notification_registration where resource_id = new.consent_id) then
    perform notify_status(new.consent_id,
      case when new.status in ('rejected', 'revokedByPsu', 'expired', 'terminatedByTpp') then array['PROCESS', 'LAST'] else array['PROCESS'] end,
      'consent', new.status, null, null);
  end if;
  return null;
end $$;
create trigger consent_notification after update of status on consent for each row
  when (new.status is distinct from old.status) execute function notify_consent_status();

-- A signing session is an authorisation. Applications see its end only: `finalised` or `failed`. That of a consent has another id there.
create function notify_sca_status() returns trigger language plpgsql as $$
begin
  if exists (select from notification_registration where resource_id = new.resource_id) then
    perform notify_status(new.resource_id, array['SCA'],
      case when new.kind like '%-cancellation' then 'cancellation' else 'authorisation' end,
      case when new.state = 'signed' then 'finalised' else 'failed' end, null,
      coalesce((select authorisation_id from consent where consent_id = new.resource_id), new.session_id));
  end if;
  return null;
end $$;
create trigger signing_notification after update of state on signing_session for each row
  when (old.ended_at is null and new.ended_at is not null) execute function notify_sca_status();

-- A registration lives as long as its resource.
create function forget_payment_registrations() returns trigger language plpgsql as $$
begin
  delete from notification_registration where resource_id in (select payment_id from gone);
  return null;
end $$;
create trigger payment_registration after delete on payment referencing old table as gone
  for each statement execute function forget_payment_registrations();

create function forget_consent_registrations() returns trigger language plpgsql as $$
begin
  delete from notification_registration where resource_id in (select consent_id from gone);
  return null;
end $$;
create trigger consent_registration after delete on consent referencing old table as gone
  for each statement execute function forget_consent_registrations();
