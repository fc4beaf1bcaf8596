/** Single and periodic payments: initiation by the TPP, signature or refusal by the customer, execution by the bank. */
import type {
  BankCountry,
  DebtorDetails,
  Locale,
  PaymentDetails,
  PaymentSigningResult,
  PeriodicPaymentDetails,
  TransactionStatus,
} from '@portico/contract';
import type { Reader, Tx } from '#platform/db/database.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import type { Owner } from '../bank/index.ts';
import type { ScaContent } from '../sca/index.ts';

/** Opens a signing session in the same transaction as the thing to sign; handed in by `build-app.ts` (signing is a higher tier). */
export type OpenSigning = (
  context: WriteContext,
  input: {
    kind: 'payment' | 'periodic-payment';
    resourceId: string;
    sandboxId: string;
    customerId: string;
    appId: string;
    tppName: string;
    tppApplicationName: string;
    tppSuccessUrl: string;
    tppFailureUrl: string | undefined;
    bankCountry: BankCountry;
    locale: Locale;
  },
) => Promise<{ scaRedirect: string }>;

export interface SignPayment {
  readonly sandboxId: string;
  readonly paymentId: string;
  readonly debtorAccountIban: string;
  readonly debtorDetails: DebtorDetails | undefined;
}

export interface ExaminedPayment<Details> {
  readonly details: Details;
  /** Bound to the challenge: amount, currency, payee name and IBAN, debtor account, fee, dates, reference, product, payee verification. */
  readonly content: ScaContent;
  /** @throws UiRefusal 400 ACCOUNT_UNKNOWN, ACCOUNT_BLOCKED, CURRENCY_MISMATCH, FUNDS_NOT_AVAILABLE ("Not enough money, available {sum}"), ADDRESS_INCOMPLETE */
  check(reader: Reader): Promise<void>;
}

/** What a signing page reads of one kind of payment. */
export interface PaymentsToShow<Details> {
  /** What the customer sees; undefined when the sandbox has no such payment. */
  details(reader: Reader, sandboxId: string, paymentId: string): Promise<Details | undefined>;
  /** What a signing page and a challenge need of one payment, from one reading; undefined when the sandbox has no such payment. */
  examine(reader: Reader, input: SignPayment): Promise<ExaminedPayment<Details> | undefined>;
}

/** What is not about `details` is the same for single and periodic payments. */
export interface Payments extends PaymentsToShow<PaymentDetails> {
  readonly periodic: PaymentsToShow<PeriodicPaymentDetails>;
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
  /** Fee in cents for `ui/payment/fee`. */
  feeCents(reader: Reader, sandboxId: string, paymentId: string, debtorIban: string): Promise<number>;
}
