/**
 * When the event loop is late, the server refuses new work so that running work can finish: first new sign-ins and payments, then everything except
 * health checks and customers who are already at the bank. A signature is never refused.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { requestsShed } from '../telemetry/instruments.ts';
import { UiRefusal } from './refusal.ts';
import { operationKeyOf, rulesOf } from './route-rules.ts';

/** Returns the current delay of the event loop, in ms. */
export type ReadLoad = () => number;

export interface LoadMeter {
  readonly read: ReadLoad;
  /** Until this call the meter reads 0, because a start keeps the event loop busy. */
  start(): void;
}

/** Mean delay of the event loop over a second. */
export const NEW_WORK_DELAY_MS_MAX = 500;
/** All other work is refused from a delay so many times as long. */
export const OTHER_WORK_FACTOR = 4;
/** Only this refusal has this value, so operators and fault tests can distinguish it (docs/operate/runbook.md). */
const RETRY_AFTER_SECONDS = 5;
const SAMPLE_MS = 1_000;
/** The loop counts as late when it was late in each of these seconds. One long task, or a machine that was busy for a moment, is no load. */
const SAMPLES = 3;
const RESOLUTION_MS = 20;
/** These are answered from memory. The status page must not show the service as worse than it is. */
const EXEMPT: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/api/specs/api-status', '/api/specs/api-status/summary']);

export function createLoadMeter(): LoadMeter {
  let means: readonly number[] = [];
  return {
    read: () => (means.length < SAMPLES ? 0 : Math.min(...means)),
    start() {
      const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
      histogram.enable();
      setInterval(() => {
        // The histogram includes its timer's interval, which is subtracted. The mean is NaN without a sample.
        means = [...means, Math.max(0, histogram.mean / 1e6 - RESOLUTION_MS) || 0].slice(-SAMPLES);
        histogram.reset();
      }, SAMPLE_MS).unref();
    },
  };
}

export interface LoadShedding {
  readonly readLoad: ReadLoad;
  /** Routes that begin new work, e.g. `POST /api/v1/payments/:paymentProduct`. */
  readonly newWork: ReadonlySet<string>;
  /** Default: {@link NEW_WORK_DELAY_MS_MAX}. 0: no work is refused. */
  readonly delayMsMax?: number | undefined;
}

export function registerLoadShedding(app: FastifyInstance, { readLoad, newWork, delayMsMax = NEW_WORK_DELAY_MS_MAX }: LoadShedding): void {
  if (delayMsMax === 0) return;
  // Reported as 0 from the start, so that the first refusal shows as an increase.
  for (const key of newWork) requestsShed.add(0, { 'http.route': key.slice(key.indexOf(' ') + 1) });
  const isSentAway = (request: FastifyRequest, delayMs: number) =>
    isNewWork(request, newWork) || (delayMs > delayMsMax * OTHER_WORK_FACTOR && !isRunningWork(request));
  app.addHook('onRequest', (request, _reply, done) => {
    const delayMs = readLoad();
    if (delayMs > delayMsMax && isSentAway(request, delayMs)) {
      requestsShed.add(1, { 'http.route': request.routeOptions.url });
      throw busy();
    }
    done();
  });
}

function isNewWork(request: Pick<FastifyRequest, 'method' | 'routeOptions'>, newWork: ReadonlySet<string>): boolean {
  return newWork.has(operationKeyOf(request));
}

/** Health checks, and requests of customers who are already at the bank. */
function isRunningWork(request: Pick<FastifyRequest, 'is404' | 'url' | 'routeOptions'>): boolean {
  const { url: route = '' } = request.routeOptions;
  return rulesOf(request).area === 'signing' || route.startsWith('/bank/') || EXEMPT.has(route);
}

function busy(): UiRefusal {
  return new UiRefusal(503, 'UNAVAILABLE', 'The service is busy, nothing was done. Try again in a few seconds.', {
    headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
  });
}
