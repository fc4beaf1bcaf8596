/**
 * Combines lookups of one kind that begin in the same turn of the event loop into one statement. Under load, sending a statement for each is most of
 * their cost. No result is cached: the statement begins after all its callers have asked, so a lookup after a commit sees that commit.
 */
import { setImmediate as endOfTurn } from 'node:timers/promises';
import { isDatabaseUnavailable } from './database-unavailable.ts';

/** The most keys of one statement; further keys go into another. */
const KEYS_MAX = 100;

interface Reading<Found> {
  readonly keys: Set<string>;
  readonly found: Promise<ReadonlyMap<string, Found>>;
}

/**
 * @param read gets each key once and returns the entries that exist. If it fails for several keys, each is read alone, so that one bad key (for
 * example a text that the database does not accept) fails only its own caller. An unavailable or busy database fails all of them at once.
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
