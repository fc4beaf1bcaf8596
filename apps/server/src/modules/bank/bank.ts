/**
 * What Portico needs of a bank. The sandbox bank (`sandbox/`) implements it; a bank with its own core puts an adapter here.
 * Money is integer cents. `tx` is Portico's transaction: the sandbox bank books inside it. A core of its own has its own transaction, so it
 * is asked only for what is committed here (`movesMoney`), and must do once what it is asked twice. What keeps these promises is shown by
 * `testing/describe-bank.ts`, which every implementation runs.
 */
import type { AuthMethod, BankCountry, DebtorDetails, PayeeVerification, PaymentProduct } from '@portico/contract';
import type { Reader, Tx } from '#platform/db/database.ts';
import type { BankKind } from './bank-tenant.ts';

export interface Customer {
  /** A developer's sandbox; `BANK_TENANT` for every customer of a bank with its own core. */
  sandboxId: string;
  customerId: string;
  country: BankCountry;
  /** Display name: of a person first name and surname, of a company the company's name. */
  name: string;
  /** Of the person who authenticates; of a company its representative. */
  firstName: string;
  surname: string;
  nationalIdentityNumber: string;
  /** Of his phone with Mobile-ID, `+` and digits. */
  phoneNumber?: string | undefined;
  /** Of eParaksts mobile. */
  userNumber?: string | undefined;
  type: 'person' | 'company';
  /** The methods this customer holds, a subset of the country's. */
  authMethods: readonly AuthMethod[];
  /** A second signatory: id of the company for whose accounts he signs. He has none of his own and comes for that alone. */
  signsFor?: string | undefined;
}

/** Owner of accounts: everything read below is read for one customer of one sandbox. */
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
  /** Booked balance less holds. */
  availableCents: number;
  /** Somebody else must sign, too, before money moves. */
  needsSecondSignature?: boolean;
}

/** A creditor reference as the payer's provider sent it (ISO 20022 `Strd`). It travels unaltered. */
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
}

/** Why money could not move; never an exception, because each is a known case. */
export type TransferOutcome =
  | { ok: true }
  | { ok: false; reason: 'insufficientFunds'; availableCents: number }
  | { ok: false; reason: 'accountUnknown' | 'accountBlocked' | 'currencyMismatch' | 'instantNotReachable' };

/** Somebody whose signature an account needs, or a company that needs it: by whose id, and what people call them. */
export interface SigningParty {
  customerId: string;
  name: string;
}

/** What became of a second signature. */
export type CoSignature = 'given' | 'refused' | 'pending';

export interface Bank {
  /** `adapter`: before a core of the bank's own. Decides whose orders the jobs of this server may judge (`isTenantOf`). */
  readonly kind: BankKind;
  /**
   * `withTheSignature`: in one transaction with it. `afterTheSignature`: another system moves the money, which is asked by a job, again and
   * again, once the order is committed.
   */
  readonly movesMoney: 'withTheSignature' | 'afterTheSignature';
  /** The methods of a country, in the order the sign-in page shows them. */
  authMethodsOf(country: BankCountry): readonly AuthMethod[];
  /** The customer at the bank's door: personal codes are unique per installation. */
  findCustomerByIdentity(country: BankCountry, nationalIdentityNumber: string): Promise<Customer | undefined>;
  /** By the user number of eParaksts mobile, unique per installation. */
  findCustomerByUserNumber(country: BankCountry, userNumber: string): Promise<Customer | undefined>;
  /** `reader`: for a caller within a transaction. */
  findCustomer(owner: Owner, reader?: Reader): Promise<Customer | undefined>;
  listAccounts(reader: Reader, owner: Owner): Promise<readonly BankAccount[]>;
  /** One account with what can be spent from it; undefined when it is not this owner's. */
  findAccount(reader: Reader, owner: Owner, iban: string): Promise<AvailableAccount | undefined>;
  /** Who signs for this customer's accounts: he himself first, then the others; nobody else where one signature is enough. */
  listSignatories(reader: Reader, owner: Owner): Promise<readonly SigningParty[]>;
  /** For whose accounts this customer gives the second signature. */
  listSignedFor(reader: Reader, owner: Owner): Promise<readonly SigningParty[]>;
  /**
   * Has somebody else signed this payment, too? Asked for an account that needs it, 15 s after the first signature and then ever less
   * often, at least hourly, for 7 days. No money moves before `given`; an adapter answers what the bank's own channels know.
   */
  readCoSignature(reader: Reader, payment: Owner & { paymentId: string }): Promise<CoSignature>;
  /** Fee in cents. Instant never costs more than ordinary (Regulation (EU) 2024/886). */
  feeCents(transfer: { product: PaymentProduct; debtorIban: string; creditorIban: string; amountCents: number }): number;
  /** Verification of Payee, Regulation (EU) 2024/886 Art. 5c, of up to 1,000 payees in one call; the answers in their order. */
  verifyPayees(reader: Reader, sandboxId: string, payees: readonly { iban: string; name: string }[]): Promise<readonly PayeeVerification[]>;
  /** Address and identification a customer of `lt` may send along. */
  debtorDetails(owner: Owner): Promise<DebtorDetails | undefined>;

  /** Instant payment: booked on both sides at once, or refused with nothing booked. Exactly once per `paymentId`. */
  transferInstantly(tx: Tx, transfer: CreditTransfer): Promise<TransferOutcome>;
  /**
   * Ordinary payments: holds amounts and fees of up to 1,000 transfers in one currency, each separately; the outcomes in their order. Who
   * stands first is served first where one account has not enough for all.
   */
  holdEach(tx: Tx, transfers: readonly CreditTransfer[]): Promise<readonly TransferOutcome[]>;
  /** Holds amounts and fees of up to 1,000 transfers from one account, all of them or none. */
  holdAll(tx: Tx, transfers: readonly CreditTransfer[]): Promise<TransferOutcome>;
  /**
   * Books held payments in one currency, instant or ordinary as their `product` says, and ends their holds; the outcomes in their
   * order. A transfer that fails keeps its hold. Exactly once per `paymentId`; a second call changes nothing and answers ok.
   */
  settleHolds(tx: Tx, transfers: readonly CreditTransfer[]): Promise<readonly TransferOutcome[]>;
  /** Ends holds without booking; harmless where there is none. */
  releaseHolds(tx: Tx, paymentIds: readonly string[]): Promise<void>;
  /** When an ordinary payment received at `receivedAt` (tenant time) is executed: T2 business days, cut-off 16:00 of the bank's zone. */
  ordinaryExecutionTime(receivedAt: Date, requestedDate: string | undefined): Date;
}
