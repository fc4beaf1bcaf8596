import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../../testing/test-database.ts';
import {
  CALLER,
  get,
  insertSandbox,
  openPaymentsHarness,
  type PaymentsHarness,
  post,
  requestId,
  setClock,
  VALID_BODY,
} from '../testing/payments-harness.ts';
import { createTestBank, IBANS, OWNER } from '../testing/test-bank.ts';

const INSTANT = 'instant-sepa-credit-transfers';
const ORDINARY = 'sepa-credit-transfers';
/** A Tuesday. */
const TODAY = '2030-01-15';
const MONTHLY = { ...VALID_BODY, startDate: '2030-02-01', frequency: 'Monthly' };

let harness: PaymentsHarness;
beforeAll(async () => {
  harness = await openPaymentsHarness(await openTestDatabase(), createTestBank(), {
    good: CALLER,
    otherApp: { ...CALLER, appId: 'app_other' },
    otherCustomer: { ...CALLER, customerId: 'cus_jaan' },
    otherSandbox: { ...CALLER, sandboxId: 'sbx_other' },
  });
  await insertSandbox(harness.database, OWNER.sandboxId);
  await insertSandbox(harness.database, 'sbx_other');
});
beforeEach(() => setClock(harness.database, OWNER.sandboxId, `${TODAY}T09:00:00Z`));
afterAll(async () => {
  await harness.app.close();
  await harness.database.close();
});

const send = (change: object = {}, product = ORDINARY, headers = {}) =>
  post(harness.app, { ...MONTHLY, ...change }, { service: 'periodic-payments', product, headers });
const read = (path: string, token = 'good') => get(harness.app, path, token, 'periodic-payments');

async function create(change: object = {}, product = ORDINARY): Promise<string> {
  const response = await send(change, product);
  expect(response.statusCode).toBe(201);
  return response.json().paymentId;
}

const rows = async () => Number((await harness.database.query('select count(*)::int as count from payment')).rows.map((row) => Object(row).count)[0]);

describe('a periodic payment', () => {
  it('is answered 201 with status, id, links and the headers of the redirect approach, and opens its own kind of signing', async () => {
    const response = await send();
    const { paymentId } = response.json();
    const self = `http://localhost:3000/api/v1/periodic-payments/${ORDINARY}/${paymentId}`;
    expect(response.statusCode).toBe(201);
    expect(response.json()).toEqual({
      transactionStatus: 'RCVD',
      paymentId,
      _links: {
        scaRedirect: { href: `http://localhost:3000/bank/sca/reference-of-${paymentId}` },
        scaStatus: { href: `${self}/authorisations/sgn_${harness.opened.length}` },
        self: { href: self },
        status: { href: `${self}/status` },
      },
    });
    expect(response.headers).toMatchObject({ location: self, 'aspsp-sca-approach': 'REDIRECT' });
    expect(harness.opened.at(-1)).toMatchObject({
      kind: 'periodic-payment',
      resourceId: paymentId,
      ...OWNER,
      tppSuccessUrl: 'https://shop.example/paid',
    });
  });

  it('is read as it was sent, with no run yet', async () => {
    const asked = { endDate: '2030-12-31', dayOfExecution: '31', executionRule: 'preceding', endToEndIdentification: 'RENT-1' };
    expect((await read(`${ORDINARY}/${await create(asked)}`)).json()).toEqual({ ...MONTHLY, ...asked, transactionStatus: 'RCVD', executions: [] });
    expect((await read(`${ORDINARY}/${await create()}`)).json()).toEqual({
      ...MONTHLY,
      executionRule: 'following',
      transactionStatus: 'RCVD',
      executions: [],
    });
    expect((await read(`${INSTANT}/${await create({}, INSTANT)}`)).json()).toEqual({
      ...MONTHLY,
      retryAsSepa: false,
      transactionStatus: 'RCVD',
      executions: [],
    });
  });

  it('shows the customer its days in the words of the signing pages, and the first day on which it runs', async () => {
    const shown = async (change: object, product = ORDINARY) =>
      harness.payments.periodic.details(harness.db, OWNER.sandboxId, await create(change, product));
    expect(await shown({ startDate: '2030-02-02', endDate: '2031-02-02' })).toMatchObject({
      startDate: '2030-02-02',
      endDate: '2031-02-02',
      frequency: 'monthly',
      dayOfExecution: '2',
      executionRule: 'following',
      // 2 February 2030 is a Saturday.
      requestedExecutionDate: '2030-02-04',
    });
    expect(await shown({ startDate: '2030-02-02', executionRule: 'preceding' })).toMatchObject({ requestedExecutionDate: '2030-02-01' });
    const weekly = await shown({ startDate: '2030-02-02', frequency: 'Weekly' }, INSTANT);
    expect(weekly).toMatchObject({ frequency: 'weekly', requestedExecutionDate: '2030-02-02' });
    for (const absent of ['endDate', 'dayOfExecution', 'executionRule']) expect(weekly).not.toHaveProperty(absent);
  });

  it.each([
    ['Daily', 'daily'],
    ['EveryTwoWeeks', 'every_two_weeks'],
    ['EveryTwoMonths', 'every_two_months'],
    ['Quarterly', 'quarterly'],
    ['SemiAnnual', 'semi_annual'],
    ['Annual', 'annual'],
  ])('may run %s, which the customer reads as %s', async (frequency, word) => {
    const paymentId = await create({ frequency });
    expect(await harness.payments.periodic.details(harness.db, OWNER.sandboxId, paymentId)).toMatchObject({ frequency: word });
  });

  it.each([
    ['today', { startDate: TODAY }],
    ['a year from now', { startDate: '2031-01-16' }],
    ['for one day', { endDate: '2030-02-01' }],
    ['on the first', { dayOfExecution: '1' }],
  ])('may begin or last %s', async (_what, change) => expect((await send(change)).statusCode).toBe(201));

  it('sent again with its request id is the same one; with another body it is refused', async () => {
    const headers = { 'x-request-id': requestId(0xdef) };
    const first = await send({}, ORDINARY, headers);
    const before = await rows();
    expect((await send({}, ORDINARY, headers)).json()).toEqual(first.json());
    expect((await send({ frequency: 'Weekly' }, ORDINARY, headers)).statusCode).toBe(400);
    expect(await rows()).toBe(before);
  });
});

