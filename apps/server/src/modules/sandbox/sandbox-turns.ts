/**
 * One change of a sandbox at a time. Every change locks rows of its sandbox; a change that waits here holds no connection to the database. Otherwise
 * one developer's changes took all connections, and their 503 counted as failures of the bank in the public status.
 */
import { createRunLimit, type RunLimited } from '#platform/threads/run-limit.ts';
import { tooManyChanges } from './refusals.ts';

/** Of one sandbox, for each server. */
const CHANGES = { runningMax: 1, waitingMax: 20 };

/** @throws UiRefusal 429 RATE_LIMITED where too many changes of this sandbox wait; the change does not begin. */
export type TakeSandboxTurn = <Result>(sandboxId: string, work: () => Promise<Result>) => Promise<Result>;

export function createSandboxTurns(): TakeSandboxTurn {
  const turns = new Map<string, { readonly run: RunLimited; callers: number }>();
  return async (sandboxId, work) => {
    const turn = turns.get(sandboxId) ?? { run: createRunLimit(CHANGES, tooManyChanges), callers: 0 };
    turns.set(sandboxId, turn);
    turn.callers += 1;
    try {
      return await turn.run(work);
    } finally {
      turn.callers -= 1;
      if (turn.callers === 0) turns.delete(sandboxId);
    }
  };
}
