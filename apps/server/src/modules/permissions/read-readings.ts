/** What was read with a permission: for each day, kind of data and account, how often with the customer and how often without. */
import type { PermissionReading } from '@portico/contract';
import type { BankVisitor } from '../sign-in/index.ts';
import { giversOf, readAccounts } from './givers.ts';
import type { PermissionsDeps } from './permissions-deps.ts';
import { permissionUnknown } from './permissions-errors.ts';

/** Days with readings per page. */
const DAYS_MAX = 10;

/** No readings are stored for a statement. @throws UiRefusal 404. */
export async function listReadings(
  deps: PermissionsDeps,
  visitor: BankVisitor,
  { permissionId, before }: { readonly permissionId: string; readonly before: string | undefined },
): Promise<{ readonly readings: PermissionReading[]; readonly next: string | undefined }> {
  const givers = giversOf(visitor);
  const consent = await deps.consents.past.find(givers, permissionId);
  if (consent === undefined) {
    if ((await deps.statements.past.find(givers, permissionId)) === undefined) throw permissionUnknown();
    return { readings: [], next: undefined };
  }
  const found = await deps.consents.past.listDaysOfUse(consent, { before, days: DAYS_MAX + 1 });
  const days = [...new Set(found.map(({ usedOn }) => usedOn))].slice(0, DAYS_MAX);
  const isMore = found.some(({ usedOn }) => !days.includes(usedOn));
  const present = (await readAccounts(deps, givers))(consent.customerId);
  const readings = found
    .filter(({ usedOn }) => days.includes(usedOn))
    .map(({ usedOn, endpoint, accountId, attended, unattended, lastUsedAt }) => {
      const account = present.find((candidate) => candidate.accountId === accountId);
      const iban = account?.iban ?? consent.accounts.find((named) => named.accountId === accountId)?.iban;
      return {
        on: usedOn,
        what: endpoint,
        ...(iban === undefined ? {} : { iban }),
        ...(account === undefined ? {} : { accountName: account.name }),
        withCustomer: attended,
        withoutCustomer: unattended,
        lastAt: lastUsedAt.toISOString(),
      };
    });
  return { readings, next: isMore ? days.at(-1) : undefined };
}
