/** Single, periodic and bulk payments: initiation by the TPP, signature or refusal by the customer, execution by the bank. */
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
import type { Owner } from '../bank/index.ts';
import type { ScaContent } from '../sca/index.ts';
import type { StorableOrder } from './initiation/initiate-payment.ts';
import type { SecondSignatures } from './model/second-signature.ts';

export interface SignPayment {
  readonly sandboxId: string;
  readonly paymentId: string;
  readonly debtorAccountIban: string;
  readonly debtorDetails: DebtorDetails | undefined;
}

export interface ExaminedPayment<Details> extends ExaminedAct {
  readonly details: Details;
}

/** What is signed: a payment, or its cancellation. */
interface ExaminedAct {
  /** Bound to the challenge: amount, currency, payee name and IBAN, debtor account, fee, dates, reference, product, payee verification. */
  readonly content: ScaContent;
  /**
   * @throws UiRefusal 400 ACCOUNT_UNKNOWN, ACCOUNT_BLOCKED, CURRENCY_MISMATCH, FUNDS_NOT_AVAILABLE ("Not enough money, available {sum}"),
   * ADDRESS_INCOMPLETE; of a cancellation 400 ACCOUNT_UNKNOWN, 409 SIGNING_STATE_INVALID
   */
  check(reader: Reader): Promise<void>;
}

/** Taking back what was signed; the page shows the details of the payment itself. */
export interface CancellationsToSign {
  /** Undefined when the sandbox has no such payment, or nobody has signed it. */
  examine(reader: Reader, input: SignPayment): Promise<ExaminedAct | undefined>;
  /** The signature took place: nothing is paid any more, inside the caller's transaction. Same refusals as {@link ExaminedAct.check}. */
  sign(context: WriteContext, input: SignPayment & { customerId: string }): Promise<PaymentSigningResult>;
  /** The customer refused, or the session expired: the status that the payment keeps. */
  leave(reader: Reader, sandboxId: string, paymentId: string): Promise<TransactionStatus>;
}

/** What a signing page reads of one kind of payment. */
export interface PaymentsToShow<Details> {
  /** What the customer sees; undefined when the sandbox has no such payment. */
  details(reader: Reader, sandboxId: string, paymentId: string): Promise<Details | undefined>;
  /** What a signing page and a challenge need of one payment, from one reading; undefined when the sandbox has no such payment. */
  examine(reader: Reader, input: SignPayment): Promise<ExaminedPayment<Details> | undefined>;
}

/** What is not about `details` is the same for payments of every kind. */
export interface Payments extends PaymentsToShow<PaymentDetails> {
  readonly periodic: PaymentsToShow<PeriodicPaymentDetails>;
  readonly bulk: PaymentsToShow<BulkPaymentDetails>;
  readonly cancellation: CancellationsToSign;
  /** The second signature, where one is not enough. */
  readonly secondSignatures: SecondSignatures;
  /** Stores a payment that is signed where it was ordered, and answers its id. @throws TppRefusal 400 with the path of what cannot be accepted. */
  take(context: WriteContext, order: StorableOrder): Promise<string>;
  /** The signature took place: moves the status and the money inside the caller's transaction. Same refusals as {@link ExaminedPayment.check}, nothing booked then. */
  sign(context: WriteContext, input: SignPayment & { customerId: string }): Promise<PaymentSigningResult>;
  /** The customer refused, or the session expired unsigned: RCVD → RJCT. Harmless when already final. */
  reject(context: WriteContext, sandboxId: string, paymentId: string, reason: 'refused' | 'expired' | 'accountClosed'): Promise<TransactionStatus>;
  /** A reset: ends this customer's unsigned and not yet executed payments and frees their money. */
  endOpen(context: WriteContext, owner: Owner): Promise<void>;
  /** The next execution that is due by `until` (tenant time), for the test clock. */
  nextExecution(reader: Reader, sandboxId: string, until: Date): Promise<{ readonly paymentId: string; readonly executeAt: Date } | undefined>;
  /** Executes a payment whose time has come, or makes the runs of a periodic one; harmless otherwise. Opens its own transaction. */
  execute(payment: { readonly sandboxId: string; readonly paymentId: string }): Promise<void>;
  /** Deletes the payments of a sandbox. */
  forgetSandbox(tx: Tx, sandboxId: string): Promise<void>;
  /** For `ui/payment/fee`. */
  fee(reader: Reader, sandboxId: string, paymentId: string, debtorIban: string): Promise<SigningFee>;
}
