/**
 * The port between Portico and a bank. The sandbox bank (`modules/bank-sandbox`) implements it; a bank with its own core writes an adapter.
 * Amounts are integer cents. `tx` is Portico's transaction, and the sandbox bank books inside it. A bank's own core has its own transaction.
 * Portico therefore sends it only committed orders (`movesMoney`), and the core must execute a repeated request once.
 * `testing/describe-bank.ts` holds the contract tests; every implementation runs them.
 */
import type { AuthMethod, BankCountry, DebtorDetails, PayeeVerification, PaymentProduct } from '@portico/contract';
import type { Reader, Tx } from '#platform/db/database.ts';
import type { BankKind } from './bank-tenant.ts';

export interface Customer {
  /** A developer's sandbox; `BANK_TENANT` for every customer of a bank with its own core. */
  sandboxId: string;
  customerId: string;
  country: BankCountry;
  /** Display name: first name and surname of a person, or the name of a company. */
  name: string;
  /** The person who authenticates; for a company its representative. */
  firstName: string;
  surname: string;
  nationalIdentityNumber: string;
  /** Phone number for Mobile-ID: `+` and digits. */
  phoneNumber?: string | undefined;
  /** User number of eParaksts mobile. */
  userNumber?: string | undefined;
  type: 'person' | 'company';
  /** The methods this customer holds, a subset of the country's. */
  authMethods: readonly AuthMethod[];
  /** Only for a second signatory: id of the company for whose accounts they sign. A second signatory has no accounts of their own. */
  signsFor?: string | undefined;
}

/** Owner of accounts: each query below reads the data of one customer in one sandbox. */
export interface Owner {
  sandboxId: string;
  customerId: string;
}

export interface BankAccount {
  accountId: string;
  iban: string;
  currency: string;
  name: string;
  status: 'enabled' | 'blocked';
}

export interface AvailableAccount extends BankAccount {
  /** Booked balance minus holds. */
  availableCents: number;
  /** A second person must also sign before money moves. */
  needsSecondSignature?: boolean;
}

/** A creditor reference as the payer's provider sent it (ISO 20022 `Strd`); the bank transmits it unaltered. */
export interface StructuredRemittance {
  readonly reference: string;
  readonly referenceType?: string;
  readonly referenceIssuer?: string;
}

export interface CreditTransfer extends Owner {
  paymentId: string;
  debtorIban: string;
  amountCents: number;
  feeCents: number;
  currency: string;
  creditorIban: string;
  creditorName: string;
  /** The unstructured text; empty where there is none. */
  remittance: string;
  remittanceStructured?: StructuredRemittance | undefined;
  endToEndId: string;
  product: PaymentProduct;
  /** What was signed. Absent: nothing is known of it. */
  order?: SignedOrder;
}

/** The payment that the customer signed: of a run the periodic one, of an item the bulk one. */
export interface SignedOrder {
  readonly paymentId: string;
  readonly appId: string;
  /** `X-Request-ID` of the provider's call. */
  readonly requestId?: string | undefined;
}

/** Why money could not move. Each reason is an expected case, so it is returned and not thrown. */
export type TransferOutcome =
  | { ok: true }
  | { ok: false; reason: 'insufficientFunds'; availableCents: number }
  | { ok: false; reason: 'accountUnknown' | 'accountBlocked' | 'currencyMismatch' | 'instantNotReachable' | CoreRefusal };

/** An order before its signature, from the account that the customer has chosen. */
export interface OrderToDecide extends Owner {
  readonly paymentId: string;
  readonly debtorIban: string;
  readonly currency: string;
  readonly product: PaymentProduct;
  readonly creditorIban: string;
  readonly creditorName: string;
  readonly amountCents: number;
}

/** `feeCents`: in the currency of the order. */
export type OrderDecision = { ok: true; feeCents: number } | { ok: false; reason: Extract<TransferOutcome, { ok: false }>['reason'] };

/** Only a bank's own core refuses for these reasons. `sanctions` is never told to customers and providers; `refused`: none of the others. */
type CoreRefusal = 'limitExceeded' | 'suspectedFraud' | 'sanctions' | 'duplicate' | 'refused';

/** A signatory of an account, or a company whose accounts need the signature: customer id and display name. */
export interface SigningParty {
  customerId: string;
  name: string;
}

/** One of the customers for whom a person may act: privately, or for a company. */
export interface Role {
  /** The customer whose accounts and permissions the role has; for a second signatory, the customer with `signsFor`. */
  customerId: string;
  /** The name to choose by: of the person, or of the company. */
  name: string;
  type: Customer['type'];
  /** The person gives second signatures only: the role has no accounts. */
  signsSecond?: boolean | undefined;
}

/** State of the second signature of a payment. */
export type CoSignature = 'given' | 'refused' | 'pending';

