/** Tenant time in SQL, for stores of other modules: the table of sandboxes is named here and in `tenant-store.ts`. */
import { type RawBuilder, sql } from 'kysely';

/** How far the clock of a sandbox is ahead of database time, as an interval. `sandboxId`: a value, or `sql.ref` of a column. */
export const tenantOffset = (sandboxId: RawBuilder<unknown> | string): RawBuilder<unknown> =>
  sql`(select sandbox.clock_offset_ms from sandbox where sandbox.id = ${sandboxId}) * interval '1 millisecond'`;

/** Database time of the transaction plus {@link tenantOffset}. */
export const tenantNow = (sandboxId: RawBuilder<unknown> | string): RawBuilder<Date> => sql<Date>`(now() + ${tenantOffset(sandboxId)})`;

/** How far any clock is ahead: what every {@link tenantOffset} is at most. */
export const furthestOffset: RawBuilder<unknown> = sql`(select max(sandbox.clock_offset_ms) from sandbox) * interval '1 millisecond'`;
