/** Periodic payments with the sandbox bank and its ledger, and a clock that runs what falls due. */
import type { PeriodicPaymentInitiation } from '@portico/contract';
import type { Bank } from '#modules/bank/index.ts';
import { createSandboxBank, listDemoLogins, PAYEES, resetCustomer, seedSandbox } from '#modules/bank-sandbox/index.ts';
import type { OpenedDatabase } from '#platform/db/open-database.ts';
import { createRandom } from '#platform/random.ts';
import { createClock } from '#platform/tenant/clock.ts';
import { readStatusHistory } from '../store/payment-store.ts';
import { CALLER, get, openPaymentsHarness, post, setClock, VALID_BODY } from './payments-harness.ts';

const SANDBOX_ID = 'sbx_periodic';
const ORDINARY = 'sepa-credit-transfers';

export interface PeriodicExecutionRow {
  readonly paymentId: string;
  readonly executionDate: string;
  readonly transactionStatus: string;
  readonly tppMessages?: readonly { readonly code: string }[];
}

/** `database`: freshly migrated, closed together with the harness. `change`: functions of the bank to replace. */
export async function openPeriodicHouse(database: OpenedDatabase, change: (bank: Bank) => Partial<Bank>) {
  const deps = { db: database.db, clock: createClock(), random: createRandom() };
  const sandboxBank = createSandboxBank(deps);
  const bank = { ...sandboxBank, ...change(sandboxBank) };
  await database.db.transaction().execute((tx) => seedSandbox(deps, tx, { sandboxId: SANDBOX_ID, name: 'Periodic' }));
  const owner = { sandboxId: SANDBOX_ID, customerId: await findPerson() };
  const harness = await openPaymentsHarness(database, bank, { good: { ...CALLER, ...owner } });
  const [account] = await bank.listAccounts(database.db, owner);
  if (account === undefined) throw new Error('The seeded customer has no account.');

  async function findPerson(): Promise<string> {
    for (const login of await listDemoLogins(database.db, SANDBOX_ID)) {
      const customer = await bank.findCustomerByIdentity(login.country, login.nationalIdentityNumber);
      if (customer?.country === 'ee' && customer.type === 'person') return customer.customerId;
    }
    throw new Error('The sandbox has no Estonian person.');
  }

  const read = async (path: string) => (await get(harness.app, path, 'good', 'periodic-payments')).json();

  return {
    database,
    bank,
    harness,
    owner,
    iban: account.iban,
    setClock: (time: string) => setClock(database, SANDBOX_ID, time),
    async create(when: Partial<PeriodicPaymentInitiation>, product = ORDINARY): Promise<string> {
      const body = { ...VALID_BODY, creditorAccount: { iban: PAYEES.lumenBooks.iban }, frequency: 'Monthly', ...when };
      const response = await post(harness.app, body, { service: 'periodic-payments', product });
      if (response.statusCode !== 201) throw new Error(response.body);
      return response.json().paymentId;
    },
    sign: (paymentId: string, iban = account.iban) =>
      harness.write((context) => harness.payments.sign(context, { ...owner, paymentId, debtorAccountIban: iban, debtorDetails: undefined })),
    /** Sets the clock forward and runs what falls due, each at its time. */
    async advance(time: string): Promise<void> {
      const until = new Date(time);
      for (;;) {
        const next = await harness.payments.nextExecution(harness.db, SANDBOX_ID, until);
        if (next === undefined) break;
        await setClock(database, SANDBOX_ID, next.executeAt.toISOString());
        await harness.payments.execute({ sandboxId: SANDBOX_ID, paymentId: next.paymentId });
      }
      await setClock(database, SANDBOX_ID, time);
    },
    information: (paymentId: string, product = ORDINARY) => read(`${product}/${paymentId}`),
    status: (paymentId: string, product = ORDINARY) => read(`${product}/${paymentId}/status`),
    /** `2030-02-01 ACSC`, the earliest first. */
    async runs(paymentId: string, product = ORDINARY): Promise<readonly string[]> {
      const { executions } = await read(`${product}/${paymentId}`);
      return executions.map((run: PeriodicExecutionRow) => `${run.executionDate} ${run.transactionStatus}`).toReversed();
    },
    async history(paymentId: string): Promise<string> {
      return (await readStatusHistory(harness.db, SANDBOX_ID, paymentId)).map(({ status }) => status).join(' ');
    },
    available: async () => (await bank.findAccount(database.db, owner, account.iban))?.availableCents ?? Number.NaN,
    async bookings(): Promise<number> {
      const { rows } = await database.query('select payment_id from ledger_transaction where payment_id in (select payment_id from payment)');
      return rows.length;
    },
    jobsOf: (paymentId: string) => harness.jobs.sent.filter(({ data }) => 'paymentId' in data && data.paymentId === paymentId),
    /** Ends open payments and restores the balances. */
    reset: () =>
      harness.write(async (context) => {
        await harness.payments.endOpen(context, owner);
        await resetCustomer(deps, context.tx, owner);
      }),
    async close() {
      await harness.app.close();
      await database.close();
    },
  };
}

export type PeriodicHouse = Awaited<ReturnType<typeof openPeriodicHouse>>;
