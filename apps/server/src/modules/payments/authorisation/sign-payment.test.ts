import type { DebtorDetails, PaymentInitiation } from '@portico/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sayOnPhone } from '#modules/sca/index.ts';
import { UiRefusal } from '#platform/http/refusal.ts';
import { openTestDatabase } from '../../../testing/test-database.ts';
import type { SignPayment } from '../payments.ts';
import { readStatusHistory } from '../store/payment-store.ts';
import { CALLER, get, insertSandbox, moveClock, openPaymentsHarness, type PaymentsHarness, post, VALID_BODY } from '../testing/payments-harness.ts';
import { createTestBank, FEE_CENTS, IBANS, OWNER, type TestBank } from '../testing/test-bank.ts';

const INSTANT = 'instant-sepa-credit-transfers';
const ORDINARY = 'sepa-credit-transfers';
const HOUR_MS = 3_600_000;

let bank: TestBank;
let harness: PaymentsHarness;
beforeAll(async () => {
  bank = createTestBank();
  harness = await openPaymentsHarness(await openTestDatabase(), bank, { good: CALLER, lithuanian: { ...CALLER, bankCountry: 'lt' } });
  await insertSandbox(harness.database, OWNER.sandboxId);
});
beforeEach(async () => {
  bank.delayExecution(0);
  await moveClock(harness.database, OWNER.sandboxId, 0);
});
afterAll(async () => {
  await harness.app.close();
  await harness.database.close();
});

async function createPayment(product = ORDINARY, change: Partial<PaymentInitiation> = {}, token = 'good'): Promise<string> {
  const response = await post(harness.app, { ...VALID_BODY, ...change }, { product, headers: { authorization: `Bearer ${token}` } });
  expect(response.statusCode).toBe(201);
  return response.json().paymentId;
}

function submission(paymentId: string, debtorAccountIban: string = IBANS.main, debtorDetails?: DebtorDetails): SignPayment & { customerId: string } {
  return { ...OWNER, paymentId, debtorAccountIban, debtorDetails };
}

const sign = (paymentId: string, iban?: string, details?: DebtorDetails) =>
  harness.write((context) => harness.payments.sign(context, submission(paymentId, iban, details)));
/** As a signing page and a challenge see it. */
async function examine(paymentId: string, iban?: string, given?: DebtorDetails) {
  const examined = await harness.payments.examine(harness.db, submission(paymentId, iban, given));
  if (examined === undefined) throw new Error(`There is no payment ${paymentId}.`);
  return examined;
}
const check = async (paymentId: string, iban: string) => (await examine(paymentId, iban)).check(harness.db);
const reject = (paymentId: string, reason: 'refused' | 'expired' = 'refused') =>
  harness.write((context) => harness.payments.reject(context, OWNER.sandboxId, paymentId, reason));
const details = (paymentId: string) => harness.payments.details(harness.db, OWNER.sandboxId, paymentId);
const status = async (paymentId: string, product = ORDINARY) => (await get(harness.app, `${product}/${paymentId}/status`)).json();
const bookings = (paymentId: string) => bank.booked.filter((transfer) => transfer.paymentId === paymentId);
const jobOf = (paymentId: string) => {
  const job = harness.jobs.sent.find(({ data }) => 'paymentId' in data && data.paymentId === paymentId);
  if (job === undefined) throw new Error('No job was sent.');
  return job;
};

async function history(paymentId: string): Promise<string> {
  return (await readStatusHistory(harness.db, OWNER.sandboxId, paymentId)).map((change) => change.status).join(' ');
}

async function auditEvents(paymentId: string): Promise<readonly string[]> {
  const events: string[] = [];
  for await (const entry of harness.audit.export(harness.db, { chain: `payment:${paymentId}` })) events.push(entry.event);
  return events;
}

