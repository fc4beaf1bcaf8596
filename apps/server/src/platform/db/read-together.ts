/**
 * Look-ups of one kind that begin in the same turn of the event loop are read with one statement; under load, sending and answering a
 * statement for each is most of what they cost. Nothing is kept: the statement begins after everybody whom it answers has asked, so
 * whoever asks after a commit sees what it changed.
 */
import { setImmediate as endOfTurn } from 'node:timers/promises';
import { isDatabaseUnavailable } from './database-unavailable.ts';

/** Of one statement; what is asked for beyond it goes with another. */
const KEYS_MAX = 100;

interface Reading<Found> {
  readonly keys: Set<string>;
  readonly found: Promise<ReadonlyMap<string, Found>>;
}

/**
 * @param read gets each key once and answers what there is. Where it fails for several, each is read on its own: what is wrong with one
 * key (a text that no database takes, say) is nobody else's. Unless the database is away or busy, which it would be then, too.
 */
export function readTogether<Found>(
  read: (keys: readonly string[]) => Promise<ReadonlyMap<string, Found>>,
): (key: string) => Promise<Found | undefined> {
  let next: Reading<Found> | undefined;

  function begin(): Reading<Found> {
    const keys = new Set<string>();
    const send = () => {
      if (next?.keys === keys) next = undefined;
      return read([...keys]);
    };
    return { keys, found: endOfTurn().then(send) };
  }

  return async (key) => {
    if (next === undefined || next.keys.size >= KEYS_MAX) next = begin();
    const { keys, found } = next;
    keys.add(key);
    try {
      return (await found).get(key);
    } catch (error) {
      if (keys.size === 1 || isDatabaseUnavailable(error)) throw error;
      return (await read([key])).get(key);
    }
  };
}
