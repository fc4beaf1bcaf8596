/** Whether a browser's test device responds automatically. The preference belongs to a browser, not to a sandbox. */
import { type ColumnType, sql } from 'kysely';
import type { Reader, Tx } from '#platform/db/database.ts';
import { type Given, prepared } from '#platform/db/prepared.ts';

type DevicePreferenceTables = {
  device_preference: { device_key_hash: string; is_automatic: boolean; set_at: ColumnType<Date, undefined, Date> };
};

const selectPreference = prepared((reader, given: Given<{ deviceKeyHash: string }>) =>
  reader
    .withTables<DevicePreferenceTables>()
    .selectFrom('device_preference')
    .select('is_automatic')
    .where('device_key_hash', '=', given.deviceKeyHash),
);

/** True unless the browser's user has switched it off. */
export async function isDeviceAutomatic(reader: Reader, deviceKeyHash: string): Promise<boolean> {
  return (await selectPreference(reader, { deviceKeyHash })).rows[0]?.is_automatic ?? true;
}

/**
 * A device answers automatically unless its browser has chosen otherwise. Only that choice is stored, because strangers can send any number of
 * made-up cookies.
 */
export async function writeDevicePreference(tx: Tx, deviceKeyHash: string, isAutomatic: boolean): Promise<void> {
  if (isAutomatic) {
    await tx.withTables<DevicePreferenceTables>().deleteFrom('device_preference').where('device_key_hash', '=', deviceKeyHash).execute();
    return;
  }
  await tx
    .withTables<DevicePreferenceTables>()
    .insertInto('device_preference')
    .values({ device_key_hash: deviceKeyHash, is_automatic: false })
    .onConflict((conflict) => conflict.column('device_key_hash').doUpdateSet({ is_automatic: false, set_at: sql<Date>`now()` }))
    .execute();
}

/** Deletes preferences set before this real time. Returns the number of deleted rows, at most `limit`. */
export async function forgetOldDevicePreferences(tx: Tx, before: Date, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with old as materialized (
      select device_key_hash from device_preference where set_at <= ${before}::timestamptz order by set_at limit ${limit} for update skip locked
    )
    delete from device_preference using old where device_preference.device_key_hash = old.device_key_hash`.execute(tx);
  return Number(numAffectedRows);
}
