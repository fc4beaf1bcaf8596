/** When a periodic payment runs next. A durable job for each run; it is sent with the run before. */
import { bankDate, bankMorning } from '#modules/bank/index.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import type { PaymentsDeps } from '../deps.ts';
import { transitionPayment } from '../lifecycle/transition.ts';
import type { PaymentSignature } from '../model/payment.ts';
import { STATUS_PATHS } from '../model/payment-status.ts';
import type { PeriodicPayment } from '../model/periodic-payment.ts';
import { executionDate, firstRunAt, runDate } from '../model/schedule.ts';
import { writeNextRun } from '../store/run-store.ts';
import { scheduleExecution } from './schedule-execution.ts';

/** All have signed at `signedAt`, tenant time. No money is held: each run asks for its own. */
export async function startRuns(
  deps: PaymentsDeps,
  context: WriteContext,
  payment: PeriodicPayment,
  signature: PaymentSignature,
  signedAt: Date,
): Promise<PeriodicPayment> {
  const number = firstRunAt(payment.schedule, bankDate(signedAt, payment.bankCountry));
  const signed = await transitionPayment(deps, context, payment, STATUS_PATHS.signedAhead, { signature, executionDate: payment.executionDate });
  await planRun(deps, context, { ...signed, schedule: payment.schedule }, number, signedAt);
  return { ...signed, schedule: payment.schedule };
}

/** On the morning of its day, at once when that is over. @throws when there is no run with this number. */
export async function planRun(
  deps: PaymentsDeps,
  context: WriteContext,
  { schedule, ...payment }: PeriodicPayment,
  number: number,
  now: Date,
): Promise<void> {
  const date = runDate(schedule, number);
  if (date === undefined) throw new Error(`Periodic payment ${payment.paymentId} has no run ${number}.`);
  const morning = bankMorning(executionDate(schedule, date), payment.bankCountry);
  const executeAt = morning > now ? morning : now;
  await writeNextRun(context.tx, payment, { number, executeAt });
  await scheduleExecution(deps, context.tx, payment, executeAt);
}
