/** The members of the bank's account answers that the overview reads. Another party's answer is checked, never believed. */
import { firstOf, memberOf, textAt } from '../bank-answers.ts';

export interface Sum {
  readonly amount: string;
  readonly currency: string;
}

export interface BankAccount {
  readonly resourceId: string;
  readonly iban: string;
  readonly currency: string;
  readonly name: string;
  /** What can be spent, where the consent lets it be seen. */
  readonly available: Sum | undefined;
  readonly hasTransactions: boolean;
}

export interface Movement {
  /** Undefined while it is pending. */
  readonly bookingDate: string | undefined;
  readonly sum: Sum;
  readonly party: string;
  readonly text: string;
}

export interface MovementPage {
  readonly iban: string;
  readonly pending: readonly Movement[];
  readonly booked: readonly Movement[];
  /** For the next page; the bank's, opaque. */
  readonly cursor: string | undefined;
}

export interface CreatedConsent {
  readonly consentId: string;
  readonly scaRedirect: string;
}

export interface ConsentState {
  readonly status: string;
  readonly validUntil: string | undefined;
}

export interface ListedAccount {
  readonly iban: string;
  readonly currency: string;
  readonly name: string;
}

export function readCreatedConsent(body: unknown): CreatedConsent | undefined {
  const consentId = textAt(body, 'consentId');
  const scaRedirect = textAt(memberOf(memberOf(body, '_links'), 'scaRedirect'), 'href');
  return consentId === undefined || scaRedirect === undefined ? undefined : { consentId, scaRedirect };
}

export function readConsentState(body: unknown): ConsentState | undefined {
  const status = textAt(body, 'consentStatus');
  return status === undefined ? undefined : { status, validUntil: textAt(body, 'validUntil') };
}

/** Of `GET /v1/account-list`. */
export function readAccountList(body: unknown): readonly ListedAccount[] | undefined {
  return readList(memberOf(body, 'accounts') ?? body, (entry) => {
    const iban = textAt(entry, 'iban');
    const currency = textAt(entry, 'currency');
    return iban === undefined || currency === undefined ? undefined : { iban, currency, name: nameOf(entry) };
  });
}

/** Of `GET /v1/accounts`. */
export function readAccounts(body: unknown): readonly BankAccount[] | undefined {
  return readList(memberOf(body, 'accounts'), (entry) => {
    const [resourceId, iban, currency] = [textAt(entry, 'resourceId'), textAt(entry, 'iban'), textAt(entry, 'currency')];
    if (resourceId === undefined || iban === undefined || currency === undefined) return undefined;
    const hasTransactions = memberOf(memberOf(entry, '_links'), 'transactions') !== undefined;
    return { resourceId, iban, currency, name: nameOf(entry), available: availableOf(memberOf(entry, 'balances')), hasTransactions };
  });
}

/** Of `GET /v1/accounts/{account-id}/transactions`. */
export function readMovements(body: unknown): MovementPage | undefined {
  const transactions = memberOf(body, 'transactions');
  const iban = textAt(memberOf(body, 'account'), 'iban');
  const booked = readList(memberOf(transactions, 'booked') ?? [], readMovement);
  const pending = readList(memberOf(transactions, 'pending') ?? [], readMovement);
  if (iban === undefined || booked === undefined || pending === undefined) return undefined;
  const next = textAt(memberOf(memberOf(transactions, '_links'), 'next'), 'href');
  const cursor = next === undefined ? undefined : URL.parse(next, 'http://bank.invalid')?.searchParams.get('cursor');
  return { iban, booked, pending, cursor: cursor ?? undefined };
}

function readMovement(entry: unknown): Movement | undefined {
  const sum = sumOf(memberOf(entry, 'transactionAmount'));
  if (sum === undefined) return undefined;
  const isDebit = sum.amount.startsWith('-');
  const party = textAt(entry, isDebit ? 'creditorName' : 'debtorName') ?? textAt(entry, isDebit ? 'debtorName' : 'creditorName') ?? '';
  return { bookingDate: textAt(entry, 'bookingDate'), sum, party, text: textAt(entry, 'remittanceInformationUnstructured') ?? '' };
}

/** Less than what is reserved, where the bank says it; else what is booked. */
function availableOf(balances: unknown): Sum | undefined {
  if (!Array.isArray(balances)) return undefined;
  const available = balances.find((balance: unknown) => textAt(balance, 'balanceType') === 'interimAvailable') ?? firstOf(balances);
  return sumOf(memberOf(available, 'balanceAmount'));
}

function sumOf(value: unknown): Sum | undefined {
  const [amount, currency] = [textAt(value, 'amount'), textAt(value, 'currency')];
  return amount === undefined || currency === undefined || !/^-?\d{1,14}(\.\d{1,3})?$/.test(amount) ? undefined : { amount, currency };
}

function nameOf(entry: unknown): string {
  return textAt(entry, 'name') ?? textAt(entry, 'accountName') ?? '';
}

/** Undefined when it is no list, or one entry cannot be read: a part of the truth about money would be a lie. */
function readList<Entry>(value: unknown, readOne: (entry: unknown) => Entry | undefined): readonly Entry[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const known = value.flatMap((entry: unknown): readonly Entry[] => {
    const read = readOne(entry);
    return read === undefined ? [] : [read];
  });
  return known.length === value.length ? known : undefined;
}
