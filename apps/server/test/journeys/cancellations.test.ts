/** Payments for a later day and their cancellation, from the application's calls through the customer's signatures to the clock, over HTTP. */
import type { TokenUser } from '@portico/contract';
import { jsonOf, textOf } from '@portico/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { PAYEES, verifyLedger } from '#modules/bank-sandbox/index.ts';
import type { WireReply } from '../house/open-developers-house.ts';
import { openPayersHouse, type PayersHouse } from '../house/open-payers-house.ts';

const DAY_MS = 24 * 60 * 60_000;

const creditor = { creditorAccount: { iban: PAYEES.lumenBooks.iban }, creditorName: PAYEES.lumenBooks.name };
const amountOf = (amount: string) => ({ instructedAmount: { amount, currency: 'EUR' } });

/** A kind of payment: where it is sent, and what makes it one. */
const KINDS = {
  payment: { service: 'payments', order: () => ({ ...amountOf('12.50'), ...creditor, requestedExecutionDate: inDays(9) }) },
  'periodic-payment': {
    service: 'periodic-payments',
    order: () => ({ ...amountOf('12.50'), ...creditor, startDate: inDays(9), frequency: 'Monthly' }),
  },
  'bulk-payment': {
    service: 'bulk-payments',
    order: () => ({ requestedExecutionDate: inDays(9), payments: ['7.50', '5.00'].map((amount) => ({ ...amountOf(amount), ...creditor })) }),
  },
} as const;
type Kind = keyof typeof KINDS;
const KIND_NAMES: readonly Kind[] = ['payment', 'periodic-payment', 'bulk-payment'];

let house: PayersHouse;
beforeAll(async () => {
  house = await openPayersHouse('dev_later');
});
afterEach(async () => {
  expect(await verifyLedger(house.database.db)).toEqual([]);
  await house.resetClock();
});
afterAll(() => house.close());

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

interface Signed {
  readonly customer: TokenUser;
  readonly kind: Kind;
  readonly self: string;
  readonly iban: string;
  readonly transactionStatus: string;
}

/** The page on which a payment is signed. */
async function ask(customer: TokenUser, kind: Kind, change: object = {}) {
  const { service, order } = KINDS[kind];
  const path = `/api/v1/${service}/sepa-credit-transfers`;
  const made = await house.tpp('POST', path, { body: { ...order(), ...change } });
  expect([made.status, made.text]).toEqual([201, expect.any(String)]);
  const { page } = await house.enter(customer, made, kind);
  const [iban = ''] = await page.ibans();
  return { page, iban, self: `${path}/${textOf(made.body, 'paymentId')}` };
}

async function sign(customer: TokenUser, kind: Kind, change: object = {}): Promise<Signed> {
  const { page, iban, self } = await ask(customer, kind, change);
  await page.choose(iban);
  const signed = await page.sign(iban);
  expect([signed.status, signed.text]).toEqual([200, expect.any(String)]);
  return { customer, kind, iban, self, transactionStatus: textOf(jsonOf(signed), 'transactionStatus') };
}

/** The application asks to cancel; the customer stands before the page. */
async function askToCancel({ customer, kind, self }: Signed) {
  const asked = await house.tpp('DELETE', self);
  expect([asked.status, asked.text]).toEqual([202, expect.any(String)]);
  const { page } = await house.enter(customer, asked, `${kind}-cancellation`);
  const scaStatus = async () =>
    textOf((await house.tpp('GET', new URL(textOf(asked.body, '_links', 'scaStatus', 'href')).pathname)).body, 'scaStatus');
  return { asked, page, scaStatus };
}

const statusOf = async ({ self }: Signed) => textOf((await house.tpp('GET', `${self}/status`)).body, 'transactionStatus');
const movedBy = async ({ iban }: Signed) =>
  (
    await house.database.query('select balance_cents, held_cents from account_balance join account on account.id = account_id where iban = $1', [
      iban,
    ])
  ).rows;
const refusalOf = ({ status, body }: WireReply) => [status, textOf(Object(body).tppMessages[0], 'code')];