describe('a periodic payment is refused', () => {
  it.each<[what: string, change: object, code: string, path: string]>([
    ['without a start', { startDate: undefined }, 'FORMAT_ERROR', 'startDate'],
    ['with a start that is no day', { startDate: '2030-02-30' }, 'FORMAT_ERROR', 'startDate'],
    ['that begins yesterday', { startDate: '2030-01-14' }, 'EXECUTION_DATE_INVALID', 'startDate'],
    ['that begins in the next century', { startDate: '2131-01-01' }, 'EXECUTION_DATE_INVALID', 'startDate'],
    ['with an end that is no day', { endDate: '2031-02-29' }, 'FORMAT_ERROR', 'endDate'],
    ['that ends before it begins', { endDate: '2030-01-31' }, 'PERIOD_INVALID', 'endDate'],
    ['that would never run', { startDate: '2030-02-02', dayOfExecution: '31', endDate: '2030-02-27' }, 'PERIOD_INVALID', 'endDate'],
    ['without a frequency', { frequency: undefined }, 'FORMAT_ERROR', 'frequency'],
    ['with a frequency nobody knows', { frequency: 'Hourly' }, 'FORMAT_ERROR', 'frequency'],
    ['with a frequency in the words of the pages', { frequency: 'monthly' }, 'FORMAT_ERROR', 'frequency'],
    ['with months of choice', { frequency: 'MonthlyVariable' }, 'PARAMETER_NOT_SUPPORTED', 'frequency'],
    ['with the months themselves', { monthsOfExecution: ['2', '5'] }, 'PARAMETER_NOT_SUPPORTED', 'monthsOfExecution'],
    ['with a padded day', { dayOfExecution: '05' }, 'FORMAT_ERROR', 'dayOfExecution'],
    ['with a 32nd', { dayOfExecution: '32' }, 'FORMAT_ERROR', 'dayOfExecution'],
    ['with a day that is a number', { dayOfExecution: 5 }, 'FORMAT_ERROR', 'dayOfExecution'],
    ['daily on a day of the month', { frequency: 'Daily', dayOfExecution: '5' }, 'FORMAT_ERROR', 'dayOfExecution'],
    ['every two weeks on a day of the month', { frequency: 'EveryTwoWeeks', dayOfExecution: '5' }, 'FORMAT_ERROR', 'dayOfExecution'],
    ['with a rule nobody knows', { executionRule: 'nearest' }, 'FORMAT_ERROR', 'executionRule'],
    ['with a day of its own', { requestedExecutionDate: '2030-02-01' }, 'FORMAT_ERROR', 'requestedExecutionDate'],
    ['with an amount of nothing', { instructedAmount: { amount: '0.00', currency: 'EUR' } }, 'FORMAT_ERROR', 'instructedAmount.amount'],
    ['in dollars', { instructedAmount: { amount: '1.00', currency: 'USD' } }, 'PARAMETER_NOT_SUPPORTED', 'instructedAmount.currency'],
    ['to an IBAN with wrong digits', { creditorAccount: { iban: 'EE009800100045081768' } }, 'FORMAT_ERROR', 'creditorAccount.iban'],
    ['from an account of somebody else', { debtorAccount: { iban: IBANS.stranger } }, 'RESOURCE_UNKNOWN', 'debtorAccount.iban'],
    ['with retryAsSepa where it is ordinary', { retryAsSepa: true }, 'PARAMETER_NOT_SUPPORTED', 'retryAsSepa'],
  ])('%s', async (_what, change, code, path) => {
    const before = await rows();
    const response = await send(change);
    expect(response.statusCode).toBe(400);
    expect(response.json().tppMessages[0]).toMatchObject({ category: 'ERROR', code, path });
    expect(await rows()).toBe(before);
  });

  // Review of 25 November 2026, X17.
  it('with a frequency that is none: the answer lists those that are offered', async () => {
    const [{ text }] = (await send({ frequency: 'monthly' })).json().tppMessages;
    expect(text).toBe('Accepted: Daily, Weekly, EveryTwoWeeks, Monthly, EveryTwoMonths, Quarterly, SemiAnnual, Annual.');
  });

  it('when it is instant and has a rule for closed days', async () => {
    const response = await send({ executionRule: 'following' }, INSTANT);
    expect([response.statusCode, response.json().tppMessages[0].path]).toEqual([400, 'executionRule']);
  });

  it.each([
    ['without a token', { authorization: undefined }, 401],
    ['without a request id', { 'x-request-id': undefined }, 400],
    ['without the address of the customer', { 'psu-ip-address': undefined }, 400],
    ['without a return address', { 'tpp-redirect-uri': undefined, 'tpp-nok-redirect-uri': undefined }, 400],
    ['with a return address of another site', { 'tpp-redirect-uri': 'https://evil.example/paid' }, 400],
  ])('%s', async (_what, headers, status) => expect((await send({}, ORDINARY, headers)).statusCode).toBe(status));

  it('for a product that is not offered', async () => {
    const response = await send({}, 'target-2-payments');
    expect([response.statusCode, response.json().tppMessages[0].code]).toEqual([404, 'PRODUCT_UNKNOWN']);
  });
});

