/** What developers may do with the test customers of their sandbox. All functions run in the caller's transaction. */

import type { CustomerScenario, NewTestCustomer } from '@portico/contract';
import { CUSTOMER_ACCOUNTS_MAX, OWN_CUSTOMERS_MAX } from '@portico/contract/values';
import type { BankAccount, Owner } from '#modules/bank/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Platform } from '#platform/platform.ts';
import { lockTenant } from '#platform/tenant/tenant-store.ts';
import { openingBookings } from '../seed/seed-bookings.ts';
import { seedCoSigners } from '../seed/seed-co-signer.ts';
import { insertAccounts, type NewAccount } from '../store/account-store.ts';
import { insertCustomers } from '../store/customer-store.ts';
import { book } from '../store/ledger-store.ts';
import { AUTH_METHODS_OF } from '../terms/auth-methods.ts';
import { drawIban, drawIdentity } from './draw-identity.ts';
import { emptyingBookings, requireOf } from './reset-customer.ts';
import type { SandboxCustomer } from './sandbox-customer.ts';
import * as store from './test-customer-store.ts';

export interface NewAccountOfCustomer {
  readonly name: string;
  readonly currency: string;
  readonly openingCents: number;
}

/** Seeded customers use the indexes below. */
export const OWN_INDEX_FIRST = 8;
const FIRST_ACCOUNT: NewAccountOfCustomer = { name: 'Everyday account', currency: 'EUR', openingCents: 100_000 };

/**
 * Creates a customer with one account of 1000.00 EUR; a company also gets a second signatory. Undefined: the country's limit is reached.
 * @param representative the private customer of the same country who acts for the company; absent: a person with numbers of their own
 */
export async function createTestCustomer(
  deps: Pick<Platform, 'clock' | 'random'>,
  tx: Tx,
  sandboxId: string,
  wanted: NewTestCustomer,
  representative?: SandboxCustomer,
): Promise<SandboxCustomer | undefined> {
  const isThere = await lockTenant(tx, sandboxId);
  const count = await store.countOwnCustomers(tx, sandboxId, wanted.country);
  if (!isThere || count >= OWN_CUSTOMERS_MAX) return undefined;
  const customerId = deps.random.id('cus');
  const { firstName, surname, country, type } = wanted;
  const authMethods = representative?.authMethods ?? AUTH_METHODS_OF[country];
  const made = {
    sandboxId,
    customerId,
    country,
    name: wanted.companyName ?? `${firstName} ${surname}`,
    firstName,
    surname,
    type,
    authMethods,
    scenario: type === 'company' ? 'needsSecondSignature' : 'approves',
  } as const;
  const identify = () => ({
    ...drawIdentity(deps.random, { country, names: [firstName, surname], authMethods }),
    ...(representative && numbersOf(representative)),
  });
  const own = {
    ...made,
    identify,
    seedKey: undefined,
    ownIndex: OWN_INDEX_FIRST + count,
    debtorDetails: undefined,
    representedBy: representative?.customerId,
  };
  const identity = (await insertCustomers(tx, [own])).get(customerId);
  if (identity === undefined) throw new Error('A test customer was not inserted.');
  const customer: SandboxCustomer = { ...made, ...identity, representedBy: representative?.customerId };
  await seedCoSigners(deps, tx, { sandboxId });
  await addTestAccount(deps, tx, customer, FIRST_ACCOUNT);
  return customer;
}

function numbersOf({ nationalIdentityNumber, phoneNumber, userNumber }: SandboxCustomer) {
  return { nationalIdentityNumber, phoneNumber, userNumber };
}

/** Undefined: no such customer. `full`: the customer has reached the limit of accounts, closed ones included. */
export async function addTestAccount(
  deps: Pick<Platform, 'clock' | 'random'>,
  tx: Tx,
  owner: Owner,
  wanted: NewAccountOfCustomer,
): Promise<BankAccount | 'full' | undefined> {
  const isThere = await lockTenant(tx, owner.sandboxId);
  const customer = await store.lockTestCustomer(tx, owner);
  if (!isThere || customer === undefined) return undefined;
  const accountIndex = (await store.readTestAccounts(tx, owner, false)).length;
  if (accountIndex >= CUSTOMER_ACCOUNTS_MAX) return 'full';
  const wantedAccount: NewAccount = {
    accountId: deps.random.id('acc'),
    kind: 'customer',
    customerId: owner.customerId,
    holderName: customer.name,
    drawIban: () => drawIban(deps.random, customer.country),
    currency: wanted.currency,
    name: wanted.name,
    position: accountIndex,
    openingCents: wanted.openingCents,
  };
  const [account = wantedAccount] = await insertAccounts(tx, owner.sandboxId, [wantedAccount]);
  const clearing = await store.findClearingAccounts(tx, owner.sandboxId);
  const context = {
    sandboxId: owner.sandboxId,
    now: await deps.clock.now(tx, owner.sandboxId),
    generation: customer.generation,
    random: deps.random,
    clearingOf: (currency: string) => requireOf(clearing, currency),
  };
  await book(tx, openingBookings(context, [{ account, balanceCents: wanted.openingCents }]));
  const { accountId, iban = '', currency, name } = account;
  return { accountId, iban, currency, name, status: 'enabled' };
}

/** `inUse`: money is reserved on the account for a signed payment. False: no such account. */
export async function closeTestAccount(deps: Pick<Platform, 'clock' | 'random'>, tx: Tx, owner: Owner, iban: string): Promise<boolean | 'inUse'> {
  const customer = await store.lockTestCustomer(tx, owner);
  const account = (await store.readTestAccounts(tx, owner, true)).find((each) => each.iban === iban && !each.isClosed);
  if (customer === undefined || account === undefined) return false;
  if (account.heldCents > 0) return 'inUse';
  await emptyAndClose(deps, tx, owner, customer.generation, [account]);
  return true;
}

/** Open payments must have ended before. `seeded`: a seeded customer cannot be removed. False: no such customer. */
export async function removeTestCustomer(deps: Pick<Platform, 'clock' | 'random'>, tx: Tx, owner: Owner): Promise<boolean | 'seeded'> {
  const customer = await store.lockTestCustomer(tx, owner);
  if (customer === undefined) return false;
  if (customer.seedKey !== undefined) return 'seeded';
  const accounts = await store.readTestAccounts(tx, owner, true);
  await emptyAndClose(
    deps,
    tx,
    owner,
    customer.generation,
    accounts.filter(({ isClosed }) => !isClosed),
  );
  await store.markRemoved(tx, owner);
  return true;
}

/** False: no such customer. */
export function setTestScenario(tx: Tx, owner: Owner, scenario: CustomerScenario): Promise<boolean> {
  return store.updateScenario(tx, owner, scenario);
}

async function emptyAndClose(
  deps: Pick<Platform, 'clock' | 'random'>,
  tx: Tx,
  { sandboxId }: Owner,
  generation: number,
  accounts: readonly store.TestAccountRow[],
): Promise<void> {
  const clearing = await store.findClearingAccounts(tx, sandboxId);
  await book(tx, emptyingBookings(deps, { sandboxId, generation, now: await deps.clock.now(tx, sandboxId), clearing }, accounts));
  for (const { accountId } of accounts) await store.closeAccount(tx, sandboxId, accountId);
}
