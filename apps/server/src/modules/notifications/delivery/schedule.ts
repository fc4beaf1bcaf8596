/** What follows from an attempt, by the rules of Standard Webhooks 1.0.0. */

/** What came of an attempt. `retryAfter`: the header of the response; `body`: what the receiver responded; `text`: what happened, for people. */
export type Outcome =
  | { readonly status: number; readonly retryAfter?: string | undefined; readonly body?: Uint8Array | undefined }
  | { readonly fault: string; readonly text?: string | undefined };

export type Verdict =
  | { readonly next: 'delivered' | 'dead' | 'gone' }
  /** `scope`: the whole origin is away, or this resource's notifications are refused. */
  | { readonly next: 'retry'; readonly scope: 'channel' | 'resource'; readonly seconds: number };

const MINUTE = 60;
const HOUR = 60 * MINUTE;
/** Ten tries within 76 hours. */
export const RETRY_SECONDS: readonly number[] = [5, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR];
const RETRY_AFTER_MAX = 24 * HOUR;
const JITTER = 0.2;
/** The receiver or its proxy is away or overloaded. */
const CHANNEL_STATUSES: ReadonlySet<number> = new Set([408, 429, 502, 503, 504]);
/** The receiver responded: the fault is of this response alone. */
const RESOURCE_FAULTS: ReadonlySet<string> = new Set(['too_large']);

/**
 * @param tries attempts of this delivery before this one.
 * @param failures failed connections of the channel in a row before this one.
 * @param chance from 0 to 1: so that receivers which failed together are not called together.
 */
export function judge(outcome: Outcome, { tries, failures }: { readonly tries: number; readonly failures: number }, chance: number): Verdict {
  if (isReceived(outcome)) return { next: 'delivered' };
  if ('status' in outcome && outcome.status === 410) return { next: 'gone' };
  if (tries >= RETRY_SECONDS.length) return { next: 'dead' };
  const isChannel = 'status' in outcome ? CHANNEL_STATUSES.has(outcome.status) : !RESOURCE_FAULTS.has(outcome.fault);
  const step = Math.min(isChannel ? Math.max(tries, failures) : tries, RETRY_SECONDS.length - 1);
  const seconds = (RETRY_SECONDS[step] ?? 0) * (1 + JITTER * chance);
  const asked = 'status' in outcome ? readRetryAfter(outcome.retryAfter) : 0;
  return { next: 'retry', scope: isChannel ? 'channel' : 'resource', seconds: Math.max(seconds, Math.min(asked, RETRY_AFTER_MAX)) };
}

/** A test event is tried once: the developer sees the result and sends another one. */
export const judgeTest = (outcome: Outcome): Verdict => ({ next: isReceived(outcome) ? 'delivered' : 'dead' });

const isReceived = (outcome: Outcome): boolean => 'status' in outcome && outcome.status >= 200 && outcome.status < 300;

/** Seconds only: no clock of a receiver decides when the bank sends. */
function readRetryAfter(given: string | undefined): number {
  return given !== undefined && /^[0-9]{1,9}$/.test(given) ? Number(given) : 0;
}
