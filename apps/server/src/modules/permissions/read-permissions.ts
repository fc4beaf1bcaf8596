/**
 * The list of permissions, page by page, and one permission. Consents and statements are merged, newest first: ids begin with their time, so
 * the part after the prefix sorts both. The number of queries for a page does not depend on the length of the history.
 */
import type { Permission, PermissionView } from '@portico/contract';
import type { PastConsent, Statement } from '#modules/access/index.ts';
import { signatoryNameOf } from '../bank/index.ts';
import type { BankVisitor } from '../sign-in/index.ts';
import { type Givers, giversOf, readAccounts, readNames } from './givers.ts';
import type { WithdrawnBy } from './permission-end.ts';
import { type Known, ofConsent, ofStatement } from './permission-view.ts';
import type { PermissionsDeps } from './permissions-deps.ts';
import { permissionUnknown } from './permissions-errors.ts';
import { readMatch } from './search-permissions.ts';

/** Lines per page. */
const LISTED_MAX = 50;

export interface ListPermissions {
  readonly view: PermissionView;
  readonly search: string | undefined;
  /** `next` of the previous page. */
  readonly after: string | undefined;
}

/** One line, with either a consent or a statement. */
interface Line {
  readonly place: string;
  readonly appId: string;
  readonly consent?: PastConsent;
  readonly statement?: Statement;
}

export async function listPermissions(
  deps: PermissionsDeps,
  visitor: BankVisitor,
  { view, search, after }: ListPermissions,
): Promise<{ readonly permissions: Permission[]; readonly next: string | undefined }> {
  const givers = giversOf(visitor);
  const accountsOf = await readAccounts(deps, givers);
  const match = await readMatch(deps, givers, accountsOf, search);
  const query = { ...givers, isValid: view === 'inForce', match, before: after, limit: LISTED_MAX + 1 };
  const consents = (await deps.consents.past.list(query)).map((consent) => ({ place: placeOf(consent.consentId), appId: consent.appId, consent }));
  const statements = (await deps.statements.past.list(query)).map((statement) => ({
    place: placeOf(statement.statementId),
    appId: statement.appId,
    statement,
  }));
  const found: readonly Line[] = [...consents, ...statements].sort((one, other) => (one.place < other.place ? 1 : -1));
  const shown = found.slice(0, LISTED_MAX);
  const next = found.length > LISTED_MAX ? shown.at(-1)?.place : undefined;
  return { permissions: await toPermissions(deps, visitor, { givers, accountsOf }, shown), next };
}

/** @throws UiRefusal 404. */
export async function findPermission(deps: PermissionsDeps, visitor: BankVisitor, permissionId: string): Promise<Permission> {
  const givers = giversOf(visitor);
  const line = await findLine(deps, givers, permissionId);
  if (line === undefined) throw permissionUnknown();
  const replaced = line.consent && (await deps.consents.past.findReplaced(line.consent));
  const [permission] = await toPermissions(deps, visitor, { givers, accountsOf: await readAccounts(deps, givers), replaced }, [line]);
  if (permission === undefined) throw permissionUnknown();
  return permission;
}

async function findLine(deps: PermissionsDeps, givers: Givers, id: string): Promise<Line | undefined> {
  const place = placeOf(id);
  const consent = await deps.consents.past.find(givers, id);
  if (consent !== undefined) return { place, appId: consent.appId, consent };
  const statement = await deps.statements.past.find(givers, id);
  return statement && { place, appId: statement.appId, statement };
}

async function toPermissions(
  deps: PermissionsDeps,
  visitor: BankVisitor,
  { givers, accountsOf, replaced }: Pick<Known, 'accountsOf' | 'replaced'> & { givers: Givers },
  lines: readonly Line[],
): Promise<Permission[]> {
  const known: Known = {
    accountsOf,
    replaced,
    namesOf: await readNames(
      deps,
      givers,
      lines.map(({ appId }) => appId),
    ),
    withdrawnBy: await readWithdrawers(deps, visitor, lines),
  };
  return lines.flatMap(({ consent, statement }) => [
    ...(consent === undefined ? [] : [ofConsent(consent, known)]),
    ...(statement === undefined ? [] : [ofStatement(statement, known)]),
  ]);
}

/** A person who no longer signs for a company is shown under the company's name. */
async function readWithdrawers({ bank }: PermissionsDeps, { customer }: BankVisitor, lines: readonly Line[]): Promise<WithdrawnBy> {
  const withdrawerOf = ({ customerId, ended }: Parameters<WithdrawnBy>[0]) => ended?.withdrawnBy ?? customerId;
  const withdrawn = lines.flatMap(({ consent }) => (consent?.status === 'revokedByPsu' ? [withdrawerOf(consent)] : []));
  const others = [...new Set(withdrawn)].filter((id) => id !== customer.customerId);
  const names = new Map<string, string>();
  for (const customerId of others) {
    const other = await bank.findCustomer({ sandboxId: customer.sandboxId, customerId });
    if (other !== undefined) names.set(customerId, signatoryNameOf(other));
  }
  return (consent) => {
    const by = withdrawerOf(consent);
    return by === customer.customerId ? undefined : (names.get(by) ?? consent.accountHolder);
  };
}

function placeOf(id: string): string {
  return id.slice(id.indexOf('_') + 1);
}
