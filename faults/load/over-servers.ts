/** A client before a balancer, or before several servers in turn; who does not answer is left alone for a moment. */
import { setTimeout as delay } from 'node:timers/promises';
import { overHttp, type Transport, type WireAnswer, type WireRequest } from '@portico/testkit';

const PAUSE_MS = 100;
/** A server that did not answer is left alone for a moment, as a balancer does. */
const AWAY_MS = 300;
/** The end of a process is known here by then, however busy the machine is. */
const DEATH_KNOWN_MS = 1_000;
/** What the product says then: nothing has happened, begin again (`modules/oauth/pages.ts`). */
const BEGIN_AGAIN = ['This sign-in has ended', 'You are not signed in and no money has moved.', 'start again'];

/** Where the sign-in leads, and from there to the application: below the authorization endpoint, one address for each sign-in, of one use. */
export const WAY_BACK = /\/(?:openid-connect\/auth|oauth2\/authorize)\/[\w-]+$/;
/** A server spent the way back, and it or its line was gone before it answered; the balancer asked the next one, for a GET may be repeated. The customer begins again. */
export const SPENT = '400 spent';

/** No answer, a 5xx, or {@link SPENT}: whether the request was carried out is not known. The page repeats such a request by itself. */
export class Unanswered extends Error {
  override readonly name = 'Unanswered';
  /** HTTP status with its `Retry-After`, the code of the socket's error, e.g. `ECONNRESET`, or {@link SPENT}. */
  readonly reason: string;
  /** Seconds after which to come back, as the answer said: they tell who in the server refused. */
  readonly retryAfter: string | undefined;
  constructor(reason: string, retryAfter?: string) {
    super(`No answer: ${reason}`);
    this.reason = reason;
    this.retryAfter = retryAfter;
  }
}

interface TimedCall {
  readonly method: string;
  readonly path: string;
  /** Status, or why there was none. */
  readonly outcome: string;
  readonly retryAfter: string | undefined;
  readonly beganAt: number;
  readonly ms: number;
}

export interface Servers {
  readonly transport: Transport;
  /** How often each reason was met. */
  readonly unanswered: ReadonlyMap<string, number>;
  /** Every call so far, in the order of their ends. */
  readonly calls: readonly TimedCall[];
  /** Milliseconds of the longest time in which nobody got any answer. */
  longestSilenceMs(): number;
}

interface ServersSettings {
  /** After which the client gives a call up. */
  readonly timeoutMs?: number | undefined;
  /**
   * Whether a server was killed, or a line was bad, at or after this time of `performance.now()`. Absent: nothing ever is, and a way back that is
   * spent is a fault.
   */
  readonly isDisturbedSince?: (at: number) => boolean;
}

export function overServers(origins: readonly string[], { timeoutMs, isDisturbedSince = () => false }: ServersSettings = {}): Servers {
  const servers = origins.map((origin) => ({ transport: overHttp(origin, timeoutMs), awayUntil: 0 }));
  const calls: TimedCall[] = [];
  const unanswered = new Map<string, number>();
  let turn = 0;
  let lastAnswerAt = performance.now();
  let longestSilenceMs = 0;

  function nextServer() {
    for (let tries = 0; tries < servers.length; tries += 1) {
      turn = (turn + 1) % servers.length;
      const server = servers[turn];
      if (server !== undefined && server.awayUntil <= performance.now()) return server;
    }
    return servers[turn];
  }

  async function ask(request: WireRequest): Promise<WireAnswer> {
    const server = nextServer();
    if (server === undefined) throw new Error('There is no server to ask.');
    const beganAt = performance.now();
    const time = (outcome: string, retryAfter?: string) =>
      void calls.push({ method: request.method, path: request.path, outcome, retryAfter, beganAt, ms: performance.now() - beganAt });
    try {
      const answer = await server.transport(request);
      if (isEndedSignIn(request, answer)) {
        await delay(DEATH_KNOWN_MS);
        if (isDisturbedSince(beganAt)) throw new Unanswered(SPENT);
      }
      if (answer.status < 500) time(String(answer.status));
      if (answer.status >= 500) throw new Unanswered(reasonOfStatus(answer), answer.headers['retry-after']?.toString());
      longestSilenceMs = Math.max(longestSilenceMs, performance.now() - lastAnswerAt);
      lastAnswerAt = performance.now();
      return answer;
    } catch (error) {
      const failure = error instanceof Unanswered ? error : new Unanswered(reasonOf(error));
      time(failure.reason, failure.retryAfter);
      server.awayUntil = performance.now() + AWAY_MS;
      unanswered.set(failure.reason, (unanswered.get(failure.reason) ?? 0) + 1);
      await delay(PAUSE_MS);
      throw failure;
    }
  }

  return { unanswered, calls, transport: ask, longestSilenceMs: () => longestSilenceMs };
}

function isEndedSignIn({ method, path }: WireRequest, { status, text }: WireAnswer): boolean {
  return method === 'GET' && status === 400 && WAY_BACK.test(path) && BEGIN_AGAIN.every((words) => text.includes(words));
}

function reasonOfStatus({ status, headers }: WireAnswer): string {
  return headers['retry-after'] === undefined ? String(status) : `${status} Retry-After`;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause !== undefined) return reasonOf(error.cause);
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
