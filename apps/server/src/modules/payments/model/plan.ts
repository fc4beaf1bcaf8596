/** The next statuses, columns and job of a locked payment. Execution only makes the plan; `transitionPayments` writes it. */
import type { TransactionStatus } from '@portico/contract';
import type { TransferOutcome } from '#modules/bank/index.ts';
import type { AnyPayment, PaymentChange, PaymentSignature } from './payment.ts';

export interface Plan {
  /** The statuses that the payment passes; empty if it continues to wait. */
  readonly path: readonly TransactionStatus[];
  readonly change: Omit<PaymentChange, 'executeAt'>;
  /** When its next job runs, tenant time. Absent: there is none. */
  readonly executeAt?: Date;
  /** Distinguishes this job from another one of the same payment and time that may still be running. */
  readonly occasion?: string;
  /** The job runs right after the commit, not at the next poll. */
  readonly isWoken?: boolean;
  /** For a bulk payment at its signature: each item's fee. */
  readonly itemFees?: readonly ItemFee[];
}

export interface ItemFee {
  readonly paymentId: string;
  readonly feeCents: number;
}

export type Refused = Extract<TransferOutcome, { ok: false }>;

/** If refused, the bank has neither booked nor reserved anything. */
export type Planned = { readonly ok: true; readonly plan: Plan } | Refused;

export interface PlannedPayment<Moved extends AnyPayment = AnyPayment> {
  readonly payment: Moved;
  readonly plan: Plan;
}

/** A payment with its signature, stored or about to be. */
export type Signed<Kind extends AnyPayment = AnyPayment> = Kind & { readonly signature: PaymentSignature };

export const planned = (plan: Plan): Planned => ({ ok: true, plan });

/** The plan, with the signature among the columns to write. */
export const withSignature = (plan: Plan, signature: PaymentSignature): Plan => ({ ...plan, change: { ...plan.change, signature } });
