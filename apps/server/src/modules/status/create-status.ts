/** The status of the services: measures them, stores the results, serves the status page. */
import type { MaintenanceWindow } from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import type { Config } from '#platform/config.ts';
import type { Reader } from '#platform/db/database.ts';
import { defineRecurringJob, type RecurringJob } from '#platform/jobs/recurring-job.ts';
import type { Platform } from '#platform/platform.ts';
import { probes } from '#platform/telemetry/instruments.ts';
import { listIncidents } from './incident-store.ts';
import { measureServices } from './measure-services.ts';
import { probeServices } from './probe-services.ts';
import { readStatus, toIncident } from './read-status.ts';
import { registerStatusRoutes } from './routes.ts';
import { MEASURED_SERVICES, type MeasuredService } from './services.ts';
import { createStatusCache } from './status-cache.ts';
import { type NewIncident, openIncident, type Told, updateIncident } from './tell-incident.ts';

interface Maintenance {
  /** Windows that ended after `since` or have not ended. */
  list(since: Date): Promise<readonly MaintenanceWindow[]>;
}

export interface StatusDeps {
  readonly platform: Platform;
  /** Include the services of the sandbox. */
  readonly hasSandbox: boolean;
  readonly maintenance: Maintenance;
  /** Rejects when the bank does not answer. A probe is refused before it reaches the bank, so its answer says nothing about a bank's own core. */
  readonly reachBank: () => Promise<unknown>;
  readonly requestLog: {
    /** Records a measured line that belongs to no request. */
    measure(line: { readonly service: string; readonly outcome: 'failed'; readonly durationMs: number; readonly origin: 'probe' }): void;
    flush(): Promise<void>;
  };
}

export type Status = ReturnType<typeof createStatus>;

const QUEUE = 'status';
const INTERVAL_MS = 60_000;
const PROBE_HEADER = 'x-portico-probe';

export function createStatus({ platform, hasSandbox, maintenance, reachBank, requestLog }: StatusDeps) {
  const { config, db, random, log } = platform;
  const services = MEASURED_SERVICES.filter(({ ofSandboxOnly = false }) => !ofSandboxOnly || hasSandbox);
  // Known to this process only, so that no other client can mark its requests as probes.
  const mark = random.secret();
  const cache = createStatusCache(log, () => readStatus(platform, services, maintenance));
  let server: FastifyInstance | undefined;
  // Reported as 0 from the start, so that the first failure shows as an increase.
  for (const { measuredAs } of services) probes.add(0, { service: measuredAs[0] });

  async function measure(): Promise<void> {
    await requestLog.flush();
    await measureServices(platform, services, async (since) => (await maintenance.list(since)).flatMap(toStretch));
    await cache.refresh();
  }

  async function probe(waitMs?: number): Promise<void> {
    const base = doorOf(server, config);
    if (base === undefined) return;
    const failed = ({ measuredAs: [service] }: MeasuredService, durationMs: number) =>
      requestLog.measure({ service, outcome: 'failed', durationMs, origin: 'probe' });
    const begun = performance.now();
    try {
      await reachBank();
    } catch (error) {
      log.warn({ err: error }, 'The bank did not answer, so no service can answer: the status page counts a failed request of each.');
      const durationMs = Math.round(performance.now() - begun);
      for (const service of services) failed(service, durationMs);
      return;
    }
    const unreached = (service: MeasuredService, error: unknown, durationMs: number) => {
      log.warn({ err: error, serviceId: service.serviceId }, 'A probe did not reach the server.');
      probes.add(1, { service: service.measuredAs[0] });
      failed(service, durationMs);
    };
    await probeServices(base, services, { [PROBE_HEADER]: mark }, unreached, waitMs);
  }

  return {
    registerRoutes(app: FastifyInstance): void {
      server = app;
      registerStatusRoutes(app, config, cache);
    },
    /** Declares the job. Call before `jobs.start`, and start the returned job after it. */
    defineJob(): RecurringJob {
      return defineRecurringJob(platform, {
        queue: QUEUE,
        everyMs: INTERVAL_MS,
        async run() {
          await probe();
          await measure();
        },
      });
    },
    /** True for a probe of this process. */
    isProbe: (headers: Readonly<Record<string, unknown>>): boolean => headers[PROBE_HEADER] === mark,
    probe,
    measure,
    /** Returns the incident's id. @throws IncidentMistake */
    async openIncident(told: NewIncident) {
      const incidentId = await openIncident(platform, told);
      await cache.refresh();
      return incidentId;
    },
    /** Returns the incident's new state. @throws IncidentMistake, IncidentRefusal */
    async updateIncident(incidentId: string, told: Told) {
      const state = await updateIncident(platform, incidentId, told);
      await cache.refresh();
      return state;
    },
    /** Newest first: all that are open, and those that had an update since. Default: all. */
    listIncidents: async (since = new Date(0), reader: Reader = db) => (await listIncidents(reader, since)).map(toIncident),
  };
}

function toStretch({ state, startsAt, endsAt }: MaintenanceWindow) {
  if (state === 'cancelled') return [];
  return [{ from: Date.parse(startsAt), to: endsAt === undefined ? Number.POSITIVE_INFINITY : Date.parse(endsAt) }];
}

/** The address on which this server listens, for calls from the same machine. */
function doorOf(app: FastifyInstance | undefined, { host }: Pick<Config, 'host'>): string | undefined {
  const address = app?.server.address();
  if (address === null || address === undefined || typeof address === 'string') return undefined;
  const inside = ['0.0.0.0', '::', ''].includes(host) ? '127.0.0.1' : host;
  return `http://${inside.includes(':') ? `[${inside}]` : inside}:${address.port}`;
}
