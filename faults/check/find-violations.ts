/**
 * The invariants that hold after every fault. A pure function of the clients' history and the bank's rows; it returns violations. Invariants that
 * need a running process (audit hashes, open files) are checked in `check-bank.ts`.
 */
import type { AccountRow, BankRows, PaymentRow } from './bank-store.ts';
import type { Operation } from './history.ts';

export interface Violation {
  readonly invariant: 'I1' | 'I2' | 'I3' | 'I4' | 'I5' | 'I6' | 'I7' | 'I8' | 'I9';
  readonly text: string;
}

/** End of a signing session → its event in the audit log. */
const SESSION_ENDS = new Map([
  ['signed', 'signing.signed'],
  ['refused', 'signing.refused'],
  ['expired', 'signing.expired'],
]);

const UNSIGNED: ReadonlySet<string> = new Set(['RCVD', 'PATC', 'RJCT']);
/** The most runs of one order of the load during a round: each is weekly and begins today. */
const RUNS_MAX = { payment: 0, 'periodic-payment': 1 } as const;

export function findViolations(operations: readonly Operation[], bank: BankRows): readonly Violation[] {
  const orders = bank.payments.filter(({ partOf }) => partOf === null);
  const known = new Map(orders.map((payment) => [payment.paymentId, payment]));
  const parts = Map.groupBy(bank.payments, ({ partOf }) => partOf);
  const bySubject = Map.groupBy(operations, ({ subject }) => subject);
  return [
    ...ledgerViolations(bank),
    ...bank.accounts.flatMap(accountViolations),
    ...bank.payments.flatMap((payment) => paymentViolations(payment)),
    ...orders.flatMap((order) => partViolations(order, parts.get(order.paymentId) ?? [])),
    ...orders.flatMap((payment) => historyViolations(payment, bySubject.get(payment.paymentId) ?? [])),
    ...creationViolations(operations, bySubject, known),
    ...[...bySubject.values()].flatMap(convergenceViolations),
    ...bank.orphanChains.map((chain) => broken('I8', `${chain} stands in the audit log or alone and belongs to nothing.`)),
    ...(bank.idleInTransaction === 0 ? [] : [broken('I9', `${bank.idleInTransaction} connections hold a transaction open and do nothing.`)]),
  ];
}

/** I1: the ledger is balanced, in total and in each transaction. */
function ledgerViolations({ ledger, unbalancedTransactions }: BankRows): readonly Violation[] {
  return [
    ...ledger
      .filter(({ sumCents }) => sumCents !== 0)
      .map(({ currency, sumCents }) => broken('I1', `The ledger sums to ${sumCents} ${currency} cents.`)),
    ...unbalancedTransactions.map((id) => broken('I1', `Ledger transaction ${id} does not sum to zero.`)),
  ];
}

/** I2: a balance is the sum of its entries, and a hold total the sum of its holds. I3: no account is overdrawn. */
function accountViolations(account: AccountRow): readonly Violation[] {
  const { accountId, balanceCents, entriesCents, heldCents, holdsCents } = account;
  return [
    ...(balanceCents === entriesCents ? [] : [broken('I2', `${accountId} shows ${balanceCents}, its entries say ${entriesCents}.`)]),
    ...(heldCents === holdsCents ? [] : [broken('I2', `${accountId} holds ${heldCents}, its holds say ${holdsCents}.`)]),
    ...(balanceCents - heldCents >= 0 ? [] : [broken('I3', `${accountId} has ${balanceCents - heldCents} available.`)]),
  ];
}

/** I4: an order ends once and is recorded once. I5: money moved or is held exactly when the order was signed, once, and in the signed amount. */
function paymentViolations(payment: PaymentRow): readonly Violation[] {
  const { paymentId, sessionState, sessionEnds, paymentEnds, bookings, hold, takenCents } = payment;
  const expectedEnd = SESSION_ENDS.get(sessionState);
  const isToldRightly =
    payment.partOf !== null || (expectedEnd === undefined ? sessionEnds.length === 0 : sessionEnds.length === 1 && sessionEnds[0] === expectedEnd);
  const isSigned = sessionState === 'signed';
  const owedCents = bookings === 0 ? 0 : -(payment.amountCents + payment.feeCents);
  return [
    ...(isToldRightly ? [] : [broken('I4', `The session of ${paymentId} is ${sessionState}; the audit log says [${sessionEnds.join(', ')}].`)]),
    ...(paymentEnds.length <= 1 ? [] : [broken('I4', `${paymentId} ended more than once: ${paymentEnds.join(', ')}.`)]),
    ...(bookings <= 1 ? [] : [broken('I5', `${paymentId} is booked ${bookings} times.`)]),
    ...(isExecuted(payment) === isSigned ? [] : [broken('I5', `${paymentId} is ${sessionState}, with ${bookings} bookings and hold ${hold}.`)]),
    ...(takenCents === owedCents ? [] : [broken('I5', `${paymentId} took ${takenCents} cents from the payer, not ${owedCents}.`)]),
  ];
}

