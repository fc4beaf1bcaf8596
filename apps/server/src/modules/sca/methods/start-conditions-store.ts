/** What decides whether a challenge may start and how it is answered, in one reading. */
import { type Generated, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { type Given, prepared } from '#platform/db/prepared.ts';
import type { DevicePreferenceTables } from '../device/device-preference-store.ts';
import { type MethodAttemptTables, type MethodOwner, toAttempts } from './method-attempt-store.ts';
import type { MethodAttempts } from './method-block.ts';

type SandboxTables = { sandbox: { id: Generated<string>; clock_offset_ms: number } };

export interface StartConditions {
  /** Database time. */
  readonly now: Date;
  readonly tenantNow: Date;
  readonly attempts: MethodAttempts;
  /** The browser's test device answers by itself, unless a person switched that off. */
  readonly isDeviceAutomatic: boolean;
}

const select = prepared((reader, given: Given<MethodOwner & { deviceKeyHash: string }>) =>
  reader
    .withTables<SandboxTables & MethodAttemptTables & DevicePreferenceTables>()
    .selectFrom('sandbox')
    .leftJoin('method_attempt', (join) =>
      join
        .onRef('method_attempt.sandbox_id', '=', 'sandbox.id')
        .on('method_attempt.customer_id', '=', given.customerId)
        .on('method_attempt.method', '=', given.method),
    )
    .leftJoin('device_preference', (join) => join.on('device_preference.device_key_hash', '=', given.deviceKeyHash))
    .select([
      sql<Date>`now()`.as('now'),
      sql<Date>`now() + clock_offset_ms * interval '1 millisecond'`.as('tenant_now'),
      'failures',
      'blocked_until',
      'stranger_failures',
      'stranger_blocked_until',
      'is_automatic',
    ])
    .where('sandbox.id', '=', given.sandboxId),
);

export async function readStartConditions(
  tx: Tx,
  { isKnownBrowser, ...asked }: MethodOwner & { readonly deviceKeyHash: string; readonly isKnownBrowser: boolean },
): Promise<StartConditions> {
  const [row] = (await select(tx, asked)).rows;
  if (row === undefined) throw new Error(`There is no sandbox ${asked.sandboxId}.`);
  const { now, tenant_now: tenantNow, failures, blocked_until, stranger_failures, stranger_blocked_until, is_automatic } = row;
  const counted =
    failures === null || stranger_failures === null ? undefined : { failures, blocked_until, stranger_failures, stranger_blocked_until };
  const attempts = toAttempts(counted, isKnownBrowser);
  return { now, tenantNow, attempts, isDeviceAutomatic: is_automatic ?? true };
}
