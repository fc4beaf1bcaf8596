import type { PaymentInitiation } from '@portico/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenedDatabase } from '#platform/db/open-database.ts';
import { UiRefusal } from '#platform/http/refusal.ts';
import { createRandom } from '#platform/random.ts';
import { createClock } from '#platform/tenant/clock.ts';
import { setClock } from '../../testing/set-clock.ts';
import { openTestDatabase } from '../../testing/test-database.ts';
import type { Bank, BankAccount } from '../bank/index.ts';
import { createSandboxBank, listDemoLogins, PAYEES, seedSandbox, verifyLedger } from '../bank-sandbox/index.ts';
import { CALLER, get, openPaymentsHarness, type PaymentsHarness, post, VALID_BODY } from './testing/payments-harness.ts';

const SANDBOX_ID = 'sbx_real';
const INSTANT = 'instant-sepa-credit-transfers';
const ORDINARY = 'sepa-credit-transfers';

let database: OpenedDatabase;
let bank: Bank;
let harness: PaymentsHarness;
let owner: { sandboxId: string; customerId: string };
let account: BankAccount;

beforeAll(async () => {
  database = await openTestDatabase();
  const deps = { db: database.db, clock: createClock(), random: createRandom() };
  bank = createSandboxBank(deps);
  await database.db.transaction().execute((tx) => seedSandbox(deps, tx, { sandboxId: SANDBOX_ID, name: 'Real' }));
  owner = await findOwner();
  harness = await openPaymentsHarness(database, bank, { good: { ...CALLER, ...owner } });
  const [first] = await bank.listAccounts(database.db, owner);
  if (first === undefined) throw new Error('The seeded customer has no account.');
  account = first;
});
afterAll(async () => {
  await harness.app.close();
  await database.close();
});

async function findOwner(): Promise<typeof owner> {
  for (const login of await listDemoLogins(database.db, SANDBOX_ID)) {
    const customer = await bank.findCustomerByIdentity(login.country, login.nationalIdentityNumber);
    if (customer?.country === 'ee' && customer.type === 'person') return { sandboxId: SANDBOX_ID, customerId: customer.customerId };
  }
  throw new Error('The sandbox has no Estonian person.');
}

async function createPayment(product: string, change: Partial<PaymentInitiation> = {}): Promise<string> {
  const body = { ...VALID_BODY, creditorAccount: { iban: PAYEES.lumenBooks.iban }, ...change };
  const response = await post(harness.app, body, { product });
  expect(response.statusCode).toBe(201);
  return response.json().paymentId;
}

const sign = (paymentId: string) =>
  harness.write((context) => harness.payments.sign(context, { ...owner, paymentId, debtorAccountIban: account.iban, debtorDetails: undefined }));
const available = async () => (await bank.findAccount(database.db, owner, account.iban))?.availableCents ?? Number.NaN;
const status = async (paymentId: string, product: string): Promise<string> =>
  (await get(harness.app, `${product}/${paymentId}/status`)).json().transactionStatus;

async function runJobsOf(paymentId: string): Promise<void> {
  const jobs = harness.jobs.sent.filter(({ data }) => 'paymentId' in data && data.paymentId === paymentId);
  await Promise.all([...jobs, ...jobs, ...jobs].map((job) => harness.jobs.run(job)));
}

describe('with the sandbox bank', () => {
  it('an instant payment takes amount and fee once', async () => {
    const before = await available();
    const paymentId = await createPayment(INSTANT);
    expect(await sign(paymentId)).toMatchObject({ transactionStatus: 'ACCC' });
    expect(before - (await available())).toBe(4680 + 16);
  });

  it('an ordinary payment is held, then booked once by jobs that run several times at once', async () => {
    const before = await available();
    const paymentId = await createPayment(ORDINARY);
    expect(await sign(paymentId)).toMatchObject({ transactionStatus: 'ACFC' });
    expect(before - (await available())).toBe(4680 + 16);
    await setClock(database, 14 * 24 * 3_600_000, SANDBOX_ID);
    await runJobsOf(paymentId);
    expect([await status(paymentId, ORDINARY), before - (await available())]).toEqual(['ACSC', 4680 + 16]);
  });

  it('an instant payment to a bank without instant payments moves nothing, or runs as ordinary when that was asked', async () => {
    const before = await available();
    const creditorAccount = { iban: PAYEES.withoutInstant.iban };
    expect(await sign(await createPayment(INSTANT, { creditorAccount }))).toMatchObject({ transactionStatus: 'RJCT' });
    expect(await available()).toBe(before);
    const paymentId = await createPayment(INSTANT, { creditorAccount, retryAsSepa: true });
    expect(await sign(paymentId)).toMatchObject({ transactionStatus: 'ACFC', executedAsSepa: true });
    expect(before - (await available())).toBe(4680 + 16);
  });

  it.each<[result: string, payee: string, matchedName: string | undefined]>([
    ['MTCH', PAYEES.lumenBooks.iban, undefined],
    ['CMTC', PAYEES.lumenRaamatud.iban, PAYEES.lumenRaamatud.name],
    ['NMTC', PAYEES.somebodyElse.iban, undefined],
    ['NOAP', PAYEES.notAnswering.iban, undefined],
  ])('the customer sees the payee verification %s', async (result, iban, matchedName) => {
    const paymentId = await createPayment(ORDINARY, { creditorAccount: { iban } });
    const details = await harness.payments.details(database.db, SANDBOX_ID, paymentId);
    expect(details?.payeeVerification).toEqual(matchedName === undefined ? { result } : { result, matchedName });
  });

  it('of parallel payments that each need the whole balance exactly one is signed', async () => {
    const all = (await available()) - 16;
    const amount = `${Math.floor(all / 100)}.${String(all % 100).padStart(2, '0')}`;
    const payments = await Promise.all(Array.from({ length: 5 }, () => createPayment(INSTANT, { instructedAmount: { amount, currency: 'EUR' } })));
    const answers = await Promise.allSettled(payments.map(sign));
    const refusals = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []));
    expect(refusals).toHaveLength(4);
    for (const refusal of refusals) expect(refusal).toBeInstanceOf(UiRefusal);
    expect(refusals[0].message).toBe('Not enough money, available 0.00 EUR');
    expect(await available()).toBe(0);
  });

  it('ledger and audit log verify afterwards', async () => {
    expect(await verifyLedger(database.db)).toEqual([]);
    expect(await harness.audit.verify(database.db)).toMatchObject({ ok: true, findings: [] });
  });
});
