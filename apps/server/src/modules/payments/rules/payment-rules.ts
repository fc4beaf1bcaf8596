/** The rules of payment initiation, in the order in which they are asked. The first breach is the answer. */
import type { PaymentInitiation, PaymentProductPath } from '@portico/contract';
import { TppRefusal } from '#platform/http/refusal.ts';
import { accountsDiffer, creditorIbanIsValid, debtorIbanIsValid } from './account-rules.ts';
import { accountCurrenciesAreEuro, amountIsInRange, currencyIsEuro } from './amount-rules.ts';
import { addressIsStructured, creditorNameTravels } from './creditor-rules.ts';
import { dateExists, fallBackIsForInstant } from './execution-rules.ts';
import { endToEndIdIsValid, instructionIdIsValid } from './identification-rules.ts';
import type { PaymentRule, RuleBreach } from './payment-rule.ts';
import { descriptionTravels, referenceIsValid, referenceKindTravels, textOrReference } from './remittance-rules.ts';

const PAYMENT_RULES: readonly PaymentRule[] = [
  currencyIsEuro,
  amountIsInRange,
  creditorIbanIsValid,
  debtorIbanIsValid,
  accountsDiffer,
  accountCurrenciesAreEuro,
  creditorNameTravels,
  addressIsStructured,
  textOrReference,
  descriptionTravels,
  referenceIsValid,
  referenceKindTravels,
  endToEndIdIsValid,
  instructionIdIsValid,
  dateExists,
  fallBackIsForInstant,
];

/** @throws TppRefusal 400 with the path of the field that breaks a rule. */
export function requireRules(initiation: PaymentInitiation, product: PaymentProductPath): void {
  for (const rule of PAYMENT_RULES) requireNoBreach(rule(initiation, product));
}

export function requireNoBreach(breach: RuleBreach | undefined): void {
  if (breach !== undefined) throw refusalOf(breach);
}

export function refusalOf({ code, text, path }: RuleBreach): TppRefusal {
  return new TppRefusal(400, code, text, { path });
}
