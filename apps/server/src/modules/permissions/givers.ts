/** The customers for whom the visitor of the permissions page may act: themselves, and each company for which they sign. */
import type { BankAccount } from '../bank/index.ts';
import type { BankVisitor } from '../sign-in/index.ts';
import type { AppNames } from '../tpp-apps/index.ts';
import type { PermissionsDeps } from './permissions-deps.ts';

export interface Givers {
  readonly sandboxId: string;
  readonly customerIds: readonly string[];
}

export function giversOf({ customer, companies }: BankVisitor): Givers {
  return { sandboxId: customer.sandboxId, customerIds: [customer.customerId, ...companies.map(({ customerId }) => customerId)] };
}

export type AccountsOf = (customerId: string) => readonly BankAccount[];

/** Reads the present accounts. */
export async function readAccounts({ bank, platform }: PermissionsDeps, { sandboxId, customerIds }: Givers): Promise<AccountsOf> {
  const known = new Map(
    await Promise.all(customerIds.map(async (customerId) => [customerId, await bank.listAccounts(platform.db, { sandboxId, customerId })] as const)),
  );
  return (customerId) => known.get(customerId) ?? [];
}

export type NamesOf = (appId: string) => Pick<AppNames, 'clientName' | 'registeredName'>;

const NAMELESS = { clientName: '', registeredName: '' };

export async function readNames({ tppApps, platform }: PermissionsDeps, { sandboxId }: Givers, appIds: readonly string[]): Promise<NamesOf> {
  const names = await tppApps.listNames(platform.db, sandboxId, [...new Set(appIds)]);
  const known = new Map(names.map((app) => [app.appId, app]));
  return (appId) => known.get(appId) ?? NAMELESS;
}
