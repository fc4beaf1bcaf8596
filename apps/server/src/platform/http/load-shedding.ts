/**
 * When the event loop is late, new work is sent away so that what runs can finish: first sign-ins and payments that would begin,
 * then everything but health and the customers who are at the bank already. A signature is never sent away.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { requestsShed } from '../telemetry/instruments.ts';
import { UiRefusal } from './refusal.ts';
import { operationKeyOf, rulesOf } from './route-rules.ts';

/** How late the event loop is at the moment, in ms. */
export type ReadLoad = () => number;

export interface LoadMeter {
  readonly read: ReadLoad;
  /** Before that it reads 0: a start is busy with itself. */
  start(): void;
}

/** Mean delay of the loop over a second. */
export const NEW_WORK_DELAY_MS_MAX = 500;
export const OTHER_WORK_DELAY_MS_MAX = 2_000;
/** Only this refusal has this text, so operators and fault rounds can tell it from others (docs/operate/runbook.md). */
const RETRY_AFTER_SECONDS = 5;
const SAMPLE_MS = 1_000;
/** Late is who was late in each of the last seconds: one long task, or a machine that was busy elsewhere for a moment, is no load. */
const SAMPLES = 3;
const RESOLUTION_MS = 20;
/** Answered from memory; of the status nobody should think it is worse than it is. */
const EXEMPT: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/api/specs/api-status', '/api/specs/api-status/summary']);

export function createLoadMeter(): LoadMeter {
  let means: readonly number[] = [];
  return {
    read: () => (means.length < SAMPLES ? 0 : Math.min(...means)),
    start() {
      const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
      histogram.enable();
      setInterval(() => {
        // The histogram counts the wait of its own timer too; it is NaN without a sample.
        means = [...means, Math.max(0, histogram.mean / 1e6 - RESOLUTION_MS) || 0].slice(-SAMPLES);
        histogram.reset();
      }, SAMPLE_MS).unref();
    },
  };
}

/** @param newWork routes that begin something, as `POST /api/v1/payments/:paymentProduct`. */
export function registerLoadShedding(app: FastifyInstance, { readLoad, newWork }: { readLoad: ReadLoad; newWork: ReadonlySet<string> }): void {
  const isSentAway = (request: FastifyRequest, delayMs: number) =>
    isNewWork(request, newWork) || (delayMs > OTHER_WORK_DELAY_MS_MAX && !isRunningWork(request));
  app.addHook('onRequest', (request, _reply, done) => {
    const delayMs = readLoad();
    if (delayMs > NEW_WORK_DELAY_MS_MAX && isSentAway(request, delayMs)) {
      requestsShed.add(1, { 'http.route': request.routeOptions.url });
      throw busy();
    }
    done();
  });
}

function isNewWork(request: Pick<FastifyRequest, 'method' | 'routeOptions'>, newWork: ReadonlySet<string>): boolean {
  return newWork.has(operationKeyOf(request));
}

/** Health, and what a customer does who is at the bank already. */
function isRunningWork(request: Pick<FastifyRequest, 'is404' | 'url' | 'routeOptions'>): boolean {
  const { url: route = '' } = request.routeOptions;
  return rulesOf(request).area === 'signing' || route.startsWith('/bank/') || EXEMPT.has(route);
}

function busy(): UiRefusal {
  return new UiRefusal(503, 'UNAVAILABLE', 'The service is busy, nothing was done. Try again in a few seconds.', {
    headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
  });
}
