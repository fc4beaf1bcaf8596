/** The outcome of a request, sent or not. */
import type { SampleHeader } from './samples/sample-request.ts';

/** Timeout of a call. The slowest call of the bank, a held signature, is not among these. */
export const ANSWER_TIMEOUT_MS = 60_000;

export interface Answer {
  readonly kind: 'answer';
  readonly status: number;
  /** From the request to the last byte, in milliseconds. */
  readonly milliseconds: number;
  /** Bytes of the body after decompression. */
  readonly bytes: number;
  /** The headers that the browser exposes, sorted by name. */
  readonly headers: readonly SampleHeader[];
  /** Media type in lower case without parameters; empty when the response has none. */
  readonly mediaType: string;
  /** `undefined` for a body that is not text. */
  readonly text: string | undefined;
  readonly body: Blob;
}

/** A failure before anything was sent. */
export interface NotSent {
  readonly kind: 'noAnswer';
  /** `unprepared`: a part of the request could not be loaded. */
  readonly reason: 'unprepared' | 'offline';
  readonly milliseconds: number;
}

export interface Unanswered {
  readonly kind: 'noAnswer';
  /** `untold`: another origin, for which browsers hide whether network, TLS or CORS failed. */
  readonly reason: 'unreachable' | 'untold' | 'timeout' | 'cancelled' | 'brokenOff' | 'redirected';
  readonly milliseconds: number;
}

export type NoAnswer = NotSent | Unanswered;
export type Outcome = Answer | NoAnswer;

export function wasNotSent(outcome: Outcome): outcome is NotSent {
  return outcome.kind === 'noAnswer' && (outcome.reason === 'unprepared' || outcome.reason === 'offline');
}
