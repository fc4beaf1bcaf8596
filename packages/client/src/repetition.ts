/** Repeats calls whose answer was lost. The bank answers the same `X-Request-ID` with its first answer, for seven days. */

/** Gets each request as it is sent. */
export type Fetch = (request: Request) => Promise<Response>;

/** Statuses of a proxy or a bank that did not answer, and of a bank that asks to come back. */
const LOST: ReadonlySet<number> = new Set([429, 502, 503, 504]);
const REPETITIONS_MAX = 10;
const FIRST_PAUSE_MS = 250;
/** The caller decides about longer pauses. */
const PAUSE_MS_MAX = 30_000;

/**
 * @param repetitions after the first attempt
 * @throws RangeError unless it is a whole number from 0 to 10
 */
export function repeatWhenLost(send: Fetch, repetitions: number): Fetch {
  if (!Number.isInteger(repetitions) || repetitions < 0 || repetitions > REPETITIONS_MAX)
    throw new RangeError(`Repeat a call 0 to ${REPETITIONS_MAX} times, not ${repetitions}.`);
  return async (request) => {
    // The body of a request can be read once.
    const body = request.body === null ? undefined : await request.arrayBuffer();
    const { method, headers, signal } = request;
    // The bank redirects no call. A redirect that is followed could bring the order and the customer's address to another origin.
    const attempt = () => send(new Request(request.url, { method, headers, signal, redirect: 'manual', ...(body && { body }) }));
    for (let done = 0; ; done += 1) {
      const result = await attempt().catch((error: unknown) => ({ error }));
      const pauseMs = pauseAfter(result, done);
      const isLast = done === repetitions || pauseMs === undefined || signal.aborted;
      if (isLast && 'error' in result) throw result.error;
      if (isLast && result instanceof Response) return result;
      await pause(pauseMs ?? 0, signal);
    }
  };
}

/** Milliseconds; undefined for an answer that a repetition would not change, and for a pause that is too long. */
function pauseAfter(result: Response | { readonly error: unknown }, done: number): number | undefined {
  // Half of it by chance: clients that lost the same server do not return together.
  const grown = FIRST_PAUSE_MS * 2 ** done * (0.5 + Math.random() / 2);
  if (!(result instanceof Response)) return grown;
  if (!LOST.has(result.status)) return undefined;
  const asked = Number(result.headers.get('retry-after') ?? 0) * 1000;
  const pauseMs = Math.max(grown, Number.isFinite(asked) ? asked : 0);
  return pauseMs > PAUSE_MS_MAX ? undefined : pauseMs;
}

/** Ends early when the caller aborts; the next attempt then fails with the caller's reason. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener('abort', end);
  });
}
