/** When and how the payment runs, as far as the body alone tells. */
import { isIsoDate } from '@portico/primitives';
import { isInstant } from '../payment-mapping.ts';
import { formatError, notSupported, type PaymentRule, type RuleBreach } from './payment-rule.ts';

const DATE_PATH = 'requestedExecutionDate';

export const dateExists: PaymentRule = ({ requestedExecutionDate: date }) =>
  date === undefined || isIsoDate(date) ? undefined : formatError(DATE_PATH, 'This date does not exist. Send a calendar date as YYYY-MM-DD.');

/** The bank's extension: an instant payment that cannot be done may run as an ordinary one. */
export const fallBackIsForInstant: PaymentRule = ({ retryAsSepa }, product) =>
  retryAsSepa === undefined || isInstant(product)
    ? undefined
    : notSupported('retryAsSepa', 'retryAsSepa belongs to instant-sepa-credit-transfers. Leave it out for ordinary payments.');

/** Needs the clock: `today` is the date at the customer's bank. Payments for later days are not offered yet, and that is said. */
export function dateIsToday(requested: string | undefined, today: string, isInstantPayment: boolean): RuleBreach | undefined {
  if (requested === undefined || requested === today) return undefined;
  const fact =
    requested < today ? 'This day is over.' : isInstantPayment ? 'An instant payment runs at once.' : 'Payments for a later day are not offered yet.';
  return { code: 'EXECUTION_DATE_INVALID', path: DATE_PATH, text: `${fact} requestedExecutionDate must be today, ${today}, or left out.` };
}
