/** What became of a request that was sent, or was not. */
import type { SampleHeader } from './samples/sample-request.ts';

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

/** Nothing of it can have reached a server. */
export interface NotSent {
  readonly kind: 'noAnswer';
  /** `unprepared`: what belongs into the request could not be had. */
  readonly reason: 'unprepared' | 'offline';
  readonly milliseconds: number;
}

export interface Unanswered {
  readonly kind: 'noAnswer';
  /** `untold`: another origin, and the browser does not tell pages whether the network, TLS or CORS was in the way. */
  readonly reason: 'unreachable' | 'untold' | 'timeout' | 'cancelled' | 'brokenOff' | 'redirected';
  readonly milliseconds: number;
}

export type NoAnswer = NotSent | Unanswered;
export type Outcome = Answer | NoAnswer;

export function wasNotSent(outcome: Outcome): outcome is NotSent {
  return outcome.kind === 'noAnswer' && (outcome.reason === 'unprepared' || outcome.reason === 'offline');
}
