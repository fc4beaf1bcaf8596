import { AMOUNT_CENTS_MAX, BODY_BYTES_MAX, BULK_BODY_BYTES_MAX, BULK_ITEMS_MAX } from '@portico/contract/values';
import { buildIban } from '@portico/primitives';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PAYEES } from '#modules/bank-sandbox/index.ts';
import { openTestDatabase } from '../../../testing/test-database.ts';
import { type BulkHouse, item, openBulkHouse } from '../testing/bulk-house.ts';
import { get, post } from '../testing/payments-harness.ts';

const INSTANT = 'instant-sepa-credit-transfers';

let house: BulkHouse;
beforeAll(async () => {
  house = await openBulkHouse(await openTestDatabase());
});
afterAll(() => house.close());

const items = (count: number) => Array.from({ length: count }, (_, index) => item(100 + index));
/** As many good ones, the one at `index` with a change. */
const withBad = (count: number, index: number, change: object) =>
  items(count).map((good, place) => (place === index ? { ...good, ...change } : good));

describe('a bulk payment that is received', () => {
  it('is stored with all its payments in their order, without a fee', async () => {
    const response = await house.send({ payments: items(3) });
    expect([response.statusCode, response.json()]).toMatchObject([
      201,
      { transactionStatus: 'RCVD', _links: { scaRedirect: {}, self: {}, status: {} } },
    ]);
    const { paymentId, _links } = response.json();
    expect(_links.self.href).toBe(`http://localhost:3000/api/v1/bulk-payments/sepa-credit-transfers/${paymentId}`);
    expect(response.headers['aspsp-sca-approach']).toBe('REDIRECT');
    expect(response.json()).not.toHaveProperty('transactionFees');
    expect(await house.status(paymentId)).toEqual({ transactionStatus: 'RCVD' });
    expect(await house.information(paymentId)).toEqual({
      payments: ['1.00', '1.01', '1.02'].map((amount) => ({
        instructedAmount: { amount, currency: 'EUR' },
        creditorAccount: { iban: PAYEES.lumenBooks.iban },
        creditorName: PAYEES.lumenBooks.name,
        transactionStatus: 'RCVD',
      })),
      transactionStatus: 'RCVD',
    });
    expect(house.harness.opened.at(-1)).toMatchObject({ kind: 'bulk-payment', resourceId: paymentId });
  });

  it('returns everything that was sent, and its fee when the account is given', async () => {
    const sent = {
      payments: [
        item(1999, {
          endToEndIdentification: 'E2E-1',
          instructionIdentification: 'I-1',
          creditorAgent: 'PORTEE2X',
          creditorType: 'business' as const,
          creditorAddress: { townName: 'Tallinn', country: 'EE' },
          remittanceInformationStructured: { reference: 'RF18539007547034', referenceType: 'SCOR' },
        }),
        item(1, { remittanceInformationUnstructured: 'Wages' }),
      ],
      debtorAccount: { iban: house.iban },
      requestedExecutionDate: '2030-01-15',
      batchBookingPreferred: true,
      retryAsSepa: true,
    };
    const response = await house.send(sent, INSTANT);
    expect([response.statusCode, response.json()]).toMatchObject([201, { transactionFees: { amount: '0.32' }, transactionFeeIndicator: true }]);
    const payments = sent.payments.map((payment) => ({ ...payment, transactionStatus: 'RCVD' }));
    expect(await house.information(response.json().paymentId, INSTANT)).toEqual({ ...sent, payments, transactionStatus: 'RCVD' });
  });

  it('may have 1,000 payments with full fields, stored with as many statements as two', async () => {
    const long = (length: number) => 'õ'.repeat(length);
    const full = item(Math.floor(AMOUNT_CENTS_MAX / BULK_ITEMS_MAX), {
      endToEndIdentification: 'E'.repeat(35),
      instructionIdentification: 'I'.repeat(35),
      creditorAgent: 'PORTEE2XXXX',
      creditorName: long(70),
      creditorType: 'business',
      creditorAddress: { streetName: long(70), buildingNumber: long(16), townName: long(35), postCode: long(16), country: 'EE' },
      remittanceInformationUnstructured: long(140),
      remittanceInformationStructured: { reference: 'RF18539007547034', referenceType: long(35), referenceIssuer: long(35) },
    });
    const payments = Array.from({ length: BULK_ITEMS_MAX }, () => full);
    const bytes = Buffer.byteLength(JSON.stringify({ payments }));
    expect([bytes > BODY_BYTES_MAX, bytes < BULK_BODY_BYTES_MAX]).toEqual([true, true]);
    const count = async (some: readonly object[]) => {
      const before = house.statements.count;
      const response = await post(house.harness.app, { payments: some }, { service: 'bulk-payments' });
      expect([response.statusCode, response.statusCode === 201 ? '' : response.body.slice(0, 300)]).toEqual([201, '']);
      return house.statements.count - before;
    };
    const few = await count(payments.slice(0, 2));
    expect(await count(payments)).toBe(few);
    expect(few).toBeLessThan(15);
  });

  it('may sum up to the highest amount', async () => {
    const response = await house.send({ payments: [item(AMOUNT_CENTS_MAX - 1), item(1)] });
    expect(response.statusCode).toBe(201);
  });

  it('has a verification of each payee', async () => {
    const ibans = [PAYEES.lumenBooks.iban, PAYEES.lumenRaamatud.iban, PAYEES.somebodyElse.iban, PAYEES.notAnswering.iban, house.iban];
    const paymentId = await house.create(ibans.map((iban) => item(100, { creditorAccount: { iban } })));
    const details = await house.harness.payments.bulk.details(house.harness.db, house.owner.sandboxId, paymentId);
    expect(details?.payments.map(({ payeeVerification }) => payeeVerification)).toEqual([
      { result: 'MTCH' },
      { result: 'CMTC', matchedName: PAYEES.lumenRaamatud.name },
      { result: 'NMTC' },
      { result: 'NOAP' },
      { result: 'NMTC' },
    ]);
  });

  it('is returned and not stored again for the same X-Request-ID', async () => {
    const headers = { 'x-request-id': '0193c2b4-7a5e-4a6f-9c1d-abcdefabcdef' };
    const send = (payments: readonly object[]) => post(house.harness.app, { payments }, { service: 'bulk-payments', headers });
    const [first, second] = [await send(items(2)), await send(items(2))];
    expect(second.json()).toEqual(first.json());
    expect((await send(items(3))).statusCode).toBe(400);
  });

  it('is not found under another product or service, and neither are its payments', async () => {
    const paymentId = await house.create(items(2));
    const { rows } = await house.database.query('select payment_id from payment where bulk_payment_id = $1', [paymentId]);
    const itemId = Object(rows[0]).payment_id;
    const paths = [
      ['bulk-payments', `${INSTANT}/${paymentId}`],
      ['payments', `sepa-credit-transfers/${paymentId}`],
      ['periodic-payments', `sepa-credit-transfers/${paymentId}`],
      ['payments', `sepa-credit-transfers/${itemId}`],
      ['bulk-payments', `sepa-credit-transfers/${itemId}`],
    ] as const;
    for (const [service, path] of paths) {
      expect((await get(house.harness.app, path, 'good', service)).statusCode, path).toBe(404);
      expect((await get(house.harness.app, `${path}/status`, 'good', service)).statusCode, path).toBe(404);
    }
    expect((await get(house.harness.app, `sepa-credit-transfers/${paymentId}`, 'bad', 'bulk-payments')).statusCode).toBe(401);
  });
});

