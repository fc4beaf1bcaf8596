/**
 * Moving money: once for each payment, whole or not at all. An answer, a refusal too, is kept: an order that was late on its way cannot
 * do what its sender has given up. What was released is over for good.
 */
import { findAccountByIban, findHolder } from './accounts.ts';
import { tell } from './events.ts';
import { CLEARING, FEES, type Ledger, today } from './ledger.ts';
import { REASONS, REFUSED_PAYEES, type Reason, WITHOUT_INSTANT } from './people.ts';
import { cents, text } from './read-body.ts';
import { type Body, Refused } from './serve.ts';

export type Outcome =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: 'insufficientFunds'; readonly availableCents: number }
  | { readonly ok: false; readonly reason: 'accountUnknown' | 'currencyMismatch' | 'instantNotReachable' | Reason };

export interface Order {
  readonly paymentId: string;
  readonly customerId: string;
  readonly debtorIban: string;
  readonly creditorIban: string;
  readonly creditorName: string;
  readonly amountCents: number;
  readonly feeCents: number;
  readonly currency: string;
  readonly remittance: string;
  readonly endToEndId: string;
  readonly product: string;
}

const OK: Outcome = { ok: true };

export function toOrder(body: Body): Order {
  return {
    paymentId: text(body, 'paymentId'),
    customerId: text(body, 'customerId'),
    debtorIban: text(body, 'debtorIban'),
    creditorIban: text(body, 'creditorIban'),
    creditorName: text(body, 'creditorName'),
    amountCents: cents(body, 'amountCents'),
    feeCents: cents(body, 'feeCents'),
    currency: text(body, 'currency'),
    remittance: text(body, 'remittance'),
    endToEndId: text(body, 'endToEndId'),
    product: text(body, 'product'),
  };
}

export function transfer(ledger: Ledger, order: Order): Outcome {
  return once(ledger, 'transfer', [order], () => {
    const checked = check(ledger, order);
    if (!checked.ok) return checked;
    if (!isReachable(order)) return { ok: false, reason: 'instantNotReachable' };
    book(ledger, order);
    return OK;
  });
}

export function hold(ledger: Ledger, order: Order): Outcome {
  return once(ledger, 'hold', [order], () => {
    const checked = check(ledger, order);
    if (checked.ok) place(ledger, order);
    return checked;
  });
}

/** All from one account, and all of them or none. */
export function holdAll(ledger: Ledger, orders: readonly Order[]): Outcome {
  return once(ledger, 'hold-all', orders, () => {
    const [first] = orders;
    if (first === undefined) return OK;
    const needed = orders.reduce((sum, { amountCents, feeCents }) => sum + amountCents + feeCents, 0);
    const checked = check(ledger, first, needed);
    if (checked.ok) for (const order of orders) place(ledger, order);
    return checked;
  });
}

/** Neither funds nor account are asked again: that was done when the money was held. */
export function settle(ledger: Ledger, order: Order): Outcome {
  return once(ledger, 'settle', [order], () => {
    if (isBooked(ledger, order.paymentId)) return OK;
    const later = rejectedLater(ledger, order.paymentId);
    if (later !== undefined) return later;
    if (stateOf(ledger, order.paymentId) !== 'held') throw new Refused(409, `Nothing is held for ${order.paymentId}.`);
    if (order.product === 'INDIVIDUAL_INSTANT_SEPA' && !isReachable(order)) return { ok: false, reason: 'instantNotReachable' };
    ledger.run("update hold set state = 'settled' where payment_id = ?", order.paymentId);
    book(ledger, order);
    return OK;
  });
}

/** What has moved has moved; whatever else there is of the payment, now or later, is over. */
export function release(ledger: Ledger, paymentId: string): void {
  if (isBooked(ledger, paymentId)) return;
  ledger.run(
    "insert into hold (payment_id, cents, placed_at, state) values (?, 0, ?, 'released') on conflict (payment_id) do update set state = 'released'",
    paymentId,
    new Date().toISOString(),
  );
}

/** What the bank has done with a payment. `released`: without a booking. */
export function findOrder(ledger: Ledger, paymentId: string): { readonly paymentId: string; readonly state: string } {
  const state = stateOf(ledger, paymentId);
  if (isBooked(ledger, paymentId)) return { paymentId, state: 'booked' };
  if (state === 'held' || state === 'released') return { paymentId, state };
  const answers = ledger.rows('select 1 from answer where payment_id = ?', paymentId);
  return { paymentId, state: answers.length > 0 || rejectedLater(ledger, paymentId) !== undefined ? 'refused' : 'unknown' };
}

/** The bank rejects an order that it had accepted: the hold ends. */
export function rejectHeld(ledger: Ledger, paymentId: string, reason: Reason): void {
  if (stateOf(ledger, paymentId) !== 'held') throw new Refused(409, `Nothing is held for ${paymentId}.`);
  ledger.run('update hold set state = ? where payment_id = ?', `rejected:${reason}`, paymentId);
  tell(ledger, 'orderRejected', { paymentId, reason });
}

