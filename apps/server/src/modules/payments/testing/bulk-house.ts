/** Bulk payments with the sandbox bank and its ledger, a clock that runs what falls due, and a count of statements. */
import type { BulkPaymentInitiation, BulkPaymentItem, TransactionStatus } from '@portico/contract';
import { formatCents } from '@portico/primitives';
import type { KyselyPlugin } from 'kysely';
import type { Bank } from '#modules/bank/index.ts';
import { createSandboxBank, listDemoLogins, PAYEES, resetCustomer, seedSandbox } from '#modules/bank-sandbox/index.ts';
import type { OpenedDatabase } from '#platform/db/open-database.ts';
import { createRandom } from '#platform/random.ts';
import { createClock } from '#platform/tenant/clock.ts';
import { readStatusHistory } from '../store/payment-store.ts';
import { CALLER, get, openPaymentsHarness, post, setClock } from './payments-harness.ts';

const SANDBOX_ID = 'sbx_bulk';
const ORDINARY = 'sepa-credit-transfers';
/** A Tuesday; before the cut-off. */
const MORNING = '2030-01-15T08:00:00Z';

export const item = (amountCents: number, change: Partial<BulkPaymentItem> = {}): BulkPaymentItem => ({
  instructedAmount: { amount: formatCents(amountCents), currency: 'EUR' },
  creditorAccount: { iban: PAYEES.lumenBooks.iban },
  creditorName: PAYEES.lumenBooks.name,
  ...change,
});

/** `database`: freshly migrated, closed together with the harness. `change`: functions of the bank to replace. */
export async function openBulkHouse(opened: OpenedDatabase, change: (bank: Bank) => Partial<Bank> = () => ({})) {
  const statements = { count: 0 };
  const database: OpenedDatabase = { ...opened, db: opened.db.withPlugin(countingPlugin(statements)) };
  const deps = { db: database.db, clock: createClock(), random: createRandom() };
  const sandboxBank = createSandboxBank(deps);
  const bank = { ...sandboxBank, ...change(sandboxBank) };
  await database.db.transaction().execute((tx) => seedSandbox(deps, tx, { sandboxId: SANDBOX_ID, name: 'Bulk' }));
  const owner = { sandboxId: SANDBOX_ID, customerId: await findPerson() };
  const harness = await openPaymentsHarness(database, bank, { good: { ...CALLER, ...owner } });
  const [account] = await bank.listAccounts(database.db, owner);
  if (account === undefined) throw new Error('The seeded customer has no account.');
  await setClock(database, SANDBOX_ID, MORNING);

  async function findPerson(): Promise<string> {
    for (const login of await listDemoLogins(database.db, SANDBOX_ID)) {
      const customer = await bank.findCustomerByIdentity(login.country, login.nationalIdentityNumber);
      if (customer?.country === 'ee' && customer.type === 'person') return customer.customerId;
    }
    throw new Error('The sandbox has no Estonian person.');
  }

  const read = async (path: string) => (await get(harness.app, path, 'good', 'bulk-payments')).json();
  const send = (body: Partial<BulkPaymentInitiation>, product = ORDINARY) => post(harness.app, body, { service: 'bulk-payments', product });

  return {
    database,
    bank,
    harness,
    owner,
    iban: account.iban,
    statements,
    send,
    setClock: (time: string) => setClock(database, SANDBOX_ID, time),
    async create(payments: readonly BulkPaymentItem[], change: Partial<BulkPaymentInitiation> = {}, product = ORDINARY): Promise<string> {
      const response = await send({ payments: [...payments], ...change }, product);
      if (response.statusCode !== 201) throw new Error(response.body);
      return response.json().paymentId;
    },
    sign: (paymentId: string, iban = account.iban) =>
      harness.write((context) => harness.payments.sign(context, { ...owner, paymentId, debtorAccountIban: iban, debtorDetails: undefined })),
    execute: (paymentId: string) => harness.payments.execute({ ...owner, paymentId }),
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
    /** The bulk payment's status, then its items'. */
    async statuses(paymentId: string, product = ORDINARY): Promise<readonly string[]> {
      const { transactionStatus, payments } = await read(`${product}/${paymentId}`);
      return [transactionStatus, ...payments.map((each: { transactionStatus: TransactionStatus }) => each.transactionStatus)];
    },
    async history(paymentId: string): Promise<string> {
      return (await readStatusHistory(harness.db, SANDBOX_ID, paymentId)).map(({ status }) => status).join(' ');
    },
    available: async () => (await bank.findAccount(database.db, owner, account.iban))?.availableCents ?? Number.NaN,
    /** Number of its items that are booked, and number of their active holds. */
    async booked(paymentId: string): Promise<{ readonly booked: number; readonly held: number }> {
      const ids = '(select payment_id from payment where bulk_payment_id = $1)';
      const booked = await database.query(`select 1 from ledger_transaction where payment_id in ${ids}`, [paymentId]);
      const held = await database.query(`select 1 from account_hold where state = 'held' and payment_id in ${ids}`, [paymentId]);
      return { booked: booked.rows.length, held: held.rows.length };
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

export type BulkHouse = Awaited<ReturnType<typeof openBulkHouse>>;

function countingPlugin(statements: { count: number }): KyselyPlugin {
  return {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      statements.count += 1;
      return result;
    },
  };
}
