/**
 * When a signature that got no answer is sent again by itself: the same `PUT` joins the running one on the server, so repeating is
 * harmless, and giving up would leave the customer in the dark about their money.
 */

/** What came back instead of a success. `lost`: no answer at all. */
export type NoAnswer =
  | { readonly kind: 'lost' }
  | { readonly kind: 'status'; readonly status: number; readonly code: string | undefined; readonly retryAfterSeconds: number | undefined };

const REPEATED_STATUSES: ReadonlySet<number> = new Set([502, 503, 504]);
const FIRST_DELAY_MS = 500;
const DELAY_MS_MAX = 5000;

/**
 * Milliseconds to wait before the next try, or undefined when this answer is final. `Retry-After` wins; else the wait doubles from
 * half a second to five. A 503 that says MAINTENANCE is an answer, not an accident.
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
