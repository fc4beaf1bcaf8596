/** Sends the displayed request and reports the response, or why there was none. It sends no cookies, like a provider's server, except to calls that take the login. */

import { ANSWER_TIMEOUT_MS, type Answer, type NoAnswer, type Outcome } from './outcome.ts';
import type { SampleRequest } from './samples/sample-request.ts';

interface SendOptions {
  /** Aborted by the page's Cancel button. */
  readonly signal: AbortSignal;
  /** Sends the cookie of the developer's session. Default: false. */
  readonly withLogin?: boolean;
  readonly fetch?: typeof globalThis.fetch;
  readonly timeoutMs?: number;
  /** Monotonic milliseconds. */
  readonly now?: () => number;
  readonly isOnline?: () => boolean;
}

/** Never rejects. */
export async function sendRequest(request: SampleRequest, options: SendOptions): Promise<Outcome> {
  const {
    signal,
    withLogin = false,
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
      credentials: withLogin ? 'include' : 'omit',
      // Redirects lead to pages for people, so the explorer does not follow them.
      redirect: 'manual',
      cache: 'no-store',
      signal: AbortSignal.any([signal, timeout]),
      ...(request.body === undefined ? {} : { body: request.body }),
    });
  } catch {
    // CORS cannot block a request to the page's own origin.
    return whyNot(new URL(request.url).origin === window.location.origin ? 'unreachable' : 'untold');
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