describe('of a periodic payment', () => {
  it('nothing is known to another application, customer or sandbox, on another product or as a single payment', async () => {
    const paymentId = await create();
    const single = (await post(harness.app, VALID_BODY)).json().paymentId;
    const unknown = await read(`${ORDINARY}/pay_unknown`);
    const answers = [
      await read(`${ORDINARY}/${paymentId}`, 'otherApp'),
      await read(`${ORDINARY}/${paymentId}`, 'otherCustomer'),
      await read(`${ORDINARY}/${paymentId}/status`, 'otherSandbox'),
      await read(`${INSTANT}/${paymentId}`),
      await read(`${ORDINARY}/${single}`),
      await read(`${ORDINARY}/${single}/status`),
      await get(harness.app, `${ORDINARY}/${paymentId}`),
      await get(harness.app, `${ORDINARY}/${paymentId}/status`),
    ];
    for (const { statusCode, json } of answers) expect([statusCode, json()]).toEqual([404, unknown.json()]);
    expect((await read(`${ORDINARY}/${paymentId}/status`)).json()).toEqual({ transactionStatus: 'RCVD' });
  });

  it('an authorisation cannot be updated, and the refusal names both approaches', async () => {
    const url = `/api/v1/periodic-payments/${ORDINARY}/${await create()}/authorisations/1`;
    const headers = { authorization: 'Bearer good', 'x-request-id': requestId(0xaaa) };
    const refused = await harness.app.inject({ method: 'PUT', url, headers, payload: {} });
    expect([refused.statusCode, refused.headers.allow]).toEqual([405, 'GET']);
    expect(refused.json().tppMessages[0].text).toMatch(/REDIRECT.*scaRedirect.*DECOUPLED.*device/);
  });
});
