/**
 * Stored payments: the Berlin Group's members, money in integer cents, times in tenant time. A bulk payment has no payee: its amount is the
 * total, and each of its items is a payment that refers to it.
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

/** The application's order, which never changes. */
interface OrderTerms {
  readonly product: PaymentProductPath;
  /** For a bulk payment the sum of its items. */
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

/** Result of Verification of Payee when the payment was received. */
export interface PayeeCheck {
  readonly result: PayeeVerificationResult;
  readonly suppliedName: string;
  /** The holder's name, for a close match only. */
  readonly matchedName: string | undefined;
  readonly checkedAt: Date;
}

/** Why a payment was rejected, with a Berlin Group code. */
export interface Rejection {
  readonly code: TppErrorCode;
  readonly text: string;
}

/** Data that the signature adds. */
export interface PaymentSignature {
  readonly debtorIban: string;
  readonly debtorDetails: DebtorDetails | undefined;
  /** The signed fee; the bank never charges more. */
  readonly feeCents: number;
  readonly signedAt: Date;
}

/** A required signatory. Stored as a JSON value. */
export interface PaymentSignatory extends Signatory {
  readonly customerId: string;
  /** Digest of the person who signed first ({@link digestPerson}), because the bank may give a customer id to another person. */
  readonly person?: string;
}

/** The redirect addresses of a second authorisation that are still registered. */
export type SecondWayBack = { readonly [Name in 'tppSuccessUrl' | 'tppFailureUrl']?: string | undefined };

/** The authorisation that the application started for the second signatory. Stored as a JSON value. */
export interface SecondAuthorisation {
  readonly authorisationId: string;
  /** Redirect target after the second signatory's decision. */
  readonly tppSuccessUrl: string;
  readonly tppFailureUrl?: string;
}

/** Number of a run, and its periodic payment. */
interface Run {
  readonly periodicPaymentId: string;
  /** The first is 0. */
  readonly number: number;
}

/** Number of an item, and its bulk payment. */
interface Item {
  readonly bulkPaymentId: string;
  /** Index in the request, from 0. */
  readonly number: number;
}

interface Bulk {
  readonly itemCount: number;
  /** The preference in the request: one statement entry for all items, or one for each. */
  readonly batchBooking: boolean | undefined;
}

interface Receipt {
  readonly paymentId: string;
  readonly sandboxId: string;
  readonly customerId: string;
  readonly appId: string;
  readonly bankCountry: BankCountry;
  /** ISO date that is shown and signed; for a periodic payment the date of its first run. See `execution-day.ts`. */
  readonly executionDate: string;
  readonly receivedAt: Date;
  /** `X-Request-ID` of the provider's call; of a run that of its periodic payment, of an item that of its bulk payment. */
  readonly requestId?: string | undefined;
}

export interface NewPayment extends PaymentOrder, Receipt {
  /** Only for a periodic payment, which is signed once and runs repeatedly; each run is a separate payment. */
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
  /** Present from the first signature on, if a second one is needed. */
  readonly signatories?: readonly PaymentSignatory[] | undefined;
  /** Absent: the application started none. */
  readonly secondAuthorisation?: SecondAuthorisation | undefined;
  readonly executedAsSepa: boolean;
  /** Execution time of an ordinary or a bulk payment, or of the next run of a periodic one. */
  readonly executeAt: Date | undefined;
  readonly rejection: Rejection | undefined;
}

/**
 * A payment with one payee: single, periodic, a run, or an item. An item stays `RCVD` until its execution, because its bulk payment holds the
 * status.
 */
export interface Payment extends NewPayment, Progress {
  /** Number of the next run; set at the last signature. */
  readonly nextRun?: number | undefined;
}

export interface BulkPayment extends NewBulkPayment, Progress {}

export type AnyNewPayment = NewPayment | NewBulkPayment;
export type AnyPayment = Payment | BulkPayment;

/** Columns that change together with a status. */
export interface PaymentChange {
  readonly signature?: PaymentSignature;
  readonly executedAsSepa?: boolean;
  readonly executeAt?: Date;
  readonly executionDate?: string;
  /** For a periodic payment. */
  readonly nextRun?: number;
  readonly rejection?: Rejection;
}
