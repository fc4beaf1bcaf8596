/**
 * Ending without losing a request: `/readyz` says no, held requests answer 503 with `Retry-After`, everything else is done as before, and
 * each answer ends its connection; after a moment no new connections, then jobs and database. Everything is bounded.
 */
import type { Socket } from 'node:net';
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { UiRefusal } from './refusal.ts';

/**
 * Who keeps a connection open uses it within this time and is told to close it, or closes it unused (`keepalive_timeout` in deploy/nginx.conf is
 * shorter); then it is cut unheard.
 */
const IDLE_GRACE_MS = 1_000;
const POLL_MS = 25;
/** A turn of the event loop in which next to nothing happened: who connects within it is lost with the closing. */
const QUIET_TURN_MS = 0.2;
/** So long such a turn is waited for; what runs already is all that can keep it from coming. */
const QUIET_WAIT_MS = 1_000;

/** `deploy/nginx.conf` asks for this status by this header, brings what got it to another server, and shows it to nobody. */
const SENT_AWAY_HEADER = 'sent-away-with';
const SENT_AWAY_STATUS = 502;

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
 * After the signal every answer ends its connection: an idle one would keep the server from closing. And what is sent away then is told from what
 * any server refuses because the database is busy, where the balancer wants to know: only the former is better off at another server.
 */
export function registerStopGuard(app: FastifyInstance, shutdown: Shutdown): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (shutdown.signal.aborted) {
      reply.header('connection', 'close');
      if (reply.statusCode === 503 && request.headers[SENT_AWAY_HEADER] === String(SENT_AWAY_STATUS)) reply.code(SENT_AWAY_STATUS);
    }
    done();
  });
}

/**
 * Ends the server: running requests finish, and what is still open after `graceMs` is cut. Before that, everybody gets a moment to
 * send what he is sending right now: closing a connection under a request, or refusing one that a balancer just chose, would lose it.
 */
export async function closeServer(app: FastifyInstance, graceMs: number): Promise<void> {
  const deadline = performance.now() + Math.min(IDLE_GRACE_MS, graceMs);
  while (performance.now() < deadline && (await countConnections(app)) > 0) await delay(POLL_MS);
  const cut = setTimeout(() => app.server.closeAllConnections(), graceMs);
  await closeDoor(app, Math.min(QUIET_WAIT_MS, graceMs));
  await app.close().finally(() => clearTimeout(cut));
}

/**
 * Ends listening. Connections that the system took for us and nobody has looked at yet are cut with that, and a request may be in them; each turn
 * of the event loop looks at one. So for a moment they are only taken, which is quick, until a short turn brings none; then they are served.
 */
async function closeDoor({ server }: FastifyInstance, withinMs: number): Promise<void> {
  const taken: Socket[] = [];
  const serve = server.listeners('connection');
  server.removeAllListeners('connection').on('connection', (socket) => taken.push(socket));
  const deadline = performance.now() + withinMs;
  for (let isQuiet = false; !isQuiet && performance.now() < deadline; ) {
    const [before, beganAt] = [taken.length, performance.now()];
    await nextTurn();
    isQuiet = taken.length === before && performance.now() - beganAt < QUIET_TURN_MS;
  }
  server.close();
  for (const socket of taken) for (const listener of serve) listener.call(server, socket);
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
