/** Everything that the permissions' PDF says: each permission of the customer and of their companies, with what was read. */
import type { BankCountry, Permission, PermissionView, ReadingKind } from '@portico/contract';
import { PERMISSION_VIEWS } from '@portico/contract/values';
import { signatoryNameOf } from '../bank/index.ts';
import type { BankVisitor } from '../sign-in/index.ts';
import { giversOf, readAccounts } from './givers.ts';
import type { PermissionsDeps } from './permissions-deps.ts';
import { listPermissions } from './read-permissions.ts';

/** Permissions of one view in a document: five pages of the list. */
export const DOCUMENT_MAX = 250;

/** One kind of data of one account. */
interface SumOfReadings {
  readonly what: ReadingKind;
  /** Absent: the account is closed, or it is the list of accounts. */
  readonly account?: { readonly name: string; readonly iban: string };
  readonly withCustomer: number;
  readonly withoutCustomer: number;
  /** Days in the bank's time zone. */
  readonly firstOn: string;
  readonly lastOn: string;
}

export interface DocumentedPermission {
  readonly permission: Permission;
  readonly readings: readonly SumOfReadings[];
}

export interface PermissionsDocument {
  readonly bankName: string;
  readonly bankCountry: BankCountry;
  /** The customer, then the companies for which they sign. */
  readonly names: readonly string[];
  /** Tenant time, ISO 8601. */
  readonly madeAt: string;
  /** `isCut`: there are earlier ones. */
  readonly views: Readonly<Record<PermissionView, { readonly permissions: readonly DocumentedPermission[]; readonly isCut: boolean }>>;
}

export async function readDocument(deps: PermissionsDeps, visitor: BankVisitor): Promise<PermissionsDocument> {
  const { platform } = deps;
  const { customer, companies, session } = visitor;
  const [inForce, past] = await Promise.all(PERMISSION_VIEWS.map((view) => readView(deps, visitor, view)));
  if (inForce === undefined || past === undefined) throw new Error('A view of the permissions is missing.');
  return {
    bankName: platform.config.bankName,
    bankCountry: session.country,
    names: [signatoryNameOf(customer), ...companies.map(({ name }) => name)],
    madeAt: (await platform.clock.now(platform.db, customer.sandboxId)).toISOString(),
    views: { inForce, past },
  };
}

async function readView(deps: PermissionsDeps, visitor: BankVisitor, view: PermissionView): Promise<PermissionsDocument['views'][PermissionView]> {
  const found: Permission[] = [];
  let after: string | undefined;
  do {
    const { permissions, next } = await listPermissions(deps, visitor, { view, search: undefined, after });
    found.push(...permissions);
    after = next;
  } while (after !== undefined && found.length < DOCUMENT_MAX);
  const readingsOf = await readSums(deps, visitor, found);
  return { permissions: found.map((permission) => ({ permission, readings: readingsOf(permission) })), isCut: after !== undefined };
}

/** No readings are stored for a statement. */
async function readSums(
  deps: PermissionsDeps,
  visitor: BankVisitor,
  permissions: readonly Permission[],
): Promise<(permission: Permission) => readonly SumOfReadings[]> {
  const givers = giversOf(visitor);
  const accountsOf = await readAccounts(deps, givers);
  const present = givers.customerIds.flatMap(accountsOf);
  const consentIds = permissions.flatMap(({ kind, permissionId }) => (kind === 'consent' ? [permissionId] : []));
  const sums = await deps.consents.past.sumUse(givers.sandboxId, consentIds);
  return ({ permissionId }) =>
    sums
      .filter(({ consentId }) => consentId === permissionId)
      .map(({ endpoint, accountId, attended, unattended, firstUsedOn, lastUsedOn }) => {
        const account = present.find((candidate) => candidate.accountId === accountId);
        return {
          what: endpoint,
          ...(account === undefined ? {} : { account: { name: account.name, iban: account.iban } }),
          withCustomer: attended,
          withoutCustomer: unattended,
          firstOn: firstUsedOn,
          lastOn: lastUsedOn,
        };
      });
}
