/**
 * Named points at which a fault test ends the process (`PORTICO_CRASH_AT`, development mode only). The names are data, so that a round can use all of
 * them. Each call must be placed where the sentence below is true. Decision 0010 gives the reasons.
 */

/** The state at each point: what the database contains, and what the customer has been shown. */
const CRASH_POINTS = {
  'signing.challengeStarted': 'Session and challenge are committed; no request waits for the answer.',
  'signing.beforeTransaction': 'The phone has approved; nothing is consumed, signed or booked.',
  'signing.insideTransaction': 'Session, payment, ledger and audit are written and not committed.',
  'signing.committed': 'The signature is committed; the request that made it knows nothing yet.',
  'signing.beforeAnswer': 'The answer exists and is stored; the customer has not got it.',
  'signing.refused': 'The refusal is committed; the customer has not got the answer.',
  'payments.settling': 'A job has booked an ordinary payment or many, a chunk of a bulk one, or made a run of a periodic one, and not committed it.',
  'payments.settled': 'Booking, chunk or run is committed; the job is not marked as done and will run again.',
} as const satisfies Record<string, string>;

export type CrashPoint = keyof typeof CRASH_POINTS;

export interface CrashOrder {
  readonly point: CrashPoint;
  /** 1: the first pass of the point. */
  readonly time: number;
}

const ORDER = /^([a-zA-Z.]+)(?::([1-9]\d{0,5}))?$/;

let onReached: ((point: CrashPoint) => void) | undefined;

/** Does nothing unless a fault test has ordered the end of the process at this point. */
export function crashPoint(point: CrashPoint): void {
  onReached?.(point);
}

/** @param given `name` or `name:n`, e.g. `signing.committed:3`. Returns undefined when there is no such point. */
export function parseCrashOrder(given: string): CrashOrder | undefined {
  const [, name, time = '1'] = ORDER.exec(given) ?? [];
  const point = crashPointNames().find((known) => known === name);
  return point === undefined ? undefined : { point, time: Number(time) };
}

export function crashPointNames(): readonly CrashPoint[] {
  const isPoint = (name: string): name is CrashPoint => name in CRASH_POINTS;
  return Object.keys(CRASH_POINTS).filter(isPoint);
}

/** Ends the process at the n-th pass of the point. @param die for tests; default: SIGKILL, which no handler can catch. */
export function armCrashPoint({ point, time }: CrashOrder, die: () => void = () => process.kill(process.pid, 'SIGKILL')): void {
  let left = time;
  onReached = (reached) => {
    if (reached !== point) return;
    left -= 1;
    if (left === 0) die();
  };
}
