/**
 * Is the bank's interface there? Public; the same for everybody.
 *
 * | call | answer |
 * |---|---|
 * | `GET {spec}/api-status` | 200 {@link ApiStatus}; 304; 503 when it cannot be known |
 * | `GET {spec}/api-status/summary` | 200 {@link ApiStatusSummary}; 304; 503 |
 * | `GET {spec}/api-status/incidents` | 200 {@link IncidentList}; 304; 503 |
 * | `GET {spec}/api-status/incidents.atom` | the same as an Atom feed (RFC 4287) |
 *
 * Whoever gets no answer, or 503, may take the status for down.
 */
import { type Static, Type } from 'typebox';
import { closed, IsoDate, IsoInstant, literals } from '../entities/common.ts';
import { INCIDENT_STATES, SERVICE_STATES, STATUS_SERVICES, type StatusServiceId } from '../status-values.ts';
import { MaintenanceWindow } from './maintenance.ts';

const ids = Object.keys(STATUS_SERVICES).filter((id): id is StatusServiceId => Object.hasOwn(STATUS_SERVICES, id));
const ServiceId = Type.Enum<StatusServiceId[]>(ids);
const State = literals(SERVICE_STATES);

/** Minutes of a day of the bank. What is missing to the whole day was not measured. */
export const StatusDay = Type.Object(
  {
    date: IsoDate,
    state: State,
    measuredMinutes: Type.Integer(),
    degradedMinutes: Type.Integer(),
    maintenanceMinutes: Type.Integer(),
    /** Planned or not. */
    downSeconds: Type.Integer(),
  },
  closed,
);
export type StatusDay = Static<typeof StatusDay>;

export const ServiceStatus = Type.Object(
  {
    serviceId: ServiceId,
    title: Type.String(),
    state: State,
    /** Left out when nothing was ever measured. */
    since: Type.Optional(IsoInstant),
    /** Oldest first. A day without any measurement is left out. */
    days: Type.Array(StatusDay),
  },
  closed,
);
export type ServiceStatus = Static<typeof ServiceStatus>;

export const IncidentUpdate = Type.Object({ at: IsoInstant, state: literals(INCIDENT_STATES), text: Type.String() }, closed);
export type IncidentUpdate = Static<typeof IncidentUpdate>;

export const Incident = Type.Object(
  {
    incidentId: Type.String(),
    title: Type.String(),
    state: literals(INCIDENT_STATES),
    services: Type.Array(ServiceId),
    startedAt: IsoInstant,
    resolvedAt: Type.Optional(IsoInstant),
    /** When the bank says more; only while it is open. */
    nextUpdateAt: Type.Optional(IsoInstant),
    /** May applications use the fallback interface meanwhile? How: `/how-to-fallback`. */
    isFallbackAvailable: Type.Boolean(),
    /** Newest first. */
    updates: Type.Array(IncidentUpdate),
  },
  closed,
);
export type Incident = Static<typeof Incident>;

export const IncidentList = Type.Array(Incident);
export type IncidentList = Static<typeof IncidentList>;

export const ApiStatus = Type.Object(
  {
    /** The worst of the services'. */
    state: State,
    /** The same in a sentence. */
    summary: Type.String(),
    /** Left out when nothing was ever measured. */
    measuredAt: Type.Optional(IsoInstant),
    /** The bank's day. */
    today: IsoDate,
    services: Type.Array(ServiceStatus),
    /** Newest first; the open ones and those of the last {@link STATUS_DAYS}. */
    incidents: IncidentList,
    /** What runs and what is planned, the next first. */
    maintenance: Type.Array(MaintenanceWindow),
  },
  closed,
);
export type ApiStatus = Static<typeof ApiStatus>;

export const ApiStatusSummary = Type.Object(
  {
    state: State,
    summary: Type.String(),
    measuredAt: Type.Optional(IsoInstant),
    /** The services that this bank has: a bank with its own core has no sandbox. */
    services: Type.Partial(Type.Record(ServiceId, State)),
    openIncidents: Type.Integer(),
  },
  closed,
);
export type ApiStatusSummary = Static<typeof ApiStatusSummary>;
