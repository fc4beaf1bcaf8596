/**
 * RTS (EU) 2018/389 Art. 4(3)(b): at most five failed authentications in a row, then the method is blocked for a while.
 *
 * Decision: `wrongCode` and `refused` count, because the holder of the phone rejected a request made in their name.
 * `timedOut` and `unreachable` do not: the device gave no answer. If they counted, a stranger could block the method of a customer who is asleep.
 */
import type { ChallengeState } from '@portico/contract';
import { AUTHENTICATION_FAILURES_MAX, METHOD_BLOCK_SECONDS } from '@portico/contract/values';

export interface MethodAttempts {
  /** Failures in a row. */
  readonly failures: number;
  /** Tenant time. */
  readonly blockedUntil: Date | undefined;
}

export const NO_ATTEMPTS: MethodAttempts = { failures: 0, blockedUntil: undefined };

const FAILURES: ReadonlySet<ChallengeState> = new Set<ChallengeState>(['wrongCode', 'refused']);

export function isBlocked(attempts: MethodAttempts, now: Date): boolean {
  return blockedUntil(attempts, now) !== undefined;
}

/** The end of a block that lasts at `now`; undefined when there is none. */
export function blockedUntil(attempts: MethodAttempts, now: Date): Date | undefined {
  return attempts.blockedUntil !== undefined && now < attempts.blockedUntil ? attempts.blockedUntil : undefined;
}

/** Failures until the block, at `now` (tenant time); 0 while the method is blocked. */
export function triesLeft(attempts: MethodAttempts, now: Date): number {
  if (isBlocked(attempts, now)) return 0;
  return AUTHENTICATION_FAILURES_MAX - (attempts.blockedUntil === undefined ? attempts.failures : 0);
}

/** True for an end that counts as a failure. */
export function isFailure(outcome: ChallengeState): boolean {
  return FAILURES.has(outcome);
}

/** The count after a challenge ended as `outcome` at `now` (tenant time). */
export function countOutcome(attempts: MethodAttempts, outcome: ChallengeState, now: Date): MethodAttempts {
  // A challenge that was already running when the block began neither lengthens nor lifts it.
  if (isBlocked(attempts, now)) return attempts;
  if (outcome === 'approved') return NO_ATTEMPTS;
  if (!isFailure(outcome)) return attempts;
  const failures = (attempts.blockedUntil === undefined ? attempts.failures : 0) + 1;
  if (failures < AUTHENTICATION_FAILURES_MAX) return { failures, blockedUntil: undefined };
  return { failures, blockedUntil: new Date(now.getTime() + METHOD_BLOCK_SECONDS * 1000) };
}
