/** The rules of a bulk payment: those of the order, and for each item those of every payment. What is bad is named by its place. */
import type { BulkPaymentInitiation, PaymentProductPath } from '@portico/contract';
import { TppRefusal } from '#platform/http/refusal.ts';
import { accountsDiffer } from './account-rules.ts';
import { totalIsInRange } from './amount-rules.ts';
import type { RuleBreach } from './payment-rule.ts';
import { firstPayeeBreach, requireOrderRules } from './payment-rules.ts';

/** Bad items that one answer names: enough to see what kind of mistake it is. */
const NAMED_MAX = 5;

/** @throws TppRefusal 400 with the paths of the first bad items, e.g. `payments[417].creditorAccount.iban`; with `payments` for a sum that is too high. */
export function requireBulkRules(initiation: BulkPaymentInitiation, product: PaymentProductPath): void {
  requireOrderRules(initiation, product);
  const breaches = firstBreaches(initiation);
  const [first, ...others] = breaches;
  if (first === undefined) return;
  const { code, text, path } = first;
  throw new TppRefusal(400, code, text, { path, others });
}

function firstBreaches(initiation: BulkPaymentInitiation): readonly RuleBreach[] {
  const breaches: RuleBreach[] = [];
  for (const [index, item] of initiation.payments.entries()) {
    const breach = firstPayeeBreach(item) ?? accountsDiffer(item, initiation, 'creditorAccount.iban');
    if (breach !== undefined) breaches.push({ ...breach, path: `payments[${index}].${breach.path}` });
    if (breaches.length === NAMED_MAX) break;
  }
  // Amounts that cannot be read have no sum.
  const tooHigh = breaches.length === 0 ? totalIsInRange(initiation) : undefined;
  return tooHigh === undefined ? breaches : [tooHigh];
}
