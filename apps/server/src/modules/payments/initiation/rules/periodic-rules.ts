/** The rules for the dates of a periodic payment, in the order of their checks. Rules for all payments are in the other files of `rules/`. */
import type { PaymentProductPath, PeriodicPaymentInitiation } from '@portico/contract';
import { PERIODIC_START_DAYS_MAX } from '@portico/contract/values';
import { addDays, isIsoDate } from '@portico/primitives';
import { toSchedule } from '../../api/periodic-view.ts';
import { isInstant } from '../../model/kind.ts';
import { executionDate, runDate, type Schedule } from '../../model/schedule.ts';
import { formatError, notSupported, type RuleBreach } from './payment-rule.ts';
import { refusalOf, requireNoBreach } from './payment-rules.ts';

type PeriodicRule = (initiation: PeriodicPaymentInitiation, product: PaymentProductPath) => RuleBreach | undefined;

const PERIODIC_RULES: readonly PeriodicRule[] = [datesExist, frequencyIsOffered, endFollowsStart, dayBelongsToMonths, ruleIsForOrdinary];

const NO_RUN = 'No payment would be made between startDate and endDate. Send a later endDate, another day, or no endDate.';

/** Returns the requested schedule. @throws TppRefusal 400 with the path of the field that breaks a rule. */
export function requireSchedule(initiation: PeriodicPaymentInitiation, product: PaymentProductPath): Schedule {
  for (const rule of PERIODIC_RULES) requireNoBreach(rule(initiation, product));
  const schedule = toSchedule(product, initiation);
  if (schedule === undefined) throw new Error('A frequency that is not offered came past the rules.');
  if (runDate(schedule, 0) === undefined) throw refusalOf(periodInvalid('endDate', NO_RUN));
  return schedule;
}

/** `today` is the date at the customer's bank. */
export function startIsAhead({ startDate }: Schedule, today: string): RuleBreach | undefined {
  const latest = addDays(today, PERIODIC_START_DAYS_MAX);
  if (startDate >= today && startDate <= latest) return undefined;
  const fact = startDate < today ? 'This day is over.' : 'This day is too far away.';
  return { code: 'EXECUTION_DATE_INVALID', path: 'startDate', text: `${fact} A periodic payment begins between today, ${today}, and ${latest}.` };
}

/** The rule `preceding` can move the first execution to a business day before `today`, when it is too late to sign. */
export function firstExecutionIsAhead(schedule: Schedule, today: string): RuleBreach | undefined {
  const first = runDate(schedule, 0);
  const day = first === undefined ? undefined : executionDate(schedule, first);
  if (day === undefined || day >= today) return undefined;
  const text = `With executionRule preceding the first payment, planned for ${first}, would be made on ${day}, which is over. Send a later startDate, or executionRule following.`;
  return { code: 'EXECUTION_DATE_INVALID', path: 'executionRule', text };
}

function datesExist({ startDate, endDate }: PeriodicPaymentInitiation): RuleBreach | undefined {
  const text = 'This date does not exist. Send a calendar date as YYYY-MM-DD.';
  if (!isIsoDate(startDate)) return formatError('startDate', text);
  return endDate === undefined || isIsoDate(endDate) ? undefined : formatError('endDate', text);
}

function frequencyIsOffered({ frequency }: PeriodicPaymentInitiation): RuleBreach | undefined {
  if (frequency !== 'MonthlyVariable') return undefined;
  return notSupported('frequency', 'Months of choice are not offered. Send Monthly, EveryTwoMonths, Quarterly, SemiAnnual or Annual.');
}

function endFollowsStart({ startDate, endDate }: PeriodicPaymentInitiation): RuleBreach | undefined {
  if (endDate === undefined || endDate >= startDate) return undefined;
  return periodInvalid('endDate', 'endDate lies before startDate. Send a later one, or none: the payment then runs until it is cancelled.');
}

function dayBelongsToMonths({ frequency, dayOfExecution }: PeriodicPaymentInitiation): RuleBreach | undefined {
  if (dayOfExecution === undefined || (frequency !== 'Daily' && frequency !== 'Weekly' && frequency !== 'EveryTwoWeeks')) return undefined;
  return formatError('dayOfExecution', `A day of the month does not go with ${frequency}, which counts from startDate. Leave it out.`);
}

/** Regulation (EU) 2024/886: instant payments are executed on every day, so business day rules do not apply. */
function ruleIsForOrdinary({ executionRule }: PeriodicPaymentInitiation, product: PaymentProductPath): RuleBreach | undefined {
  if (executionRule === undefined || !isInstant(product)) return undefined;
  return notSupported('executionRule', 'Instant payments run on every day. Leave executionRule out, or use sepa-credit-transfers.');
}

function periodInvalid(path: string, text: string): RuleBreach {
  return { code: 'PERIOD_INVALID', path, text };
}
