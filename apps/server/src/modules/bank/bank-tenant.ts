/** Where a bank's own core stands behind the server, all applications and customers live in one tenant, whose time is real time. */
import type { Config } from '#platform/config.ts';
import { BANK_TENANT } from '#platform/db/bank-kind-store.ts';
import type { Tx } from '#platform/db/database.ts';
import { makeTenant } from '#platform/tenant/tenant-store.ts';

/** `sandboxId` of every customer that an adapter answers. */
export { BANK_TENANT };

export type BankKind = Config['bank'];

/** Whether orders of this tenant are a server's own. A server judges no others: it knows nothing of their accounts. */
export function isTenantOf(kind: BankKind, sandboxId: string): boolean {
  return (sandboxId === BANK_TENANT) === (kind === 'adapter');
}

/** Makes the tenant unless it exists. */
export async function makeBankTenant(tx: Tx): Promise<void> {
  await makeTenant(tx, { sandboxId: BANK_TENANT, name: 'Bank' });
}
