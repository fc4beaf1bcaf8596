/**
 * Makes the runs of a periodic payment whose day has come. Each is a payment of its own, paid from what was signed; one that fails says
 * why and ends nothing. The lock on the periodic payment, the number of the next run and the index of runs let each be made once.
 */
import { bankDate } from '#modules/bank/index.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import type { PaymentsDeps } from '../deps.ts';
import { paymentChain, transitionPayment } from '../lifecycle/transition.ts';
import type { Payment } from '../model/payment.ts';
import { STATUS_PATHS } from '../model/payment-status.ts';
import { isPeriodic, type PeriodicPayment } from '../model/periodic-payment.ts';
import { type Plan, type Signed, withSignature } from '../model/plan.ts';
import { executionDate as dayOfRun, runDate } from '../model/schedule.ts';
import { insertPayment } from '../store/payment-store.ts';
import { execute } from './execute.ts';
import { executionDayOf, runReceivedAt } from './execution-day.ts';
import { planRun } from './plan-run.ts';
import { rejectRefused } from './rejections.ts';

/** In one transaction; the others follow at once. Weekends and holidays bring five daily runs together at most. */
const RUNS_AT_ONCE_MAX = 8;

/** Only for a locked periodic payment whose next run is due. Answers when it runs next, or its end. */
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
  // A day that passed before all had signed, or while the bank was away, is made up for: the run says when it is made.
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
