/**
 * Brings the customers of a plan to the state of their parts of a document. Nothing is deleted: counter-bookings empty the accounts of the present
 * generation, and the next generation begins with the document's opening balances and transactions. Open work must have ended before.
 */
import type { DocumentAccount, DocumentCustomer } from '@portico/contract';
import type { Tx } from '#platform/db/database.ts';
import type { Platform } from '#platform/platform.ts';
import { drawIban, drawIdentity } from '../customers/draw-identity.ts';
import { emptyingBookings, requireOf } from '../customers/reset-customer.ts';
import { findClearingAccounts } from '../customers/test-customer-store.ts';
import { OWN_INDEX_FIRST } from '../customers/test-customers.ts';
import { seedCoSigners } from '../seed/seed-co-signer.ts';
import { insertAccounts, type NewAccount } from '../store/account-store.ts';
import { insertCustomers } from '../store/customer-store.ts';
import { book } from '../store/ledger-store.ts';
import { AUTH_METHODS_OF } from '../terms/auth-methods.ts';
import { type BookedAccount, documentBookings, parseAmount } from './document-bookings.ts';
import {
  type AccountUpdate,
  beginImportedGenerations,
  readSandboxAccounts,
  readSandboxCustomers,
  type SandboxAccountRow,
  type SandboxCustomerRow,
  updateAccounts,
} from './document-store.ts';
import { type ImportPlan, nameOf, planAccounts } from './plan-import.ts';

type Deps = Pick<Platform, 'random'>;

/** A customer with the row that now belongs to them. */
interface PresentCustomer {
  readonly wanted: DocumentCustomer;
  readonly row: Pick<SandboxCustomerRow, 'customerId' | 'seedKey' | 'generation'>;
  readonly accounts: readonly SandboxAccountRow[];
}

/**
 * The sandbox must be locked. `moveMs` is added to the time of each transaction.
 * @returns the position of a customer with too many accounts; undefined when all is written.
 */
export async function writeDocument(
  deps: Deps,
  tx: Tx,
  { sandboxId, now, moveMs }: { readonly sandboxId: string; readonly now: Date; readonly moveMs: number },
  { planned }: Pick<ImportPlan, 'planned'>,
): Promise<number | undefined> {
  const accountsOf = Map.groupBy(await readSandboxAccounts(tx, sandboxId, true), ({ customerId }) => customerId);
  const plans = planned.map(({ wanted, row }) => planAccounts(wanted.accounts, accountsOf.get(row?.customerId ?? '') ?? []));
  const full = plans.indexOf(undefined);
  if (full >= 0) return full;
  const clearing = await findClearingAccounts(tx, sandboxId);
  const created = await createCustomers(deps, tx, sandboxId, planned);
  const present = planned.map(({ wanted, row }, index): PresentCustomer => {
    const known = row ?? { customerId: created[index] ?? '', seedKey: null, generation: 1 };
    return { wanted, row: known, accounts: accountsOf.get(known.customerId) ?? [] };
  });
  const emptied = present.flatMap(({ row: { generation }, accounts }) => {
    const filled = accounts.map((account) => ({ ...account, isClosed: account.status === 'closed', openingCents: 0, heldCents: 0 }));
    return emptyingBookings(deps, { sandboxId, generation, now, clearing }, filled);
  });
  await book(tx, emptied);
  await beginImportedGenerations(
    tx,
    sandboxId,
    present.map(({ row: { customerId }, wanted: { scenario } }) => ({ customerId, scenario })),
  );
  const booked = await writeAccounts(deps, tx, sandboxId, present, plans);
  const context = { sandboxId, now, moveMs, random: deps.random, clearingOf: (currency: string) => requireOf(clearing, currency) };
  await book(tx, documentBookings(context, booked));
  return undefined;
}

/** Returns the ids of the new customers by their position. */
async function createCustomers(deps: Deps, tx: Tx, sandboxId: string, planned: ImportPlan['planned']): Promise<readonly (string | undefined)[]> {
  const rows = await readSandboxCustomers(tx, sandboxId);
  const ids = planned.map(({ row }) => (row === undefined ? deps.random.id('cus') : undefined));
  const counts = new Map<string, number>();
  const wanted = planned.flatMap(({ wanted: customer }, index) => {
    const customerId = ids[index];
    if (customerId === undefined) return [];
    const { country, firstName, surname, type, scenario } = customer;
    const count = counts.get(country) ?? rows.filter((row) => row.seedKey === null && row.country === country).length;
    counts.set(country, count + 1);
    const authMethods = AUTH_METHODS_OF[country];
    const identify = () => drawIdentity(deps.random, { country, names: [firstName, surname], authMethods });
    const names = { name: nameOf(customer), firstName, surname, country, type, scenario };
    return [
      { ...names, sandboxId, customerId, authMethods, identify, seedKey: undefined, ownIndex: OWN_INDEX_FIRST + count, debtorDetails: undefined },
    ];
  });
  if (wanted.length > 0) await insertCustomers(tx, wanted);
  await seedCoSigners(deps, tx, { sandboxId });
  return ids;
}

/** Opens, renames, blocks and closes accounts. Returns by customer the accounts in the order of the document. */
async function writeAccounts(
  deps: Deps,
  tx: Tx,
  sandboxId: string,
  present: readonly PresentCustomer[],
  plans: readonly ReturnType<typeof planAccounts>[],
): Promise<readonly (readonly BookedAccount[])[]> {
  const updates: AccountUpdate[] = [];
  const added: NewAccount[] = [];
  const ids = present.map(({ wanted, row, accounts }, index) => {
    const plan = plans[index];
    updates.push(...(plan?.left ?? []).map(({ accountId, name }) => ({ accountId, name, status: 'closed' as const, openingCents: 0 })));
    let position = 1 + Math.max(-1, ...accounts.map((account) => account.position));
    return wanted.accounts.map((account, place) => {
      const taken = plan?.taken[place];
      if (taken === undefined) {
        const made = toNewAccount(deps, wanted, row.customerId, account, position);
        position += 1;
        added.push(made);
        return made.accountId;
      }
      // A reset takes a seeded customer back to the state of a new sandbox.
      const keepsOpening = row.seedKey !== null && taken.status !== 'closed';
      const openingCents = keepsOpening ? undefined : parseAmount(account.balance.amount);
      updates.push({ accountId: taken.accountId, name: account.name, status: account.status, openingCents });
      return taken.accountId;
    });
  });
  if (updates.length > 0) await updateAccounts(tx, sandboxId, updates);
  const inserted = added.length === 0 ? [] : await insertAccounts(tx, sandboxId, added);
  const ibans = new Map([
    ...present.flatMap(({ accounts }) => accounts.map(({ accountId, iban }): [string, string] => [accountId, iban])),
    ...inserted.map(({ accountId, iban = '' }): [string, string] => [accountId, iban]),
  ]);
  return present.map(({ wanted, row }, index) =>
    wanted.accounts.map((account, place) => {
      const accountId = ids[index]?.[place] ?? '';
      return { account, accountId, iban: ibans.get(accountId) ?? '', holderName: nameOf(wanted), generation: row.generation + 1 };
    }),
  );
}

function toNewAccount(deps: Deps, customer: DocumentCustomer, customerId: string, account: DocumentAccount, position: number): NewAccount {
  return {
    accountId: deps.random.id('acc'),
    kind: 'customer',
    customerId,
    holderName: nameOf(customer),
    drawIban: () => drawIban(deps.random, customer.country),
    currency: account.currency,
    name: account.name,
    status: account.status,
    position,
    openingCents: parseAmount(account.balance.amount),
  };
}