async function refusalOf(work: Promise<unknown>): Promise<{ status: number; code: string; text: string; path: string | undefined }> {
  try {
    await work;
  } catch (error) {
    if (error instanceof UiRefusal) return { status: error.status, code: error.code, text: error.message, path: error.options.path };
    throw error;
  }
  throw new Error('Nothing was refused.');
}

describe('an instant payment', () => {
  it('is at the payee once it is signed, and booked once', async () => {
    const paymentId = await createPayment(INSTANT);
    expect(await sign(paymentId)).toEqual({
      transactionStatus: 'ACCC',
      signedAt: expect.stringMatching(/Z$/),
      fee: { amount: (FEE_CENTS / 100).toFixed(2), currency: 'EUR' },
    });
    expect(bookings(paymentId)).toMatchObject([{ amountCents: 4680, feeCents: FEE_CENTS, debtorIban: IBANS.main, creditorIban: IBANS.payee }]);
    expect(await history(paymentId)).toBe('RCVD ACTC ACCP ACSP ACCC');
    expect(await status(paymentId, INSTANT)).toEqual({ transactionStatus: 'ACCC' });
    expect(await auditEvents(paymentId)).toEqual(['payment.received', 'payment.signed', 'payment.executed']);
  });

  it('shows the account it was paid from to customer and application', async () => {
    const paymentId = await createPayment(INSTANT);
    await sign(paymentId);
    expect(await details(paymentId)).toMatchObject({ transactionStatus: 'ACCC', debtorAccount: { iban: IBANS.main }, signedAt: expect.any(String) });
    expect((await get(harness.app, `${INSTANT}/${paymentId}`)).json()).toMatchObject({ debtorAccount: { iban: IBANS.main } });
  });

  it('is rejected with its reason when the payee’s bank takes none, and nothing is booked', async () => {
    const paymentId = await createPayment(INSTANT, { creditorAccount: { iban: IBANS.payeeWithoutInstant } });
    expect(await sign(paymentId)).toMatchObject({ transactionStatus: 'RJCT' });
    expect(bookings(paymentId)).toEqual([]);
    expect(await status(paymentId, INSTANT)).toEqual({
      transactionStatus: 'RJCT',
      psuMessage: 'Not paid: the payee’s bank does not take instant payments. No money has moved.',
      tppMessages: [{ category: 'ERROR', code: 'PAYMENT_FAILED', text: expect.stringContaining('No money was moved') }],
    });
    expect(await auditEvents(paymentId)).toEqual(['payment.received', 'payment.signed', 'payment.rejected']);
  });

  it('runs as an ordinary payment with retryAsSepa, says so, and costs what was signed', async () => {
    const paymentId = await createPayment(INSTANT, { creditorAccount: { iban: IBANS.payeeWithoutInstant }, retryAsSepa: true });
    expect(await sign(paymentId)).toMatchObject({ transactionStatus: 'ACFC', executedAsSepa: true });
    await harness.jobs.run(jobOf(paymentId));
    expect(bookings(paymentId)).toMatchObject([{ product: 'INDIVIDUAL_SEPA', feeCents: FEE_CENTS }]);
    expect(await details(paymentId)).toMatchObject({ paymentProduct: 'INDIVIDUAL_INSTANT_SEPA', executedAsSepa: true, transactionStatus: 'ACSC' });
  });
});

