/** What the second signatory's page needs of payments: the payments that await them, and the effect of their decision. */
import type { AuthMethod, DebtorDetails, PaymentKind, PaymentSigningResult } from '@portico/contract';
import type { Person } from '#modules/bank/index.ts';
import type { Reader, Tx } from '#platform/db/database.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import type { AwaitedQuery } from '../store/signatory-store.ts';
import type { SecondWayBack } from './payment.ts';

/** A payment with its first signature. The second may be open, given or refused. */
export interface AwaitedPayment {
  readonly sandboxId: string;
  readonly paymentId: string;
  /** The company that pays. */
  readonly customerId: string;
  readonly kind: PaymentKind;
  readonly amountCents: number;
  readonly currency: string;
  /** Absent for a bulk payment. */
  readonly creditorName: string | undefined;
  /** What the payee gets to read: description or reference. Absent for a bulk payment, and where there is none. */
  readonly description: string | undefined;
  /** Number of items of a bulk payment. */
  readonly count: number | undefined;
  /** The account that the first signatory chose and signed for. */
  readonly debtorAccountIban: string;
  readonly debtorDetails: DebtorDetails | undefined;
  readonly feeCents: number;
  readonly signedBy: string;
  readonly signedAt: Date;
  readonly signableUntil: Date;
  /** True while the payment awaits a decision and has not expired. */
  readonly isOpen: boolean;
  /** True if this person gave the first signature, even if the bank has since given that person another customer id. */
  isSignedFirstBy(person: Person): boolean;
  /** The decision of this customer; undefined when they are not among the required signatories. */
  stateOf(signatoryId: string): 'awaited' | 'signed' | 'refused' | undefined;
  result(): PaymentSigningResult;
  readWayBack(reader: Reader): Promise<SecondWayBack>;
}

export interface CoDecision {
  readonly sandboxId: string;
  readonly paymentId: string;
  readonly signatoryId: string;
  /** Display name of the person who decides, from the bank. */
  readonly name?: string | undefined;
  /** Evidence of a signature given in Portico: the person, the method, and the hash of the signed content. */
  readonly evidence?: CoSignatureEvidence;
}

export interface CoSignatureEvidence {
  readonly signatory: string;
  readonly method: AuthMethod;
  readonly contentHash: string;
}

export interface SecondSignatures {
  /** The open payments, oldest first. */
  list(reader: Reader, query: Omit<AwaitedQuery, 'signedAfter'>): Promise<readonly AwaitedPayment[]>;
  /** Undefined for a payment without a first signature, or one that needs a single signature. */
  find(reader: Reader, sandboxId: string, paymentId: string): Promise<AwaitedPayment | undefined>;
  /** As `find`, and locks the payment until the transaction ends, so that exactly one decision is the first. */
  lock(tx: Tx, sandboxId: string, paymentId: string): Promise<AwaitedPayment | undefined>;
  /**
   * Executes the payment as after a single signature. Only for a locked open payment. @throws UiRefusal 400 as `ExaminedPayment.check`; nothing is
   * booked then.
   */
  sign(context: WriteContext, decision: CoDecision): Promise<PaymentSigningResult>;
  /** Rejects a locked open payment. */
  refuse(context: WriteContext, decision: CoDecision): Promise<PaymentSigningResult>;
}
