/** A seeded sandbox bank on a test database, for the bank's own tests. */
import { pino } from 'pino';
import type { Bank, BankAccount, CreditTransfer } from '#modules/bank/index.ts';
import type { OpenedDatabase } from '#platform/db/open-database.ts';
import type { RunWrite } from '#platform/db/run-write.ts';
import { createWriteDoor } from '#platform/db/run-write-door.ts';
import { createRandom } from '#platform/random.ts';
import { createClock } from '#platform/tenant/clock.ts';
import type { SandboxCustomer } from '../customers/sandbox-customer.ts';
import { createSandboxBank, listDemoLogins, seedSandbox } from '../index.ts';
import { findCustomerByIdentity } from '../store/customer-store.ts';

export interface TestBank {
  readonly database: OpenedDatabase;
  readonly bank: Bank;
  readonly write: RunWrite;
  readonly sandboxId: string;
  /** Seeds another sandbox, or the same one again. */
  seed(sandboxId: string): ReturnType<typeof seedSandbox>;
  /** A seeded customer by surname, of the first sandbox. */
  customer(surname: string): Promise<SandboxCustomer>;
  account(surname: string, position?: number): Promise<BankAccount & { customer: SandboxCustomer }>;
  available(surname: string, position?: number): Promise<number>;
  close(): Promise<void>;
}

/** Takes the database over: `close` closes it. */
export async function openTestBank(database: OpenedDatabase): Promise<TestBank> {
  const { db } = database;
  const deps = { db, clock: createClock(), random: createRandom() };
  const write = createWriteDoor({ db, appendAudit: async () => {}, log: pino({ level: 'silent' }) });
  const bank = createSandboxBank(deps);
  const sandboxId = 'sbx_test';
  const seed = (id: string) => write(({ tx }) => seedSandbox(deps, tx, { sandboxId: id, name: 'Test' }));
  await seed(sandboxId);

  async function customer(surname: string): Promise<SandboxCustomer> {
    const logins = await listDemoLogins(db, sandboxId);
    const login = logins.find(({ name, type }) => type === 'person' && name.endsWith(surname));
    const found = login && (await findCustomerByIdentity(db, login.country, login.nationalIdentityNumber));
    if (found === undefined) throw new Error(`Nobody is called ${surname}.`);
    return found;
  }

  async function account(surname: string, position = 0): Promise<BankAccount & { customer: SandboxCustomer }> {
    const owner = await customer(surname);
    const found = (await bank.listAccounts(db, owner))[position];
    if (found === undefined) throw new Error(`${surname} has no account ${position}.`);
    return { ...found, customer: owner };
  }

  async function available(surname: string, position = 0): Promise<number> {
    const { customer: owner, iban } = await account(surname, position);
    return (await bank.findAccount(db, owner, iban))?.availableCents ?? Number.NaN;
  }

  return { database, bank, write, sandboxId, seed, customer, account, available, close: () => database.close() };
}

let transfers = 0;

/** A transfer of 10.00 EUR and no fee; each call is another payment. */
export function transferFrom(account: BankAccount & { customer: SandboxCustomer }, changes: Partial<CreditTransfer> = {}): CreditTransfer {
  transfers += 1;
  return {
    sandboxId: account.customer.sandboxId,
    customerId: account.customer.customerId,
    paymentId: `pay_test_${transfers}`,
    debtorIban: account.iban,
    amountCents: 1_000,
    feeCents: 0,
    currency: 'EUR',
    creditorIban: 'EE869800100045081764',
    creditorName: 'Lumen Books OÜ',
    remittance: 'Order 2026-0417',
    endToEndId: 'NOTPROVIDED',
    product: 'INDIVIDUAL_INSTANT_SEPA',
    ...changes,
  };
}
