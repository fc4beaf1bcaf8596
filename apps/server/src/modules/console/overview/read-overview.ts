/** What needs an act now, and the payments of today. It has no personal data, so reading it is not recorded. */
import type { ConsoleOverview } from '@portico/contract';
import { addDays, instantAt } from '@portico/primitives';
import { bankDate, bankZone } from '#modules/bank/index.ts';
import { countByStatus, listLate } from '#modules/payments/index.ts';
import { readQueueDepths } from '#platform/jobs/job-queues-store.ts';
import type { ConsoleServices } from '../console-services.ts';
import { countWaiting } from '../four-eyes/request-store.ts';
import { toLine } from './list-payments.ts';

export type OverviewServices = Pick<ConsoleServices, 'platform' | 'tppApps' | 'certificates' | 'maintenance' | 'status'>;

/** A late order is tried again every five minutes. */
const LATE_MINUTES = 10;
const LISTED_MAX = 20;
const EXPIRING_DAYS = 30;
const DAY_MS = 86_400_000;
/** The zone in which the console shows times. */
const COUNTRY = 'ee';

export async function readOverview({ platform, tppApps, certificates, maintenance, status }: OverviewServices): Promise<ConsoleOverview> {
  const { db, clock } = platform;
  const now = await clock.realNow(db);
  const day = bankDate(now, COUNTRY);
  const begin = (date: string) => instantAt(bankZone(COUNTRY), date, '00:00');
  const late = await listLate(db, { minutes: LATE_MINUTES, limit: LISTED_MAX });
  const expiring = await certificates.listExpiring(db, new Date(now.getTime() + EXPIRING_DAYS * DAY_MS), LISTED_MAX);
  const appIds = [...new Set([...late, ...expiring].map(({ appId }) => appId))];
  const apps = new Map((await tppApps.listByIds(db, appIds)).map((app) => [app.appId, app]));
  return {
    at: now.toISOString(),
    day,
    payments: await countByStatus(db, begin(day), begin(addDays(day, 1))),
    stuck: late.map((order) => ({ ...toLine(order, apps), dueAt: order.dueAt.toISOString() })),
    failedJobs: (await readQueueDepths(db)).flatMap(({ queue, givenUp }) => (givenUp === 0 ? [] : [{ queue, count: givenUp }])),
    waitingRequests: await countWaiting(db),
    certificates: expiring.map(({ appId, organizationId, thumbprint, notAfter }) => {
      const { clientId = appId, clientName = appId } = apps.get(appId) ?? {};
      return { clientId, clientName, organizationId, thumbprint, notAfter: notAfter.toISOString() };
    }),
    maintenance: (await maintenance.list(now)).flatMap(({ maintenanceId, state, startsAt, endsAt }) =>
      state === 'running' || state === 'planned'
        ? [{ maintenanceId, isRunning: state === 'running', startsAt, ...(endsAt === undefined ? {} : { endsAt }) }]
        : [],
    ),
    incidents: (await status.listIncidents(now)).flatMap(({ incidentId, title, state, startedAt }) =>
      state === 'resolved' ? [] : [{ incidentId, title, state, startedAt }],
    ),
  };
}
