/** When a periodic payment runs next. A durable job for each run; it is sent with the run before. */
import { bankDate, bankMorning } from '#modules/bank/index.ts';
import type { PeriodicPayment } from '../model/kind.ts';
import { STATUS_PATHS } from '../model/payment-status.ts';
import type { Plan } from '../model/plan.ts';
import { executionDate, firstRunAt, runDate } from '../model/schedule.ts';

/** All have signed at `signedAt`, tenant time. No money is held: each run asks for its own. */
export function startRuns(payment: PeriodicPayment, signedAt: Date): Plan {
  const first = planRun(payment, firstRunAt(payment.schedule, bankDate(signedAt, payment.bankCountry)), signedAt);
  return { ...first, path: STATUS_PATHS.signedAhead, change: { ...first.change, executionDate: payment.executionDate } };
}

/** On the morning of its day, at once when that is over. @throws when there is no run with this number. */
export function planRun({ schedule, paymentId, bankCountry }: PeriodicPayment, number: number, now: Date): Plan {
  const date = runDate(schedule, number);
  if (date === undefined) throw new Error(`Periodic payment ${paymentId} has no run ${number}.`);
  const morning = bankMorning(executionDate(schedule, date), bankCountry);
  return { path: [], change: { nextRun: number }, executeAt: morning > now ? morning : now };
}
