/**
 * Limits events per hour and key, for example a network. The counts are in memory, so each server has its own.
 *
 * Every key has a place in each of several tables of a fixed size and is counted in all of them; the smallest of these counts is at least its own
 * (count-min sketch; Cormode and Muthukrishnan, 2005). The memory is bounded without removing a key, so that a caller with many networks cannot
 * restart a count. Two keys share all places with a probability of one in 10^16.
 */
import { createHmac, randomBytes } from 'node:crypto';

const HOUR_MS = 60 * 60_000;
const TABLES = 4;
/** A place is chosen by two bytes of a digest. */
const PLACES = 65_536;

/** Counts an event, and returns whether it is within the budget. `share`: how many times the budget this key has. */
export type SpendBudget = (key: string, share?: number) => boolean;

/** @param max per key and hour; @param now a clock in ms that never goes back */
export function createHourlyBudget(max: number, now: () => number = () => performance.now()): SpendBudget {
  const counts = new Uint32Array(TABLES * PLACES);
  /** The beginning of the hour that each count belongs to. */
  const since = new Float64Array(TABLES * PLACES);
  // A caller who does not know this secret cannot choose keys that share a place.
  const secret = randomBytes(32);
  return (key, share = 1) => {
    const at = now();
    const digest = createHmac('sha256', secret).update(key).digest();
    let count = Number.POSITIVE_INFINITY;
    for (let table = 0; table < TABLES; table += 1) {
      const place = table * PLACES + digest.readUInt16BE(2 * table);
      const isOver = at - (since[place] ?? 0) >= HOUR_MS;
      const counted = isOver ? 0 : (counts[place] ?? 0);
      if (counted === 0) since[place] = at;
      counts[place] = counted + 1;
      count = Math.min(count, counted + 1);
    }
    return count <= max * share;
  };
}
