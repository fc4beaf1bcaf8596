import { buildEstonianReference, buildIso11649Reference } from '@portico/primitives';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bankDay } from '../../testing/bank-day.ts';
import { openTestDatabase } from '../../testing/test-database.ts';
import { findPayment } from './store/payment-store.ts';
import { CALLER, get, insertSandbox, openPaymentsHarness, type PaymentsHarness, post, requestId, VALID_BODY } from './testing/payments-harness.ts';
import { createTestBank, IBANS, OWNER } from './testing/test-bank.ts';

const INSTANT = 'instant-sepa-credit-transfers';
const ORDINARY = 'sepa-credit-transfers';

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
afterAll(async () => {
  await harness.app.close();
  await harness.database.close();
});

async function createPayment(body: object = VALID_BODY, product = ORDINARY): Promise<string> {
  const response = await post(harness.app, body, { product });
  expect(response.statusCode).toBe(201);
  return response.json().paymentId;
}

describe('payment initiation', () => {
  it('returns 201 with status, id, links and the headers of the redirect approach', async () => {
    const response = await post(harness.app, VALID_BODY, { headers: { 'x-request-id': requestId(0xabc) } });
    const { paymentId } = response.json();
    const self = `http://localhost:3000/api/v1/payments/${ORDINARY}/${paymentId}`;
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
    expect(response.headers).toMatchObject({ location: self, 'aspsp-sca-approach': 'REDIRECT', 'x-request-id': requestId(0xabc) });
  });

  it('opens a signing session for the customer of the token, with the registered name and the return addresses', async () => {
    const paymentId = await createPayment();
    expect(harness.opened.at(-1)).toEqual({
      kind: 'payment',
      resourceId: paymentId,
      ...OWNER,
      appId: 'app_shop',
      tppName: 'Demo Shop OÜ',
      tppApplicationName: 'Demo Shop',
      tppSuccessUrl: 'https://shop.example/paid',
      tppFailureUrl: 'https://shop.example/failed',
      bankCountry: 'ee',
      locale: 'en',
    });
  });

  it('verifies the payee and stores the supplied name, the result and the time', async () => {
    const payment = await findPayment(harness.db, OWNER.sandboxId, await createPayment());
    expect(payment).toMatchObject({
      payee: { result: 'CMTC', suppliedName: 'Lumen Books OÜ', matchedName: 'Lumen Raamatud OÜ', checkedAt: payment?.receivedAt },
    });
  });

  it('returns the fee when the account is given', async () => {
    const response = await post(harness.app, { ...VALID_BODY, debtorAccount: { iban: IBANS.main } });
    expect(response.json()).toMatchObject({ transactionFees: { amount: '0.16', currency: 'EUR' }, transactionFeeIndicator: true });
  });

  it('opens the session without a failure URL when only the success URL is sent', async () => {
    await post(harness.app, VALID_BODY, { headers: { 'tpp-nok-redirect-uri': undefined } });
    expect(harness.opened.at(-1)).toMatchObject({ tppSuccessUrl: 'https://shop.example/paid', tppFailureUrl: undefined });
  });

  it.each([
    ['the smallest amount', { instructedAmount: { amount: '0.01', currency: 'EUR' } }],
    ['the largest amount', { instructedAmount: { amount: '999999999.99', currency: 'EUR' } }],
    ['one decimal', { instructedAmount: { amount: '46.8', currency: 'EUR' } }],
    [
      'an RF reference',
      { remittanceInformationUnstructured: undefined, remittanceInformationStructured: { reference: buildIso11649Reference('539007547034') } },
    ],
    ['description and reference together in Estonia', { remittanceInformationStructured: { reference: buildEstonianReference('123456') } }],
    ['a structured address', { creditorAddress: { streetName: 'Pikk 1', townName: 'Tallinn', country: 'EE' } }],
    ['an end-to-end id', { endToEndIdentification: 'INV-1042/A' }],
    ['today as the execution date', { requestedExecutionDate: bankDay() }],
    ['Baltic letters in the name', { creditorName: 'Žąsų Ķēde SIA' }],
  ])('accepts %s', async (_what, change) => {
    expect((await post(harness.app, { ...VALID_BODY, ...change })).statusCode).toBe(201);
  });
});