export interface Bank {
  /** `adapter`: in front of a bank's own core. `isTenantOf` uses it to decide which tenants' orders the jobs of this server process. */
  readonly kind: BankKind;
  /**
   * `withTheSignature`: money moves in the transaction of the signature. `afterTheSignature`: another system moves the money; a job calls it
   * after the order is committed, and repeats the call until it is answered.
   */
  readonly movesMoney: 'withTheSignature' | 'afterTheSignature';
  /** The methods of a country, in the order in which the sign-in page shows them. */
  authMethodsOf(country: BankCountry): readonly AuthMethod[];
  /** Finds a customer for the sign-in page; personal codes are unique in the installation. */
  findCustomerByIdentity(country: BankCountry, nationalIdentityNumber: string): Promise<Customer | undefined>;
  /** Finds a customer by the user number of eParaksts mobile, which is unique in the installation. */
  findCustomerByUserNumber(country: BankCountry, userNumber: string): Promise<Customer | undefined>;
  /** `reader`: for a caller within a transaction. */
  findCustomer(owner: Owner, reader?: Reader): Promise<Customer | undefined>;
  listAccounts(reader: Reader, owner: Owner): Promise<readonly AvailableAccount[]>;
  /** Returns one account with its available balance; undefined when the account does not belong to this owner. */
  findAccount(reader: Reader, owner: Owner, iban: string): Promise<AvailableAccount | undefined>;
  /**
   * The roles of the person who authenticates for this customer, this customer's role included, in the order in which they are offered. Each role has the
   * country and the personal code of this customer. Empty: the bank knows one role only.
   */
  listRoles(reader: Reader, owner: Owner): Promise<readonly Role[]>;
  /** The signatories of this customer's accounts, the customer first. The list holds the customer alone where one signature is enough. */
  listSignatories(reader: Reader, owner: Owner): Promise<readonly SigningParty[]>;
  /** The companies for whose accounts this customer gives the second signature. */
  listSignedFor(reader: Reader, owner: Owner): Promise<readonly SigningParty[]>;
  /**
   * Returns the state of the second signature of a payment. Portico asks 15 s after the first signature, then at growing intervals of at
   * most one hour, for 7 days. No money moves before `given`. An adapter reports what the bank's own channels have recorded.
   */
  readCoSignature(reader: Reader, payment: Owner & { paymentId: string }): Promise<CoSignature>;
  /** Fee in cents. An instant payment never costs more than an ordinary one (Regulation (EU) 2024/886). */
  feeCents(transfer: { product: PaymentProduct; debtorIban: string; creditorIban: string; amountCents: number }): number;
  /**
   * Decides on an order with one payee before the customer signs it, and names its fee. It reserves nothing. Absent: the fee is that of `feeCents`, and
   * nothing is refused before the signature.
   */
  decide?(order: OrderToDecide): Promise<OrderDecision>;
  /** Verification of Payee (Regulation (EU) 2024/886 Art. 5c) for up to 1,000 payees in one call; results in the order of the payees. */
  verifyPayees(reader: Reader, sandboxId: string, payees: readonly { iban: string; name: string }[]): Promise<readonly PayeeVerification[]>;
  /** Address and identification that a customer of `lt` may send to the payee. */
  debtorDetails(owner: Owner): Promise<DebtorDetails | undefined>;

  /** Executes an instant payment: books both sides at once, or refuses and books nothing. Exactly once per `paymentId`. */
  transferInstantly(tx: Tx, transfer: CreditTransfer): Promise<TransferOutcome>;
  /**
   * Reserves amounts and fees of up to 1,000 ordinary payments in one currency, each with its own outcome, in the order of the transfers.
   * When one account cannot cover all of them, earlier transfers are served first.
   */
  holdEach(tx: Tx, transfers: readonly CreditTransfer[]): Promise<readonly TransferOutcome[]>;
  /** Reserves amounts and fees of up to 1,000 transfers from one account: all of them or none. */
  holdAll(tx: Tx, transfers: readonly CreditTransfer[]): Promise<TransferOutcome>;
  /**
   * Books reserved payments in one currency, instant or ordinary according to `product`, and ends their holds; outcomes in the order of the
   * transfers. A transfer that fails keeps its hold. Exactly once per `paymentId`: a second call changes nothing and returns `ok`.
   */
  settleHolds(tx: Tx, transfers: readonly CreditTransfer[]): Promise<readonly TransferOutcome[]>;
  /** Ends holds without booking; does nothing for a payment without a hold. */
  releaseHolds(tx: Tx, paymentIds: readonly string[]): Promise<void>;
  /** When an ordinary payment received at `receivedAt` (tenant time) is executed: T2 business days, cut-off 16:00 of the bank's zone. */
  ordinaryExecutionTime(receivedAt: Date, requestedDate: string | undefined): Date;
}
