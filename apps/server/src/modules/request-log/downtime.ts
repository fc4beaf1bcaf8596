/**
 * When an interface was down (EBA/GL/2018/07, guideline 2.4): from the receipt of the first of five consecutive requests that were not
 * replied to within 30 seconds, with no success in between, until the next one that was. Planned or not makes no difference.
 */
import type { Outcome } from './request-line.ts';

/** A measured line of a request that was received at `at` (ms since 1970). */
export interface MeasuredRequest {
  readonly at: number;
  readonly durationMs: number;
  readonly outcome: Outcome;
}

/** In ms since 1970. */
export interface Outage {
  readonly from: number;
  /** The answer that ended it; undefined: it goes on. */
  readonly to: number | undefined;
}

/** What is known at the end of one stretch of time and needed for the next. */
export interface UnansweredRun {
  /** Consecutive, so far. */
  readonly count: number;
  /** Receipt of the first; undefined: there is none. */
  readonly since: number | undefined;
}

export const UNANSWERED_AFTER_MS = 30_000;
const UNANSWERED_TO_BE_DOWN = 5;
export const NO_RUN: UnansweredRun = { count: 0, since: undefined };

/**
 * `unanswered`: a failure of the bank's own (5xx) too, although it is a reply. `unknown`: the caller left before the bank's time was
 * over, which proves nothing.
 */
export function judgeRequest({ outcome, durationMs }: Omit<MeasuredRequest, 'at'>): 'answered' | 'unanswered' | 'unknown' {
  if (outcome === 'failed' || durationMs >= UNANSWERED_AFTER_MS) return 'unanswered';
  return outcome === 'aborted' ? 'unknown' : 'answered';
}

/** @param requests of one interface in the order of their receipt. @param before the run that the time before ended with. */
export function findOutages(
  requests: Iterable<MeasuredRequest>,
  before: UnansweredRun = NO_RUN,
): { readonly outages: readonly Outage[]; readonly run: UnansweredRun } {
  const outages: Outage[] = [];
  let run = before;
  for (const request of requests) {
    const verdict = judgeRequest(request);
    if (verdict === 'unanswered') run = { count: run.count + 1, since: run.since ?? request.at };
    else if (verdict === 'answered') {
      if (isDown(run)) outages.push({ from: run.since, to: request.at + request.durationMs });
      run = NO_RUN;
    }
  }
  if (isDown(run)) outages.push({ from: run.since, to: undefined });
  return { outages, run };
}

export function isDown(run: UnansweredRun): run is UnansweredRun & { readonly since: number } {
  return run.count >= UNANSWERED_TO_BE_DOWN && run.since !== undefined;
}

/** Of the time from `from` until `to`; an outage that goes on counts until `to`. */
export function downtimeMs(outages: readonly Outage[], from: number, to: number): number {
  return outages.reduce((total, outage) => total + Math.max(0, Math.min(outage.to ?? to, to) - Math.max(outage.from, from)), 0);
}
