/**
 * Payments as stored: the Berlin Group's words, money in integer cents, times as tenant time. A bulk payment is a payment without a
 * payee: its amount is the total, and each of its items is a payment that names it.
 */
import type {
  BankCountry,
  CreditorType,
  DebtorDetails,
  PayeeVerificationResult,
  PaymentProductPath,
  Signatory,
  TransactionStatus,
} from '@portico/contract';
import type { TppErrorCode } from '@portico/contract/values';
import type { Schedule } from './schedule.ts';

export interface CreditorAddress {
  readonly streetName?: string;
  readonly buildingNumber?: string;
  readonly townName: string;
  readonly postCode?: string;
  readonly country: string;
}

export interface StructuredRemittance {
  readonly reference: string;
  readonly referenceType?: string;
  readonly referenceIssuer?: string;
}

/** What the application asked for; it never changes. */
interface OrderTerms {
  readonly product: PaymentProductPath;
  /** Of a bulk payment: the sum of its items. */
  readonly amountCents: number;
  readonly currency: string;
  /** ISO date as sent; absent means today. */
  readonly requestedExecutionDate: string | undefined;
  readonly retryAsSepa: boolean;
  readonly requestedDebtorIban: string | undefined;
}

export interface PaymentOrder extends OrderTerms {
  readonly creditorIban: string;
  readonly creditorName: string;
  readonly creditorAgent: string | undefined;
  readonly creditorType: CreditorType | undefined;
  readonly creditorAddress: CreditorAddress | undefined;
  readonly endToEndId: string | undefined;
  readonly instructionId: string | undefined;
  readonly remittanceUnstructured: string | undefined;
  readonly remittanceStructured: StructuredRemittance | undefined;
}

/** Verification of Payee as found when the payment was received. */
export interface PayeeCheck {
  readonly result: PayeeVerificationResult;
  readonly suppliedName: string;
  /** The real name, for a close match only. */
  readonly matchedName: string | undefined;
  readonly checkedAt: Date;
}

/** Why a payment was rejected, in the Berlin Group's codes. */
export interface Rejection {
  readonly code: TppErrorCode;
  readonly text: string;
}

/** What the signature added. */
export interface PaymentSignature {
  readonly debtorIban: string;
  readonly debtorDetails: DebtorDetails | undefined;
  /** The fee as signed; never exceeded afterwards. */
  readonly feeCents: number;
  readonly signedAt: Date;
}

/** One of those who must sign. A JSON value: it is stored as it is. */
export interface PaymentSignatory extends Signatory {
  readonly customerId: string;
  /** Of the person who signed first ({@link digestPerson}): the bank may give a customer id to another person. */
  readonly person?: string;
}

/** The addresses of a second authorisation to which the signatory may return now. */
export type SecondWayBack = { readonly [Name in 'tppSuccessUrl' | 'tppFailureUrl']?: string | undefined };

/** The authorisation that the application started for the second signatory. A JSON value: it is stored as it is. */
export interface SecondAuthorisation {
  readonly authorisationId: string;
  /** Where the second signatory returns to after the decision. */
  readonly tppSuccessUrl: string;
  readonly tppFailureUrl?: string;
}

/** Which run of which periodic payment. */
interface Run {
  readonly periodicPaymentId: string;
  /** The first is 0. */
  readonly number: number;
}

/** Which item of which bulk payment. */
interface Item {
  readonly bulkPaymentId: string;
  /** Its place in the request, from 0. */
  readonly number: number;
}

interface Bulk {
  readonly itemCount: number;
  /** As sent: whether one entry on the statement is preferred to one for each item. */
  readonly batchBooking: boolean | undefined;
}

interface Receipt {
  readonly paymentId: string;
  readonly sandboxId: string;
  readonly customerId: string;
  readonly appId: string;
  readonly bankCountry: BankCountry;
  /** ISO date shown to the customer and signed; of a periodic payment, the day of its first run. See `execution-day.ts`. */
  readonly executionDate: string;
  readonly receivedAt: Date;
}

export interface NewPayment extends PaymentOrder, Receipt {
  /** Of a periodic payment, which is signed once and runs many times; each run is a payment of its own. */
  readonly schedule?: Schedule | undefined;
  readonly run?: Run | undefined;
  readonly item?: Item | undefined;
  readonly payee: PayeeCheck;
  readonly bulk?: undefined;
}

export interface NewBulkPayment extends OrderTerms, Receipt {
  readonly bulk: Bulk;
  readonly schedule?: undefined;
}

interface Progress {
  readonly status: TransactionStatus;
  readonly signature: PaymentSignature | undefined;
  /** From the first signature on, where one is not enough. */
  readonly signatories?: readonly PaymentSignatory[] | undefined;
  /** Absent: the application started none. */
  readonly secondAuthorisation?: SecondAuthorisation | undefined;
  readonly executedAsSepa: boolean;
  /** When an ordinary or a bulk payment is executed, or the next run of a periodic one. */
  readonly executeAt: Date | undefined;
  readonly rejection: Rejection | undefined;
}

/** One payee: a single or a periodic payment, a run, or an item. An item is `RCVD` until it is executed: before, its bulk payment speaks for it. */
export interface Payment extends NewPayment, Progress {
  /** Number of the run that is made next; known from the last signature on. */
  readonly nextRun?: number | undefined;
}

export interface BulkPayment extends NewBulkPayment, Progress {}

export type AnyNewPayment = NewPayment | NewBulkPayment;
export type AnyPayment = Payment | BulkPayment;

/** What changes together with a status. */
export interface PaymentChange {
  readonly signature?: PaymentSignature;
  readonly executedAsSepa?: boolean;
  readonly executeAt?: Date;
  readonly executionDate?: string;
  /** Of a periodic payment. */
  readonly nextRun?: number;
  readonly rejection?: Rejection;
}
