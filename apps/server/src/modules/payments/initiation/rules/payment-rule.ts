/** Rules of payment initiation that depend on the body alone; `initiate-single.ts` makes the checks that need the clock or the bank. */
import type { BulkPaymentItem, PaymentInitiation, PaymentProductPath } from '@portico/contract';
import type { TppErrorCode } from '@portico/contract/values';

export interface RuleBreach {
  readonly code: TppErrorCode;
  /** Path in the body, e.g. `instructedAmount.amount`. */
  readonly path: string;
  /** The error, and what is accepted. */
  readonly text: string;
}

/** The payee's part of an order: of a single payment, or of an item of a bulk payment. */
export type PayeeOrder = BulkPaymentItem;

/** The part of an order that all payees share. */
export type OrderTerms = Pick<PaymentInitiation, 'debtorAccount' | 'requestedExecutionDate' | 'retryAsSepa'>;

/** Undefined: the rule is met. */
export type PayeeRule = (order: PayeeOrder) => RuleBreach | undefined;
export type OrderRule = (terms: OrderTerms, product: PaymentProductPath) => RuleBreach | undefined;

export function formatError(path: string, text: string): RuleBreach {
  return { code: 'FORMAT_ERROR', path, text };
}

export function notSupported(path: string, text: string): RuleBreach {
  return { code: 'PARAMETER_NOT_SUPPORTED', path, text };
}
