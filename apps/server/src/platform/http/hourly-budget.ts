/** How often something may happen within an hour, by a key such as a network. In memory: each server has its own. */

const HOUR_MS = 60 * 60_000;
/** So many callers at once are kept apart; beyond that the one that was counted first is forgotten. */
const KEYS_MAX = 10_000;

/** Counts, and says whether this time is still within the budget. */
export type SpendBudget = (key: string) => boolean;

/** @param max per key and hour; @param now in ms, never backwards */
export function createHourlyBudget(max: number, now: () => number = () => performance.now()): SpendBudget {
  const spent = new Map<string, { count: number; readonly since: number }>();
  return (key) => {
    const at = now();
    const known = spent.get(key);
    if (known !== undefined && at - known.since < HOUR_MS) {
      known.count += 1;
      return known.count <= max;
    }
    spent.delete(key);
    const [oldest] = spent.keys();
    if (spent.size >= KEYS_MAX && oldest !== undefined) spent.delete(oldest);
    spent.set(key, { count: 1, since: at });
    return max >= 1;
  };
}