/**
 * I5 for the parts of one signature. Each run is made once, and the first two are a week apart. Each item exists once, and all items add up to the
 * total.
 */
function partViolations({ paymentId, kind, amountCents }: PaymentRow, parts: readonly PaymentRow[]): readonly Violation[] {
  const places = parts.map(({ place }) => place).toSorted((one, other) => (one ?? 0) - (other ?? 0));
  if (kind !== 'bulk-payment') return places.length <= RUNS_MAX[kind] ? [] : [broken('I5', `${paymentId} has the runs ${places.join(', ')}.`)];
  const sumCents = parts.reduce((sum, part) => sum + part.amountCents, 0);
  return [
    ...(places.every((place, index) => place === index) ? [] : [broken('I5', `${paymentId} has the items ${places.join(', ')}.`)]),
    ...(sumCents === amountCents ? [] : [broken('I5', `The items of ${paymentId} are ${sumCents} cents, not ${amountCents}.`)]),
  ];
}

/** I6: a response that the customer got is true. */
function historyViolations(payment: PaymentRow, operations: readonly Operation[]): readonly Violation[] {
  const { paymentId } = payment;
  const signatures = operations.filter(({ deed }) => deed === 'sign');
  const isAcknowledged = signatures.some(({ outcome }) => outcome === 'ok');
  const wasRefusedOnly = signatures.every(({ outcome }) => outcome === 'refused');
  const isRefusalAcknowledged = operations.some(({ deed, outcome }) => deed === 'refuse' && outcome === 'ok');
  const executed = isExecuted(payment);
  return [
    ...(isAcknowledged && !executed ? [broken('I6', `${paymentId} was acknowledged and is not executed: a lost payment.`)] : []),
    ...(wasRefusedOnly && executed ? [broken('I6', `${paymentId} was refused to the customer every time and is executed.`)] : []),
    ...(isRefusalAcknowledged && executed ? [broken('I6', `${paymentId} was refused by the customer and is executed.`)] : []),
  ];
}

/** I6 for creations: an acknowledged payment exists, and its idempotency key has created no second one. */
function creationViolations(
  operations: readonly Operation[],
  bySubject: ReadonlyMap<string, readonly Operation[]>,
  known: ReadonlyMap<string, PaymentRow>,
): readonly Violation[] {
  const created = operations.filter(({ deed, outcome }) => deed === 'create' && outcome === 'ok').map((operation) => bodyOf(operation) ?? '');
  const named = new Set([...created, ...operations.filter(({ deed }) => deed !== 'create').map(({ subject }) => subject)]);
  const lost = [...named].filter((paymentId) => !known.has(paymentId)).map((id) => broken('I6', `${id} was acknowledged and does not exist.`));
  const keys = [...bySubject].filter(([, all]) => all[0]?.deed === 'create').length;
  const extra = known.size - keys;
  return extra <= 0 ? lost : [...lost, broken('I6', `${keys} payments were asked for, ${known.size} exist.`)];
}

/** I7: a repetition resolved every unknown outcome, and all repetitions returned the same. */
function convergenceViolations(all: readonly Operation[]): readonly Violation[] {
  const deeds = [...Map.groupBy(all, ({ deed }) => deed)];
  return deeds.flatMap(([deed, operations]) => {
    const bodies = new Set(operations.filter(({ outcome }) => outcome === 'ok').map(bodyOf));
    const isKnown = operations.some(({ outcome }) => outcome === 'ok' || outcome === 'refused');
    const subject = operations[0]?.subject;
    return [
      ...(isKnown ? [] : [broken('I7', `To ${deed} ${subject} never got an answer in ${operations.length} attempts.`)]),
      ...(bodies.size <= 1 ? [] : [broken('I7', `To ${deed} ${subject} was answered in ${bodies.size} ways.`)]),
    ];
  });
}

/**
 * The payment is booked, or its amount is held for a later booking. A payment that the bank rejected after the signature has released its hold; a
 * rejected run or item without funds never had one. A periodic or bulk payment moves no money itself: its status shows that it was accepted.
 */
function isExecuted({ kind, partOf, bookings, hold, status, sessionState }: PaymentRow): boolean {
  const isRejectedLater = status === 'RJCT' && sessionState === 'signed';
  if (kind !== 'payment' && partOf === null) return isRejectedLater || !UNSIGNED.has(status);
  return bookings > 0 || hold === 'held' || (isRejectedLater && (hold === 'released' || partOf !== null));
}

function bodyOf(operation: Operation): string | undefined {
  return operation.outcome === 'unfinished' ? undefined : operation.body;
}

function broken(invariant: Violation['invariant'], text: string): Violation {
  return { invariant, text };
}
