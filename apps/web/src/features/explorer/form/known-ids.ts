/** Ids from responses that later calls need, so that developers need not copy them. */
import type { SliceParameter } from '@portico/contract';

/**
 * By {@link idName} for headers and queries; for a path also by {@link placeOf}. The `paymentId` of a periodic payment is no bulk payment's, and
 * the authorisation of a payment differs from that of its cancellation.
 */
export type KnownIds = Readonly<Record<string, string>>;

/** `Consent-ID`, `consentId` and `consent-id` are the same name. */
export function idName(parameter: string): string {
  return parameter.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

/** The position of an id in a path: `/v1/consents/{consentId}/status`, `consentId` → `/v1/consents consentid`. */
export function placeOf(path: string, parameter: string): string {
  const [before = ''] = path.split(`/{${parameter}}`, 1);
  return `${before} ${idName(parameter)}`;
}

/** The known value of a parameter. A path parameter only gets an id from the same position. */
export function knownId(ids: KnownIds, path: string, { name, in: place }: Pick<SliceParameter, 'name' | 'in'>): string | undefined {
  return ids[place === 'path' ? placeOf(path, name) : idName(name)];
}

interface IdSource {
  readonly apiId: string;
  readonly operationId: string;
  readonly label: string;
}

const PAYMENT_SOURCES: readonly (readonly [path: string, IdSource])[] = [
  ['/v1/payments/', { apiId: 'payments', operationId: 'initiatePayment', label: 'Create a payment first' }],
  ['/v1/periodic-payments/', { apiId: 'periodic-payments', operationId: 'initiatePeriodicPayment', label: 'Create a periodic payment first' }],
  ['/v1/bulk-payments/', { apiId: 'bulk-payments', operationId: 'initiateBulkPayment', label: 'Create a bulk payment first' }],
];
const SOURCES: ReadonlyMap<string, IdSource> = new Map([
  ['consentid', { apiId: 'consents', operationId: 'createConsent', label: 'Ask for a consent first' }],
  ['statementid', { apiId: 'transactions-statement', operationId: 'createTransactionsStatement', label: 'Ask for a statement first' }],
  ['accountid', { apiId: 'accounts', operationId: 'getAccountList', label: 'List the accounts first' }],
  ['transactionid', { apiId: 'accounts', operationId: 'getTransactionList', label: 'List the transactions first' }],
]);
/** Ids that only the bank can give: an example of the document would look like one and be refused. */
const GIVEN_BY_THE_BANK: ReadonlySet<string> = new Set([...SOURCES.keys(), 'paymentid', 'authorisationid', 'cancellationid', 'signinid']);

export function isGivenByTheBank(parameter: string): boolean {
  return GIVEN_BY_THE_BANK.has(idName(parameter));
}

/** The operation whose response contains the id. Undefined: another value, or an id without one source. */
export function sourceOfId(path: string, parameter: string): IdSource | undefined {
  const name = idName(parameter);
  return name === 'paymentid' ? PAYMENT_SOURCES.find(([beginning]) => path.startsWith(beginning))?.[1] : SOURCES.get(name);
}
