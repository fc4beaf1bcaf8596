/** Accounts are IBANs in electronic form (ISO 13616) of a country that SEPA reaches. */
import { explainIban } from '#modules/bank/index.ts';
import { formatError, type OrderRule, type OrderTerms, type PayeeOrder, type PayeeRule, type RuleBreach } from './payment-rule.ts';

export const creditorIbanIsValid: PayeeRule = ({ creditorAccount }) => ibanBreach(creditorAccount.iban, 'creditorAccount.iban');

export const debtorIbanIsValid: OrderRule = ({ debtorAccount }) =>
  debtorAccount === undefined ? undefined : ibanBreach(debtorAccount.iban, 'debtorAccount.iban');

function ibanBreach(iban: string, path: string): RuleBreach | undefined {
  const fault = explainIban(iban);
  return fault === undefined ? undefined : formatError(path, fault);
}

/** @param path where the account stands that is to be another one. */
export const accountsDiffer = (
  { creditorAccount }: PayeeOrder,
  { debtorAccount }: OrderTerms,
  path = 'debtorAccount.iban',
): RuleBreach | undefined =>
  debtorAccount?.iban === creditorAccount.iban
    ? formatError(path, 'The money would go to the account it comes from. Send another account, or none: the customer chooses.')
    : undefined;
