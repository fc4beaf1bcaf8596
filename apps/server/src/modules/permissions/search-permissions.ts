/** What a customer types into the search: part of a provider's or an application's name, or of an account number. */
import type { AccountsOf, Givers } from './givers.ts';
import { readNames } from './givers.ts';
import type { PermissionsDeps } from './permissions-deps.ts';

export interface Match {
  readonly appIds: readonly string[];
  /** Undefined: it cannot be part of an IBAN. */
  readonly ibanPart: string | undefined;
  /** What covers every account covers one with this number. */
  readonly isEveryAccount: boolean;
}

/** Undefined: nothing is searched for. */
export async function readMatch(deps: PermissionsDeps, givers: Givers, accountsOf: AccountsOf, search = ''): Promise<Match | undefined> {
  const wanted = fold(search.trim());
  if (wanted === '') return undefined;
  const appIds = [...new Set([...(await deps.consents.past.listApps(givers)), ...(await deps.statements.past.listApps(givers))])];
  const namesOf = await readNames(deps, givers, appIds);
  const ibanPart = toIbanPart(search);
  return {
    appIds: appIds.filter((appId) => {
      const { registeredName, clientName } = namesOf(appId);
      return fold(registeredName).includes(wanted) || fold(clientName).includes(wanted);
    }),
    ibanPart,
    isEveryAccount:
      ibanPart !== undefined && givers.customerIds.some((customerId) => accountsOf(customerId).some(({ iban }) => iban.includes(ibanPart))),
  };
}

/** As people type: case and accents aside. */
function fold(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

function toIbanPart(search: string): string | undefined {
  const part = search.replaceAll(/\s/g, '').toUpperCase();
  return /^[A-Z0-9]+$/.test(part) ? part : undefined;
}
