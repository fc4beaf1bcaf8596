/**
 * Stops the server without losing a request. `/readyz` returns 503, held requests return 503 with `Retry-After`, and other requests run as before;
 * each response closes its connection. After a grace period the server accepts no new connections, then jobs and database are closed. Every step has
 * a time limit.
 */
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { UiRefusal } from './refusal.ts';

/**
 * The time for open connections to end before the server stops listening. A connection in use gets `Connection: close` with its next response. An
 * idle one is closed by the proxy, whose `keepalive_timeout` in deploy/nginx.conf is shorter.
 */
const IDLE_GRACE_MS = 1_000;
const POLL_MS = 25;
/**
 * A turn of the event loop shorter than this did nearly nothing. A connection that arrives in such a turn is lost when the server stops listening.
 */
const QUIET_TURN_MS = 0.2;
/** The limit for waiting for such a turn. Only requests that are already running can prevent one. */
const QUIET_WAIT_MS = 1_000;

/** `deploy/nginx.conf` asks for this status with this header. It then sends the request to another server, and the client never sees the status. */
const SENT_AWAY_HEADER = 'sent-away-with';
const SENT_AWAY_STATUS = 502;

/** Code that holds a request reads the signal: `sca.waitForAnswer(id, { signal })`, then {@link stoppingRefusal}. */
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

/** The response to a held request when the process stops. The client repeats the request, and another process or the restarted one continues it. */
export function stoppingRefusal(): UiRefusal {
  return new UiRefusal(503, 'UNAVAILABLE', 'The service is restarting, nothing was lost. The page tries again by itself.', {
    headers: { 'retry-after': '1' },
  });
}

/**
 * After the signal every response closes its connection, because an idle connection would keep the server open. A 503 also gets the balancer's
 * status, if the balancer asked for it: this request can succeed at another server. A 503 because of a busy database would get the same answer there,
 * so it keeps its status.
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

/** A server of the application. */
export interface Door {
  readonly server: Server;
  /** Ends all its connections at once. */
  cut(): void;
}

/**
 * Closes the server and the further ones: running requests finish, and connections still open after `graceMs` are cut. Before that, clients have {@link IDLE_GRACE_MS} to
 * finish what they are sending. Closing a connection under a request, or refusing one that a balancer has just chosen, would lose the request.
 */
export async function closeServer(app: FastifyInstance, graceMs: number, further: readonly Door[] = []): Promise<void> {
  const doors = [{ server: app.server, cut: () => app.server.closeAllConnections() }, ...further.filter(({ server }) => server.listening)];
  const deadline = performance.now() + Math.min(IDLE_GRACE_MS, graceMs);
  while (performance.now() < deadline && (await countConnections(doors)) > 0) await delay(POLL_MS);
  const cut = setTimeout(() => {
    for (const door of doors) door.cut();
  }, graceMs);
  const closed = doors.slice(1).map(({ server }) => once(server, 'close'));
  for (const door of doors) await closeDoor(door, Math.min(QUIET_WAIT_MS, graceMs));
  await Promise.all([app.close(), ...closed]).finally(() => clearTimeout(cut));
}

/**
 * Stops listening. The operating system may have accepted connections that Node has not taken yet; closing the listener would cut them and lose their
 * requests. Each turn of the event loop takes one such connection. So the server first only collects connections, which is fast, until a short turn
 * brings no new one; then it serves them.
 */
async function closeDoor({ server }: Pick<Door, 'server'>, withinMs: number): Promise<void> {
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

async function countConnections(doors: readonly Pick<Door, 'server'>[]): Promise<number> {
  const counts = doors.map(({ server }) => new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count ?? 0))));
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

/** One step of the stop. A step that fails or hangs does not prevent the next ones from running. */
export interface StopStep {
  readonly name: string;
  run(): Promise<unknown>;
}

/** Runs the steps in order, within `timeoutMs` in total. Returns the names of the steps that failed or did not end in time. */
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
