/**
 * Limits the steps of test clocks: one step executes up to 1,000 payments, and all sandboxes share the server. One sandbox makes one step at a time,
 * so that a developer delays the clocks of other sandboxes by one step only.
 */
import { createRunLimit } from '#platform/threads/run-limit.ts';
import { clocksBusy, limitReached } from '../refusals.ts';

/** In all sandboxes together, for each server. */
const STEPS = { runningMax: 1, waitingMax: 20 };

/** @throws UiRefusal 409 LIMIT_REACHED during another step of this sandbox; 503 where too many other sandboxes wait. */
export type TakeClockTurn = <Result>(sandboxId: string, work: () => Promise<Result>) => Promise<Result>;

export function createClockTurns(): TakeClockTurn {
  const run = createRunLimit(STEPS, clocksBusy);
  const stepping = new Set<string>();
  return async (sandboxId, work) => {
    if (stepping.has(sandboxId)) throw limitReached('Another step of this test clock is being made. Wait until it is done.');
    stepping.add(sandboxId);
    try {
      return await run(work);
    } finally {
      stepping.delete(sandboxId);
    }
  };
}
