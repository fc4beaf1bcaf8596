/**
 * Ending without losing a request: no new connections, held requests answer 503 with `Retry-After`, running ones finish, then
 * jobs and database. Everything is bounded; a second look at the client is worth less than a stopped process.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { UiRefusal } from './refusal.ts';
import { pathOf } from './route-area.ts';

/** Whoever keeps a connection open uses it within this time, is answered 503 and told to close it, or is cut unheard. */
const IDLE_GRACE_MS = 1_000;
const POLL_MS = 25;

/** Read by whatever holds a request: `sca.waitForAnswer(id, { signal })`, then {@link stoppingRefusal}. */
export interface Shutdown {
  readonly signal: AbortSignal;
}

export interface ShutdownControl extends Shutdown {
  begin(): void;
}

export function createShutdown(): ShutdownControl {
  const controller = new AbortController();
  return { signal: controller.signal, begin: () => controller.abort() };
}

/** What a held request answers when the process ends: repeat it, another process or the restarted one goes on. */
export function stoppingRefusal(): UiRefusal {
  return new UiRefusal(503, 'UNAVAILABLE', 'The service is restarting, nothing was lost. The page tries again by itself.', {
    headers: { 'retry-after': '1' },
  });
}

/**
 * Requests that arrive on open connections after the signal are sent away at once; health stays readable. Every answer then ends
 * its connection: an idle one would keep the server from closing.
 */
export function registerStopGuard(app: FastifyInstance, shutdown: Shutdown): void {
  app.addHook('onSend', async (_request, reply) => {
    if (shutdown.signal.aborted) reply.header('connection', 'close');
  });
  app.addHook('onRequest', async (request) => {
    if (!shutdown.signal.aborted) return;
    const path = pathOf(request.url);
    if (path !== '/healthz' && path !== '/readyz') throw stoppingRefusal();
  });
}

/**
 * Ends the server: running requests finish, and what is still open after `graceMs` is cut. Before that, connections without a
 * request get a moment: one of them may be sending right now, and closing it under a request would lose the answer.
 */
export async function closeServer(app: FastifyInstance, graceMs: number): Promise<void> {
  const deadline = performance.now() + Math.min(IDLE_GRACE_MS, graceMs);
  while (performance.now() < deadline && (await countConnections(app)) > 0) await delay(POLL_MS);
  const cut = setTimeout(() => app.server.closeAllConnections(), graceMs);
  await app.close().finally(() => clearTimeout(cut));
}

function countConnections({ server }: FastifyInstance): Promise<number> {
  return new Promise((resolve) => server.getConnections((_error, count) => resolve(count ?? 0)));
}

/** One thing to end, in order; a step that fails or hangs never keeps the following ones from running. */
export interface StopStep {
  readonly name: string;
  run(): Promise<unknown>;
}

/** Runs the steps in order within `timeoutMs` for all of them. Answers the names of those that failed or did not end in time. */
export async function runStopSteps(steps: readonly StopStep[], timeoutMs: number): Promise<readonly string[]> {
  const deadline = AbortSignal.timeout(timeoutMs);
  const expired = new Promise<'late'>((resolve) => deadline.addEventListener('abort', () => resolve('late'), { once: true }));
  const unfinished: string[] = [];
  for (const step of steps) {
    const outcome = await Promise.race([
      Promise.resolve()
        .then(() => step.run())
        .then(
          () => 'done',
          () => 'failed',
        ),
      expired,
    ]);
    if (outcome !== 'done') unfinished.push(step.name);
  }
  return unfinished;
}
