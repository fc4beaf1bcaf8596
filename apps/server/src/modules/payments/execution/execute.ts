/**
 * Executes a payment after its last signature: the money moves, is reserved, or the payment awaits its day or its runs. The caller writes the plan.
 */
import { bankDate, bankMorning } from '#modules/bank/index.ts';
import type { Tx } from '#platform/db/database.ts';
import type { PaymentsDeps } from '../deps.ts';
import { isBulk, isInstant, isPeriodic } from '../model/kind.ts';
import type { AnyPayment, Payment } from '../model/payment.ts';
import { STATUS_PATHS, stepsFrom } from '../model/payment-status.ts';
import { type Plan, type Planned, planned, type Signed } from '../model/plan.ts';
import { holdBulk } from './execute-bulk.ts';
import { holdOrdinary } from './execute-ordinary.ts';
import { isAhead, onItsDay } from './execution-day.ts';
import { startRuns } from './plan-run.ts';
import { INSTANT_UNREACHABLE } from './rejections.ts';
import { toTransfer } from './to-transfer.ts';

/**
 * Plans what follows from the last signature, given at `signedAt` (tenant time). If another system moves the money, the order is committed first,
 * and its job calls that system until it responds. A call before our commit could execute a payment that a rollback would then forget.
 */
export async function execute(deps: PaymentsDeps, tx: Tx, signed: Signed, signedAt: Date): Promise<Planned> {
  const payment = onItsDay(deps.bank, signed, signedAt);
  if (isPeriodic(payment)) return planned(startRuns(payment, signedAt));
  if (isAhead(payment, signedAt)) return planned(awaitTime(payment, bankMorning(payment.executionDate, payment.bankCountry)));
  if (deps.bank.movesMoney === 'afterTheSignature') return planned({ ...awaitTime(payment, signedAt), isWoken: true });
  return executeNow(deps, tx, payment, signedAt);
}

/** Not for periodic payments. `now`: tenant time of the last signature; for a payment signed ahead, of its day. */
export async function executeNow(deps: PaymentsDeps, tx: Tx, payment: Signed, now: Date): Promise<Planned> {
  if (isBulk(payment)) return holdBulk(deps, tx, payment, now);
  return isInstant(payment.product) ? payInstantly(deps, tx, payment, now) : payOrdinarily(deps, tx, payment, now);
}

/** No money is reserved; the funds are checked at that time. */
function awaitTime({ executionDate }: AnyPayment, executeAt: Date): Plan {
  return { path: STATUS_PATHS.signedAhead, change: { executionDate }, executeAt };
}

async function payInstantly(deps: PaymentsDeps, tx: Tx, payment: Signed<Payment>, now: Date): Promise<Planned> {
  const outcome = await deps.bank.transferInstantly(tx, toTransfer(payment, payment.signature, 'INDIVIDUAL_INSTANT_SEPA'));
  if (outcome.ok) {
    const path = stepsFrom(payment.status, STATUS_PATHS.instantSettled);
    return planned({ path, change: { executionDate: bankDate(now, payment.bankCountry) } });
  }
  if (outcome.reason !== 'instantNotReachable') return outcome;
  if (!payment.retryAsSepa)
    return planned({ path: stepsFrom(payment.status, STATUS_PATHS.instantUnreachable), change: { rejection: INSTANT_UNREACHABLE } });
  // The customer pays the signed fee, even if an ordinary payment has another fee.
  const held = await payOrdinarily(deps, tx, payment, now);
  return held.ok ? planned({ ...held.plan, change: { ...held.plan.change, executedAsSepa: true } }) : held;
}

async function payOrdinarily(deps: PaymentsDeps, tx: Tx, payment: Signed<Payment>, now: Date): Promise<Planned> {
  const [ordered] = await holdOrdinary(deps, tx, [payment], now);
  if (ordered === undefined) throw new Error('One payment has one plan.');
  return ordered.held;
}
