/**
 * When an interface was down (EBA/GL/2018/07, guideline 2.4): from the receipt of the first of five consecutive requests without a reply within
 * 30 seconds, and without a success in between, until the next reply. Planned and unplanned downtime count alike.
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
  /** Time of the reply that ended it; undefined: the outage continues. */
  readonly to: number | undefined;
}

/** The state at the end of a period that the next period needs. */
export interface UnansweredRun {
  /** Number of consecutive unanswered requests so far. */
  readonly count: number;
  /** Receipt of the first one; undefined: there is none. */
  readonly since: number | undefined;
}

export const UNANSWERED_AFTER_MS = 30_000;
const UNANSWERED_TO_BE_DOWN = 5;
export const NO_RUN: UnansweredRun = { count: 0, since: undefined };

/**
 * `unanswered` includes failures of the bank (5xx), although they are replies. `unknown`: the client closed the connection within the 30 seconds,
 * which proves nothing.
 */
export function judgeRequest({ outcome, durationMs }: Omit<MeasuredRequest, 'at'>): 'answered' | 'unanswered' | 'unknown' {
  if (outcome === 'failed' || durationMs >= UNANSWERED_AFTER_MS) return 'unanswered';
  return outcome === 'aborted' ? 'unknown' : 'answered';
}

/** @param requests of one interface in the order of their receipt. @param before the run at the end of the previous period. */
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

/** Downtime between `from` and `to`; an outage that continues counts until `to`. */
export function downtimeMs(outages: readonly Outage[], from: number, to: number): number {
  return outages.reduce((total, outage) => total + Math.max(0, Math.min(outage.to ?? to, to) - Math.max(outage.from, from)), 0);
}