describe('an ordinary payment', () => {
  it('holds the money when it is signed and is executed by its job', async () => {
    const paymentId = await createPayment();
    expect(await sign(paymentId)).toMatchObject({ transactionStatus: 'ACFC' });
    expect(bookings(paymentId)).toEqual([]);
    expect(await status(paymentId)).toEqual({ transactionStatus: 'ACFC' });
    expect(jobOf(paymentId)).toMatchObject({ queue: 'payments.execute', options: { singletonKey: expect.stringContaining(`${paymentId} `) } });
    expect(jobOf(paymentId).options).not.toHaveProperty('startAfter');
    await harness.jobs.run(jobOf(paymentId));
    expect(await history(paymentId)).toBe('RCVD ACTC ACCP ACFC ACSP ACSC');
    expect(await auditEvents(paymentId)).toEqual(['payment.received', 'payment.signed', 'payment.executed']);
  });

  it('is booked once, however often and however much at once its job runs', async () => {
    const paymentId = await createPayment();
    await sign(paymentId);
    const job = jobOf(paymentId);
    await Promise.all([harness.jobs.run(job), harness.jobs.run(job), harness.jobs.run(job)]);
    await harness.jobs.run(job);
    expect(bookings(paymentId)).toHaveLength(1);
    expect(await history(paymentId)).toBe('RCVD ACTC ACCP ACFC ACSP ACSC');
  });

  it('waits in real time for its tenant time, and a job that comes too early asks again', async () => {
    await moveClock(harness.database, OWNER.sandboxId, 48 * HOUR_MS);
    bank.delayExecution(2 * HOUR_MS);
    const paymentId = await createPayment();
    const before = await harness.clock.realNow(harness.db);
    await sign(paymentId);
    const waitsMs = (jobOf(paymentId).options?.startAfter?.getTime() ?? 0) - before.getTime();
    expect(Math.abs(waitsMs - 2 * HOUR_MS)).toBeLessThan(60_000);

    await harness.jobs.run(jobOf(paymentId));
    expect((await status(paymentId)).transactionStatus).toBe('ACFC');
    expect(harness.jobs.sent.at(-1)).toMatchObject({ data: { paymentId }, options: { startAfter: expect.any(Date) } });

    await moveClock(harness.database, OWNER.sandboxId, 51 * HOUR_MS);
    await harness.jobs.run(jobOf(paymentId));
    expect((await status(paymentId)).transactionStatus).toBe('ACSC');
  });

  it('that cannot be settled is rejected with its reason, and its hold ends', async () => {
    const paymentId = await createPayment();
    await sign(paymentId);
    bank.failNextSettlement({ ok: false, reason: 'insufficientFunds', availableCents: 0 });
    await harness.jobs.run(jobOf(paymentId));
    expect(await status(paymentId)).toMatchObject({
      transactionStatus: 'RJCT',
      tppMessages: [{ code: 'FUNDS_NOT_AVAILABLE' }],
    });
    expect(bookings(paymentId)).toEqual([]);
  });
});

