/**
 * Fills a sandbox with customers, accounts and, now or later, four months of bookings. Safe to call at every start: a seeded sandbox stays
 * unchanged.
 */

import type { Tx } from '#platform/db/database.ts';
import type { Random } from '#platform/random.ts';
import type { Clock } from '#platform/tenant/clock.ts';
import { makeTenant } from '#platform/tenant/tenant-store.ts';
import { drawIban, drawIdentity } from '../customers/draw-identity.ts';
import { settlePublishedNumbers } from '../customers/renew-numbers-store.ts';
import { insertAccounts, type NewAccount } from '../store/account-store.ts';
import { insertCustomers, listSeededCustomers, type NewCustomer } from '../store/customer-store.ts';
import { book } from '../store/ledger-store.ts';
import { AUTH_METHODS_OF } from '../terms/auth-methods.ts';
import { isOwnBank } from '../terms/bank-codes.ts';
import { type DirectoryPayee, PAYEES } from '../terms/payee-directory.ts';
import { type PublishedPosition, publishedIban, publishedIdentity } from './published-identity.ts';
import { customerBookings, openingBookings, type SeedBookingContext, type SeededAccount } from './seed-bookings.ts';
import { seedCoSigners } from './seed-co-signer.ts';
import { SEED_CUSTOMERS, type SeedCustomer } from './seed-customers.ts';

export interface SeededSandbox {
  /** False when it had been seeded before. */
  readonly isNew: boolean;
}

interface PreparedCustomer {
  readonly seed: SeedCustomer;
  readonly customer: NewCustomer;
  readonly accounts: readonly SeededAccount[];
}

/**
 * Also creates the sandbox's row unless it exists. All in the caller's transaction.
 * @param sandbox.numbers `published`: those of the demonstration, the same in every installation; default: random.
 */
export async function seedSandbox(
  deps: { clock: Clock; random: Random },
  tx: Tx,
  sandbox: { sandboxId: string; name: string; history?: 'now' | 'later'; numbers?: 'published' | 'drawn' },
): Promise<SeededSandbox> {
  const { sandboxId } = sandbox;
  const hasPublishedNumbers = sandbox.numbers === 'published';
  await makeTenant(tx, sandbox);
  const present = await listSeededCustomers(tx, sandboxId);
  if (present.length > 0) {
    if (hasPublishedNumbers) await settlePublishedNumbers(tx, sandboxId);
    await seedCoSigners(deps, tx, { sandboxId, hasPublishedNumbers });
    return { isNew: false };
  }

  const internal = internalAccounts(deps.random);
  const prepared = Object.values(SEED_CUSTOMERS).flatMap((customers) =>
    customers.map((seed, customerIndex) =>
      prepareCustomer(deps.random, sandboxId, seed, hasPublishedNumbers ? { country: seed.country, customerIndex } : undefined),
    ),
  );
  await insertCustomers(
    tx,
    prepared.map(({ customer }) => ({ ...customer, isHistoryDue: sandbox.history === 'later' })),
  );
  await seedCoSigners(deps, tx, { sandboxId, hasPublishedNumbers });
  const customerAccounts = prepared.flatMap(({ accounts }) => accounts.map(({ account }) => account));
  const inserted = await insertAccounts(tx, sandboxId, [...internal, ...merchantAccounts(deps.random), ...customerAccounts]);
  const withIban = new Map(inserted.map((account) => [account.accountId, account]));
  const context: SeedBookingContext = {
    sandboxId,
    now: await deps.clock.now(tx, sandboxId),
    generation: 1,
    random: deps.random,
    clearingOf: (currency) => requireClearing(internal, currency),
  };
  await book(
    tx,
    prepared.flatMap(({ seed, accounts }) => {
      const opened = accounts.map((each) => ({ ...each, account: withIban.get(each.account.accountId) ?? each.account }));
      return sandbox.history === 'later' ? openingBookings(context, opened) : customerBookings(context, seed, opened);
    }),
  );
  return { isNew: true };
}

/** `published`: the customer's position in the demonstration. */
function prepareCustomer(random: Random, sandboxId: string, seed: SeedCustomer, published: PublishedPosition | undefined): PreparedCustomer {
  const customerId = random.id('cus');
  const name = seed.companyName ?? `${seed.firstName} ${seed.surname}`;
  const names = seed.companyName === undefined ? [seed.firstName, seed.surname] : [seed.companyName.replace(/^(SIA|UAB) | OÜ$/, '')];
  const { firstName, surname, country, type, scenario, authMethods = AUTH_METHODS_OF[country] } = seed;
  const person = { ...seed, names, authMethods };
  const publishedOnce = published === undefined ? [] : [publishedIdentity(published, person)];
  return {
    seed,
    customer: {
      sandboxId,
      customerId,
      seedKey: seed.key,
      identify: () => publishedOnce.pop() ?? drawIdentity(random, person),
      country,
      name,
      firstName,
      surname,
      type,
      authMethods,
      scenario,
      debtorDetails: seed.debtorDetails,
    },
    accounts: seed.accounts.map(({ balanceCents, status, ...account }, accountIndex) => ({
      balanceCents,
      account: {
        ...account,
        accountId: random.id('acc'),
        kind: 'customer',
        customerId,
        holderName: name,
        drawIban: published === undefined ? () => drawIban(random, country) : () => publishedIban(published, accountIndex),
        position: accountIndex,
        status: status ?? 'enabled',
        openingCents: balanceCents,
      },
    })),
  };
}

/** The bank's internal accounts: one that represents all other banks, and one for its income, per currency. */
function internalAccounts(random: Random): readonly NewAccount[] {
  return ['EUR', 'USD'].flatMap((currency) => [
    { accountId: random.id('acc'), kind: 'clearing', holderName: 'Portico Bank', currency, name: 'Clearing with other banks' } as const,
    { accountId: random.id('acc'), kind: 'feeIncome', holderName: 'Portico Bank', currency, name: 'Fee income' } as const,
  ]);
}

/** Payees of the directory with an account at this bank. */
function merchantAccounts(random: Random): readonly NewAccount[] {
  const payees: readonly DirectoryPayee[] = Object.values(PAYEES);
  return payees
    .filter(({ iban }) => isOwnBank(iban))
    .map(({ iban, name }) => ({
      accountId: random.id('acc'),
      kind: 'merchant',
      holderName: name,
      iban,
      currency: 'EUR',
      name: 'Current account',
    }));
}

function requireClearing(accounts: readonly NewAccount[], currency: string): string {
  const account = accounts.find((candidate) => candidate.kind === 'clearing' && candidate.currency === currency);
  if (account === undefined) throw new Error(`The sandbox bank has no clearing account in ${currency}.`);
  return account.accountId;
}
