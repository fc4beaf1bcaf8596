/** Accounts are IBANs in electronic form (ISO 13616): upper case, right length, right check digits. */
import { isIban } from '@portico/primitives';
import { formatError, type PaymentRule } from './payment-rule.ts';

const TEXT = 'This is no IBAN of a SEPA country: length or check digits are wrong. Send it in upper case and without spaces.';

export const creditorIbanIsValid: PaymentRule = ({ creditorAccount }) =>
  isIban(creditorAccount.iban) ? undefined : formatError('creditorAccount.iban', TEXT);

export const debtorIbanIsValid: PaymentRule = ({ debtorAccount }) =>
  debtorAccount === undefined || isIban(debtorAccount.iban) ? undefined : formatError('debtorAccount.iban', TEXT);

export const accountsDiffer: PaymentRule = ({ creditorAccount, debtorAccount }) =>
  debtorAccount?.iban === creditorAccount.iban
    ? formatError('debtorAccount.iban', 'The money would go to the account it comes from. Send another account, or none: the customer chooses.')
    : undefined;
