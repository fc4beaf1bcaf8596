/** Accounts are IBANs in electronic form (ISO 13616): upper case, right length, right check digits. */
import { isIban } from '@portico/primitives';
import { formatError, type OrderRule, type OrderTerms, type PayeeOrder, type PayeeRule, type RuleBreach } from './payment-rule.ts';

const TEXT = 'This is no IBAN of a SEPA country: length or check digits are wrong. Send it in upper case and without spaces.';

export const creditorIbanIsValid: PayeeRule = ({ creditorAccount }) =>
  isIban(creditorAccount.iban) ? undefined : formatError('creditorAccount.iban', TEXT);

export const debtorIbanIsValid: OrderRule = ({ debtorAccount }) =>
  debtorAccount === undefined || isIban(debtorAccount.iban) ? undefined : formatError('debtorAccount.iban', TEXT);

/** @param path where the account stands that is to be another one. */
export const accountsDiffer = (
  { creditorAccount }: PayeeOrder,
  { debtorAccount }: OrderTerms,
  path = 'debtorAccount.iban',
): RuleBreach | undefined =>
  debtorAccount?.iban === creditorAccount.iban
    ? formatError(path, 'The money would go to the account it comes from. Send another account, or none: the customer chooses.')
    : undefined;
