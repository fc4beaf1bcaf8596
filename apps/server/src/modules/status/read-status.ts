/** Builds the status response from the rows. */
import type { ApiStatus, ApiStatusSummary, Incident, MaintenanceWindow, ServiceStatus, StatusDay } from '@portico/contract';
import { type ServiceState, STATUS_DAYS, STATUS_SERVICES, STATUS_ZONE } from '@portico/contract/values';
import { addDays, isoDateIn } from '@portico/primitives';
import type { Platform } from '#platform/platform.ts';
import { type IncidentWithUpdates, listIncidents } from './incident-store.ts';
import { stateOfDay, worstOf } from './service-state.ts';
import type { MeasuredService } from './services.ts';
import { readDays, readStates, type StoredDay, type StoredState } from './status-store.ts';

/** Without a measurement for this long a service has the state `noData`. */
const SILENT_AFTER_MS = 5 * 60_000;
const DAY_MS = 24 * 60 * 60_000;

/** States and incidents may have changed a moment ago, so they are read from the primary database; `readStale` reads past days only. */
export async function readStatus(
  { db, readStale, clock }: Pick<Platform, 'db' | 'readStale' | 'clock'>,
  services: readonly MeasuredService[],
  maintenance: { list(since: Date): Promise<readonly MaintenanceWindow[]> },
): Promise<ApiStatus> {
  const now = await clock.realNow(db);
  const today = isoDateIn(STATUS_ZONE, now);
  const [states, days, incidents, windows] = await Promise.all([
    readStates(db),
    readStale((reader) => readDays(reader, STATUS_ZONE, addDays(today, 1 - STATUS_DAYS))),
    listIncidents(db, new Date(now.getTime() - STATUS_DAYS * DAY_MS)),
    maintenance.list(now),
  ]);
  const shown = services.map(({ serviceId }): ServiceStatus => {
    const own = days.filter(({ service }) => service === serviceId).map(toDay);
    return { serviceId, title: STATUS_SERVICES[serviceId], ...stateOf(states.get(serviceId), now), days: own };
  });
  const measuredAt = [...states.values()].reduce<Date | undefined>(
    (last, { measured_at: at }) => (last === undefined || at > last ? at : last),
    undefined,
  );
  return {
    state: worstOf(shown.map(({ state }) => state)),
    summary: summaryOf(shown),
    ...(measuredAt === undefined ? {} : { measuredAt: measuredAt.toISOString() }),
    today,
    services: shown,
    incidents: incidents.map(toIncident),
    maintenance: windows.filter((window) => window.state === 'running' || window.state === 'planned'),
  };
}

export function summarise({ state, summary, measuredAt, services, incidents }: ApiStatus): ApiStatusSummary {
  return {
    state,
    summary,
    ...(measuredAt === undefined ? {} : { measuredAt }),
    services: Object.fromEntries(services.map((service) => [service.serviceId, service.state])),
    openIncidents: incidents.filter((incident) => incident.state !== 'resolved').length,
  };
}

function stateOf(stored: StoredState | undefined, now: Date): Pick<ServiceStatus, 'state' | 'since'> {
  if (stored === undefined) return { state: 'noData' };
  const isSilent = now.getTime() - stored.measured_at.getTime() > SILENT_AFTER_MS;
  if (isSilent) return { state: 'noData', since: stored.measured_at.toISOString() };
  return { state: stored.state, since: stored.since.toISOString() };
}

function toDay(row: StoredDay): StatusDay {
  const measures = {
    measuredMinutes: row.measured_minutes,
    degradedMinutes: row.degraded_minutes,
    maintenanceMs: row.maintenance_ms,
    unplannedDownMs: row.unplanned_down_ms,
  };
  return {
    date: row.date,
    state: stateOfDay(measures),
    measuredMinutes: row.measured_minutes,
    degradedMinutes: row.degraded_minutes,
    maintenanceMinutes: Math.ceil(row.maintenance_ms / 60_000),
    downSeconds: Math.round(row.down_ms / 1_000),
  };
}

export function toIncident({ updates, ...incident }: IncidentWithUpdates): Incident {
  const [last] = updates;
  const isResolved = last.state === 'resolved';
  return {
    incidentId: incident.incident_id,
    title: incident.title,
    state: last.state,
    services: [...incident.services],
    startedAt: incident.started_at.toISOString(),
    ...(isResolved ? { resolvedAt: last.at.toISOString() } : {}),
    ...(isResolved || last.next_update_at === null ? {} : { nextUpdateAt: last.next_update_at.toISOString() }),
    isFallbackAvailable: incident.is_fallback_available,
    updates: updates.map(({ at, state, text }) => ({ at: at.toISOString(), state, text })),
  };
}

const WORDS: Readonly<Record<Exclude<ServiceState, 'operational'>, string>> = {
  down: 'is down',
  maintenance: 'is under maintenance',
  degraded: 'is degraded',
  noData: 'is not measured',
};

/** One sentence about the services in the worst state. */
function summaryOf(services: readonly ServiceStatus[]): string {
  const state = worstOf(services.map((service) => service.state));
  if (state === 'operational') return 'All services are operational.';
  const affected = services.filter((service) => service.state === state).map(({ title }) => title);
  if (affected.length === services.length) {
    return {
      down: 'All services are down.',
      maintenance: 'All services are under maintenance.',
      degraded: 'All services are degraded.',
      noData: 'Nothing has been measured lately.',
    }[state];
  }
  const [first = '', ...others] = affected;
  const said =
    others.length === 0
      ? `${first} ${WORDS[state]}`
      : `${[first, ...others.slice(0, -1)].join(', ')} and ${others.at(-1) ?? ''} ${WORDS[state].replace(/^is/, 'are')}`;
  const rest = services.filter((service) => service.state !== state);
  if (rest.some((service) => service.state !== 'operational')) return `${said}.`;
  return `${said}; ${rest.length === 1 ? 'the other service is' : 'the other services are'} operational.`;
}
