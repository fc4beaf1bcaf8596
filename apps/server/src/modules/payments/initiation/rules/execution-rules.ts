/** When and how the payment runs, as far as the body alone tells. */
import { EXECUTION_DAYS_AHEAD_MAX } from '@portico/contract/values';
import { addDays, isIsoDate } from '@portico/primitives';
import { isInstant } from '../../model/kind.ts';
import { formatError, notSupported, type OrderRule, type RuleBreach } from './payment-rule.ts';

const DATE_PATH = 'requestedExecutionDate';

export const dateExists: OrderRule = ({ requestedExecutionDate: date }) =>
  date === undefined || isIsoDate(date) ? undefined : formatError(DATE_PATH, 'This date does not exist. Send a calendar date as YYYY-MM-DD.');

/** The bank's extension: an instant payment that cannot be done may run as an ordinary one. */
export const fallBackIsForInstant: OrderRule = ({ retryAsSepa }, product) =>
  retryAsSepa === undefined || isInstant(product)
    ? undefined
    : notSupported('retryAsSepa', 'retryAsSepa belongs to instant-sepa-credit-transfers. Leave it out for ordinary payments.');

/** Needs the clock: `today` is the date at the customer's bank. */
export function dateIsOffered(requested: string | undefined, today: string): RuleBreach | undefined {
  const latest = addDays(today, EXECUTION_DAYS_AHEAD_MAX);
  if (requested === undefined || (requested >= today && requested <= latest)) return undefined;
  const fact = requested < today ? 'This day is over.' : 'This day is too far away.';
  const text = `${fact} requestedExecutionDate lies between today, ${today}, and ${latest}, ${EXECUTION_DAYS_AHEAD_MAX} days ahead, or is left out.`;
  return { code: 'EXECUTION_DATE_INVALID', path: DATE_PATH, text };
}
