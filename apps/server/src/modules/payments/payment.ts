/** One payment as stored: the Berlin Group's words, money in integer cents, times as tenant time. */
import type { BankCountry, CreditorType, DebtorDetails, PayeeVerificationResult, PaymentProductPath, TransactionStatus } from '@portico/contract';
import type { TppErrorCode } from '@portico/contract/values';
import type { Schedule } from './periodic/run-dates.ts';

export interface CreditorAddress {
  readonly streetName?: string;
  readonly buildingNumber?: string;
  readonly townName?: string;
  readonly postCode?: string;
  readonly country: string;
}

export interface StructuredRemittance {
  readonly reference: string;
  readonly referenceType?: string;
  readonly referenceIssuer?: string;
}

/** What the application asked for; it never changes. */
export interface PaymentOrder {
  readonly product: PaymentProductPath;
  readonly amountCents: number;
  readonly currency: string;
  readonly creditorIban: string;
  readonly creditorName: string;
  readonly creditorAgent: string | undefined;
  readonly creditorType: CreditorType | undefined;
  readonly creditorAddress: CreditorAddress | undefined;
  readonly endToEndId: string | undefined;
  readonly instructionId: string | undefined;
  readonly remittanceUnstructured: string | undefined;
  readonly remittanceStructured: StructuredRemittance | undefined;
  /** ISO date as sent; absent means today. */
  readonly requestedExecutionDate: string | undefined;
  readonly retryAsSepa: boolean;
  readonly requestedDebtorIban: string | undefined;
}

/** Verification of Payee as found when the payment was received. */
interface PayeeCheck {
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

/** Which run of which periodic payment. */
interface Run {
  readonly periodicPaymentId: string;
  /** The first is 0. */
  readonly number: number;
}

export interface NewPayment extends PaymentOrder {
  readonly paymentId: string;
  readonly sandboxId: string;
  readonly customerId: string;
  readonly appId: string;
  readonly bankCountry: BankCountry;
  /** ISO date shown to the customer and signed; of a periodic payment, the day of its first run. */
  readonly executionDate: string;
  /** Of a periodic payment, which is signed once and runs many times; each run is a payment of its own. */
  readonly schedule?: Schedule | undefined;
  readonly run?: Run | undefined;
  readonly payee: PayeeCheck;
  readonly receivedAt: Date;
}

export interface Payment extends NewPayment {
  readonly status: TransactionStatus;
  readonly signature: PaymentSignature | undefined;
  readonly executedAsSepa: boolean;
  /** When an ordinary payment is executed, or the next run of a periodic one. */
  readonly executeAt: Date | undefined;
  /** Number of the run that is made next; known from the last signature on. */
  readonly nextRun?: number | undefined;
  readonly rejection: Rejection | undefined;
}

/** What changes together with a status. */
export interface PaymentChange {
  readonly signature?: PaymentSignature;
  readonly executedAsSepa?: boolean;
  readonly executeAt?: Date;
  readonly rejection?: Rejection;
}
