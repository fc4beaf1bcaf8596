/** Executes ordinary payments of one sandbox: reserves their money, and books it at the execution time. One call of the bank handles all of them. */
import { bankDate } from '#modules/bank/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { PaymentsDeps } from '../deps.ts';
import { isBulk, isInstant, isPeriodic } from '../model/kind.ts';
import type { Payment } from '../model/payment.ts';
import { awaitsDay, awaitsExecution, STATUS_PATHS, stepsFrom } from '../model/payment-status.ts';
import { type Planned, type PlannedPayment, planned, type Signed } from '../model/plan.ts';
import { ordinaryTime } from './execution-day.ts';
import { rejectRefused, requireOutcome } from './rejections.ts';
import { toTransfer } from './to-transfer.ts';

/** True for a payment with one payee that awaits its day or execution and is executed as an ordinary payment. */
export function isOrdinary<Kind extends Signed>(payment: Kind): payment is Kind & Signed<Payment> {
  if (isBulk(payment) || isPeriodic(payment)) return false;
  return awaitsExecution(payment.status) || (awaitsDay(payment.status) && !isInstant(payment.product));
}

/** Reserves in the given order: if an account cannot cover all payments, earlier ones are served first. `now`: tenant time. */
export async function holdOrdinary({ bank }: PaymentsDeps, tx: Tx, payments: readonly Signed<Payment>[], now: Date): Promise<readonly PlannedHold[]> {
  const outcomes = await bank.holdEach(tx, payments.map(toOrdinaryTransfer));
  return payments.map((payment, index) => {
    const outcome = requireOutcome(outcomes[index]);
    if (!outcome.ok) return { payment, held: outcome };
    const executeAt = ordinaryTime(bank, payment, now, payment.executionDate);
    const path = stepsFrom(payment.status, STATUS_PATHS.ordinarySigned);
    return { payment, held: planned({ path, change: { executionDate: bankDate(executeAt, payment.bankCountry) }, executeAt }) };
  });
}

interface PlannedHold {
  readonly payment: Signed<Payment>;
  readonly held: Planned;
}

/**
 * Executes due payments. For payments signed ahead it first reserves the money; they are booked with the others unless their execution time is
 * later.
 */
export async function executeOrdinary(deps: PaymentsDeps, tx: Tx, due: readonly Signed<Payment>[], now: Date): Promise<readonly PlannedPayment[]> {
  if (due.length === 0) return [];
  const ahead = due.filter(({ status }) => awaitsDay(status));
  const held = (await holdOrdinary(deps, tx, ahead, now)).map(({ payment, held }) => ({ payment, plan: rejectRefused(held) }));
  const isToBook = ({ plan: { change, executeAt = now } }: PlannedPayment) => change.rejection === undefined && executeAt <= now;
  const accepted = due.filter(({ status }) => !awaitsDay(status)).map((payment) => ({ payment, plan: { path: [], change: {} } }));
  return [...held.filter((each) => !isToBook(each)), ...(await bookOrdinary(deps, tx, [...held.filter(isToBook), ...accepted]))];
}

/** Books payments whose money is reserved, and releases the hold of a refused payment. */
async function bookOrdinary({ bank }: PaymentsDeps, tx: Tx, due: readonly PlannedPayment<Signed<Payment>>[]): Promise<readonly PlannedPayment[]> {
  const outcomes = await bank.settleHolds(
    tx,
    due.map(({ payment }) => toOrdinaryTransfer(payment)),
  );
  const unpaid: string[] = [];
  const booked = due.map(({ payment, plan }, index) => {
    const outcome = requireOutcome(outcomes[index]);
    if (!outcome.ok) unpaid.push(payment.paymentId);
    const { path, change } = rejectRefused(outcome.ok ? planned({ path: STATUS_PATHS.ordinarySettled, change: {} }) : outcome);
    return { payment, plan: { ...plan, path: [...plan.path, ...path], change: { ...plan.change, ...change } } };
  });
  if (unpaid.length > 0) await bank.releaseHolds(tx, unpaid);
  return booked;
}

const toOrdinaryTransfer = (payment: Signed<Payment>) => toTransfer(payment, payment.signature, 'INDIVIDUAL_SEPA');