function rejectedLater(ledger: Ledger, paymentId: string): Outcome | undefined {
  const [, reason] = stateOf(ledger, paymentId)?.split('rejected:') ?? [];
  return reason === undefined ? undefined : { ok: false, reason: toReason(reason) };
}

export function toReason(text: string): Reason {
  const reason = REASONS.find((each) => each === text);
  if (reason === undefined) throw new Refused(400, `There is no reason ${text}.`);
  return reason;
}

function once(ledger: Ledger, call: string, orders: readonly Order[], decide: () => Outcome): Outcome {
  const [first] = orders;
  if (first === undefined) return decide();
  const { paymentId, product } = first;
  for (const order of orders)
    if (stateOf(ledger, order.paymentId) === 'released') throw new Refused(409, `Payment ${order.paymentId} was called off.`);
  const asked = JSON.stringify(orders);
  const [known] = ledger.rows('select asked, outcome from answer where payment_id = ? and call = ? and product = ?', paymentId, call, product);
  if (known !== undefined) {
    if (known.asked !== asked) throw new Refused(409, `Payment ${paymentId} was asked for before, with other contents.`);
    return JSON.parse(String(known.outcome));
  }
  const outcome = decide();
  ledger.run(
    'insert into answer (payment_id, call, product, asked, outcome) values (?, ?, ?, ?, ?)',
    paymentId,
    call,
    product,
    asked,
    JSON.stringify(outcome),
  );
  return outcome;
}

function check(ledger: Ledger, order: Order, neededCents = order.amountCents + order.feeCents): Outcome {
  const account = findAccountByIban(ledger, order.customerId, order.debtorIban);
  if (account === undefined) return { ok: false, reason: 'accountUnknown' };
  if (account.currency !== order.currency) return { ok: false, reason: 'currencyMismatch' };
  const refused = REFUSED_PAYEES.get(order.creditorName);
  if (refused !== undefined) return { ok: false, reason: refused };
  const { availableCents } = account;
  return availableCents < neededCents ? { ok: false, reason: 'insufficientFunds', availableCents } : OK;
}

function isReachable({ creditorIban }: Order): boolean {
  return !(creditorIban.startsWith('EE') && WITHOUT_INSTANT.has(creditorIban.slice(4, 6)));
}

function isBooked(ledger: Ledger, paymentId: string): boolean {
  return ledger.rows('select 1 from entry where transaction_id = ? limit 1', paymentId).length > 0;
}

function stateOf(ledger: Ledger, paymentId: string): string | undefined {
  const [row] = ledger.rows('select state from hold where payment_id = ?', paymentId);
  return row && String(row.state);
}

function place(ledger: Ledger, order: Order): void {
  const account = findAccountByIban(ledger, order.customerId, order.debtorIban);
  ledger.run(
    `insert into hold (payment_id, account_id, cents, placed_at, state, counterpart_name, counterpart_iban, remittance, end_to_end_id)
      values (?, ?, ?, ?, 'held', ?, ?, ?, ?)`,
    order.paymentId,
    account?.accountId ?? null,
    order.amountCents + order.feeCents,
    new Date().toISOString(),
    order.creditorName,
    order.creditorIban,
    order.remittance,
    order.endToEndId,
  );
}

function book(ledger: Ledger, order: Order): void {
  const debtor = findAccountByIban(ledger, order.customerId, order.debtorIban);
  if (debtor === undefined) throw new Error(`The account ${order.debtorIban} of a checked order is gone.`);
  const { amountCents, feeCents } = order;
  const toPayee = { name: order.creditorName, iban: order.creditorIban };
  const fromPayer = { name: debtor.holderName, iban: order.debtorIban };
  write(ledger, order, { accountId: debtor.accountId, amountCents: -amountCents, part: 'principal', other: toPayee });
  const creditor = findHolder(ledger, order.creditorIban)?.accountId ?? CLEARING;
  write(ledger, order, { accountId: creditor, amountCents, part: 'principal', other: fromPayer });
  tell(ledger, 'orderBooked', { paymentId: order.paymentId });
  if (feeCents === 0) return;
  write(ledger, order, { accountId: debtor.accountId, amountCents: -feeCents, part: 'fee' });
  write(ledger, order, { accountId: FEES, amountCents: feeCents, part: 'fee' });
}

interface Entry {
  readonly accountId: string;
  readonly amountCents: number;
  readonly part: 'principal' | 'fee';
  readonly other?: { readonly name: string; readonly iban: string };
}

function write(ledger: Ledger, { paymentId, remittance, endToEndId }: Order, { accountId, amountCents, part, other }: Entry): void {
  ledger.run(
    `insert into entry (transaction_id, account_id, cents, part, booking_date, counterpart_name, counterpart_iban, remittance, end_to_end_id)
      values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    paymentId,
    accountId,
    amountCents,
    part,
    today(),
    other?.name ?? null,
    other?.iban ?? null,
    part === 'fee' ? 'Transfer fee' : remittance,
    other === undefined ? null : endToEndId,
  );
}
