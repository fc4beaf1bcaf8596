/** The bank's limits, as its guides and the descriptions of its calls name them: forms say at once what the bank would refuse. */
import type { PeriodicPaymentInitiation } from './bank-types.ts';

export type PeriodicFrequency = PeriodicPaymentInitiation['frequency'];
export const PERIODIC_FREQUENCIES = [
  'Daily',
  'Weekly',
  'EveryTwoWeeks',
  'Monthly',
  'EveryTwoMonths',
  'Quarterly',
  'SemiAnnual',
  'Annual',
  'MonthlyVariable',
] as const satisfies readonly PeriodicFrequency[];

export const STATEMENT_PERIOD_DAYS_MAX = 731;
export const EXECUTION_DAYS_AHEAD_MAX = 366;
export const PERIODIC_START_DAYS_MAX = 366;
export const AMOUNT_CENTS_MAX = 99_999_999_999;
export const BULK_ITEMS_MAX = 1_000;
export const CREDITOR_NAME_LENGTH_MAX = 70;
export const REMITTANCE_LENGTH_MAX = 140;