describe('payment initiation refuses', () => {
  const amount = (value: string, currency = 'EUR') => ({ instructedAmount: { amount: value, currency } });
  const reference = (value: string, iban: string = IBANS.payee) => ({
    remittanceInformationUnstructured: undefined,
    remittanceInformationStructured: { reference: value },
    creditorAccount: { iban },
  });

  const withReferenceType = (referenceType: string) => ({
    remittanceInformationUnstructured: undefined,
    remittanceInformationStructured: { reference: buildIso11649Reference('539007547034'), referenceType },
  });

  it.each<[what: string, change: object, code: string, path: string]>([
    ['nothing to pay', amount('0.00'), 'FORMAT_ERROR', 'instructedAmount.amount'],
    ['a negative amount', amount('-1.00'), 'FORMAT_ERROR', 'instructedAmount.amount'],
    ['more than the maximum', amount('1000000000.00'), 'FORMAT_ERROR', 'instructedAmount.amount'],
    ['a third decimal', amount('1.001'), 'FORMAT_ERROR', 'instructedAmount.amount'],
    ['an exponent', amount('1e3'), 'FORMAT_ERROR', 'instructedAmount.amount'],
    ['an amount as a number', { instructedAmount: { amount: 46.8, currency: 'EUR' } }, 'FORMAT_ERROR', 'instructedAmount.amount'],
    ['another currency', amount('1.00', 'USD'), 'PARAMETER_NOT_SUPPORTED', 'instructedAmount.currency'],
    ['a missing amount', { instructedAmount: undefined }, 'FORMAT_ERROR', 'instructedAmount'],
    ['an unknown field', { chargesBearer: 'SLEV' }, 'FORMAT_ERROR', 'chargesBearer'],
    ['an unknown field inside', { creditorAccount: { iban: IBANS.payee, bic: '1' } }, 'FORMAT_ERROR', 'creditorAccount.bic'],
    ['wrong check digits', { creditorAccount: { iban: `EE00${IBANS.payee.slice(4)}` } }, 'FORMAT_ERROR', 'creditorAccount.iban'],
    ['an IBAN in lower case', { creditorAccount: { iban: 'LV80harb0000000000001' } }, 'FORMAT_ERROR', 'creditorAccount.iban'],
    [
      'an account of the payee in another currency',
      { creditorAccount: { iban: IBANS.payee, currency: 'USD' } },
      'PARAMETER_NOT_SUPPORTED',
      'creditorAccount.currency',
    ],
    ['an empty name', { creditorName: ' ' }, 'FORMAT_ERROR', 'creditorName'],
    ['a missing name', { creditorName: undefined }, 'FORMAT_ERROR', 'creditorName'],
    ['an emoji in the name', { creditorName: 'Lumen 📚' }, 'FORMAT_ERROR', 'creditorName'],
    ['a control character in the name', { creditorName: 'Lumen\nBooks' }, 'FORMAT_ERROR', 'creditorName'],
    ['a character that no database holds', withReferenceType('\u0000'), 'FORMAT_ERROR', 'remittanceInformationStructured.referenceType'],
    ['half a character', withReferenceType('\ud83d'), 'FORMAT_ERROR', 'remittanceInformationStructured.referenceType'],
    ['an emoji as the type of the reference', withReferenceType('📚'), 'FORMAT_ERROR', 'remittanceInformationStructured.referenceType'],
    ['a name of 71 characters', { creditorName: 'a'.repeat(71) }, 'FORMAT_ERROR', 'creditorName'],
    ['an address without town', { creditorAddress: { country: 'EE' } }, 'FORMAT_ERROR', 'creditorAddress.townName'],
    ['an address without country', { creditorAddress: { townName: 'Tallinn' } }, 'FORMAT_ERROR', 'creditorAddress.country'],
    ['a description of 141 characters', { remittanceInformationUnstructured: 'a'.repeat(141) }, 'FORMAT_ERROR', 'remittanceInformationUnstructured'],
    ['an emoji in the description', { remittanceInformationUnstructured: 'Thanks 🙏' }, 'FORMAT_ERROR', 'remittanceInformationUnstructured'],
    [
      'description and reference together outside Estonia',
      { ...reference('ABC123', IBANS.payeeInLatvia), remittanceInformationUnstructured: 'Invoice' },
      'FORMAT_ERROR',
      'remittanceInformationStructured',
    ],
    ['a wrong RF reference', reference('RF00539007547034'), 'FORMAT_ERROR', 'remittanceInformationStructured.reference'],
    ['a wrong Estonian reference', reference('1234560'), 'FORMAT_ERROR', 'remittanceInformationStructured.reference'],
    ['a reference with spaces', reference('1234 5'), 'FORMAT_ERROR', 'remittanceInformationStructured.reference'],
    ['a reference with //', reference('AB//CD', IBANS.payeeInLatvia), 'FORMAT_ERROR', 'remittanceInformationStructured.reference'],
    ['a reference of 36 characters', reference('1'.repeat(36), IBANS.payeeInLatvia), 'FORMAT_ERROR', 'remittanceInformationStructured.reference'],
    ['an end-to-end id that starts with /', { endToEndIdentification: '/1' }, 'FORMAT_ERROR', 'endToEndIdentification'],
    ['an end-to-end id that ends with /', { endToEndIdentification: '1/' }, 'FORMAT_ERROR', 'endToEndIdentification'],
    ['an end-to-end id with //', { endToEndIdentification: '1//2' }, 'FORMAT_ERROR', 'endToEndIdentification'],
    ['an end-to-end id with a Baltic letter', { endToEndIdentification: 'Ü1' }, 'FORMAT_ERROR', 'endToEndIdentification'],
    ['an instruction id with //', { instructionIdentification: '1//2' }, 'FORMAT_ERROR', 'instructionIdentification'],
    ['a date that does not exist', { requestedExecutionDate: '2027-02-29' }, 'FORMAT_ERROR', 'requestedExecutionDate'],
    ['a day that is over', { requestedExecutionDate: '2020-01-02' }, 'EXECUTION_DATE_INVALID', 'requestedExecutionDate'],
    ['a day that is too far away', { requestedExecutionDate: '2099-01-02' }, 'EXECUTION_DATE_INVALID', 'requestedExecutionDate'],
    ['retryAsSepa for an ordinary payment', { retryAsSepa: true }, 'PARAMETER_NOT_SUPPORTED', 'retryAsSepa'],
    ['an account that is not the customer’s', { debtorAccount: { iban: IBANS.stranger } }, 'RESOURCE_UNKNOWN', 'debtorAccount.iban'],
    ['an account of the customer in another currency', { debtorAccount: { iban: IBANS.dollars } }, 'RESOURCE_UNKNOWN', 'debtorAccount.iban'],
    ['an account that is no IBAN', { debtorAccount: { iban: 'EE12' } }, 'FORMAT_ERROR', 'debtorAccount.iban'],
    ['paying the account it comes from', { debtorAccount: { iban: IBANS.payee } }, 'FORMAT_ERROR', 'debtorAccount.iban'],
  ])('%s', async (_what, change, code, path) => {
    const before = harness.opened.length;
    const response = await post(harness.app, { ...VALID_BODY, ...change });
    expect([response.statusCode, response.json().tppMessages[0]]).toEqual([400, { category: 'ERROR', code, path, text: expect.any(String) }]);
    expect(harness.opened).toHaveLength(before);
  });

  it('an instant payment for a day that is too far away', async () => {
    const response = await post(harness.app, { ...VALID_BODY, requestedExecutionDate: '2099-01-02' }, { product: INSTANT });
    expect(response.json().tppMessages[0]).toMatchObject({ code: 'EXECUTION_DATE_INVALID', path: 'requestedExecutionDate' });
  });

  it.each<[header: string, value: string | undefined, code: string]>([
    ['X-Request-ID', undefined, 'FORMAT_ERROR'],
    ['X-Request-ID', 'not-a-uuid', 'FORMAT_ERROR'],
    ['PSU-IP-Address', undefined, 'FORMAT_ERROR'],
    ['PSU-IP-Address', '192.0.2.256', 'FORMAT_ERROR'],
    ['PSU-IP-Address', 'localhost', 'FORMAT_ERROR'],
    ['TPP-Redirect-URI', undefined, 'FORMAT_ERROR'],
    ['TPP-Redirect-URI', 'https://evil.example/paid', 'FORMAT_ERROR'],
    ['TPP-Redirect-URI', 'https://shop.example/paid, https://evil.example/', 'FORMAT_ERROR'],
    ['TPP-Nok-Redirect-URI', 'https://evil.example/failed', 'FORMAT_ERROR'],
    ['TPP-Redirect-Preferred', 'maybe', 'FORMAT_ERROR'],
  ])('the header %s: %s', async (header, value, code) => {
    const response = await post(harness.app, VALID_BODY, { headers: { [header.toLowerCase()]: value } });
    expect(response.statusCode).toBe(400);
    expect(response.json().tppMessages).toEqual([{ category: 'ERROR', code, path: `header:${header}`, text: expect.any(String) }]);
  });

  it('a request without a token, also with an invalid body', async () => {
    const response = await post(harness.app, { nonsense: true }, { headers: { authorization: undefined } });
    expect([response.statusCode, response.json().tppMessages[0].code]).toEqual([401, 'TOKEN_UNKNOWN']);
  });

  it('an unknown product', async () => {
    const response = await post(harness.app, {}, { product: 'cross-border-credit-transfers' });
    expect([response.statusCode, response.json().tppMessages[0].code]).toEqual([404, 'PRODUCT_UNKNOWN']);
  });
});

