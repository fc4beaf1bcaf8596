/** Fields that NextGenPSD2 1.3.12 knows and the bank does not offer. Review of 25 November 2026, X8. */
import {
  BulkPaymentInitiation,
  ConsentRequest,
  FundsConfirmationRequest,
  PaymentInitiation,
  PeriodicPaymentInitiation,
  StatementRequest,
} from '@portico/contract';
import type { TSchema } from 'typebox';
import { describe, expect, it } from 'vitest';
import { compileValidator, InvalidRequest } from '#platform/http/validation.ts';

const ACCOUNT = { iban: 'EE382200221020145685' };
const ITEM = { instructedAmount: { amount: '1.00', currency: 'EUR' }, creditorAccount: ACCOUNT, creditorName: 'Lumen' };
const ORDER = { ...ITEM, debtorAccount: ACCOUNT };

/** `accountReference` beside IBAN and currency. */
const OF_ACCOUNTS = ['bban', 'pan', 'maskedPan', 'msisdn', 'other', 'cashAccountType'];
/** Schemas of the standard's file for one payee. */
const OF_PAYEES = [
  ...['creditorAgentName', 'creditorId', 'creditorNameAndAddress', 'purposeCode', 'ultimateCreditor'],
  ...['remittanceInformationStructuredArray', 'remittanceInformationUnstructuredArray'],
];
/** Schemas of the standard's file for an order. */
const OF_ORDERS = ['chargeBearer', 'debtorId', 'debtorName', 'requestedExecutionTime', 'serviceLevel', 'ultimateDebtor'];

interface Place {
  readonly name: string;
  readonly schema: TSchema;
  /** A body with this field at the place. */
  readonly bodyWith: (field: object) => object;
  /** Before the name of the field. */
  readonly path: string;
  readonly known: readonly string[];
}

const place = (name: string, schema: TSchema, path: string, known: readonly string[], bodyWith: Place['bodyWith']): Place => ({
  name,
  schema,
  path,
  known,
  bodyWith,
});

/** One order with its payee and both accounts. */
const ofOrder = (name: string, schema: TSchema, terms: object, known: readonly string[]): readonly Place[] => [
  place(name, schema, '', [...OF_PAYEES, ...OF_ORDERS, ...known], (field) => ({ ...ORDER, ...terms, ...field })),
  place(name, schema, 'creditorAccount.', OF_ACCOUNTS, (field) => ({ ...ORDER, ...terms, creditorAccount: { ...ACCOUNT, ...field } })),
  place(name, schema, 'debtorAccount.', OF_ACCOUNTS, (field) => ({ ...ORDER, ...terms, debtorAccount: { ...ACCOUNT, ...field } })),
];

const consent = (access: object) => ({
  access,
  recurringIndicator: true,
  validUntil: '2030-01-01',
  frequencyPerDay: 4,
  combinedServiceIndicator: false,
});

const PLACES: readonly Place[] = [
  ...ofOrder('a payment', PaymentInitiation, {}, ['batchBookingPreferred']),
  ...ofOrder('a periodic payment', PeriodicPaymentInitiation, { startDate: '2030-01-01', frequency: 'Monthly' }, ['monthsOfExecution']),
  place('a bulk payment', BulkPaymentInitiation, '', OF_ORDERS, (field) => ({ payments: [ITEM], ...field })),
  place('a bulk payment', BulkPaymentInitiation, 'debtorAccount.', OF_ACCOUNTS, (field) => ({
    payments: [ITEM],
    debtorAccount: { ...ACCOUNT, ...field },
  })),
  place('a bulk payment', BulkPaymentInitiation, 'payments[1].', [...OF_PAYEES, 'chargeBearer', 'serviceLevel', 'ultimateDebtor'], (field) => ({
    payments: [ITEM, { ...ITEM, ...field }],
  })),
  place('a bulk payment', BulkPaymentInitiation, 'payments[1].creditorAccount.', OF_ACCOUNTS, (field) => ({
    payments: [ITEM, { ...ITEM, creditorAccount: { ...ACCOUNT, ...field } }],
  })),
  ...['accounts', 'balances', 'transactions'].map((list) =>
    place('a consent', ConsentRequest, `access.${list}[0].`, OF_ACCOUNTS, (field) => consent({ [list]: [{ ...ACCOUNT, ...field }] })),
  ),
  place('a funds confirmation', FundsConfirmationRequest, 'account.', OF_ACCOUNTS, (field) => ({
    account: { ...ACCOUNT, ...field },
    instructedAmount: ITEM.instructedAmount,
  })),
  place('a statement', StatementRequest, 'account.', OF_ACCOUNTS, (field) => ({
    account: { ...ACCOUNT, ...field },
    dateFrom: '2026-01-01',
    dateTo: '2026-02-01',
  })),
];
/** A field that the bank does not offer is refused with any value, well formed or not. */
const VALUES: readonly unknown[] = ['x', 1, true, null, [], {}, { identification: 'x' }];
const UNKNOWN = ['colour', 'BBAN', 'purpose-code', 'constructor', '0'];

function entriesOf(schema: TSchema, body: object): unknown {
  const validate: unknown = compileValidator({ schema, httpPart: 'body', method: 'POST', url: '/' });
  if (typeof validate !== 'function') throw new TypeError('A validator is a function.');
  const { error } = Object(validate(body));
  return error instanceof InvalidRequest ? error.entries : undefined;
}

describe('a field of the standard that is not offered', () => {
  it.each(PLACES)('is refused as such in $name, at $path', ({ schema, path, known, bodyWith }) => {
    expect(entriesOf(schema, bodyWith({}))).toBeUndefined();
    for (const field of known) {
      for (const value of VALUES) {
        const entry = { path: `${path}${field}`, text: 'The bank does not offer this field. Leave it out.', code: 'PARAMETER_NOT_SUPPORTED' };
        expect(entriesOf(schema, bodyWith({ [field]: value }))).toEqual([entry]);
      }
    }
  });

  it.each(PLACES.filter(({ known }) => known === OF_ACCOUNTS))('is named before the IBAN that it stands for in $name, at $path', (where) => {
    for (const field of OF_ACCOUNTS) {
      const other = { [field]: 'x' };
      const body = JSON.stringify(where.bodyWith(other), (_name, value) => (Object(value)[field] === 'x' ? other : value));
      expect(entriesOf(where.schema, JSON.parse(body))).toEqual([
        expect.objectContaining({ path: `${where.path}${field}`, code: 'PARAMETER_NOT_SUPPORTED' }),
        { path: `${where.path}iban`, text: 'This field is missing.' },
      ]);
    }
  });

  it.each(['additionalInformation', 'restrictedTo'])('access.%s reaches its rule with every value', (field) => {
    for (const value of VALUES) expect(entriesOf(ConsentRequest, consent({ allPsd2: 'allAccounts', [field]: value }))).toBeUndefined();
  });
});

describe('a field that the standard does not know', () => {
  it.each(PLACES)('is refused as unknown in $name, at $path', ({ schema, bodyWith }) => {
    for (const field of UNKNOWN) {
      expect(entriesOf(schema, bodyWith({ [field]: 'x' }))).toEqual([
        { path: expect.stringMatching(/./), text: 'This field is unknown. Leave it out.' },
      ]);
    }
  });
});
