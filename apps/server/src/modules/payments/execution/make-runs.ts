/**
 * Executes the due runs of a periodic payment. Each run is a separate payment under the signature of the periodic payment. A failed run has a
 * reason and does not end the periodic payment. The lock on it, the number of the next run and the unique index of runs create each run once.
 */
import { bankDate } from '#modules/bank/index.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import type { PaymentsDeps } from '../deps.ts';
import { paymentChain, transitionPayment } from '../lifecycle/transition.ts';
import { isPeriodic, type PeriodicPayment } from '../model/kind.ts';
import type { Payment } from '../model/payment.ts';
import { STATUS_PATHS } from '../model/payment-status.ts';
import { type Plan, type Signed, withSignature } from '../model/plan.ts';
import { executionDate as dayOfRun, runDate } from '../model/schedule.ts';
import { insertPayment } from '../store/payment-store.ts';
import { execute } from './execute.ts';
import { executionDayOf, runReceivedAt } from './execution-day.ts';
import { planRun } from './plan-run.ts';
import { rejectRefused } from './rejections.ts';

/** Runs per transaction; the next transaction follows at once. Weekends and holidays bring together at most five daily runs. */
const RUNS_AT_ONCE_MAX = 8;

/** Only for a locked periodic payment whose next run is due. Returns the plan for the next run, or for the end. */
export async function makeRuns(deps: PaymentsDeps, context: WriteContext, payment: Signed, now: Date): Promise<Plan> {
  if (!isPeriodic(payment) || payment.nextRun === undefined) throw new Error(`Payment ${payment.paymentId} has no run to make.`);
  const { schedule, nextRun } = payment;
  const today = bankDate(now, payment.bankCountry);
  const isDue = (date: string) => dayOfRun(schedule, date) <= today;
  let number = nextRun;
  let date = runDate(schedule, number);
  while (date !== undefined && isDue(date) && number < nextRun + RUNS_AT_ONCE_MAX) {
    await makeRun(deps, context, { payment, number, date, now });
    number += 1;
    date = runDate(schedule, number);
  }
  return date === undefined ? { path: STATUS_PATHS.periodicEnded, change: {} } : planRun(payment, number, now);
}

interface RunToMake {
  readonly payment: Signed<PeriodicPayment>;
  readonly number: number;
  readonly date: string;
  readonly now: Date;
}

async function makeRun(deps: PaymentsDeps, context: WriteContext, { payment, number, date, now }: RunToMake): Promise<void> {
  const { paymentId: periodicPaymentId, sandboxId, customerId, appId, schedule, signature } = payment;
  const planned = dayOfRun(schedule, date);
  const paymentId = deps.random.id('pay');
  // A run whose day passed before the last signature, or while the bank was down, is executed now and gets today's date.
  const receivedAt = runReceivedAt(payment, now);
  const executionDate = executionDayOf(deps.bank, { ...payment, requestedExecutionDate: planned, receivedAt, schedule: undefined }, now);
  const run: Payment = {
    ...payment,
    paymentId,
    run: { periodicPaymentId, number },
    executionDate,
    receivedAt,
    status: 'RCVD',
    schedule: undefined,
    nextRun: undefined,
    signature: undefined,
    executeAt: undefined,
  };
  await insertPayment(context.tx, run);
  await context.audit({ chain: paymentChain(paymentId), sandboxId, event: 'payment.run', ids: { paymentId, periodicPaymentId, customerId, appId } });
  const plan = rejectRefused(await execute(deps, context.tx, { ...run, signature }, now));
  await transitionPayment(deps, context, run, withSignature(plan, signature));
}
