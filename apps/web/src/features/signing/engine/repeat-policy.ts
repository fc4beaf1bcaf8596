/**
 * Decides when the page repeats a signature without a response. The same `PUT` joins the running signature on the server, so repeating is safe.
 * Giving up would leave customers uncertain about their money.
 */

/** The failed attempt. `lost`: no response at all. */
export type NoAnswer =
  | { readonly kind: 'lost' }
  | { readonly kind: 'status'; readonly status: number; readonly code: string | undefined; readonly retryAfterSeconds: number | undefined };

const REPEATED_STATUSES: ReadonlySet<number> = new Set([502, 503, 504]);
const FIRST_DELAY_MS = 500;
const DELAY_MS_MAX = 5000;

/**
 * Milliseconds until the next attempt, or undefined when the response is final. `Retry-After` takes precedence; otherwise the delay doubles from
 * half a second to five. A 503 with the code MAINTENANCE is final.
 */
export function repeatDelayMs(answer: NoAnswer, failuresBefore: number): number | undefined {
  if (answer.kind === 'lost') return growingDelayMs(failuresBefore);
  if (!REPEATED_STATUSES.has(answer.status) || answer.code === 'MAINTENANCE') return undefined;
  if (answer.retryAfterSeconds !== undefined) return answer.retryAfterSeconds * 1000;
  return growingDelayMs(failuresBefore);
}

function growingDelayMs(failuresBefore: number): number {
  return Math.min(FIRST_DELAY_MS * 2 ** Math.min(failuresBefore, 10), DELAY_MS_MAX);
}