describe('a repeated request', () => {
  it('with the same id and body gets the first response and creates no second payment', async () => {
    const headers = { 'x-request-id': requestId(0xfeed) };
    const first = await post(harness.app, VALID_BODY, { headers });
    const before = harness.opened.length;
    const second = await post(harness.app, VALID_BODY, { headers });
    expect([second.statusCode, second.json(), second.headers.location]).toEqual([201, first.json(), first.headers.location]);
    expect(harness.opened).toHaveLength(before);
  });

  it('sent five times simultaneously creates one payment', async () => {
    const headers = { 'x-request-id': requestId(0xf00d) };
    const answers = await Promise.all(Array.from({ length: 5 }, () => post(harness.app, VALID_BODY, { headers })));
    expect(new Set(answers.map((answer) => answer.json().paymentId)).size).toBe(1);
  });

  it.each<[what: string, body: object, options: { product?: string; headers?: Record<string, string> }]>([
    ['body', { ...VALID_BODY, creditorName: 'Other' }, {}],
    ['product', VALID_BODY, { product: INSTANT }],
    ['customer', VALID_BODY, { headers: { authorization: 'Bearer otherCustomer' } }],
  ])('with the same id and another %s is refused', async (_what, body, { product, headers = {} }) => {
    const id = { 'x-request-id': requestId(0xbeef) };
    await post(harness.app, VALID_BODY, { headers: id });
    const response = await post(harness.app, body, { ...(product === undefined ? {} : { product }), headers: { ...id, ...headers } });
    expect(response.statusCode).toBe(400);
    expect(response.json().tppMessages[0]).toMatchObject({ code: 'FORMAT_ERROR', path: 'header:X-Request-ID' });
  });

  it('of another application with the same id creates another payment', async () => {
    const headers = { 'x-request-id': requestId(0xcafe) };
    const first = await post(harness.app, VALID_BODY, { headers });
    const other = await post(harness.app, VALID_BODY, { headers: { ...headers, authorization: 'Bearer otherApp' } });
    expect([other.statusCode, other.json().paymentId === first.json().paymentId]).toEqual([201, false]);
  });

  it('after a refusal is processed again', async () => {
    const headers = { 'x-request-id': requestId(0xdead) };
    expect((await post(harness.app, { ...VALID_BODY, debtorAccount: { iban: IBANS.stranger } }, { headers })).statusCode).toBe(400);
    expect((await post(harness.app, VALID_BODY, { headers })).statusCode).toBe(201);
  });
});

