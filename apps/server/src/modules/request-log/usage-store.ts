/** Figures of an application's calls, counted from its request log. */
import type { RequestUsage } from '@portico/contract';
import { sql } from 'kysely';
import type { Reader } from '#platform/db/database.ts';
import { USAGE_STEPS, type UsagePeriod } from './usage-period.ts';

interface UsageRow {
  /** Which figures the row has. */
  readonly of: 'step' | 'error' | 'total';
  readonly step: Date | null;
  readonly status: number | null;
  readonly code: string | null;
  readonly isFallback: boolean | null;
  readonly calls: number;
  readonly failed: number;
  readonly p50: number | null;
  readonly p95: number | null;
}

/**
 * Authenticated calls only: others may be a stranger's who names the application. One pass over the application's lines of the period: only
 * partitions of these days are read, each by its index on the application.
 */
export async function countUsage(reader: Reader, appId: string, period: UsagePeriod): Promise<RequestUsage> {
  const { unit, hours, count } = USAGE_STEPS[period];
  const last = sql`date_trunc(${unit}::text, now(), 'UTC')`;
  const first = sql`${last} - ${(count - 1) * hours}::integer * interval '1 hour'`;
  const { rows } = await sql<UsageRow>`
    with line as (
      select date_trunc(${unit}::text, at, 'UTC') as step, status, code, path like '/api/fallback/%' as is_fallback, duration_ms
      from request_log
      where app_id = ${appId} and is_authenticated and at >= ${first} and at < ${last} + ${hours}::integer * interval '1 hour'
    )
    select case when grouping(step) = 0 then 'step' when grouping(status) = 0 then 'error' else 'total' end as of,
      step, status, code, is_fallback as "isFallback", count(status)::integer as calls, (count(*) filter (where status >= 400))::integer as failed,
      percentile_cont(0.5) within group (order by duration_ms) as p50, percentile_cont(0.95) within group (order by duration_ms) as p95
    from generate_series(${first}, ${last}, ${hours}::integer * interval '1 hour') as step left join line using (step)
    group by grouping sets ((step), (status, code, is_fallback), ())
    order by step, calls desc, status, code`.execute(reader);
  return {
    total: figuresOf(rows.find((row) => row.of === 'total')),
    steps: rows.flatMap((row) => (row.step === null ? [] : [{ from: row.step.toISOString(), ...figuresOf(row) }])),
    errors: rows.flatMap(({ of, status, code, isFallback, failed }) =>
      of === 'error' && status !== null && failed > 0
        ? [{ status, ...(code === null ? {} : { code }), isFallback: isFallback === true, calls: failed }]
        : [],
    ),
  };
}

function figuresOf(row: UsageRow | undefined): RequestUsage['total'] {
  const { calls = 0, failed = 0, p50 = null, p95 = null } = row ?? {};
  return { calls, failed, ...(p50 === null || p95 === null ? {} : { p50Ms: Math.round(p50), p95Ms: Math.round(p95) }) };
}
