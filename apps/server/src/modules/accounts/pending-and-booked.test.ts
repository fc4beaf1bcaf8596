/** A payment in account data, before and after it is booked. Review of 25 November 2026, X3, X4, X16. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { standardFindings } from '../../testing/nextgenpsd2/standard.ts';
import { openTestPlatform } from '../../testing/test-platform.ts';
import { createAudit } from '../audit/index.ts';
import { type AccountsHarness, openAccountsHarness } from './testing/accounts-harness.ts';

let house: AccountsHarness;
let consentId: string;
beforeAll(async () => {
  house = await openAccountsHarness(await openTestPlatform({ appendAudit: createAudit({ keyAudit: Buffer.alloc(32, 1) }).append }));
  consentId = await house.grant({ allPsd2: 'allAccounts' });
});
afterAll(() => house.close());

interface Movement {
  readonly [field: string]: unknown;
  readonly transactionId: string;
  readonly transactionAmount: { readonly amount: string };
}

async function list(bookingStatus: 'booked' | 'pending', { position = 0, itemsPerPage = '100' } = {}): Promise<readonly Movement[]> {
  const query = new URLSearchParams({ bookingStatus, dateFrom: await house.day(), itemsPerPage });
  const movements: Movement[] = [];
  let next: string | undefined = `/accounts/${house.id(position)}/transactions?${query}`;
  while (next !== undefined) {
    const response = await house.get(next, { consentId, isAttended: true });
    expect([response.statusCode, standardFindings('transactions', response.json())]).toEqual([200, []]);
    movements.push(...response.json().transactions[bookingStatus]);
    next = response.json().transactions._links.next?.href;
  }
  return movements;
}
const amountsOf = (movements: readonly Movement[]) => movements.map(({ transactionAmount }) => transactionAmount.amount);

const REMITTANCES = [
  ['a text', { remittance: 'Order 1' }, { remittanceInformationUnstructured: 'Order 1' }],
  ['nothing', { remittance: '' }, {}],
  [
    'a reference',
    { remittance: '', remittanceStructured: { reference: '1234561' } },
    { remittanceInformationStructured: '1234561', remittanceInformationStructuredArray: [{ reference: '1234561' }] },
  ],
  [
    'a reference with type and issuer',
    { remittance: '', remittanceStructured: { reference: 'RF18539007547034', referenceType: 'SCOR', referenceIssuer: 'ISO' } },
    {
      remittanceInformationStructured: 'RF18539007547034',
      remittanceInformationStructuredArray: [{ reference: 'RF18539007547034', referenceType: 'SCOR', referenceIssuer: 'ISO' }],
    },
  ],
  [
    'a text and a reference',
    { remittance: 'Order 2', remittanceStructured: { reference: '1234561' } },
    {
      remittanceInformationUnstructured: 'Order 2',
      remittanceInformationStructured: '1234561',
      remittanceInformationStructuredArray: [{ reference: '1234561' }],
    },
  ],
] as const;

const remittanceOf = (movement: Movement | undefined) =>
  Object.fromEntries(Object.entries(movement ?? {}).filter(([name]) => name.startsWith('remittanceInformation')));

describe('a payment that is reserved and then booked', () => {
  it.each(REMITTANCES)('has the same id, amount, fee and texts before and after: %s', async (_name, remittance, expected) => {
    const before = new Set((await list('booked')).map(({ transactionId }) => transactionId));
    const paymentId = await house.pay('hold', { amountCents: 707, feeCents: 16, endToEndId: 'E2E-1', ...remittance });
    const pending = await list('pending');
    expect(amountsOf(pending)).toEqual(['-0.16', '-7.07']);
    await house.settle(paymentId);
    expect(await list('pending')).toEqual([]);
    const booked = (await list('booked')).filter(({ transactionId }) => !before.has(transactionId));
    const undated = booked.map(({ bookingDate: _day, valueDate: _value, entryReference: _entry, ...same }) => same);
    expect(undated).toEqual(pending);
    expect(pending[0]?.transactionId).toBe(`${pending[1]?.transactionId}-fee`);
    expect(pending[1]).toMatchObject({ endToEndId: 'E2E-1', bankTransactionCode: 'PMNT-ICDT-ESCT' });
    expect(remittanceOf(pending[1])).toEqual(expected);
  });

  it('is paged with its fee, each movement once', async () => {
    const paymentIds = [await house.pay('hold', { amountCents: 301, feeCents: 16 }), await house.pay('hold', { amountCents: 302, feeCents: 16 })];
    const whole = await list('pending');
    expect(amountsOf(whole).toSorted()).toEqual(['-0.16', '-0.16', '-3.01', '-3.02']);
    expect(await list('pending', { itemsPerPage: '1' })).toEqual(whole);
    for (const paymentId of paymentIds) await house.settle(paymentId);
  });
});

describe('a payment within the bank', () => {
  it.each(REMITTANCES)('reads the same for the payer and the payee: %s', async (_name, remittance, expected) => {
    await house.pay('transferInstantly', {
      amountCents: 11,
      creditorIban: house.iban(1),
      creditorName: 'Liis Näidis',
      product: 'INDIVIDUAL_INSTANT_SEPA',
      ...remittance,
    });
    const [sent] = await list('booked');
    const [received] = await list('booked', { position: 1 });
    expect([sent?.bankTransactionCode, received?.bankTransactionCode]).toEqual(['PMNT-IRCT-ESCT', 'PMNT-RRCT-ESCT']);
    expect([remittanceOf(sent), remittanceOf(received)]).toEqual([expected, expected]);
    const one = await house.get(`/accounts/${house.id(0)}/transactions/${sent?.transactionId}`, { consentId, isAttended: true });
    expect(one.json().transactionsDetails).toEqual(sent);
  });

  it.each(REMITTANCES)('that is ordinary reaches the payee as a received transfer, without the fee: %s', async (_name, remittance, expected) => {
    const known = new Set((await list('booked', { position: 1 })).map(({ transactionId }) => transactionId));
    const order = { amountCents: 12, feeCents: 16, creditorIban: house.iban(1), creditorName: 'Liis Näidis', endToEndId: 'E2E-2', ...remittance };
    const paymentId = await house.pay('hold', order);
    expect(await list('pending', { position: 1 })).toEqual([]);
    await house.settle(paymentId);
    const received = (await list('booked', { position: 1 })).filter(({ transactionId }) => !known.has(transactionId));
    expect(received).toMatchObject([{ transactionAmount: { amount: '0.12' }, bankTransactionCode: 'PMNT-RCDT-ESCT', endToEndId: 'E2E-2' }]);
    expect(remittanceOf(received[0])).toEqual(expected);
    const sent = (await list('booked')).filter(({ transactionAmount }) => transactionAmount.amount === '-0.12');
    expect(new Set(sent.map(({ bankTransactionCode }) => bankTransactionCode))).toEqual(new Set(['PMNT-ICDT-ESCT']));
  });
});
