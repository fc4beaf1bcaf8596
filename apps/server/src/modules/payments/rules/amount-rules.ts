/** SEPA moves euros: 0.01 to 999 999 999.99, two decimals. */
import { AMOUNT_CENTS_MAX, AMOUNT_CENTS_MIN } from '@portico/contract/values';
import { formatCents, parseCents } from '@portico/primitives';
import { formatError, notSupported, type PaymentRule } from './payment-rule.ts';

export const currencyIsEuro: PaymentRule = ({ instructedAmount }) => {
  if (instructedAmount.currency === 'EUR') return undefined;
  return notSupported('instructedAmount.currency', 'SEPA payments are made in EUR. Send EUR.');
};

export const accountCurrenciesAreEuro: PaymentRule = ({ creditorAccount, debtorAccount }) => {
  const accounts = [
    ['creditorAccount.currency', creditorAccount.currency],
    ['debtorAccount.currency', debtorAccount?.currency],
  ] as const;
  const [path] = accounts.find(([, currency]) => currency !== undefined && currency !== 'EUR') ?? [];
  return path === undefined ? undefined : notSupported(path, 'SEPA payments run between accounts in EUR. Send EUR or leave the currency out.');
};

export const amountIsInRange: PaymentRule = ({ instructedAmount }) => {
  const cents = parseCents(instructedAmount.amount);
  if (cents !== undefined && cents >= AMOUNT_CENTS_MIN && cents <= AMOUNT_CENTS_MAX) return undefined;
  const text = `Accepted: ${formatCents(AMOUNT_CENTS_MIN)} to ${formatCents(AMOUNT_CENTS_MAX)} with at most two decimals, without leading zeros.`;
  return formatError('instructedAmount.amount', text);
};
