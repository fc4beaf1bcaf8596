/** When a session expires: pure arithmetic on tenant time. */
import type { SigningTimeLeft } from '@portico/contract';
import { BANK_SESSION_TOTAL_SECONDS, SIGNED_ANSWER_SECONDS, SIGNING_IDLE_SECONDS, SIGNING_TOTAL_SECONDS } from '@portico/contract/values';
import type { SigningState } from './signing-state.ts';

/** The members of a session that the rules below need. */
export interface SigningTimes {
  readonly state: SigningState;
  readonly createdAt: Date;
  readonly lastActivityAt: Date;
  readonly signedAt: Date | undefined;
  /** The customer has signed in: inactivity counts from then on (RTS (EU) 2018/389 Art. 4(3)(d)). */
  readonly isBound: boolean;
  /** A PUT is waiting for the customer's device: time spent on the phone is not inactivity. */
  readonly isHeld: boolean;
}

/** True when an unfinished session has passed its time limits. */
export function isOverdue(times: SigningTimes, now: Date): boolean {
  if (times.state === 'signed' || times.state === 'refused' || times.state === 'expired') return false;
  const { idleSeconds, totalSeconds } = exactSecondsLeft(times, now);
  return totalSeconds < 0 || (idleSeconds < 0 && !times.isHeld);
}

/** The result of a completed signature can be read for a while. */
export function isAnswerReadable(times: SigningTimes, now: Date): boolean {
  return times.signedAt !== undefined && secondsUntil(times.signedAt, SIGNED_ANSWER_SECONDS, now) >= 0;
}

/**
 * Whole seconds, never negative. After a signature: until its result can no longer be read. The bank session started at `signedInAt` and may
 * expire first; without it nothing can be signed.
 */
export function timeLeft(times: SigningTimes, now: Date, signedInAt: Date): SigningTimeLeft {
  const { idleSeconds, totalSeconds } = exactSecondsLeft(times, now);
  const total = Math.max(0, Math.floor(Math.min(totalSeconds, secondsUntil(signedInAt, BANK_SESSION_TOTAL_SECONDS, now))));
  return { idleSeconds: Math.min(total, Math.max(0, Math.floor(idleSeconds))), totalSeconds: total };
}

/** The instant at which {@link isOverdue} becomes true without further activity. */
export function deadline(times: SigningTimes): Date {
  const total = times.createdAt.getTime() + SIGNING_TOTAL_SECONDS * 1000;
  const idle = times.lastActivityAt.getTime() + SIGNING_IDLE_SECONDS * 1000;
  return new Date(times.isBound ? Math.min(total, idle) : total);
}

/** A last activity so long ago that the session has expired by inactivity. */
export function lapsedActivity(now: Date): Date {
  return new Date(now.getTime() - (SIGNING_IDLE_SECONDS + 1) * 1000);
}

function exactSecondsLeft(times: SigningTimes, now: Date): SigningTimeLeft {
  if (times.signedAt !== undefined) {
    const readable = secondsUntil(times.signedAt, SIGNED_ANSWER_SECONDS, now);
    return { idleSeconds: readable, totalSeconds: readable };
  }
  const totalSeconds = secondsUntil(times.createdAt, SIGNING_TOTAL_SECONDS, now);
  return { idleSeconds: times.isBound ? secondsUntil(times.lastActivityAt, SIGNING_IDLE_SECONDS, now) : totalSeconds, totalSeconds };
}

/** Seconds until `lengthSeconds` after `start`; negative when that has passed. */
export function secondsUntil(start: Date, lengthSeconds: number, now: Date): number {
  return lengthSeconds - (now.getTime() - start.getTime()) / 1000;
}
