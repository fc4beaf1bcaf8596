import type { PaymentInitiation, PaymentProductPath } from '@portico/contract';
import { describe, expect, it } from 'vitest';
import { TppRefusal } from '#platform/http/refusal.ts';
import { accountsDiffer } from './account-rules.ts';
import { dateIsOffered } from './execution-rules.ts';
import { requireRules } from './payment-rules.ts';

const ORDINARY: PaymentProductPath = 'sepa-credit-transfers';
const INSTANT: PaymentProductPath = 'instant-sepa-credit-transfers';
const PAYER = { iban: 'EE471000001020145685' };
const IN_ESTONIA = { iban: 'EE382200221020145685' };
const IN_LATVIA = { iban: 'LV80BANK0000435195001' };

const ORDER: PaymentInitiation = {
  instructedAmount: { amount: '46.80', currency: 'EUR' },
  creditorAccount: IN_ESTONIA,
  creditorName: 'Lumen Books OÜ',
};

/** Path and text of the breach; undefined when the order may pass. */
function breachOf(change: Partial<PaymentInitiation>, product = ORDINARY): unknown {
  try {
    requireRules({ ...ORDER, ...change }, product);
    return undefined;
  } catch (error) {
    if (!(error instanceof TppRefusal)) throw error;
    return { status: error.status, code: error.code, path: error.options.path, text: error.message };
  }
}

const reference = (text: string, more: object = {}) => ({ remittanceInformationStructured: { reference: text, ...more } });
const amount = (text: string) => ({ instructedAmount: { amount: text, currency: 'EUR' } });

describe('an order may pass', () => {
  it.each<[string, Partial<PaymentInitiation>, PaymentProductPath?]>([
    ['with what is required', {}],
    ['of one cent', amount('0.01')],
    ['of the largest amount', amount('999999999.99')],
    [
      'from an account of its own, in EUR on both sides',
      { debtorAccount: { ...PAYER, currency: 'EUR' }, creditorAccount: { ...IN_ESTONIA, currency: 'EUR' } },
    ],
    ['on a day that exists', { requestedExecutionDate: '2028-02-29' }],
    ['that may become an ordinary one, when it is instant', { retryAsSepa: true }, INSTANT],
    ['with an address of town and country', { creditorAddress: { townName: 'Tartu', country: 'EE' } }],
    ['with a description', { remittanceInformationUnstructured: 'Arve 17, märts' }],
    ['with a reference of ISO 11649', { creditorAccount: IN_LATVIA, ...reference('RF18539007547034') }],
    ['with an Estonian reference', reference('1234561')],
    ['with description and reference, to Estonia', { remittanceInformationUnstructured: 'Arve 17', ...reference('1234561') }],
    ['with kind and issuer of the reference', reference('1234561', { referenceType: 'SCOR', referenceIssuer: 'ISO' })],
    ['with both identifications', { endToEndIdentification: 'A/1-2', instructionIdentification: '?' }],
  ])('%s', (_what, change, product) => {
    expect(breachOf(change, product)).toBeUndefined();
  });
});

