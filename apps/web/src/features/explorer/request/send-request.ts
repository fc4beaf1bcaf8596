/** Sends what the page shows, and says what came back, or that nothing did. No cookie goes along: what a TPP's server sends has none either. */
import type { SampleHeader, SampleRequest } from '../samples/sample-request.ts';

/** An answer is waited for this long; the bank's slowest answer, a held signature, is not among these calls. */
export const ANSWER_TIMEOUT_MS = 60_000;

export interface Answer {
  readonly kind: 'answer';
  readonly status: number;
  /** From the request to the last byte, in milliseconds. */
  readonly milliseconds: number;
  /** Of the body, as it came out of its packing. */
  readonly bytes: number;
  /** Those that the browser lets the page see, sorted by name. */
  readonly headers: readonly SampleHeader[];
  /** Media type in small letters without parameters; empty when the answer names none. */
  readonly mediaType: string;
  /** `undefined` for a body that is no text. */
  readonly text: string | undefined;
  readonly body: Blob;
}

export interface NoAnswer {
  readonly kind: 'noAnswer';
  /** `unprepared`: what belongs into the request could not be had. `unreachable`: the browser does not tell pages whether the network, TLS or CORS was in the way. */
  readonly reason: 'unprepared' | 'unreachable' | 'offline' | 'timeout' | 'cancelled' | 'brokenOff' | 'redirected';
  readonly milliseconds: number;
}

export type Outcome = Answer | NoAnswer;

/** Nothing of it can have reached a server. */
export function wasNotSent(outcome: Outcome): boolean {
  return outcome.kind === 'noAnswer' && (outcome.reason === 'unprepared' || outcome.reason === 'offline');
}

interface SendOptions {
  /** Aborted by the page's Cancel. */
  readonly signal: AbortSignal;
  readonly fetch?: typeof globalThis.fetch;
  readonly timeoutMs?: number;
  /** Milliseconds that only go forward. */
  readonly now?: () => number;
  readonly isOnline?: () => boolean;
}

/** Never rejects. */
export async function sendRequest(request: SampleRequest, options: SendOptions): Promise<Outcome> {
  const {
    signal,
    fetch = globalThis.fetch,
    timeoutMs = ANSWER_TIMEOUT_MS,
    now = () => performance.now(),
    isOnline = () => navigator.onLine,
  } = options;
  const startedAt = now();
  const timeout = AbortSignal.timeout(timeoutMs);
  const noAnswer = (reason: NoAnswer['reason']): NoAnswer => ({ kind: 'noAnswer', reason, milliseconds: now() - startedAt });
  const whyNot = (otherwise: NoAnswer['reason']) => {
    if (signal.aborted) return noAnswer('cancelled');
    if (timeout.aborted) return noAnswer('timeout');
    return noAnswer(isOnline() ? otherwise : 'offline');
  };
  let response: Response;
  try {
    response = await fetch(request.url, {
      method: request.method,
      headers: request.headers.map(([name, value]) => [name, value]),
      credentials: 'omit',
      // A redirect leads to a page for a person: nothing to load in the background.
      redirect: 'manual',
      cache: 'no-store',
      signal: AbortSignal.any([signal, timeout]),
      ...(request.body === undefined ? {} : { body: request.body }),
    });
  } catch {
    return whyNot('unreachable');
  }
  if (response.type === 'opaqueredirect') return noAnswer('redirected');
  try {
    const body = await response.blob();
    return await describeAnswer(response, body, now() - startedAt);
  } catch {
    return whyNot('brokenOff');
  }
}

async function describeAnswer(response: Response, body: Blob, milliseconds: number): Promise<Answer> {
  const mediaType = (response.headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return {
    kind: 'answer',
    status: response.status,
    milliseconds,
    bytes: body.size,
    headers: [...response.headers].sort(([a], [b]) => (a < b ? -1 : 1)),
    mediaType,
    text: isText(mediaType) ? await body.text() : undefined,
    body,
  };
}

function isText(mediaType: string): boolean {
  return mediaType === '' || /^text\/|[/+](json|xml|yaml|javascript|x-www-form-urlencoded)$/.test(mediaType);
}
