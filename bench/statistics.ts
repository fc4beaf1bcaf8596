/** Summary figures of measured values. */

export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
  /** One value per round. */
  readonly values: readonly number[];
}

export function spreadOf(values: readonly number[]): Spread {
  return { median: percentile(values, 0.5), min: Math.min(...values), max: Math.max(...values), values };
}

/** The value that this share of all values does not exceed; for an even number the median is the mean of the middle two. @param share 0 to 1 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (sorted.length - 1) * share;
  const below = sorted[Math.floor(at)] ?? Number.NaN;
  const above = sorted[Math.ceil(at)] ?? below;
  return below + (above - below) * (at - Math.floor(at));
}
