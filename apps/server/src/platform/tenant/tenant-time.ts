/** Tenant time in SQL, for stores of other modules. Only this file and `tenant-store.ts` name the table of sandboxes. */
import { type RawBuilder, sql } from 'kysely';

/** The difference between a sandbox's clock and database time, as an interval. `sandboxId`: a value, or `sql.ref` of a column. */
export const tenantOffset = (sandboxId: RawBuilder<unknown> | string): RawBuilder<unknown> =>
  sql`(select sandbox.clock_offset_ms from sandbox where sandbox.id = ${sandboxId}) * interval '1 millisecond'`;

/** Database time of the transaction plus {@link tenantOffset}. */
export const tenantNow = (sandboxId: RawBuilder<unknown> | string): RawBuilder<Date> => sql<Date>`(now() + ${tenantOffset(sandboxId)})`;

/**
 * Database time of this moment plus {@link tenantOffset}. A transaction that has waited for a lock is older than the change for which it waited; a
 * decision about that change needs this time.
 */
export const tenantMoment = (sandboxId: RawBuilder<unknown> | string): RawBuilder<Date> =>
  sql<Date>`(clock_timestamp() + ${tenantOffset(sandboxId)})`;

/** The largest difference of any clock, which no {@link tenantOffset} exceeds. */
export const furthestOffset: RawBuilder<unknown> = sql`(select max(sandbox.clock_offset_ms) from sandbox) * interval '1 millisecond'`;