describe('a signature is refused', () => {
  it('by the row that its transaction has read for update, which is not read again', async () => {
    const paymentId = await createPayment(INSTANT);
    const signAsRead = (change: { readonly status?: 'RJCT'; readonly customerId?: string }) =>
      harness.write(async (context) => {
        const examined = await harness.payments.examine(context.tx, submission(paymentId), true);
        if (examined?.locked === undefined) throw new Error('It was not read for update.');
        return harness.payments.sign(context, submission(paymentId), {
          ...examined.locked,
          payment: { ...examined.locked.payment, ...change },
        });
      });
    expect((await examine(paymentId)).locked).toBeUndefined();
    expect(await refusalOf(signAsRead({ status: 'RJCT' }))).toMatchObject({ status: 409, code: 'SIGNING_STATE_INVALID' });
    await expect(signAsRead({ customerId: 'cus_other' })).rejects.toMatchObject({ name: 'Gone' });
    expect(bookings(paymentId)).toEqual([]);
    expect(await signAsRead({})).toMatchObject({ transactionStatus: 'ACCC' });
  });

  it.each<[what: string, iban: string, code: string, text: string]>([
    ['from an unknown account', IBANS.stranger, 'ACCOUNT_UNKNOWN', 'not one of yours'],
    ['from a blocked account', IBANS.blocked, 'ACCOUNT_BLOCKED', 'blocked'],
    ['from an account in another currency', IBANS.dollars, 'CURRENCY_MISMATCH', 'not held in EUR'],
    ['from an account without enough money', IBANS.low, 'FUNDS_NOT_AVAILABLE', 'Not enough money, available 12.30 EUR'],
  ])('%s, before the challenge and at the signature, and nothing changes', async (_what, iban, code, text) => {
    const paymentId = await createPayment();
    const early = await refusalOf(check(paymentId, iban));
    const late = await refusalOf(sign(paymentId, iban));
    expect(late).toEqual(early);
    expect(late).toMatchObject({ status: 400, code, path: 'debtorAccountIban', text: expect.stringContaining(text) });
    expect([await history(paymentId), bookings(paymentId)]).toEqual(['RCVD', []]);
  });

  it('one cent above what the fee leaves, and accepted one cent below, with the exact text', async () => {
    const tooMuch = await createPayment(INSTANT, { instructedAmount: { amount: '12.15', currency: 'EUR' } });
    expect((await refusalOf(sign(tooMuch, IBANS.low))).text).toBe('Not enough money, available 12.30 EUR');
    expect((await refusalOf(check(tooMuch, IBANS.low))).text).toBe('Not enough money, available 12.30 EUR');
    const exact = await createPayment(INSTANT, { instructedAmount: { amount: '12.14', currency: 'EUR' } });
    expect(await sign(exact, IBANS.low)).toMatchObject({ transactionStatus: 'ACCC' });
  });

  it.each<[what: string, given: DebtorDetails, path: string, code: string]>([
    ['an address without town', { street: 'Gedimino 1', country: 'LT' }, 'debtorDetails.townName', 'ADDRESS_INCOMPLETE'],
    ['an address without country', { townName: 'Vilnius' }, 'debtorDetails.country', 'ADDRESS_INCOMPLETE'],
    ['a street with an override', { street: 'Gedimino\u202e 1', townName: 'Vilnius', country: 'LT' }, 'debtorDetails.street', 'FORMAT_ERROR'],
  ])('in Lithuania with %s', async (_what, given, path, code) => {
    const paymentId = await createPayment(ORDINARY, {}, 'lithuanian');
    expect(await refusalOf(sign(paymentId, IBANS.main, given))).toMatchObject({ status: 400, code, path });
  });

  it('in Estonia with any debtor details', async () => {
    const paymentId = await createPayment();
    expect(await refusalOf(sign(paymentId, IBANS.main, { debtorId: '1' }))).toMatchObject({ status: 400, path: 'debtorDetails' });
  });

  it('when the payment is signed already', async () => {
    const paymentId = await createPayment(INSTANT);
    await sign(paymentId);
    expect(await refusalOf(sign(paymentId))).toMatchObject({ status: 409, code: 'ALREADY_SIGNED' });
    expect(bookings(paymentId)).toHaveLength(1);
  });

  it('when the customer has refused the payment', async () => {
    const paymentId = await createPayment(INSTANT);
    await reject(paymentId);
    expect(await refusalOf(sign(paymentId))).toMatchObject({ status: 409, code: 'SIGNING_STATE_INVALID' });
    expect(bookings(paymentId)).toEqual([]);
  });

  it('for all but one of ten at once', async () => {
    const paymentId = await createPayment(INSTANT);
    const answers = await Promise.allSettled(Array.from({ length: 10 }, () => sign(paymentId)));
    expect(answers.filter((answer) => answer.status === 'fulfilled')).toHaveLength(1);
    expect(bookings(paymentId)).toHaveLength(1);
  });
});

describe('a rejection', () => {
  it('ends an unsigned payment with its reason, and again changes nothing', async () => {
    const paymentId = await createPayment();
    expect([await reject(paymentId), await reject(paymentId, 'expired')]).toEqual(['RJCT', 'RJCT']);
    expect(await status(paymentId)).toMatchObject({
      tppMessages: [{ code: 'PAYMENT_FAILED', text: 'The customer refused the payment. No money was moved.' }],
    });
    expect(await history(paymentId)).toBe('RCVD RJCT');
    expect(await auditEvents(paymentId)).toEqual(['payment.received', 'payment.rejected']);
  });

  it('of an expired session says so', async () => {
    const paymentId = await createPayment();
    await reject(paymentId, 'expired');
    expect(await status(paymentId)).toMatchObject({ transactionStatus: 'RJCT', tppMessages: [{ code: 'RESOURCE_EXPIRED' }] });
  });

  it.each([
    [ORDINARY, 'ACFC'],
    [INSTANT, 'ACCC'],
  ])('leaves a signed payment of %s at %s', async (product, expected) => {
    const paymentId = await createPayment(product);
    await sign(paymentId);
    expect(await reject(paymentId)).toBe(expected);
  });
});

