/** Whether a browser's test device answers by itself. It belongs to a browser, not to a sandbox. */
import type { Reader, Tx } from '#platform/db/database.ts';
import { type Given, prepared } from '#platform/db/prepared.ts';

export type DevicePreferenceTables = { device_preference: { device_key_hash: string; is_automatic: boolean } };

const selectPreference = prepared((reader, given: Given<{ deviceKeyHash: string }>) =>
  reader
    .withTables<DevicePreferenceTables>()
    .selectFrom('device_preference')
    .select('is_automatic')
    .where('device_key_hash', '=', given.deviceKeyHash),
);

/** True unless a person switched it off. */
export async function isDeviceAutomatic(reader: Reader, deviceKeyHash: string): Promise<boolean> {
  return (await selectPreference(reader, { deviceKeyHash })).rows[0]?.is_automatic ?? true;
}

export async function writeDevicePreference(tx: Tx, deviceKeyHash: string, isAutomatic: boolean): Promise<void> {
  await tx
    .withTables<DevicePreferenceTables>()
    .insertInto('device_preference')
    .values({ device_key_hash: deviceKeyHash, is_automatic: isAutomatic })
    .onConflict((conflict) => conflict.column('device_key_hash').doUpdateSet({ is_automatic: isAutomatic }))
    .execute();
}
