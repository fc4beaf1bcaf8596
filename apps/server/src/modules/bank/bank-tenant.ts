/** Where a bank's own core stands behind the server, all applications and customers live in one tenant, whose time is real time. */
import type { Tx } from '#platform/db/database.ts';
import { lockSandbox } from './sandbox/seed/sandbox-store.ts';

/** `sandboxId` of every customer that an adapter answers. */
export const BANK_TENANT = 'bank';

/** Makes the tenant unless it exists. */
export async function makeBankTenant(tx: Tx): Promise<void> {
  await lockSandbox(tx, { sandboxId: BANK_TENANT, name: 'Bank' });
}
