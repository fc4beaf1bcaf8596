/** What the status after a signature means to the developer, and the operation that comes next. */
import { isRecord } from '../../../shared/api/api-error.ts';
import type { NoteKind } from '../../../shared/ui/note.tsx';
import type { OperationAddress } from '../operation-address.ts';
import type { SentRequest } from '../request/history/sent-request.ts';

interface NextStep extends OperationAddress {
  readonly label: string;
}

export interface SignedText {
  readonly status: string;
  readonly kind: NoteKind;
  readonly title: string;
  readonly next: NextStep;
}

type Meanings = Readonly<Record<string, Omit<SignedText, 'status'>>>;

const ASK_AGAIN: NextStep = { apiId: 'consents', operationId: 'createConsent', label: 'Ask for a consent again' };
const CONSENT: Meanings = {
  valid: {
    kind: 'ok',
    title: 'The consent is valid.',
    next: { apiId: 'accounts', operationId: 'getAccountList', label: 'List the accounts' },
  },
  partiallyAuthorised: {
    kind: 'info',
    title: 'The first signature is given, the second is missing.',
    next: { apiId: 'consents', operationId: 'startConsentAuthorisation', label: 'Start the second authorisation' },
  },
  received: { kind: 'info', title: 'The consent is not signed yet.', next: ASK_AGAIN },
  rejected: { kind: 'warn', title: 'The customer refused the consent.', next: ASK_AGAIN },
};

const ASK_FOR_STATEMENT: NextStep = {
  apiId: 'transactions-statement',
  operationId: 'createTransactionsStatement',
  label: 'Ask for a statement again',
};
const STATEMENT: Meanings = {
  valid: {
    kind: 'ok',
    title: 'The statement can be read for a short time.',
    next: { apiId: 'transactions-statement', operationId: 'getTransactionsStatementTransactions', label: 'Read its transactions' },
  },
  received: { kind: 'info', title: 'The statement is not signed yet.', next: ASK_FOR_STATEMENT },
  rejected: { kind: 'warn', title: 'The customer refused the statement.', next: ASK_FOR_STATEMENT },
};

/** Titles end with a noun of {@link PAYMENTS}: `{noun}` is replaced. */
const PAYMENT_TITLES: Readonly<Record<string, readonly [kind: NoteKind, title: string]>> = {
  ACCC: ['ok', 'The {noun} is paid: the money is on the payee’s account.'],
  ACSC: ['ok', 'The {noun} is paid: the money has left the customer’s account.'],
  ACSP: ['ok', 'The {noun} is being executed.'],
  ACFC: ['ok', 'The {noun} is signed, and the amount is reserved.'],
  ACCP: ['ok', 'The {noun} is signed, and the bank checks it.'],
  ACTC: ['ok', 'The {noun} is signed. It is executed on a later day.'],
  PART: ['warn', 'Some items of the {noun} are paid, others are not.'],
  PATC: ['info', 'The first signature is given, the second is missing.'],
  RCVD: ['info', 'The {noun} is not signed yet.'],
  RJCT: ['warn', 'The {noun} is rejected: no money has moved.'],
  CANC: ['warn', 'The {noun} is cancelled: no money has moved.'],
};
const PAYMENTS: Readonly<Record<string, { readonly noun: string; readonly name: string }>> = {
  payments: { noun: 'payment', name: 'Payment' },
  'periodic-payments': { noun: 'periodic payment', name: 'PeriodicPayment' },
  'bulk-payments': { noun: 'bulk payment', name: 'BulkPayment' },
};

/** @param body of the status response; undefined when it says nothing about a signature */
export function signedText({ apiId }: Pick<SentRequest, 'apiId'>, body: unknown): SignedText | undefined {
  if (!isRecord(body)) return undefined;
  const { consentStatus, statementStatus, transactionStatus } = body;
  if (typeof consentStatus === 'string') {
    const read: NextStep = { apiId: 'consents', operationId: 'getConsentInformation', label: 'Read the consent' };
    return meaningOf(CONSENT, consentStatus, { kind: 'info', title: 'The consent has ended.', next: read });
  }
  if (typeof statementStatus === 'string') {
    return meaningOf(STATEMENT, statementStatus, { kind: 'info', title: 'The statement has ended.', next: ASK_FOR_STATEMENT });
  }
  const payment = Object.hasOwn(PAYMENTS, apiId) ? PAYMENTS[apiId] : undefined;
  if (typeof transactionStatus !== 'string' || payment === undefined) return undefined;
  const [kind, title] = (Object.hasOwn(PAYMENT_TITLES, transactionStatus) ? PAYMENT_TITLES[transactionStatus] : undefined) ?? [
    'info',
    'The {noun} has no final status yet.',
  ];
  const read: NextStep = { apiId, operationId: `get${payment.name}Information`, label: `Read the ${payment.noun}` };
  const second: NextStep = { apiId, operationId: `start${payment.name}Authorisation`, label: 'Start the second authorisation' };
  return { status: transactionStatus, kind, title: title.replace('{noun}', payment.noun), next: transactionStatus === 'PATC' ? second : read };
}

function meaningOf(meanings: Meanings, status: string, otherwise: Omit<SignedText, 'status'>): SignedText {
  return { status, ...((Object.hasOwn(meanings, status) ? meanings[status] : undefined) ?? otherwise) };
}