describe('an order is refused, with the path and what is accepted,', () => {
  const format = 'FORMAT_ERROR';
  const unsupported = 'PARAMETER_NOT_SUPPORTED';
  it.each<[string, Partial<PaymentInitiation>, string, string, RegExp, PaymentProductPath?]>([
    ['in another currency', { instructedAmount: { amount: '1.00', currency: 'USD' } }, unsupported, 'instructedAmount.currency', /made in EUR/],
    ['of nothing', amount('0.00'), format, 'instructedAmount.amount', /0\.01 to 999999999\.99.*two decimals/],
    ['of a cent too much', amount('1000000000.00'), format, 'instructedAmount.amount', /0\.01 to 999999999\.99/],
    ['of no amount', amount('1e3'), format, 'instructedAmount.amount', /0\.01 to/],
    ['with check digits that are wrong', { creditorAccount: { iban: 'EE392200221020145685' } }, format, 'creditorAccount.iban', /no valid IBAN/],
    [
      'from an account whose check digits are wrong',
      { debtorAccount: { iban: 'EE481000001020145685' } },
      format,
      'debtorAccount.iban',
      /no valid IBAN/,
    ],
    [
      'to an account in another currency',
      { creditorAccount: { ...IN_ESTONIA, currency: 'SEK' } },
      unsupported,
      'creditorAccount.currency',
      /Send EUR/,
    ],
    ['from an account in another currency', { debtorAccount: { ...PAYER, currency: 'SEK' } }, unsupported, 'debtorAccount.currency', /Send EUR/],
    ['to the account it comes from', { debtorAccount: IN_ESTONIA }, format, 'debtorAccount.iban', /account it comes from/],
    ['to nobody', { creditorName: '  ' }, format, 'creditorName', /is empty/],
    ['to a name that cannot travel', { creditorName: 'Люмен' }, format, 'creditorName', /U\+041B.*Accepted: a-z/],
    ['to a name with a line end', { creditorName: 'Lumen\nBooks' }, format, 'creditorName', /U\+000A/],
    [
      'with an address whose town is empty',
      { creditorAddress: { townName: ' ', country: 'EE' } },
      format,
      'creditorAddress.townName',
      /town and country/,
    ],
    [
      'with a street that cannot travel',
      { creditorAddress: { townName: 'Tartu', country: 'EE', streetName: 'a_b' } },
      format,
      'creditorAddress.streetName',
      /U\+005F/,
    ],
    [
      'with description and reference, to Latvia',
      { creditorAccount: IN_LATVIA, remittanceInformationUnstructured: 'Arve', ...reference('RF18539007547034') },
      format,
      'remittanceInformationStructured',
      /payees in Estonia only/,
    ],
    ['with a description that cannot travel', { remittanceInformationUnstructured: 'a ; b' }, format, 'remittanceInformationUnstructured', /U\+003B/],
    ['with spaces in the reference', reference('123 4561'), format, 'remittanceInformationStructured.reference', /without spaces/],
    ['with slashes in the reference', reference('/1'), format, 'remittanceInformationStructured.reference', /starts nor ends with \//],
    ['with characters in the reference', reference('a_b'), format, 'remittanceInformationStructured.reference', /cannot travel/],
    [
      'with an RF reference that is wrong',
      reference('RF19539007547034'),
      format,
      'remittanceInformationStructured.reference',
      /RF reference is wrong/,
    ],
    ['with an Estonian reference that is wrong', reference('1234562'), format, 'remittanceInformationStructured.reference', /7-3-1/],
    ['with a reference that is too long', reference('A'.repeat(36)), format, 'remittanceInformationStructured.reference', /1 to 35/],
    [
      'with a kind of reference that cannot travel',
      reference('1234561', { referenceType: 'a_b' }),
      format,
      'remittanceInformationStructured.referenceType',
      /U\+005F/,
    ],
    [
      'with an issuer that cannot travel',
      reference('1234561', { referenceIssuer: 'a_b' }),
      format,
      'remittanceInformationStructured.referenceIssuer',
      /U\+005F/,
    ],
    ['with an identification that ends with a slash', { endToEndIdentification: 'A/' }, format, 'endToEndIdentification', /1 to 35 of/],
    ['with an own identification of letters with marks', { instructionIdentification: 'ä' }, format, 'instructionIdentification', /1 to 35 of/],
    ['on a day that does not exist', { requestedExecutionDate: '2027-02-29' }, format, 'requestedExecutionDate', /does not exist/],
    ['that may become an ordinary one, and is one', { retryAsSepa: false }, unsupported, 'retryAsSepa', /Leave it out for ordinary/],
  ])('%s', (_what, change, code, path, text, product) => {
    expect(breachOf(change, product)).toEqual({ status: 400, code, path, text: expect.stringMatching(text) });
  });

  it('for its payee first, then for both accounts together, then for its terms', () => {
    const bad = { creditorName: ' ', debtorAccount: IN_ESTONIA, requestedExecutionDate: '2027-02-29' };
    expect(breachOf(bad)).toMatchObject({ path: 'creditorName' });
    expect(breachOf({ ...bad, creditorName: 'A' })).toMatchObject({ path: 'debtorAccount.iban' });
    expect(breachOf({ ...bad, creditorName: 'A', debtorAccount: PAYER })).toMatchObject({ path: 'requestedExecutionDate' });
  });
});

// Review of 25 November 2026, X14
describe('a text of nothing or of spaces alone', () => {
  const address = (field: string, text: string) => ({ creditorAddress: { townName: 'Tartu', country: 'EE', [field]: text } });
  const TEXTS: readonly (readonly [path: string, change: (text: string) => Partial<PaymentInitiation>])[] = [
    ['creditorName', (text) => ({ creditorName: text })],
    ['creditorAddress.streetName', (text) => address('streetName', text)],
    ['creditorAddress.buildingNumber', (text) => address('buildingNumber', text)],
    ['creditorAddress.townName', (text) => address('townName', text)],
    ['creditorAddress.postCode', (text) => address('postCode', text)],
    ['remittanceInformationUnstructured', (text) => ({ remittanceInformationUnstructured: text })],
    ['remittanceInformationStructured.reference', (text) => reference(text)],
    ['remittanceInformationStructured.referenceType', (text) => reference('1234561', { referenceType: text })],
    ['remittanceInformationStructured.referenceIssuer', (text) => reference('1234561', { referenceIssuer: text })],
    ['endToEndIdentification', (text) => ({ endToEndIdentification: text })],
    ['instructionIdentification', (text) => ({ instructionIdentification: text })],
  ];

  it.each(TEXTS.flatMap(([path, change]) => ['', ' ', '   '].map((text) => [path, text, change] as const)))(
    'is refused in %s: %j',
    (path, text, change) => expect(breachOf(change(text))).toMatchObject({ status: 400, code: 'FORMAT_ERROR', path }),
  );

  it.each(TEXTS)('is refused for the missing text, not for the spaces, in %s', (path, change) => {
    // A reference travels without any space.
    const text = path.endsWith('.reference') ? '1234561' : ' 1 ';
    expect(breachOf(change(text))).toBeUndefined();
  });
});

describe('of a bulk payment', () => {
  it('the item that would pay the account it comes from is named', () => {
    expect(accountsDiffer(ORDER, { debtorAccount: IN_ESTONIA }, 'payments[3]')).toMatchObject({ path: 'payments[3]' });
    expect(accountsDiffer(ORDER, { debtorAccount: PAYER }, 'payments[3]')).toBeUndefined();
  });
});

describe('a day', () => {
  const today = '2026-11-20';

  it.each([undefined, today, '2026-11-21', '2027-11-21'])('%s is offered', (day) => {
    expect(dateIsOffered(day, today)).toBeUndefined();
  });

  it('that is over is not, and what is accepted is said', () => {
    expect(dateIsOffered('2026-11-19', today)).toEqual({
      code: 'EXECUTION_DATE_INVALID',
      path: 'requestedExecutionDate',
      text: expect.stringMatching(/^This day is over\. .*between today, 2026-11-20, and 2027-11-21/),
    });
  });

  it('later than a year and a day is not', () => {
    expect(dateIsOffered('2027-11-22', today)?.text).toMatch(/^This day is too far away\./);
  });
});
