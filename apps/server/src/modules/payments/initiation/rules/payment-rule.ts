/** A rule of payment initiation looks at the body alone; what needs the clock or the bank is checked in `initiate-single.ts`. */
import type { BulkPaymentItem, PaymentInitiation, PaymentProductPath } from '@portico/contract';
import type { TppErrorCode } from '@portico/contract/values';

export interface RuleBreach {
  readonly code: TppErrorCode;
  /** Where in the body, e.g. `instructedAmount.amount`. */
  readonly path: string;
  /** What is wrong and what is accepted. */
  readonly text: string;
}

/** One payee: what is asked of a single payment and of each item of a bulk payment. */
export type PayeeOrder = BulkPaymentItem;

/** What all payees of one order share. */
export type OrderTerms = Pick<PaymentInitiation, 'debtorAccount' | 'requestedExecutionDate' | 'retryAsSepa'>;

/** Undefined: the rule holds. */
export type PayeeRule = (order: PayeeOrder) => RuleBreach | undefined;
export type OrderRule = (terms: OrderTerms, product: PaymentProductPath) => RuleBreach | undefined;

export function formatError(path: string, text: string): RuleBreach {
  return { code: 'FORMAT_ERROR', path, text };
}

export function notSupported(path: string, text: string): RuleBreach {
  return { code: 'PARAMETER_NOT_SUPPORTED', path, text };
}
