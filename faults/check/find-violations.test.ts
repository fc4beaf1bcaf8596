/** The checker must be able to fail. Valid rows pass, and each manipulated row or history is reported with its invariant. */
import { describe, expect, it } from 'vitest';
import type { BankRows, PaymentRow } from './bank-store.ts';
import { findViolations } from './find-violations.ts';
import type { Operation } from './history.ts';

const signed: PaymentRow = {
  paymentId: 'pay-signed',
  kind: 'payment',
  partOf: null,
  place: null,
  status: 'ACCC',
  amountCents: 500,
  feeCents: 16,
  bookings: 1,
  takenCents: -516,
  hold: null,
  sessionState: 'signed',
  sessionEnds: ['signing.signed'],
  paymentEnds: ['payment.executed'],
};
const waiting: PaymentRow = { ...signed, paymentId: 'pay-waiting', status: 'ACFC', bookings: 0, takenCents: 0, hold: 'held', paymentEnds: [] };
const refused: PaymentRow = {
  ...signed,
  paymentId: 'pay-refused',
  status: 'RJCT',
  feeCents: 0,
  bookings: 0,
  takenCents: 0,
  sessionState: 'refused',
  sessionEnds: ['signing.refused'],
  paymentEnds: ['payment.rejected'],
};
const agreement: PaymentRow = {
  ...signed,
  paymentId: 'pay-weekly',
  kind: 'periodic-payment',
  status: 'ACTC',
  bookings: 0,
  takenCents: 0,
  paymentEnds: [],
};
const run: PaymentRow = { ...signed, paymentId: 'pay-run', kind: 'periodic-payment', partOf: 'pay-weekly', place: 0, sessionEnds: [] };
const bulk: PaymentRow = { ...agreement, paymentId: 'pay-bulk', kind: 'bulk-payment', status: 'ACSC', amountCents: 1_000 };
const [first, second] = [0, 1].map((place) => ({ ...run, paymentId: `pay-item-${place}`, kind: 'bulk-payment' as const, partOf: 'pay-bulk', place }));
const parts: readonly PaymentRow[] = [agreement, run, bulk, ...(first && second ? [first, second] : [])];
const bank: BankRows = {
  ledger: [{ currency: 'EUR', sumCents: 0 }],
  unbalancedTransactions: [],
  accounts: [{ accountId: 'acc-1', balanceCents: 1_000, entriesCents: 1_000, heldCents: 516, holdsCents: 516 }],
  payments: [signed, waiting, refused, ...parts],
  orphanChains: [],
  idleInTransaction: 0,
};

const ok = { outcome: 'ok', answer: '200', body: 'digest' } as const;
const operations: readonly Operation[] = [
  { number: 1, deed: 'create', subject: 'key-1', amountCents: 500, outcome: 'unknown', answer: 'ECONNRESET' },
  { number: 2, deed: 'create', subject: 'key-1', amountCents: 500, outcome: 'ok', answer: '201', body: 'pay-signed' },
  { number: 3, deed: 'create', subject: 'key-2', amountCents: 500, outcome: 'ok', answer: '201', body: 'pay-waiting' },
  { number: 4, deed: 'create', subject: 'key-3', amountCents: 500, outcome: 'ok', answer: '201', body: 'pay-refused' },
  { number: 5, deed: 'sign', subject: 'pay-signed', amountCents: 500, outcome: 'unknown', answer: '503 Retry-After' },
  { number: 6, deed: 'sign', subject: 'pay-signed', amountCents: 500, ...ok },
  { number: 7, deed: 'sign', subject: 'pay-waiting', amountCents: 500, ...ok },
  { number: 8, deed: 'sign', subject: 'pay-refused', amountCents: 500, outcome: 'refused', answer: '410', body: 'gone' },
  { number: 9, deed: 'refuse', subject: 'pay-refused', amountCents: 500, ...ok },
  { number: 10, deed: 'create', subject: 'key-4', amountCents: 500, outcome: 'ok', answer: '201', body: 'pay-weekly' },
  { number: 11, deed: 'create', subject: 'key-5', amountCents: 1_000, outcome: 'ok', answer: '201', body: 'pay-bulk' },
  { number: 12, deed: 'sign', subject: 'pay-weekly', amountCents: 500, ...ok },
  { number: 13, deed: 'sign', subject: 'pay-bulk', amountCents: 1_000, ...ok },
];

const invariantsOf = (history: readonly Operation[], rows: BankRows): readonly string[] => [
  ...new Set(findViolations(history, rows).map(({ invariant }) => invariant)),
];
const withPayment = (changed: PaymentRow): BankRows => ({
  ...bank,
  payments: bank.payments.map((payment) => (payment.paymentId === changed.paymentId ? changed : payment)),
});
const withMore = (...more: readonly PaymentRow[]): BankRows => ({ ...bank, payments: [...bank.payments, ...more] });
const without = (...numbers: readonly number[]): readonly Operation[] => operations.filter(({ number }) => !numbers.includes(number));

