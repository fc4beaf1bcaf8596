/**
 * Waits for the end of a challenge by looking again and again: the answer may reach another process, and waiting holds no connection. Whoever
 * waits in this process looks at the same moments, so that one statement reads for all of them (`createChallengeFinder`).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { noteWait } from '#platform/request-notes.ts';
import type { Challenge } from './challenge.ts';
import { isFinalChallengeState } from './challenge-state.ts';

const POLL_MS = 300;

/** @returns the last reading: final, or still running when `holdMs` passed or `signal` aborted. */
export async function waitForAnswer<Read extends Challenge>(
  read: () => Promise<Read | undefined>,
  options: { holdMs: number; signal: AbortSignal },
): Promise<Read | undefined> {
  const startedAt = performance.now();
  for (;;) {
    const challenge = await read();
    if (challenge === undefined || isFinalChallengeState(challenge.state)) return challenge;
    const leftMs = options.holdMs - (performance.now() - startedAt);
    if (leftMs <= 0 || options.signal.aborted) return challenge;
    // An abort only ends the pause; the next turn answers with one last reading.
    const pausedAt = performance.now();
    await sleep(Math.min(untilNextLook(pausedAt), leftMs), undefined, { signal: options.signal }).catch(() => undefined);
    noteWait(performance.now() - pausedAt);
  }
}

/** Milliseconds until the next multiple of `POLL_MS` since the process began; more than 0. */
function untilNextLook(now: number): number {
  return POLL_MS - (now % POLL_MS);
}