describe('a bulk payment that is refused', () => {
  it.each<[what: string, body: object, code: string, path: string]>([
    ['no list', {}, 'FORMAT_ERROR', 'payments'],
    ['0 payments', { payments: [] }, 'FORMAT_ERROR', 'payments'],
    ['1,001 payments', { payments: items(BULK_ITEMS_MAX + 1) }, 'FORMAT_ERROR', 'payments'],
    [
      'one bad IBAN among 500',
      { payments: withBad(500, 417, { creditorAccount: { iban: 'EE869800100045081765' } }) },
      'FORMAT_ERROR',
      'payments[417].creditorAccount.iban',
    ],
    ['no IBAN', { payments: withBad(3, 2, { creditorAccount: {} }) }, 'FORMAT_ERROR', 'payments[2].creditorAccount.iban'],
    [
      'mixed currencies',
      { payments: withBad(9, 8, { instructedAmount: { amount: '1.00', currency: 'USD' } }) },
      'PARAMETER_NOT_SUPPORTED',
      'payments[8].instructedAmount.currency',
    ],
    [
      'an amount of nothing',
      { payments: withBad(2, 1, { instructedAmount: { amount: '0.00', currency: 'EUR' } }) },
      'FORMAT_ERROR',
      'payments[1].instructedAmount.amount',
    ],
    [
      'an amount above the highest',
      { payments: withBad(2, 0, { instructedAmount: { amount: '1000000000.00', currency: 'EUR' } }) },
      'FORMAT_ERROR',
      'payments[0].instructedAmount.amount',
    ],
    ['a sum of one cent above the highest', { payments: [item(AMOUNT_CENTS_MAX), item(1)] }, 'FORMAT_ERROR', 'payments'],
    ['a sum of 1,000 highest amounts', { payments: Array(BULK_ITEMS_MAX).fill(item(AMOUNT_CENTS_MAX)) }, 'FORMAT_ERROR', 'payments'],
    [
      'a wrong RF reference',
      { payments: withBad(4, 3, { remittanceInformationStructured: { reference: 'RF19539007547034' } }) },
      'FORMAT_ERROR',
      'payments[3].remittanceInformationStructured.reference',
    ],
    [
      'a wrong Estonian reference',
      { payments: withBad(4, 3, { remittanceInformationStructured: { reference: '1233' } }) },
      'FORMAT_ERROR',
      'payments[3].remittanceInformationStructured.reference',
    ],
    ['a character that cannot travel', { payments: withBad(2, 1, { creditorName: 'Lumen 📚' }) }, 'FORMAT_ERROR', 'payments[1].creditorName'],
    [
      'an address without town',
      { payments: withBad(2, 1, { creditorAddress: { country: 'EE' } }) },
      'FORMAT_ERROR',
      'payments[1].creditorAddress.townName',
    ],
    [
      'an end-to-end id with //',
      { payments: withBad(2, 1, { endToEndIdentification: 'A//B' }) },
      'FORMAT_ERROR',
      'payments[1].endToEndIdentification',
    ],
    [
      'a debtor of one payment',
      { payments: withBad(2, 1, { debtorAccount: { iban: 'EE869800100045081764' } }) },
      'FORMAT_ERROR',
      'payments[1].debtorAccount',
    ],
    [
      'a day of one payment',
      { payments: withBad(2, 1, { requestedExecutionDate: '2030-01-15' }) },
      'FORMAT_ERROR',
      'payments[1].requestedExecutionDate',
    ],
    ['an unknown field', { payments: items(1), total: '1.00' }, 'FORMAT_ERROR', 'total'],
    [
      'a debtor account of nobody',
      { payments: items(1), debtorAccount: { iban: buildIban('EE', '9900100000000011') } },
      'RESOURCE_UNKNOWN',
      'debtorAccount.iban',
    ],
    [
      'a debtor account that is no IBAN',
      { payments: items(1), debtorAccount: { iban: 'EE869800100045081765' } },
      'FORMAT_ERROR',
      'debtorAccount.iban',
    ],
    [
      'a debtor account in another currency',
      { payments: items(1), debtorAccount: { iban: PAYEES.lumenBooks.iban, currency: 'USD' } },
      'PARAMETER_NOT_SUPPORTED',
      'debtorAccount.currency',
    ],
    [
      'a payee who pays',
      { payments: withBad(3, 1, { creditorAccount: { iban: PAYEES.somebodyElse.iban } }), debtorAccount: { iban: PAYEES.somebodyElse.iban } },
      'FORMAT_ERROR',
      'payments[1].creditorAccount.iban',
    ],
    ['yesterday', { payments: items(1), requestedExecutionDate: '2030-01-14' }, 'EXECUTION_DATE_INVALID', 'requestedExecutionDate'],
    ['a day too far away', { payments: items(1), requestedExecutionDate: '2032-01-15' }, 'EXECUTION_DATE_INVALID', 'requestedExecutionDate'],
    ['a day that does not exist', { payments: items(1), requestedExecutionDate: '2030-02-30' }, 'FORMAT_ERROR', 'requestedExecutionDate'],
    ['a fall-back of an ordinary one', { payments: items(1), retryAsSepa: true }, 'PARAMETER_NOT_SUPPORTED', 'retryAsSepa'],
  ])('%s', async (_what, body, code, path) => {
    const before = await house.database.query('select 1 from payment');
    const response = await post(house.harness.app, body, { service: 'bulk-payments' });
    expect([response.statusCode, response.json().tppMessages[0]]).toMatchObject([400, { category: 'ERROR', code, path, text: expect.any(String) }]);
    expect((await house.database.query('select 1 from payment')).rows.length).toBe(before.rows.length);
  });

  it('names the first five invalid payments, each with its path and code', async () => {
    const bad = [3, 10, 11, 40, 41, 42];
    const payments = items(50).map((good, index) => (bad.includes(index) ? { ...good, creditorAccount: { iban: 'EE869800100045081765' } } : good));
    payments[10] = { ...item(1), instructedAmount: { amount: '1.00', currency: 'GBP' } };
    const response = await house.send({ payments });
    const messages: readonly { code: string; path: string }[] = response.json().tppMessages;
    expect([response.statusCode, messages.map(({ code, path }) => `${code} ${path}`)]).toEqual([
      400,
      [
        'FORMAT_ERROR payments[3].creditorAccount.iban',
        'PARAMETER_NOT_SUPPORTED payments[10].instructedAmount.currency',
        'FORMAT_ERROR payments[11].creditorAccount.iban',
        'FORMAT_ERROR payments[40].creditorAccount.iban',
        'FORMAT_ERROR payments[41].creditorAccount.iban',
      ],
    ]);
  });

  it('names at most ten paths when every payment is malformed', async () => {
    const response = await house.send({ payments: items(1000).map(() => ({ ...item(1), creditorName: '' })) });
    expect(response.statusCode).toBe(400);
    expect(response.json().tppMessages.length).toBeLessThanOrEqual(10);
    expect(response.json().tppMessages[0].path).toBe('payments[0].creditorName');
  });

  it('is too large beyond the limit for bulk payments, not that for single payments', async () => {
    const padding = (bytes: number) => ({ payments: items(1), padding: 'x'.repeat(bytes) });
    expect((await post(house.harness.app, padding(BULK_BODY_BYTES_MAX), { service: 'bulk-payments' })).statusCode).toBe(413);
    expect((await post(house.harness.app, padding(BODY_BYTES_MAX), { service: 'bulk-payments' })).statusCode).toBe(400);
    expect((await post(house.harness.app, padding(BODY_BYTES_MAX), { service: 'payments' })).statusCode).toBe(413);
  });

  it('has a product that is not offered, or no token', async () => {
    const unknown = await house.send({ payments: items(1) }, 'target-2-payments');
    expect([unknown.statusCode, unknown.json().tppMessages[0].code]).toEqual([404, 'PRODUCT_UNKNOWN']);
    const nobody = await post(house.harness.app, { payments: [] }, { service: 'bulk-payments', headers: { authorization: undefined } });
    expect(nobody.statusCode).toBe(401);
  });
});