describe.each(KIND_NAMES)('%s', (kind) => {
  it.each(['ee', 'lv', 'lt'])('signed for a later day is cancelled with another signature in %s, and nothing is paid', async (country) => {
    const payment = await sign(await house.choose(country), kind);
    const before = await movedBy(payment);
    expect(payment.transactionStatus).toBe('ACTC');
    const { asked, page, scaStatus } = await askToCancel(payment);
    expect(asked.body).toMatchObject({ transactionStatus: 'ACTC' });
    expect(page.details).toMatchObject({
      bankCountry: country,
      state: 'open',
      details: { transactionStatus: 'ACTC', debtorAccount: { iban: payment.iban } },
    });
    expect([await statusOf(payment), await scaStatus()]).toEqual(['ACTC', 'received']);
    const signed = await page.sign(payment.iban);
    expect([signed.status, jsonOf(signed)]).toEqual([200, { transactionStatus: 'CANC', signedAt: expect.any(String) }]);
    expect(jsonOf(await page.sign(payment.iban))).toEqual(jsonOf(signed));
    expect((await page.refuse()).status).toBe(409);
    expect([await statusOf(payment), await scaStatus()]).toEqual(['CANC', 'finalised']);
    await house.advance({ months: 3 });
    expect([await statusOf(payment), await movedBy(payment)]).toEqual(['CANC', before]);
    expect(refusalOf(await house.tpp('DELETE', payment.self))).toEqual([405, 'CANCELLATION_INVALID']);
  });

  it('keeps its status when the customer refuses the cancellation, and can be cancelled afterwards', async () => {
    const payment = await sign(await house.choose('ee'), kind);
    const { page, scaStatus } = await askToCancel(payment);
    expect(jsonOf(await page.refuse())).toEqual({ transactionStatus: 'ACTC' });
    expect(jsonOf(await page.refuse())).toEqual({ transactionStatus: 'ACTC' });
    expect([(await page.sign(payment.iban)).status, await statusOf(payment), await scaStatus()]).toEqual([410, 'ACTC', 'failed']);
    const again = await askToCancel(payment);
    expect(jsonOf(await again.page.sign(payment.iban))).toMatchObject({ transactionStatus: 'CANC' });
    const { body } = await house.tpp('GET', `${payment.self}/cancellation-authorisations`);
    expect(body).toEqual({ authorisationIds: [expect.any(String), expect.any(String)] });
  });

  it('keeps its status when the customer does not sign the cancellation in time', async () => {
    const payment = await sign(await house.choose('ee'), kind);
    const { page, scaStatus } = await askToCancel(payment);
    await house.advance({ minutes: 20 });
    expect([(await page.sign(payment.iban)).status, await statusOf(payment), await scaStatus()]).toEqual([410, 'ACTC', 'failed']);
    await house.advance({ days: 12 });
    expect(await statusOf(payment)).toMatch(kind === 'periodic-payment' ? /^ACTC$/ : /^AC(FC|SC)$/);
  });

  it('cannot be cancelled with another account than its own', async () => {
    const payment = await sign(await house.choose('ee'), kind);
    const { page } = await askToCancel(payment);
    const [, other = ''] = await page.ibans();
    for (const iban of [other, PAYEES.lumenBooks.iban]) {
      const refused = await page.sign(iban);
      expect([refused.status, textOf(Object(jsonOf(refused)).errors[0], 'code')]).toEqual([400, 'ACCOUNT_UNKNOWN']);
    }
    expect(await statusOf(payment)).toBe('ACTC');
    expect((await page.sign(payment.iban)).status).toBe(200);
  });

  it('cannot be cancelled when its execution becomes due while the page is open', async () => {
    const payment = await sign(await house.choose('ee'), kind, kind === 'periodic-payment' ? { frequency: 'Annual' } : {});
    await house.advance({ days: 8 });
    const { page } = await askToCancel(payment);
    await house.database.query('update payment set execute_at = received_at where payment_id = $1', [payment.self.split('/').at(-1)]);
    const late = await page.sign(payment.iban);
    expect([late.status, textOf(Object(jsonOf(late)).errors[0], 'code')]).toEqual([409, 'SIGNING_STATE_INVALID']);
    expect(await statusOf(payment)).not.toBe('CANC');
    expect(textOf(jsonOf(await page.refuse()), 'transactionStatus')).not.toBe('CANC');
  });

  it('has one cancellation page: a second request ends the first page', async () => {
    const payment = await sign(await house.choose('ee'), kind);
    const [first, second] = [await askToCancel(payment), await askToCancel(payment)];
    expect((await first.page.sign(payment.iban)).status).toBe(410);
    expect([await first.scaStatus(), await second.scaStatus()]).toEqual(['failed', 'received']);
    expect((await second.page.sign(payment.iban)).status).toBe(200);
    expect(await statusOf(payment)).toBe('CANC');
  });

  it('has one open cancellation after five requests at the same time', async () => {
    const payment = await sign(await house.choose('ee'), kind);
    const bearer = await house.token();
    const answers = await Promise.all(Array.from({ length: 5 }, () => house.tpp('DELETE', payment.self, { bearer })));
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202]);
    const states = (
      await house.database.query('select state from signing_session where resource_id = $1 order by state', [payment.self.split('/').at(-1)])
    ).rows;
    expect(states.map((row) => textOf(row, 'state'))).toEqual(['expired', 'expired', 'expired', 'expired', 'received', 'signed']);
  });

  it('that is not signed yet is cancelled by DELETE without a signature, which ends its signing page', async () => {
    const { page, iban, self } = await ask(await house.choose('ee'), kind);
    expect((await house.tpp('DELETE', self)).status).toBe(204);
    expect((await page.sign(iban)).status).toBe(410);
    expect((await house.tpp('GET', `${self}/status`)).body).toEqual({ transactionStatus: 'CANC' });
    const { body: list } = await house.tpp('GET', `${self}/authorisations`);
    const [authorisation] = Object(list).authorisationIds;
    expect((await house.tpp('GET', `${self}/authorisations/${authorisation}`)).body).toEqual({ scaStatus: 'failed' });
  });

  it.each([1, 2, 3])(
    'signed and cancelled at the same moment is either signed or cancelled, and both calls return the same outcome (%i)',
    async () => {
      const { page, iban, self } = await ask(await house.choose('ee'), kind);
      await page.choose(iban);
      const bearer = await house.token();
      const [signed, taken] = await Promise.all([page.sign(iban), house.tpp('DELETE', self, { bearer })]);
      const outcome = [signed.status, taken.status, textOf((await house.tpp('GET', `${self}/status`)).body, 'transactionStatus')];
      expect([
        [200, 202, 'ACTC'],
        [410, 204, 'CANC'],
        [409, 204, 'CANC'],
      ]).toContainEqual(outcome);
    },
  );

  it('of a company can be cancelled while it waits for the second signature, and is not paid', async () => {
    const payment = await sign(await house.choose('ee', 'company'), kind);
    expect(payment.transactionStatus).toBe('PATC');
    const { page } = await askToCancel(payment);
    expect(jsonOf(await page.sign(payment.iban))).toMatchObject({ transactionStatus: 'CANC' });
    await house.advance({ months: 1 });
    expect(await statusOf(payment)).toBe('CANC');
  });

  it('is cancelled by a reset, which also ends the page of its cancellation', async () => {
    const payment = await sign(await house.choose('ee'), kind);
    const { page } = await askToCancel(payment);
    expect((await house.send(undefined, 'DELETE', '/api/v1/sandbox/reset', { bearer: await house.token() })).status).toBe(204);
    expect([(await page.sign(payment.iban)).status, await statusOf(payment)]).toEqual([410, 'CANC']);
  });
});

describe('a payment for a later day', () => {
  it('is executed on its day by the test clock, and cannot be cancelled afterwards', async () => {
    const payment = await sign(await house.choose('ee'), 'payment');
    await house.advance({ days: 14 });
    expect(await statusOf(payment)).toBe('ACSC');
    expect(refusalOf(await house.tpp('DELETE', payment.self))).toEqual([405, 'CANCELLATION_INVALID']);
  });

  it('of a company is executed on its day with both signatures', async () => {
    const payment = await sign(await house.choose('ee', 'company'), 'payment');
    await house.advance({ minutes: 1 });
    expect(await statusOf(payment)).toBe('ACTC');
    await house.advance({ days: 14 });
    expect(await statusOf(payment)).toBe('ACSC');
  });

  it('cannot be cancelled after the signature if it has no requested execution date', async () => {
    const payment = await sign(await house.choose('ee'), 'payment', { requestedExecutionDate: undefined });
    expect(payment.transactionStatus).toBe('ACFC');
    expect(refusalOf(await house.tpp('DELETE', payment.self))).toEqual([405, 'CANCELLATION_INVALID']);
  });
});
