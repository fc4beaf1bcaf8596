import { addDays } from '@portico/primitives';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Bank } from '#modules/bank/index.ts';
import { createSandboxBank, listDemoLogins, PAYEES, seedSandbox, verifyLedger } from '#modules/bank-sandbox/index.ts';
import type { OpenedDatabase } from '#platform/db/open-database.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { createPgBossJobs } from '#platform/jobs/pg-boss-jobs.ts';
import { createRandom } from '#platform/random.ts';
import { createClock } from '#platform/tenant/clock.ts';
import { openTestDatabase } from '../../../testing/test-database.ts';
import { createPayments, defineResumeJob, type Payments } from '../index.ts';
import { scheduleExecution } from '../lifecycle/schedule-execution.ts';
import { findPayment } from '../store/payment-store.ts';
import { CALLER, get, openPaymentsHarness, type PaymentsHarness, post, setClock, VALID_BODY } from '../testing/payments-harness.ts';

const SANDBOX_ID = 'sbx_jobs';
const INSTANT = 'instant-sepa-credit-transfers';

let database: OpenedDatabase;
let bank: Bank;
let harness: PaymentsHarness;
let owner: { sandboxId: string; customerId: string };
let jobs: Jobs;
let payments: Payments;
let crashes = 0;
/** What the process does in the middle of an execution. */
let crashNext = false;

beforeAll(async () => {
  database = await openTestDatabase();
  const deps = { db: database.db, clock: createClock(), random: createRandom() };
  const sandboxBank = createSandboxBank(deps);
  bank = {
    ...sandboxBank,
    ordinaryExecutionTime: (receivedAt) => receivedAt,
    async settleHolds(tx, transfers) {
      const outcomes = await sandboxBank.settleHolds(tx, transfers);
      if (crashNext) {
        crashNext = false;
        crashes += 1;
        throw new Error('The process died before the commit.');
      }
      return outcomes;
    },
  };
  await database.db.transaction().execute((tx) => seedSandbox(deps, tx, { sandboxId: SANDBOX_ID, name: 'Jobs' }));
  const [login] = await listDemoLogins(database.db, SANDBOX_ID);
  const customer = login && (await bank.findCustomerByIdentity(login.country, login.nationalIdentityNumber));
  if (customer === undefined) throw new Error('The sandbox has no customer.');
  owner = { sandboxId: SANDBOX_ID, customerId: customer.customerId };
  harness = await openPaymentsHarness(database, bank, { good: { ...CALLER, ...owner } });
  jobs = createPgBossJobs(database, pino({ level: 'silent' }), 0.5);
  payments = createPayments({
    write: harness.write,
    clock: harness.clock,
    random: createRandom(),
    jobs,
    bank,
    keys: { secrets: Buffer.alloc(32, 4) },
  });
  await jobs.start();
});
afterAll(async () => {
  await jobs.stop(60_000);
  await harness.app.close();
  await database.close();
});

async function signPayment(by: Payments, when: object = {}, transactionStatus = 'ACFC'): Promise<string> {
  const [account] = await bank.listAccounts(database.db, owner);
  const response = await post(harness.app, { ...VALID_BODY, creditorAccount: { iban: PAYEES.lumenBooks.iban }, ...when });
  const { paymentId } = response.json();
  const submission = { ...owner, paymentId, debtorAccountIban: account?.iban ?? '', debtorDetails: undefined };
  expect(await harness.write((context) => by.sign(context, submission))).toMatchObject({ transactionStatus });
  return paymentId;
}

const status = async (paymentId: string) => (await get(harness.app, `sepa-credit-transfers/${paymentId}/status`)).json().transactionStatus;
const bookings = async (paymentId: string) =>
  (await database.query('select id from ledger_transaction where payment_id = $1', [paymentId])).rows.length;

/** The job that looks for lost executions, over the real queue for what it sends there. */
function resumeWith(queue: Jobs) {
  const sent: object[] = [];
  const handlers: ((data: never, attempt: number) => Promise<void>)[] = [];
  const resume = defineResumeJob({
    write: harness.write,
    clock: harness.clock,
    bank,
    jobs: {
      ...queue,
      define: (_queue, handler) => void handlers.push(handler),
      async send(tx, name, data, options) {
        sent.push(data);
        return 'paymentId' in data ? queue.send(tx, name, data, options) : true;
      },
    },
  });
  return { sent, handlers, resume };
}

/** Instant, from today on, for ever. */
async function signPeriodicPayment(by: Payments): Promise<string> {
  const [account] = await bank.listAccounts(database.db, owner);
  const today = new Date().toISOString().slice(0, 10);
  // The run starts in the morning, so the test sets the clock to noon.
  await setClock(database, SANDBOX_ID, `${today}T12:00:00Z`);
  const body = { ...VALID_BODY, creditorAccount: { iban: PAYEES.lumenBooks.iban }, startDate: today, frequency: 'Monthly' };
  const { paymentId } = (await post(harness.app, body, { service: 'periodic-payments', product: INSTANT })).json();
  const submission = { ...owner, paymentId, debtorAccountIban: account?.iban ?? '', debtorDetails: undefined };
  expect(await harness.write((context) => by.sign(context, submission))).toMatchObject({ transactionStatus: 'ACTC' });
  return paymentId;
}

