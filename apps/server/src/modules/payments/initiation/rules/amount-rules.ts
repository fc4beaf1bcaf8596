/** SEPA moves euros: 0.01 to 999 999 999.99, two decimals; a bulk payment has the same limit for its sum. */
import type { BulkPaymentInitiation } from '@portico/contract';
import { AMOUNT_CENTS_MAX, AMOUNT_CENTS_MIN } from '@portico/contract/values';
import { addCents, formatCents, parseCents } from '@portico/primitives';
import { formatError, notSupported, type OrderRule, type PayeeRule, type RuleBreach } from './payment-rule.ts';

export const currencyIsEuro: PayeeRule = ({ instructedAmount }) => {
  if (instructedAmount.currency === 'EUR') return undefined;
  return notSupported('instructedAmount.currency', 'SEPA payments are made in EUR. Send EUR.');
};

export const creditorCurrencyIsEuro: PayeeRule = ({ creditorAccount }) => refuseAccountCurrency('creditorAccount', creditorAccount.currency);

export const debtorCurrencyIsEuro: OrderRule = ({ debtorAccount }) => refuseAccountCurrency('debtorAccount', debtorAccount?.currency);

export const amountIsInRange: PayeeRule = ({ instructedAmount }) => {
  const cents = parseCents(instructedAmount.amount);
  if (cents !== undefined && cents >= AMOUNT_CENTS_MIN && cents <= AMOUNT_CENTS_MAX) return undefined;
  const text = `Accepted: ${formatCents(AMOUNT_CENTS_MIN)} to ${formatCents(AMOUNT_CENTS_MAX)} with at most two decimals, without leading zeros.`;
  return formatError('instructedAmount.amount', text);
};

/** For items with valid amounts. */
export function totalIsInRange({ payments }: Pick<BulkPaymentInitiation, 'payments'>): RuleBreach | undefined {
  const total = addCents(...payments.map(({ instructedAmount }) => parseCents(instructedAmount.amount) ?? 0));
  if (total <= AMOUNT_CENTS_MAX) return undefined;
  const text = `The amounts sum up to ${formatCents(total)}. Accepted: a sum of up to ${formatCents(AMOUNT_CENTS_MAX)}. Send several bulk payments.`;
  return formatError('payments', text);
}

function refuseAccountCurrency(account: string, currency: string | undefined): RuleBreach | undefined {
  if (currency === undefined || currency === 'EUR') return undefined;
  return notSupported(`${account}.currency`, 'SEPA payments run between accounts in EUR. Send EUR or leave the currency out.');
}
