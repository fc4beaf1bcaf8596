/** Fills a sandbox with customers, accounts and, now or later, four months of bookings. Safe to call at every start: a seeded sandbox is left alone. */
import type { Clock } from '#platform/clock.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Random } from '#platform/random.ts';
import { insertAccounts, type NewAccount } from '../account-store.ts';
import { AUTH_METHODS_OF } from '../auth-methods.ts';
import { isOwnBank } from '../bank-codes.ts';
import { insertCustomers, listSeededCustomers, type NewCustomer } from '../customer-store.ts';
import { book } from '../ledger-store.ts';
import { type DirectoryPayee, PAYEES } from '../payee-directory.ts';
import { lockSandbox } from './sandbox-store.ts';
import { customerBookings, openingBookings, type SeedBookingContext, type SeededAccount } from './seed-bookings.ts';
import { seedCoSigners } from './seed-co-signer.ts';
import { SEED_CUSTOMERS, type SeedCustomer } from './seed-customers.ts';
import { type SeedPosition, seedIban, seedMethodNumbers, seedPersonalCode, seedUserName } from './seed-identity.ts';

export interface SeededSandbox {
  readonly sandboxNumber: number;
  /** False when it had been seeded before. */
  readonly isNew: boolean;
}

interface PreparedCustomer {
  readonly seed: SeedCustomer;
  readonly customer: NewCustomer;
  readonly accounts: readonly SeededAccount[];
}

/** Makes the sandbox's row too unless it exists. All in the caller's transaction. */
export async function seedSandbox(
  deps: { clock: Clock; random: Random },
  tx: Tx,
  sandbox: { sandboxId: string; name: string; history?: 'now' | 'later' },
): Promise<SeededSandbox> {
  const { sandboxId } = sandbox;
  const sandboxNumber = await lockSandbox(tx, sandbox);
  const present = await listSeededCustomers(tx, sandboxId);
  if (present.length > 0) {
    await seedCoSigners(deps, tx, { sandboxId, sandboxNumber });
    return { sandboxNumber, isNew: false };
  }

  const internal = internalAccounts(deps.random);
  const prepared = Object.values(SEED_CUSTOMERS).flatMap((customers) =>
    customers.map((seed, customerIndex) => prepareCustomer(deps.random, sandboxId, seed, { sandboxNumber, country: seed.country, customerIndex })),
  );
  await insertCustomers(
    tx,
    prepared.map(({ customer }) => ({ ...customer, isHistoryDue: sandbox.history === 'later' })),
  );
  await seedCoSigners(deps, tx, { sandboxId, sandboxNumber });
  const customerAccounts = prepared.flatMap(({ accounts }) => accounts.map(({ account }) => account));
  await insertAccounts(tx, sandboxId, [...internal, ...merchantAccounts(deps.random), ...customerAccounts]);
  const context: SeedBookingContext = {
    sandboxId,
    sandboxNumber,
    now: await deps.clock.now(tx, sandboxId),
    generation: 1,
    random: deps.random,
    clearingOf: (currency) => requireClearing(internal, currency),
  };
  await book(
    tx,
    prepared.flatMap(({ seed, accounts }) =>
      sandbox.history === 'later' ? openingBookings(context, accounts) : customerBookings(context, seed, accounts),
    ),
  );
  return { sandboxNumber, isNew: true };
}

function prepareCustomer(random: Random, sandboxId: string, seed: SeedCustomer, position: SeedPosition): PreparedCustomer {
  const customerId = random.id('cus');
  const name = seed.companyName ?? `${seed.firstName} ${seed.surname}`;
  const { firstName, surname, country, type, scenario, authMethods = AUTH_METHODS_OF[country] } = seed;
  return {
    seed,
    customer: {
      sandboxId,
      customerId,
      seedKey: seed.key,
      userName:
        seed.companyName === undefined ? seedUserName(position.sandboxNumber, firstName, surname) : companyUserName(position, seed.companyName),
      country,
      name,
      firstName,
      surname,
      nationalIdentityNumber: seedPersonalCode(position, seed),
      ...seedMethodNumbers(position, authMethods),
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
        iban: seedIban(position, accountIndex),
        position: accountIndex,
        status: status ?? 'enabled',
        openingCents: balanceCents,
      },
    })),
  };
}

function companyUserName({ sandboxNumber }: SeedPosition, companyName: string): string {
  return seedUserName(sandboxNumber, companyName.replace(/^(SIA|UAB) | OÜ$/, ''));
}

/** The bank's own accounts: one that stands for all other banks, one for its income, per currency. */
function internalAccounts(random: Random): readonly NewAccount[] {
  return ['EUR', 'USD'].flatMap((currency) => [
    { accountId: random.id('acc'), kind: 'clearing', holderName: 'Portico Bank', currency, name: 'Clearing with other banks' } as const,
    { accountId: random.id('acc'), kind: 'feeIncome', holderName: 'Portico Bank', currency, name: 'Fee income' } as const,
  ]);
}

/** Payees of the directory that bank here. */
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