describe('reading a payment', () => {
  it('returns what was sent, in the standard format, with its status', async () => {
    const body = { ...VALID_BODY, instructedAmount: { amount: '46.8', currency: 'EUR' }, creditorType: 'business', endToEndIdentification: 'E2E-1' };
    const response = await get(harness.app, `${ORDINARY}/${await createPayment(body)}`);
    expect(response.json()).toEqual({ ...body, instructedAmount: { amount: '46.80', currency: 'EUR' }, transactionStatus: 'RCVD' });
  });

  it('returns the status only, without fundsAvailable', async () => {
    const response = await get(harness.app, `${ORDINARY}/${await createPayment()}/status`);
    expect([response.statusCode, response.json()]).toEqual([200, { transactionStatus: 'RCVD' }]);
  });

  it('returns the same for a foreign payment, a wrong product and an unknown id', async () => {
    const paymentId = await createPayment();
    const answers = await Promise.all([
      get(harness.app, `${ORDINARY}/pay_unknown/status`),
      get(harness.app, `${INSTANT}/${paymentId}/status`),
      get(harness.app, `${ORDINARY}/${paymentId}/status`, 'otherApp'),
      get(harness.app, `${ORDINARY}/${paymentId}/status`, 'otherCustomer'),
      get(harness.app, `${ORDINARY}/${paymentId}/status`, 'otherSandbox'),
      get(harness.app, `${ORDINARY}/${paymentId}`, 'otherApp'),
    ]);
    expect(new Set(answers.map((answer) => `${answer.statusCode} ${answer.body}`)).size).toBe(1);
    expect([answers[0]?.statusCode, answers[0]?.json().tppMessages[0].code]).toEqual([404, 'RESOURCE_UNKNOWN']);
  });

  it('refuses an unknown product, a missing token and a missing X-Request-ID', async () => {
    const unknown = await get(harness.app, 'target-2-payments/pay_1');
    const anonymous = await get(harness.app, `${ORDINARY}/pay_1`, 'none');
    const nameless = await harness.app.inject({ url: `/api/v1/payments/${ORDINARY}/pay_1`, headers: { authorization: 'Bearer good' } });
    expect([unknown, anonymous, nameless].map((answer) => [answer.statusCode, answer.json().tppMessages[0].code])).toEqual([
      [404, 'PRODUCT_UNKNOWN'],
      [401, 'TOKEN_UNKNOWN'],
      [400, 'FORMAT_ERROR'],
    ]);
  });

  it('returns 405 for the update of an authorisation', async () => {
    const response = await harness.app.inject({
      method: 'PUT',
      url: `/api/v1/payments/${ORDINARY}/pay_1/authorisations/1`,
      headers: { authorization: 'Bearer good', 'x-request-id': requestId(0xa) },
    });
    expect([response.statusCode, response.json().tppMessages[0].code]).toEqual([405, 'SERVICE_INVALID']);
  });
});