describe('what the customer signs', () => {
  const content = async (paymentId: string, iban: string = IBANS.main, given?: DebtorDetails) => (await examine(paymentId, iban, given)).content;

  it('is shown on the phone in one line', async () => {
    const { displayText, amount, payee } = await content(await createPayment());
    expect(sayOnPhone(displayText, 'en')).toBe(`Pay 46.80 EUR to Lumen Books OÜ, ${IBANS.payee.slice(0, 4)} … 1768`);
    expect([amount, payee]).toEqual([{ amount: '46.80', currency: 'EUR' }, 'Lumen Books OÜ']);
  });

  it('fits the phone with the longest name', async () => {
    const paymentId = await createPayment(ORDINARY, { creditorName: 'W'.repeat(70), instructedAmount: { amount: '999999999.99', currency: 'EUR' } });
    expect(sayOnPhone((await content(paymentId)).displayText, 'en').length).toBeLessThanOrEqual(200);
  });

  it('binds amount, payee, account, fee, date, references, product and payee verification', async () => {
    expect((await content(await createPayment())).canonical).toMatchObject({
      amountCents: 4680,
      currency: 'EUR',
      creditorName: 'Lumen Books OÜ',
      creditorIban: IBANS.payee,
      debtorIban: IBANS.main,
      feeCents: FEE_CENTS,
      executionDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      remittanceUnstructured: 'Invoice 1042',
      product: 'INDIVIDUAL_SEPA',
      payeeVerification: { result: 'CMTC', suppliedName: 'Lumen Books OÜ', matchedName: 'Lumen Raamatud OÜ' },
    });
  });

  it('is another content from another account or with debtor details', async () => {
    const paymentId = await createPayment(ORDINARY, {}, 'lithuanian');
    const contents = [await content(paymentId), await content(paymentId, IBANS.low), await content(paymentId, IBANS.main, { debtorId: '1' })];
    expect(new Set(contents.map(({ canonical }) => JSON.stringify(canonical))).size).toBe(3);
  });
});

describe('the details', () => {
  it('speak the specification’s words and show the payee verification', async () => {
    const paymentId = await createPayment(INSTANT, { creditorType: 'business', creditorAddress: { townName: 'Tallinn', country: 'EE' } });
    expect(await details(paymentId)).toEqual({
      instructedAmount: { amount: '46.80', currency: 'EUR' },
      creditorName: 'Lumen Books OÜ',
      creditorAccount: { iban: IBANS.payee },
      creditorType: 'business',
      creditorAddress: { country: 'EE' },
      remittanceInformationUnstructured: 'Invoice 1042',
      requestedExecutionDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      paymentProduct: 'INDIVIDUAL_INSTANT_SEPA',
      retryAsSepa: false,
      transactionStatus: 'RCVD',
      payeeVerification: { result: 'CMTC', matchedName: 'Lumen Raamatud OÜ' },
    });
  });

  it('of another sandbox do not exist', async () => {
    expect(await harness.payments.details(harness.db, 'sbx_other', await createPayment())).toBeUndefined();
  });

  it('know the fee from an account', async () => {
    expect(await harness.payments.fee(harness.db, OWNER.sandboxId, await createPayment(), IBANS.main)).toEqual({ totalCents: FEE_CENTS });
  });
});

describe('the audit log behind all this', () => {
  it('verifies', async () => {
    expect(await harness.audit.verify(harness.db)).toMatchObject({ ok: true, findings: [] });
  });
});