describe('a bank without violations', () => {
  it('has no findings', () => expect(findViolations(operations, bank)).toEqual([]));

  it('may reject a signed payment later, if its hold is released', () => {
    const rejected = withPayment({ ...waiting, status: 'RJCT', hold: 'released', paymentEnds: ['payment.rejected'] });
    expect(findViolations(operations, rejected)).toEqual([]);
  });

  it('may execute a payment without a response, if a repetition returned one', () => {
    expect(findViolations(without(5), bank)).toEqual([]);
  });
});

describe('the checker reports in the rows', () => {
  it.each<[string, string, BankRows]>([
    ['a currency that does not sum to zero', 'I1', { ...bank, ledger: [{ currency: 'EUR', sumCents: 1 }] }],
    ['a booking with one side', 'I1', { ...bank, unbalancedTransactions: ['txn-1'] }],
    [
      'a balance that its entries do not explain',
      'I2',
      { ...bank, accounts: [{ accountId: 'acc-1', balanceCents: 999, entriesCents: 1_000, heldCents: 0, holdsCents: 0 }] },
    ],
    [
      'a hold without its money',
      'I2',
      { ...bank, accounts: [{ accountId: 'acc-1', balanceCents: 1_000, entriesCents: 1_000, heldCents: 0, holdsCents: 516 }] },
    ],
    ['an overdraft', 'I3', { ...bank, accounts: [{ accountId: 'acc-1', balanceCents: -1, entriesCents: -1, heldCents: 0, holdsCents: 0 }] }],
    ['two ends of one session', 'I4', withPayment({ ...signed, sessionEnds: ['signing.signed', 'signing.refused'] })],
    ['the same end told twice', 'I4', withPayment({ ...signed, sessionEnds: ['signing.signed', 'signing.signed'] })],
    ['an end that the audit log does not know', 'I4', withPayment({ ...signed, sessionEnds: [] })],
    ['a payment executed and rejected', 'I4', withPayment({ ...signed, paymentEnds: ['payment.executed', 'payment.rejected'] })],
    ['a double booking', 'I5', withPayment({ ...signed, bookings: 2, takenCents: -1_032 })],
    ['more money than was signed', 'I5', withPayment({ ...signed, takenCents: -517 })],
    ['a run that was made twice', 'I5', withMore({ ...run, paymentId: 'pay-run-2', place: 1 })],
    ['a run that was booked twice', 'I5', withPayment({ ...run, bookings: 2, takenCents: -1_032 })],
    ['an item that was lost', 'I5', { ...bank, payments: bank.payments.filter(({ paymentId }) => paymentId !== 'pay-item-0') }],
    ['an item that was not paid', 'I5', withPayment({ ...run, bookings: 0, takenCents: 0, paymentEnds: [] })],
    ['an item with another amount', 'I5', withPayment({ ...bulk, amountCents: 999 })],
    ['a log without its thing', 'I8', { ...bank, orphanChains: ['signing:nobody'] }],
    ['a connection that forgot its transaction', 'I9', { ...bank, idleInTransaction: 1 }],
  ])('%s', (_name, invariant, rows) => expect(invariantsOf(operations, rows)).toEqual([invariant]));
});

describe('the checker reports between history and rows', () => {
  it('a payment that was acknowledged and signed, but not booked', () => {
    const lost = withPayment({ ...signed, bookings: 0, takenCents: 0, paymentEnds: [] });
    expect(invariantsOf(operations, lost)).toEqual(['I5', 'I6']);
  });

  it('an acknowledged payment that does not exist', () => {
    expect(invariantsOf(operations, { ...bank, payments: [waiting, refused, ...parts] })).toEqual(['I6']);
  });

  it('an executed payment whose signature was refused each time', () => {
    const history = operations.map((operation) =>
      operation.number === 6 || operation.number === 5 ? ({ ...operation, outcome: 'refused', answer: '422' } as const) : operation,
    );
    expect(invariantsOf(history, bank)).toEqual(['I6']);
  });

  it('an executed payment that the customer refused', () => {
    const executed = withPayment({ ...refused, bookings: 1, takenCents: -500, sessionState: 'signed', sessionEnds: ['signing.signed'] });
    expect(invariantsOf(operations, executed)).toEqual(['I6']);
  });

  it('an executed payment without a signature', () => {
    expect(invariantsOf(without(7), bank)).toEqual(['I6']);
  });

  it('two payments for one idempotency key', () => {
    expect(invariantsOf(without(4, 8, 9), bank)).toEqual(['I6']);
  });

  it('a signature that never got a response', () => {
    expect(invariantsOf(without(6), bank)).toEqual(['I7']);
  });

  it('a signature whose client was cut off', () => {
    const history = operations.map((operation) => (operation.number === 7 ? ({ ...operation, outcome: 'unfinished' } as const) : operation));
    expect(invariantsOf(history, bank)).toEqual(['I7']);
  });

  it('a repetition that got another response', () => {
    expect(invariantsOf([...operations, { number: 10, deed: 'sign', subject: 'pay-signed', amountCents: 500, ...ok, body: 'other' }], bank)).toEqual([
      'I7',
    ]);
  });
});
