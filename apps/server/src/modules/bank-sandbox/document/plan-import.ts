/** Decides which customer and which account of the sandbox takes which part of a document. Pure. */
import type { BankCountry, DocumentAccount, DocumentCustomer } from '@portico/contract';
import { BANK_COUNTRIES, CUSTOMER_ACCOUNTS_MAX, OWN_CUSTOMERS_MAX } from '@portico/contract/values';
import type { SandboxAccountRow, SandboxCustomerRow } from './document-store.ts';

interface PlannedCustomer {
  readonly wanted: DocumentCustomer;
  /** Undefined: a new customer. */
  readonly row: SandboxCustomerRow | undefined;
}

export interface ImportPlan {
  /** In the order of the document. */
  readonly planned: readonly PlannedCustomer[];
  /** Seeded customers that the document does not have. They are reset. */
  readonly reset: readonly SandboxCustomerRow[];
  /** Own customers that the document does not have. They are removed. */
  readonly removed: readonly SandboxCustomerRow[];
}

/** `country`: the developer would have created more than the allowed customers there. `seed`: position of an unknown seeded customer. */
export type PlanFault = { readonly country: BankCountry } | { readonly seed: number };

/**
 * With `replace` a seeded customer takes the part with their `seed`, an own customer a part with the same country, type and names. With `add` only
 * removed own customers take a part. Other parts become new customers.
 */
export function planImport(
  customers: readonly DocumentCustomer[],
  rows: readonly SandboxCustomerRow[],
  mode: 'replace' | 'add',
): ImportPlan | PlanFault {
  const free = new Set(rows.filter(({ seedKey, isRemoved }) => mode === 'replace' || (seedKey === null && isRemoved)));
  const takeFirst = (isWanted: (row: SandboxCustomerRow) => boolean): SandboxCustomerRow | undefined => {
    const fitting = [...free].filter(isWanted);
    const found = fitting.find(({ isRemoved }) => !isRemoved) ?? fitting[0];
    if (found !== undefined) free.delete(found);
    return found;
  };
  const planned = customers.map((wanted) => ({
    wanted,
    row:
      mode === 'replace' && wanted.seed !== undefined
        ? takeFirst(({ seedKey }) => seedKey === wanted.seed)
        : takeFirst((row) => row.seedKey === null && isSamePerson(row, wanted)),
  }));
  const unknownSeed = planned.findIndex(({ wanted, row }) => mode === 'replace' && wanted.seed !== undefined && row === undefined);
  if (unknownSeed >= 0) return { seed: unknownSeed };
  const countIn = (country: BankCountry) =>
    rows.filter((row) => row.seedKey === null && row.country === country).length +
    planned.filter(({ wanted, row }) => row === undefined && wanted.country === country).length;
  const full = BANK_COUNTRIES.find(
    (country) => countIn(country) > OWN_CUSTOMERS_MAX && planned.some(({ wanted, row }) => row === undefined && wanted.country === country),
  );
  if (full !== undefined) return { country: full };
  const left = mode === 'replace' ? [...free].filter(({ isRemoved }) => !isRemoved) : [];
  return { planned, reset: left.filter(({ seedKey }) => seedKey !== null), removed: left.filter(({ seedKey }) => seedKey === null) };
}

/** The name in the bank's lists: of the company, or of the person. */
export function nameOf({ companyName, firstName, surname }: DocumentCustomer): string {
  return companyName ?? `${firstName} ${surname}`;
}

function isSamePerson(row: SandboxCustomerRow, wanted: DocumentCustomer): boolean {
  return (
    row.country === wanted.country &&
    row.type === wanted.type &&
    row.firstName === wanted.firstName &&
    row.surname === wanted.surname &&
    row.name === nameOf(wanted)
  );
}

export interface PlannedAccounts {
  /** By the position in the document; undefined: a new account. */
  readonly taken: readonly (SandboxAccountRow | undefined)[];
  /** Accounts that the document does not have. They are closed. */
  readonly left: readonly SandboxAccountRow[];
}

/**
 * An account takes the part with its name and currency, else a part with its currency; open accounts come before closed ones. Undefined: the customer
 * would have had more accounts than allowed.
 */
export function planAccounts(wanted: readonly DocumentAccount[], rows: readonly SandboxAccountRow[]): PlannedAccounts | undefined {
  const free = new Set(rows.toSorted((left, right) => Number(left.status === 'closed') - Number(right.status === 'closed')));
  const taken = new Map<DocumentAccount, SandboxAccountRow>();
  for (const isStrict of [true, false]) {
    for (const part of wanted) {
      const found = taken.has(part) ? undefined : [...free].find((row) => row.currency === part.currency && (!isStrict || row.name === part.name));
      if (found === undefined) continue;
      taken.set(part, found);
      free.delete(found);
    }
  }
  if (rows.length + wanted.length - taken.size > CUSTOMER_ACCOUNTS_MAX) return undefined;
  return { taken: wanted.map((part) => taken.get(part)), left: [...free] };
}
