/** The row of a tenant: a developer's sandbox, or the bank itself where the server uses the bank's own core. */
import { type ColumnType, type Generated, type RawBuilder, sql } from 'kysely';
import type { Reader, Tx } from '#platform/db/database.ts';

type TenantTables = {
  sandbox: { id: string; name: string; clock_offset_ms: Generated<number>; erased_at: ColumnType<Date | null, undefined, RawBuilder<Date>> };
};

/** Creates the tenant unless it exists, and locks it until the transaction ends. */
export async function makeTenant(tx: Tx, tenant: { sandboxId: string; name: string }): Promise<void> {
  const tenants = tx.withTables<TenantTables>();
  // Another server may be filling the tenant now, which takes longer than the lock timeout of a request. Payments in the tenant are not blocked by
  // this lock.
  await sql`set local lock_timeout = '10s'`.execute(tx);
  const present = await tenants.selectFrom('sandbox').select('id').where('id', '=', tenant.sandboxId).forNoKeyUpdate().executeTakeFirst();
  if (present !== undefined) return;
  await tenants
    .insertInto('sandbox')
    .values({ id: tenant.sandboxId, name: tenant.name })
    // Two servers may start at once. The update changes no value; it waits for the other server's row and locks it.
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ id: tenant.sandboxId }))
    .execute();
}

/**
 * Locks the tenant until the transaction ends, so that changes of its customers or its token run one after another. Returns false when there is no
 * such tenant.
 */
export async function lockTenant(tx: Tx, sandboxId: string): Promise<boolean> {
  const row = await tx.withTables<TenantTables>().selectFrom('sandbox').select('id').where('id', '=', sandboxId).forUpdate().executeTakeFirst();
  return row !== undefined;
}

export async function hasTenant(reader: Reader, sandboxId: string): Promise<boolean> {
  const row = await reader.withTables<TenantTables>().selectFrom('sandbox').select('id').where('id', '=', sandboxId).executeTakeFirst();
  return row !== undefined;
}

export async function hasAnyTenant(reader: Reader): Promise<boolean> {
  return (await reader.withTables<TenantTables>().selectFrom('sandbox').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Returns the time of the test clock, and whether it is real time. */
export async function readClock(reader: Reader, sandboxId: string): Promise<{ readonly now: Date; readonly isRealTime: boolean }> {
  const row = await reader
    .withTables<TenantTables>()
    .selectFrom('sandbox')
    .select([sql<Date>`now() + clock_offset_ms * interval '1 millisecond'`.as('now'), 'clock_offset_ms'])
    .where('id', '=', sandboxId)
    .executeTakeFirstOrThrow();
  return { now: row.now, isRealTime: row.clock_offset_ms === 0 };
}

/** Returns the sandbox's time after a step; months are calendar months. */
export async function timeAfter(reader: Reader, sandboxId: string, step: { minutes: number; days: number; months: number }): Promise<Date> {
  const row = await reader
    .withTables<TenantTables>()
    .selectFrom('sandbox')
    .select(
      sql<Date>`((now() + clock_offset_ms * interval '1 millisecond') at time zone 'UTC'
        + make_interval(months => ${step.months}::int, days => ${step.days}::int, mins => ${step.minutes}::int)) at time zone 'UTC'`.as('then'),
    )
    .where('id', '=', sandboxId)
    .executeTakeFirstOrThrow();
  return row.then;
}

/** Sets the clock to `time` unless it is later already. */
export async function advanceTo(tx: Tx, sandboxId: string, time: Date): Promise<void> {
  await tx
    .withTables<TenantTables>()
    .updateTable('sandbox')
    .set({ clock_offset_ms: sql<number>`greatest(clock_offset_ms, ceil(extract(epoch from ${time}::timestamptz - now()) * 1000)::bigint)` })
    .where('id', '=', sandboxId)
    .execute();
}

export async function resetClock(tx: Tx, sandboxId: string): Promise<void> {
  await tx.withTables<TenantTables>().updateTable('sandbox').set({ clock_offset_ms: 0 }).where('id', '=', sandboxId).execute();
}

/** After this call the database allows this tenant's ledger to be deleted. */
export async function markErased(tx: Tx, sandboxId: string): Promise<void> {
  await tx.withTables<TenantTables>().updateTable('sandbox').set({ erased_at: sql<Date>`now()` }).where('id', '=', sandboxId).execute();
}

/** The modules' rows of the tenant must have been deleted before. */
export async function deleteTenant(tx: Tx, sandboxId: string): Promise<void> {
  await tx.withTables<TenantTables>().deleteFrom('sandbox').where('id', '=', sandboxId).execute();
}
