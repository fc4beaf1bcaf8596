/** The next statuses, columns and job of a locked payment. Execution makes the plan and writes nothing; `transitionPayments` writes it once. */
import type { TransactionStatus } from '@portico/contract';
import type { TransferOutcome } from '#modules/bank/index.ts';
import type { AnyPayment, PaymentChange, PaymentSignature } from './payment.ts';

export interface Plan {
  /** The statuses that the payment passes; none where it goes on waiting. */
  readonly path: readonly TransactionStatus[];
  readonly change: Omit<PaymentChange, 'executeAt'>;
  /** When its next job runs, tenant time. Absent: it has none. */
  readonly executeAt?: Date;
  /** Tells this job from another one of the same payment and time that may still run. */
  readonly occasion?: string;
  /** The job is looked for after the commit, not at the next poll. */
  readonly isWoken?: boolean;
  /** Of a bulk payment that is signed now: each item's own part of the fee. */
  readonly itemFees?: readonly ItemFee[];
}

export interface ItemFee {
  readonly paymentId: string;
  readonly feeCents: number;
}

export type Refused = Extract<TransferOutcome, { ok: false }>;

/** Where it is refused, the bank has neither booked nor held anything. */
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
