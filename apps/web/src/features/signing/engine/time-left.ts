/** How long the session still lasts, from the server's last word and the time since. Shown is the smaller of idle and total. */
import type { SigningTimeLeft } from '@portico/contract';
import { SIGNING_IDLE_SECONDS, TIME_LEFT_WARNING_SECONDS } from '@portico/contract/values';

/** A server's answer and when it arrived (`elapsedMs`). */
export interface TimeLeftReading {
  readonly timeLeft: SigningTimeLeft;
  readonly atMs: number;
}

export interface TimeLeftShown {
  readonly seconds: number;
  /** Length of the lintel, 0 to 1. */
  readonly part: number;
  /** From 60 s on. */
  readonly isShort: boolean;
  /** False when the total is what runs out: activity cannot move it. */
  readonly canExtend: boolean;
}

export function timeLeftAt(reading: TimeLeftReading, elapsedMs: number): TimeLeftShown {
  const passed = Math.max(0, Math.floor((elapsedMs - reading.atMs) / 1000));
  const { idleSeconds, totalSeconds } = reading.timeLeft;
  const seconds = Math.max(0, Math.min(idleSeconds, totalSeconds) - passed);
  return {
    seconds,
    part: Math.min(1, seconds / SIGNING_IDLE_SECONDS),
    isShort: seconds <= TIME_LEFT_WARNING_SECONDS,
    canExtend: idleSeconds < totalSeconds,
  };
}
