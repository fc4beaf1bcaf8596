/**
 * One change at a time of each owner, for example a sandbox or a developer. Such a change locks rows of this owner. Changes wait here without a
 * connection to the database; otherwise those of one developer took all connections, and the server answered other callers with 503.
 */
import { UiRefusal } from '../http/refusal.ts';
import { createRunLimit, type RunLimited } from './run-limit.ts';

/** Of one owner, for each server. */
const CHANGES = { runningMax: 1, waitingMax: 20 };

/**
 * A turn inside a turn of the same owner waits for itself without an end.
 *
 * @throws UiRefusal 429 RATE_LIMITED where too many changes of this owner wait; the change does not begin.
 */
export type TakeOwnerTurn = <Result>(ownerId: string, work: () => Promise<Result>) => Promise<Result>;

export function createOwnerTurns(): TakeOwnerTurn {
  const turns = new Map<string, { readonly run: RunLimited; callers: number }>();
  return async (ownerId, work) => {
    const turn = turns.get(ownerId) ?? { run: createRunLimit(CHANGES, tooManyChanges), callers: 0 };
    turns.set(ownerId, turn);
    turn.callers += 1;
    try {
      return await turn.run(work);
    } finally {
      turn.callers -= 1;
      if (turn.callers === 0) turns.delete(ownerId);
    }
  };
}

function tooManyChanges(): UiRefusal {
  const text = 'Too many of your changes wait for one another. Nothing was changed. Try again in a second.';
  return new UiRefusal(429, 'RATE_LIMITED', text, { headers: { 'retry-after': '1' } });
}
