/** What a co-signer's page needs of payments: which ones await him, and what his decision does. */
import type { AuthMethod, DebtorDetails, PaymentKind, PaymentSigningResult } from '@portico/contract';
import type { Person } from '#modules/bank/index.ts';
import type { Reader, Tx } from '#platform/db/database.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import type { AwaitedQuery } from '../store/signatory-store.ts';
import type { SecondWayBack } from './payment.ts';

/** A payment with its first signature, whatever became of the second. */
export interface AwaitedPayment {
  readonly sandboxId: string;
  readonly paymentId: string;
  /** Whose payment it is: the company. */
  readonly customerId: string;
  readonly kind: PaymentKind;
  readonly amountCents: number;
  readonly currency: string;
  /** Absent for a bulk payment. */
  readonly creditorName: string | undefined;
  /** Of a bulk payment. */
  readonly count: number | undefined;
  /** As chosen and signed by the first. */
  readonly debtorAccountIban: string;
  readonly debtorDetails: DebtorDetails | undefined;
  readonly feeCents: number;
  readonly signedBy: string;
  readonly signedAt: Date;
  readonly signableUntil: Date;
  /** Still to be decided: it waits, and its time is not over. */
  readonly isOpen: boolean;
  /** True if this person gave the first signature, even if the bank has since given that person another customer id. */
  isSignedFirstBy(person: Person): boolean;
  /** What this customer has decided; undefined when he is not among those who must sign. */
  stateOf(signatoryId: string): 'awaited' | 'signed' | 'refused' | undefined;
  result(): PaymentSigningResult;
  readWayBack(reader: Reader): Promise<SecondWayBack>;
}

export interface CoDecision {
  readonly sandboxId: string;
  readonly paymentId: string;
  readonly signatoryId: string;
  /** As the bank names the person who decides. */
  readonly name?: string | undefined;
  /** Of a signature that was given here: who gave it, how, and to what. */
  readonly evidence?: CoSignatureEvidence;
}

export interface CoSignatureEvidence {
  readonly signatory: string;
  readonly method: AuthMethod;
  readonly contentHash: string;
}

export interface SecondSignatures {
  /** Those that are open, the one that waits longest first. */
  list(reader: Reader, query: Omit<AwaitedQuery, 'signedAfter'>): Promise<readonly AwaitedPayment[]>;
  /** Undefined for one that nobody has signed yet, and for one that needs one signature only. */
  find(reader: Reader, sandboxId: string, paymentId: string): Promise<AwaitedPayment | undefined>;
  /** The same, locked until the transaction ends: of all decisions on a payment exactly one is the first. */
  lock(tx: Tx, sandboxId: string, paymentId: string): Promise<AwaitedPayment | undefined>;
  /** Runs as if one signature had been enough. Only for a locked payment that is open. @throws UiRefusal 400 as `ExaminedPayment.check`; nothing is booked then. */
  sign(context: WriteContext, decision: CoDecision): Promise<PaymentSigningResult>;
  /** Only for a locked payment that is open: it is rejected. */
  refuse(context: WriteContext, decision: CoDecision): Promise<PaymentSigningResult>;
}
