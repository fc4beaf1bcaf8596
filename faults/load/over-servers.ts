/** A client of a balancer, or of several servers in turn. It pauses a server that did not respond. */
import { setTimeout as delay } from 'node:timers/promises';
import { overHttp, type Transport, type WireAnswer, type WireRequest } from '@portico/testkit';

const PAUSE_MS = 100;
/** The pause of a server that did not respond, as a balancer makes it. */
const AWAY_MS = 300;
/** By then the client knows that a process has ended, even on a busy machine. */
const DEATH_KNOWN_MS = 1_000;
/** The page after a used return URL: nothing has happened, start again (`modules/oauth/pages.ts`). */
const BEGIN_AGAIN = ['This sign-in has ended', 'You are not signed in and no money has moved.', 'start again'];

/**
 * The URL to which a sign-in returns, and from there to the application: below the authorization endpoint, with an id for each sign-in, valid once.
 */
export const WAY_BACK = /\/(?:openid-connect\/auth|oauth2\/authorize)\/[\w-]+$/;
/**
 * A server used up the return URL, and its response was lost. The balancer sent the GET to the next server, which refused it. The customer starts
 * again.
 */
export const SPENT = '400 spent';

/** No response, a 5xx, or {@link SPENT}: it is unknown whether the request was executed. The page repeats such a request automatically. */
export class Unanswered extends Error {
  override readonly name = 'Unanswered';
  /** HTTP status with its `Retry-After`, the code of the socket error, e.g. `ECONNRESET`, or {@link SPENT}. */
  readonly reason: string;
  /** `Retry-After` of the response, in seconds. Its value tells which part of the server refused. */
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
  /** Status, or the reason for a missing response. */
  readonly outcome: string;
  readonly retryAfter: string | undefined;
  readonly beganAt: number;
  readonly ms: number;
}

export interface Servers {
  readonly transport: Transport;
  /** Number of failures by reason. */
  readonly unanswered: ReadonlyMap<string, number>;
  /** Every call so far, in the order of their ends. */
  readonly calls: readonly TimedCall[];
  /** The longest time without a response to any client, in milliseconds. */
  longestSilenceMs(): number;
}

interface ServersSettings {
  /** The limit of the client for one call. */
  readonly timeoutMs?: number | undefined;
  /**
   * True if a server was killed, or a connection was disturbed, at or after this time of `performance.now()`. Absent: there is no fault, so a used
   * return URL counts as an error.
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
