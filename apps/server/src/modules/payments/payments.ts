/** Single, periodic and bulk payments: initiation by the provider, signature or refusal by the customer, execution by the bank. */
import type {
  BulkPaymentDetails,
  DebtorDetails,
  PaymentDetails,
  PaymentSigningResult,
  PeriodicPaymentDetails,
  TransactionStatus,
} from '@portico/contract';
import type { SigningFee } from '#modules/signing/index.ts';
import type { Reader, Tx } from '#platform/db/database.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import type { AvailableAccount, OrderDecision, Owner, TransferOutcome } from '../bank/index.ts';
import type { ScaContent } from '../sca/index.ts';
import type { StorableOrder } from './initiation/initiate-payment.ts';
import type { AnyPayment } from './model/payment.ts';
import type { SecondSignatures } from './model/second-signature.ts';
import type { PaymentCount } from './store/app-payments-store.ts';
import type { PaymentOwner } from './store/payment-store.ts';

export interface SignPayment {
  readonly sandboxId: string;
  readonly paymentId: string;
  readonly debtorAccountIban: string;
  readonly debtorDetails: DebtorDetails | undefined;
}

export interface ExaminedPayment<Details> extends ExaminedAct {
  readonly details: Details;
  /** Present if the payment was read for update. */
  readonly locked?: LockedPayment;
}

/** A payment that this transaction has read for update, and then the account that pays; undefined when it is not the customer's. */
export interface LockedPayment {
  readonly payment: AnyPayment;
  readonly account: AvailableAccount | undefined;
  /** What the content was examined with: asked again, the bank might name another fee than the one that is compared with the challenge. */
  readonly decision: OrderDecision;
}

/** A payment, or its cancellation, prepared for signing. */
interface ExaminedAct {
  /** Bound to the challenge: amount, currency, payee name and IBAN, debtor account, fee, dates, reference, product, payee verification. */
  readonly content: ScaContent;
  /**
   * @throws UiRefusal 400 ACCOUNT_UNKNOWN, ACCOUNT_BLOCKED, CURRENCY_MISMATCH, FUNDS_NOT_AVAILABLE ("Not enough money, available {sum}"), LIMIT_EXCEEDED,
   * PAYMENT_REFUSED, ADDRESS_INCOMPLETE; for a cancellation 400 ACCOUNT_UNKNOWN, 409 SIGNING_STATE_INVALID
   */
  check(reader: Reader): Promise<void>;
}

/** Cancelling signed payments; the page shows the details of the payment itself. */
export interface CancellationsToSign {
  /** Undefined when the sandbox has no such payment, or the payment is unsigned. */
  examine(reader: Reader, input: SignPayment): Promise<ExaminedAct | undefined>;
  /** Cancels the payment after the signature, inside the caller's transaction. Same refusals as {@link ExaminedAct.check}. */
  sign(context: WriteContext, input: SignPayment & { customerId: string }): Promise<PaymentSigningResult>;
  /** The customer refused, or the session expired: returns the status, which the payment keeps. */
  leave(reader: Reader, sandboxId: string, paymentId: string): Promise<TransactionStatus>;
}

/** Queries of a signing page for one kind of payment. */
export interface PaymentsToShow<Details> {
  /** The details for the customer; undefined when the sandbox has no such payment. */
  details(reader: Reader, sandboxId: string, paymentId: string): Promise<Details | undefined>;
  /**
   * Details for the page and content for the challenge, from one query; undefined when the sandbox has no such payment. `forUpdate` locks the payment
   * until the transaction ends, and reads the account of `customerId` behind that lock.
   */
  examine(reader: Reader, input: SignPayment & { readonly customerId?: string }, forUpdate?: boolean): Promise<ExaminedPayment<Details> | undefined>;
}

/** Except for `details`, the functions handle payments of every kind. */
export interface Payments extends PaymentsToShow<PaymentDetails> {
  readonly periodic: PaymentsToShow<PeriodicPaymentDetails>;
  readonly bulk: PaymentsToShow<BulkPaymentDetails>;
  readonly cancellation: CancellationsToSign;
  /** The second signature, if a payment needs two. */
  readonly secondSignatures: SecondSignatures;
  /**
   * Stores a payment that is ordered and signed at the bank itself, and returns its id. @throws TppRefusal 400 with the path of the invalid value.
   */
  take(context: WriteContext, order: StorableOrder): Promise<string>;
  /**
   * Executes the signature: changes the status and moves the money inside the caller's transaction. Same refusals as {@link ExaminedPayment.check};
   * nothing is booked then. `locked`: the result of `examine`, if this transaction has examined it for update.
   */
  sign(context: WriteContext, input: SignPayment & { customerId: string }, locked?: LockedPayment): Promise<PaymentSigningResult>;
  /** Rejects an unsigned payment after a refusal or expiry: RCVD → RJCT. Does nothing for a payment that has ended. */
  /** As `reject` with `expired`, for many payments of one sandbox with a constant number of statements. */
  expireAll(context: WriteContext, sandboxId: string, paymentIds: readonly string[]): Promise<void>;
  reject(context: WriteContext, sandboxId: string, paymentId: string, reason: 'refused' | 'expired' | 'accountClosed'): Promise<TransactionStatus>;
  /** For a reset: ends this customer's unsigned or unexecuted payments and releases their holds. */
  endOpen(context: WriteContext, owner: Owner): Promise<void>;
  /** The next execution that is due by `until` (tenant time), for the test clock. */
  nextExecution(reader: Reader, sandboxId: string, until: Date): Promise<{ readonly paymentId: string; readonly executeAt: Date } | undefined>;
  /** Executes a due payment, or the due runs of a periodic one; does nothing otherwise. Opens its own transaction. */
  execute(payment: { readonly sandboxId: string; readonly paymentId: string }): Promise<void>;
  /** Follows what the bank's core tells of an order outside an answer. Returns what contradicts it; undefined: nothing. */
  followBank(
    context: WriteContext,
    payment: { readonly sandboxId: string; readonly paymentId: string },
    outcome: TransferOutcome,
  ): Promise<string | undefined>;
  /** Deletes the payments of a sandbox. */
  forgetSandbox(tx: Tx, sandboxId: string): Promise<void>;
  /** The payments of an application received since `from` (tenant time), most frequent first. Runs and items count as part of their payment. */
  countOfApp(reader: Reader, app: Pick<PaymentOwner, 'sandboxId' | 'appId'>, from: Date): Promise<PaymentCount[]>;
  /** For `ui/payment/fee`. @throws UiRefusal 400 where the bank refuses to pay from this account */
  fee(reader: Reader, sandboxId: string, paymentId: string, debtorIban: string): Promise<SigningFee>;
}
