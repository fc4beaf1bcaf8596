/** One request and one response, without redirects, cookies or retries. The same journey runs over sockets or inside a process. */
import { setTimeout as delay } from 'node:timers/promises';

export interface WireRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path and query below the public origin. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

export interface WireAnswer {
  readonly status: number;
  /** Names in lower case, without `set-cookie`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly setCookies: readonly string[];
  readonly text: string;
}

/** Rejects without a response; it is then unknown whether the request was executed. */
export type Transport = (request: WireRequest) => Promise<WireAnswer>;

const ANSWER_TIMEOUT_MS = 150_000;

/**
 * @param origin where the server listens; may differ from the public origin in the pages.
 * @param timeoutMs the limit for a call.
 */
export function overHttp(origin: string, timeoutMs = ANSWER_TIMEOUT_MS): Transport {
  return async ({ method, path, headers, body }) => {
    const response = await fetch(`${origin}${path}`, {
      method,
      headers,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.text();
    return { status: response.status, headers: Object.fromEntries(response.headers), setCookies: response.headers.getSetCookie(), text };
  };
}

/** A server refused the call without executing it, because it, its database or its machine is too busy. */
const BUSY = /The service is busy/;
/** The same, because its database is too busy. */
export const DATABASE_BUSY = /The service is busy for a moment/;
const BUSY_PAUSE_MS = 500;
const BUSY_TURNS_MAX = 120;

/** Repeats calls that a busy server refused, as pages and applications do, so that other load on the machine does not change a test. */
export function patient(transport: Transport, busy = BUSY): Transport {
  return async (request) => {
    for (let turn = 1; ; turn += 1) {
      const answer = await transport(request);
      if (answer.status !== 503 || !busy.test(answer.text) || turn >= BUSY_TURNS_MAX) return answer;
      await delay(BUSY_PAUSE_MS);
    }
  };
}

/** @throws Error with the response's text when it is not JSON. */
export function jsonOf(answer: WireAnswer): unknown {
  try {
    return JSON.parse(answer.text);
  } catch {
    throw new Error(`No JSON: ${answer.status} ${answer.text.slice(0, 500)}`);
  }
}

export function member(body: unknown, ...names: readonly string[]): unknown {
  return names.reduce((found: unknown, name) => Object(found)[name], body);
}

export function textOf(body: unknown, ...names: readonly string[]): string {
  const found = member(body, ...names);
  if (typeof found !== 'string') throw new Error(`No text at ${names.join('.')}: ${JSON.stringify(body)}`);
  return found;
}
