/** The periods of usage: hours or days of UTC, of which the last one is not over. */
import type { RequestUsageQuery } from '@portico/contract';

export type UsagePeriod = NonNullable<RequestUsageQuery['period']>;

/** Steps in hours, because the length of a day in SQL depends on the time zone of the connection. */
export const USAGE_STEPS = {
  '24h': { unit: 'hour', hours: 1, count: 24 },
  '7d': { unit: 'day', hours: 24, count: 7 },
  '30d': { unit: 'day', hours: 24, count: 30 },
} as const satisfies Record<UsagePeriod, unknown>;

const HOUR_MS = 3_600_000;

/** Beginning of the first step of the period that ends at `now`. */
export function startOfPeriod(period: UsagePeriod, now: Date): Date {
  const { hours, count } = USAGE_STEPS[period];
  const stepMs = hours * HOUR_MS;
  return new Date((Math.floor(now.getTime() / stepMs) - (count - 1)) * stepMs);
}
