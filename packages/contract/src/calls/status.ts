/**
 * The status of the bank's interfaces. Public, and the same for every caller.
 *
 * | call | answer |
 * |---|---|
 * | `GET {spec}/api-status` | 200 {@link ApiStatus}; 304; 503 when it is unknown |
 * | `GET {spec}/api-status/summary` | 200 {@link ApiStatusSummary}; 304; 503 |
 * | `GET {spec}/api-status/incidents` | 200 {@link IncidentList}; 304; 503 |
 * | `GET {spec}/api-status/incidents.atom` | the same as an Atom feed (RFC 4287) |
 *
 * A caller that gets no response, or 503, may take the interface as down.
 */
import { type Static, Type } from 'typebox';
import { closed, IsoDate, IsoInstant, literals } from '../entities/common.ts';
import { INCIDENT_STATES, SERVICE_STATES, STATUS_SERVICES, type StatusServiceId } from '../status-values.ts';
import { MaintenanceWindow } from './maintenance.ts';

const ids = Object.keys(STATUS_SERVICES).filter((id): id is StatusServiceId => Object.hasOwn(STATUS_SERVICES, id));
const ServiceId = Type.Enum<StatusServiceId[]>(ids);
const State = literals(SERVICE_STATES);

/** Minutes of one day in the bank's time zone. The rest of the day was not measured. */
export const StatusDay = Type.Object(
  {
    date: IsoDate,
    state: State,
    measuredMinutes: Type.Integer(),
    degradedMinutes: Type.Integer(),
    maintenanceMinutes: Type.Integer(),
    /** Planned and unplanned. */
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
    /** Absent if there was never a measurement. */
    since: Type.Optional(IsoInstant),
    /** Oldest first, without days that have no measurement. */
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
    /** The time of the bank's next update; only for an open incident. */
    nextUpdateAt: Type.Optional(IsoInstant),
    /** True if applications may use the fallback interface during the incident. `/how-to-fallback` describes its use. */
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
    /** The worst state of a service. */
    state: State,
    /** The state as a sentence. */
    summary: Type.String(),
    /** Absent if there was never a measurement. */
    measuredAt: Type.Optional(IsoInstant),
    /** The current date in the bank's time zone. */
    today: IsoDate,
    services: Type.Array(ServiceStatus),
    /** Newest first: open ones, and those of the last {@link STATUS_DAYS}. */
    incidents: IncidentList,
    /** Current and planned maintenance, the next first. */
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
    /** The services of this bank; a bank with its own core has no sandbox. */
    services: Type.Partial(Type.Record(ServiceId, State)),
    openIncidents: Type.Integer(),
  },
  closed,
);
export type ApiStatusSummary = Static<typeof ApiStatusSummary>;
