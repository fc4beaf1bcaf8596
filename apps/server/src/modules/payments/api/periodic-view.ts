/** Converts periodic payments between `/v1`, the database and `/ui`; `payment-view.ts` maps what they share with single ones. */
import type {
  PaymentProductPath,
  PaymentStatusResponse,
  PeriodicExecution,
  PeriodicPaymentDetails,
  PeriodicPaymentInformation,
  PeriodicPaymentInitiation,
  UiFrequency,
} from '@portico/contract';
import type { Bank } from '#modules/bank/index.ts';
import { type PhoneText, phoneText } from '#modules/sca/index.ts';
import { executionDayOf, runReceivedAt } from '../execution/execution-day.ts';
import { isInstant, type PeriodicPayment } from '../model/kind.ts';
import type { Payment } from '../model/payment.ts';
import { awaitsDay } from '../model/payment-status.ts';
import { dayOfMonth, executionDate, type OfferedFrequency, runDate, type Schedule } from '../model/schedule.ts';
import { toCoSignMessage } from '../model/signatories.ts';
import { notPaidReason, toNotPaidMessage } from './not-paid-reason.ts';
import { optional, toDetails, toInformation, toMessages } from './payment-view.ts';

const UI_WORDS: Readonly<Record<OfferedFrequency, UiFrequency>> = {
  Daily: 'daily',
  Weekly: 'weekly',
  EveryTwoWeeks: 'every_two_weeks',
  Monthly: 'monthly',
  EveryTwoMonths: 'every_two_months',
  Quarterly: 'quarterly',
  SemiAnnual: 'semi_annual',
  Annual: 'annual',
};

/** `/v1` → database; undefined for a frequency that is not offered. */
export function toSchedule(product: PaymentProductPath, initiation: PeriodicPaymentInitiation): Schedule | undefined {
  const { frequency, startDate, endDate, dayOfExecution, executionRule } = initiation;
  if (frequency === 'MonthlyVariable') return undefined;
  return {
    frequency,
    startDate,
    endDate,
    dayOfExecution: dayOfExecution === undefined ? undefined : Number(dayOfExecution),
    executionRule: isInstant(product) ? undefined : (executionRule ?? 'following'),
  };
}

/** Database → `/v1`: the initiation, the account that the customer chose, the next execution, and the latest runs. */
export function toPeriodicInformation(
  payment: PeriodicPayment,
  runs: readonly Payment[],
  bank: Pick<Bank, 'ordinaryExecutionTime'>,
): PeriodicPaymentInformation {
  const { startDate, endDate, frequency, executionRule, dayOfExecution } = payment.schedule;
  const { requestedExecutionDate: _none, ...information } = toInformation(payment);
  return {
    ...information,
    startDate,
    ...optional('endDate', endDate),
    frequency,
    ...optional('executionRule', executionRule),
    ...(dayOfExecution === undefined ? {} : { dayOfExecution: String(dayOfExecution) }),
    ...optional('nextExecutionDate', nextExecutionDate(payment, bank)),
    executions: runs.map(toExecution),
  };
}

/** Database → `/v1/…/status`. While the payment continues, a rejected latest run is a warning. */
export function toPeriodicStatus(payment: PeriodicPayment, latest: Payment | undefined): PaymentStatusResponse {
  const { status, rejection } = payment;
  if (rejection !== undefined) return { transactionStatus: status, ...toNotPaidMessage(payment), ...toMessages(rejection) };
  if (latest?.rejection === undefined) return { transactionStatus: status, ...toCoSignMessage(payment) };
  const { code, text } = latest.rejection;
  return {
    transactionStatus: status,
    tppMessages: [{ category: 'WARNING', code, text: `The payment of ${latest.executionDate} was rejected. ${text}` }],
  };
}

/** Database → `/ui`: the details on the signing page. `latest`: the latest run. */
export function toPeriodicDetails(payment: PeriodicPayment, latest: Payment | undefined): PeriodicPaymentDetails {
  const { startDate, endDate, frequency, executionRule } = payment.schedule;
  const day = dayOfMonth(payment.schedule);
  return {
    ...toDetails(payment),
    startDate,
    ...optional('endDate', endDate),
    frequency: UI_WORDS[frequency],
    ...(day === undefined ? {} : { dayOfExecution: String(day) }),
    ...optional('executionRule', executionRule),
    ...toUnpaidRun(latest),
  };
}

function toUnpaidRun(latest: Payment | undefined): Pick<PeriodicPaymentDetails, 'unpaidRun'> {
  const reason = latest === undefined ? undefined : notPaidReason(latest);
  return latest === undefined || reason === undefined ? {} : { unpaidRun: { executionDate: latest.executionDate, notPaidReason: reason } };
}

/** Texts for the phone: `monthly`, `from 2026-12-01 to 2027-12-01`. */
export function toScheduleTexts({ frequency, startDate, endDate }: Schedule): { each: PhoneText; time: PhoneText } {
  const time = endDate === undefined ? phoneText('phone.from', { start: startDate }) : phoneText('phone.fromTo', { start: startDate, end: endDate });
  return { each: phoneText(`phone.each.${UI_WORDS[frequency]}`), time };
}

/** For an overdue run the day on which it will be executed. */
function nextExecutionDate(payment: PeriodicPayment, bank: Pick<Bank, 'ordinaryExecutionTime'>): string | undefined {
  const { schedule, status, nextRun, executeAt } = payment;
  const date = awaitsDay(status) && nextRun !== undefined ? runDate(schedule, nextRun) : undefined;
  if (date === undefined || executeAt === undefined) return undefined;
  const run = {
    ...payment,
    requestedExecutionDate: executionDate(schedule, date),
    receivedAt: runReceivedAt(payment, executeAt),
    schedule: undefined,
  };
  return executionDayOf(bank, run, executeAt);
}

function toExecution({ paymentId, executionDate: date, status, rejection }: Payment): PeriodicExecution {
  return { paymentId, executionDate: date, transactionStatus: status, ...toMessages(rejection) };
}
