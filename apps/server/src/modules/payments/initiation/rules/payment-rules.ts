/** The rules of payment initiation, in the order in which they are asked. The first breach is the answer. */
import type { PaymentInitiation, PaymentProductPath } from '@portico/contract';
import { TppRefusal } from '#platform/http/refusal.ts';
import { accountsDiffer, creditorIbanIsValid, debtorIbanIsValid } from './account-rules.ts';
import { amountIsInRange, creditorCurrencyIsEuro, currencyIsEuro, debtorCurrencyIsEuro } from './amount-rules.ts';
import { addressIsStructured, creditorNameTravels } from './creditor-rules.ts';
import { dateExists, fallBackIsForInstant } from './execution-rules.ts';
import type { OrderRule, OrderTerms, PayeeOrder, PayeeRule, RuleBreach } from './payment-rule.ts';
import {
  descriptionTravels,
  endToEndIdIsValid,
  instructionIdIsValid,
  referenceIsValid,
  referenceKindTravels,
  textOrReference,
} from './remittance-rules.ts';

/** About one payee: of a bulk payment, of each item. */
const PAYEE_RULES: readonly PayeeRule[] = [
  currencyIsEuro,
  amountIsInRange,
  creditorIbanIsValid,
  creditorCurrencyIsEuro,
  creditorNameTravels,
  addressIsStructured,
  textOrReference,
  descriptionTravels,
  referenceIsValid,
  referenceKindTravels,
  endToEndIdIsValid,
  instructionIdIsValid,
];

/** About the order as a whole. */
const ORDER_RULES: readonly OrderRule[] = [debtorIbanIsValid, debtorCurrencyIsEuro, dateExists, fallBackIsForInstant];

/** @throws TppRefusal 400 with the path of the field that breaks a rule. */
export function requireRules(initiation: PaymentInitiation, product: PaymentProductPath): void {
  requireNoBreach(firstPayeeBreach(initiation) ?? accountsDiffer(initiation, initiation));
  requireOrderRules(initiation, product);
}

/** @throws TppRefusal 400 */
export function requireOrderRules(terms: OrderTerms, product: PaymentProductPath): void {
  for (const rule of ORDER_RULES) requireNoBreach(rule(terms, product));
}

export function firstPayeeBreach(order: PayeeOrder): RuleBreach | undefined {
  for (const rule of PAYEE_RULES) {
    const breach = rule(order);
    if (breach !== undefined) return breach;
  }
  return undefined;
}

export function requireNoBreach(breach: RuleBreach | undefined): void {
  if (breach !== undefined) throw refusalOf(breach);
}

export function refusalOf({ code, text, path }: RuleBreach): TppRefusal {
  return new TppRefusal(400, code, text, { path });
}
