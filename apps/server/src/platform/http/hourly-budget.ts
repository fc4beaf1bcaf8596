/** Limits events per hour and key, for example a network. The counts are in memory, so each server has its own. */

const HOUR_MS = 60 * 60_000;
/** The most keys counted at once; a further one removes the oldest. */
const KEYS_MAX = 10_000;

/** Counts an event, and returns whether it is within the budget. */
export type SpendBudget = (key: string) => boolean;

/** @param max per key and hour; @param now a clock in ms that never goes back */
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
