/** A periodic payment is a payment with a schedule: signed once, run on each of its days. */
import type { AnyPayment, Payment } from './payment.ts';
import type { Schedule } from './schedule.ts';

export type PeriodicPayment = Payment & { readonly schedule: Schedule };

export function isPeriodic(payment: AnyPayment): payment is PeriodicPayment {
  return payment.schedule !== undefined;
}
