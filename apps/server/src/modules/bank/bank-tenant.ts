/** With a bank's own core, all applications and customers belong to one tenant, whose time is real time. */
import type { Config } from '#platform/config.ts';
import type { Tx } from '#platform/db/database.ts';
import { BANK_TENANT } from '#platform/tenant/bank-tenant.ts';
import { makeTenant } from '#platform/tenant/tenant-store.ts';

/** `sandboxId` of every customer of an adapter. */
export { BANK_TENANT };

export type BankKind = Config['bank'];

/** True when a server of this kind may process orders of this tenant. It knows no accounts of other tenants. */
export function isTenantOf(kind: BankKind, sandboxId: string): boolean {
  return (sandboxId === BANK_TENANT) === (kind === 'adapter');
}

/** Creates the tenant unless it exists. */
export async function makeBankTenant(tx: Tx): Promise<void> {
  await makeTenant(tx, { sandboxId: BANK_TENANT, name: 'Bank' });
}