const runs = async (paymentId: string) =>
  (await get(harness.app, `${INSTANT}/${paymentId}`, 'good', 'periodic-payments'))
    .json()
    .executions.map(({ transactionStatus }: { transactionStatus: string }) => transactionStatus);

describe('the execution job', () => {
  it('runs once the signature is committed', async () => {
    const paymentId = await signPayment(payments);
    await expect.poll(() => status(paymentId)).toBe('ACSC');
    expect(await bookings(paymentId)).toBe(1);
  });

  it('that fails before its commit is repeated, and books once', async () => {
    crashNext = true;
    const paymentId = await signPayment(payments);
    await expect.poll(() => status(paymentId)).toBe('ACSC');
    expect([crashes, await bookings(paymentId)]).toEqual([1, 1]);
  });

  it('that was lost is sent again at the next start', async () => {
    // The harness's jobs only store what is sent, so this payment's job never runs.
    const paymentId = await signPayment(harness.payments);
    const { sent, resume } = resumeWith(jobs);
    await resume.start();
    expect(sent.filter((data) => 'paymentId' in data)).toEqual([{ sandboxId: SANDBOX_ID, paymentId }]);
    await expect.poll(() => status(paymentId)).toBe('ACSC');
  });

  it('whose server stopped is sent again at the next start, although the queue has it as active', async () => {
    const paymentId = await signPayment(harness.payments);
    await database.db.transaction().execute(async (tx) => {
      const { executeAt = new Date() } = (await findPayment(tx, SANDBOX_ID, paymentId)) ?? {};
      await scheduleExecution({ clock: harness.clock, jobs }, tx, { sandboxId: SANDBOX_ID, paymentId, status: 'ACFC' }, executeAt);
      await sql`update jobs.job set state = 'active', started_on = now() where data ->> 'paymentId' = ${paymentId}`.execute(tx);
    });
    await resumeWith(jobs).resume.start();
    await expect.poll(() => status(paymentId)).toBe('ACSC');
    expect(await bookings(paymentId)).toBe(1);
  });

  it('that was lost while the server runs is sent again; one that is not due is not', async () => {
    const paymentId = await signPayment(harness.payments);
    const later = await signPayment(harness.payments);
    await database.query(`update payment set execute_at = execute_at + interval '1 day' where payment_id = $1`, [later]);
    const { sent, handlers } = resumeWith(jobs);
    for (const handler of handlers) await Reflect.apply(handler, undefined, [{}]);
    expect(sent.filter((data) => 'paymentId' in data)).toEqual([{ sandboxId: SANDBOX_ID, paymentId }]);
    await expect.poll(() => status(paymentId)).toBe('ACSC');
    expect(await status(later)).toBe('ACFC');
  });

  it('of a payment for a later day is sent again on that day, and pays it once', async () => {
    const today = new Date().toISOString().slice(0, 10);
    await setClock(database, SANDBOX_ID, `${today}T12:00:00Z`);
    const paymentId = await signPayment(harness.payments, { requestedExecutionDate: addDays(today, 9) }, 'ACTC');
    const early = resumeWith(jobs);
    await early.resume.start();
    expect(early.sent.filter((data) => 'paymentId' in data)).not.toContainEqual({ sandboxId: SANDBOX_ID, paymentId });
    await setClock(database, SANDBOX_ID, `${addDays(today, 14)}T12:00:00Z`);
    await resumeWith(jobs).resume.start();
    await expect.poll(() => status(paymentId)).toBe('ACSC');
    expect(await bookings(paymentId)).toBe(1);
  });

  it('makes the due run of a periodic payment once, and not the next one', async () => {
    const paymentId = await signPeriodicPayment(payments);
    await expect.poll(() => runs(paymentId)).toEqual(['ACCC']);
    await payments.execute({ sandboxId: SANDBOX_ID, paymentId });
    expect(await runs(paymentId)).toEqual(['ACCC']);
  });

  it('of a periodic payment that was lost is sent again at the next start', async () => {
    const paymentId = await signPeriodicPayment(harness.payments);
    const { sent, resume } = resumeWith(jobs);
    await resume.start();
    expect(sent).toContainEqual({ sandboxId: SANDBOX_ID, paymentId });
    await expect.poll(() => runs(paymentId)).toEqual(['ACCC']);
  });

  it('leaves a ledger and an audit log that verify', async () => {
    expect(await verifyLedger(database.db)).toEqual([]);
    expect(await harness.audit.verify(database.db)).toMatchObject({ ok: true });
  });
});
