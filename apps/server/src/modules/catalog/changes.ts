/**
 * What changed in the API and what will, with dates. Where callers have to do something it is made known at least three months
 * ahead (RTS Art. 30(4)); `checkChanges` holds every row to it. A correction takes effect at once: the API contradicted the standard or its own
 * documentation, or a weakness had to be closed.
 */
import type { ApiChange } from '@portico/contract';

/** Months between the day on which it is made known and the day on which it takes effect. */
const MONTHS_AHEAD = 3;
/** Whoever reads nothing of these breaks. */
const ASKS_SOMETHING: ReadonlySet<ApiChange['kind']> = new Set(['changed', 'deprecated', 'removed']);

/** Newest first. */
export const API_CHANGES: readonly ApiChange[] = [
  {
    id: 'second-authorisation-added',
    kind: 'added',
    apiId: 'payments',
    operationIds: ['startPaymentAuthorisation', 'getPaymentInitiationStatus'],
    announced: '2026-11-25',
    effective: '2026-11-25',
    title: 'Authorisation of the second signatory',
    text: 'While a payment is PATC, the application can start an authorisation for the second signatory; the status offers it in _links. The same holds for periodic and bulk payments. The second signatory can still sign without it.',
  },
  {
    id: 'unsupported-fields-named',
    kind: 'corrected',
    apiId: 'payments',
    operationIds: [],
    announced: '2026-11-25',
    effective: '2026-11-25',
    title: 'Fields that are not offered',
    text: 'A field of the standard that the bank does not offer, such as purposeCode, ultimateDebtor or bban, is refused with PARAMETER_NOT_SUPPORTED; it was FORMAT_ERROR. This holds for every call with a body. Unknown fields are still refused with FORMAT_ERROR. A refused frequency lists offered values only.',
  },
  {
    id: 'latin-letters-accepted',
    kind: 'added',
    apiId: 'payments',
    operationIds: [],
    announced: '2026-11-25',
    effective: '2026-11-25',
    title: 'Latin letters in texts',
    text: 'Names and descriptions accept the Latin letters of the languages of SEPA, composed or not, and the characters & and €.',
  },
  {
    id: 'ibans-checked-by-country',
    kind: 'corrected',
    apiId: 'payments',
    operationIds: [],
    announced: '2026-11-25',
    effective: '2026-11-25',
    title: 'IBANs by country',
    text: 'An IBAN is checked against the structure of its country. Payees in Albania, Gibraltar, Moldova, Montenegro, North Macedonia and Serbia are accepted; they were refused. IBANs whose structure cannot exist are refused; some were accepted.',
  },
  {
    id: 'funds-available-not-sent',
    kind: 'corrected',
    apiId: 'payments',
    operationIds: ['getPaymentInitiationStatus'],
    announced: '2026-11-25',
    effective: '2026-11-25',
    title: 'Status without fundsAvailable',
    text: 'The status of a payment, a periodic payment or a bulk payment no longer has fundsAvailable. The standard has the field only beside ACTC, ACWC and ACCP, and no payment stays in one of these.',
  },
  {
    id: 'creditor-address-has-town',
    kind: 'corrected',
    apiId: 'payments',
    operationIds: ['initiatePayment'],
    announced: '2026-11-25',
    effective: '2026-11-25',
    title: 'Town of a creditor address',
    text: 'townName is required in creditorAddress, because SEPA carries structured addresses only. The field creditorAddress is still optional. This holds for periodic and bulk payments, too.',
  },
  {
    id: 'redirect-headers-optional',
    kind: 'added',
    apiId: 'payments',
    operationIds: [],
    announced: '2026-11-25',
    effective: '2026-11-25',
    title: 'Optional headers of an authorisation',
    text: 'PSU-IP-Address may be left out where an authorisation starts: the address that came with the creation counts. TPP-Redirect-Preferred: false is accepted as a preference; customers sign by redirect. This holds for consents, too.',
  },
  {
    id: 'unsupported-media-type-code',
    kind: 'corrected',
    apiId: 'payments',
    operationIds: [],
    announced: '2026-11-25',
    effective: '2026-11-25',
    title: 'Code of status 415',
    text: 'A body that is not JSON, or that is packed, is refused with 415 FORMAT_ERROR, a code of the standard; it was 415 CONTENT_INVALID. This holds for every section of the standard.',
  },
  {
    id: 'accept-is-read',
    kind: 'corrected',
    apiId: 'payments',
    operationIds: [],
    announced: '2026-11-25',
    effective: '2026-11-25',
    title: 'Accept header',
    text: 'A call whose Accept header excludes application/json is refused with 406 REQUESTED_FORMATS_INVALID; the header had no effect. This holds for every section of the standard.',
  },
  {
    id: 'addresses-have-one-spelling',
    kind: 'corrected',
    apiId: 'payments',
    operationIds: [],
    announced: '2026-11-25',
    effective: '2026-11-25',
    title: 'One spelling of an address',
    text: 'A request target that escapes letters or digits, holds dot segments or double slashes, or does not begin with a slash is refused with 400. This holds for every section.',
  },
  {
    id: 'first-payment-not-in-the-past',
    kind: 'corrected',
    apiId: 'periodic-payments',
    operationIds: ['initiatePeriodicPayment'],
    announced: '2026-11-25',
    effective: '2026-11-25',
    title: 'Day of the first payment',
    text: 'A periodic payment with executionRule preceding is refused with EXECUTION_DATE_INVALID where the day of its first payment is over. Such payments were accepted and executed later than they said.',
  },
  {
    id: 'transaction-pages-read-once',
    kind: 'corrected',
    apiId: 'accounts',
    operationIds: ['getTransactionList'],
    announced: '2026-11-25',
    effective: '2026-11-25',
    title: 'Pages of transactions',
    text: 'Each page is read once: a used cursor is refused with RESOURCE_EXPIRED, and a parameter that differs from the first page with PARAMETER_NOT_CONSISTENT. Later pages show nothing that was booked after the first page, and no balances. A lost answer is repeated with the same X-Request-ID. Until now a cursor made readings possible that nobody counted. Transactions statements follow the same rules.',
  },
  {
    id: 'pending-matches-booked',
    kind: 'corrected',
    apiId: 'accounts',
    operationIds: ['getTransactionList', 'getTransactionDetails'],
    announced: '2026-11-25',
    effective: '2026-11-25',
    title: 'Pending and booked transactions',
    text: 'A pending transaction has the amount and the transactionId of its later booking, and its fee is a movement of its own. remittanceInformationStructured and remittanceInformationStructuredArray return the creditor reference as it was sent; it was returned as unstructured text. Instant transfers have the codes PMNT-IRCT and PMNT-RRCT; they had those of ordinary transfers.',
  },
  {
    id: 'one-off-consents-expire',
    kind: 'corrected',
    apiId: 'consents',
    operationIds: [],
    announced: '2026-11-25',
    effective: '2026-11-25',
    title: 'End of a consent for one reading',
    text: 'A consent that is not recurring becomes expired when something is read under it again, and the answer is 401 CONSENT_EXPIRED; it was 429 ACCESS_EXCEEDED. Every 429 has Retry-After.',
  },
  {
    id: 'empty-access-lists-accepted',
    kind: 'added',
    apiId: 'consents',
    operationIds: ['createConsent'],
    announced: '2026-11-25',
    effective: '2026-11-25',
    title: 'Empty lists in access',
    text: 'Empty lists beside allPsd2, availableAccounts and availableAccountsWithBalance are accepted, as the standard allows.',
  },
  {
    id: 'consents-say-their-extent',
    kind: 'added',
    apiId: 'consents',
    operationIds: [],
    announced: '2026-11-25',
    effective: '2026-11-25',
    title: 'Extent of a consent',
    text: 'What the customer signs and the receipt say how far back transactions go, and whether accounts that the customer opens later are included. Calls and answers are as they were.',
  },
  {
    id: 'sign-in-confirms-its-own-consent',
    kind: 'corrected',
    apiId: 'consents',
    operationIds: [],
    announced: '2026-11-25',
    effective: '2026-11-25',
    title: 'Confirmation by a sign-in',
    text: 'In Latvia and Lithuania a sign-in confirms only the consent that it was made for. A customer who signed in for something else signs the consent.',
  },
  {
    id: 'funds-confirmations-limited',
    kind: 'corrected',
    apiId: 'funds-confirmations',
    operationIds: ['checkAvailabilityOfFunds'],
    announced: '2026-11-25',
    effective: '2026-11-25',
    title: 'Funds confirmations a day',
    text: 'For one account ten confirmations are answered a day, for all applications of a developer together, because more would tell the balance. The next one is refused with 429 ACCESS_EXCEEDED and Retry-After. A repeated X-Request-ID gets its first answer.',
  },
  {
    id: 'card-number-as-written',
    kind: 'added',
    apiId: 'funds-confirmations',
    operationIds: ['checkAvailabilityOfFunds'],
    announced: '2026-11-25',
    effective: '2026-11-25',
    title: 'Card numbers of the issuer',
    text: 'cardNumber accepts any text of up to 35 characters, such as a masked number or a token. Its check digit is no longer verified, and CARD_INVALID is no longer sent.',
  },
  {
    id: 'authorization-takes-post',
    kind: 'added',
    apiId: 'login',
    operationIds: [],
    announced: '2026-11-25',
    effective: '2026-11-25',
    title: 'Authorization requests by POST',
    text: 'The authorization endpoints of both versions accept POST with a form, too. The discovery documents are also found where RFC 8414 says.',
  },
  {
    id: 'test-customers-renumbered',
    kind: 'corrected',
    apiId: 'sandbox',
    operationIds: ['getTestAccountList'],
    announced: '2026-11-25',
    effective: '2026-11-25',
    title: 'Numbers of test customers',
    text: 'Personal codes, phone numbers and user numbers of test customers are drawn by chance. Test customers that existed have other ones now, because the old ones could be computed; the Tokens page shows them. IBANs and user names are as they were. A developer makes ten applications within 24 hours.',
  },
  {
    id: 'fallback-creditor-reference',
    kind: 'added',
    apiId: 'fallback-accounts',
    operationIds: ['getFallbackTransactions'],
    announced: '2026-11-25',
    effective: '2026-11-25',
    title: 'Creditor reference of a transaction',
    text: 'Transactions have remittanceInformationStructured, the creditor reference as it was sent.',
  },
  {
    id: 'fallback-interface-added',
    kind: 'added',
    apiId: 'fallback-login',
    operationIds: [],
    announced: '2026-11-21',
    effective: '2026-11-21',
    title: 'Fallback interface',
    text: 'Sign-in, accounts and payments as the customer has them, for when the API does not answer (RTS Art. 33(4)). Calls that exist are as they were.',
  },
  {
    id: 'bulk-payments-added',
    kind: 'added',
    apiId: 'bulk-payments',
    operationIds: [],
    announced: '2026-11-20',
    effective: '2026-11-20',
    title: 'Bulk payments',
    text: 'Many payments, signed once and booked one by one. Calls that exist are as they were.',
  },
  {
    id: 'periodic-payments-added',
    kind: 'added',
    apiId: 'periodic-payments',
    operationIds: [],
    announced: '2026-11-20',
    effective: '2026-11-20',
    title: 'Periodic payments',
    text: 'One signature for payments that return, with a last day or without one. Calls that exist are as they were.',
  },
];

interface KnownSection {
  readonly apiId: string;
  readonly operations: readonly { readonly operationId: string }[];
}

/** What is wrong with the rows, in words; empty: nothing. */
export function checkChanges(changes: readonly ApiChange[], sections: readonly KnownSection[]): readonly string[] {
  return changes.flatMap((change, index) => {
    const { id, kind, apiId, operationIds, announced, effective, sunset } = change;
    const section = sections.find((known) => known.apiId === apiId);
    const unknown = operationIds.filter((name) => !section?.operations.some(({ operationId }) => operationId === name));
    const isRemoved = kind === 'removed';
    const takesEffect = sunset ?? effective;
    return [
      ...(changes.findIndex((other) => other.id === id) === index ? [] : [`${id}: the id is used twice`]),
      ...(section === undefined && !isRemoved ? [`${id}: there is no section ${apiId}`] : []),
      ...(isRemoved || section === undefined ? [] : unknown.map((name) => `${id}: there is no operation ${name} in ${apiId}`)),
      ...(effective < announced ? [`${id}: it takes effect before it is made known`] : []),
      ...(sunset !== undefined && kind !== 'deprecated' ? [`${id}: only a deprecation has a sunset`] : []),
      ...(sunset !== undefined && sunset < effective ? [`${id}: the sunset is before the deprecation`] : []),
      ...(ASKS_SOMETHING.has(kind) && takesEffect < addMonths(announced, MONTHS_AHEAD)
        ? [`${id}: it is made known less than ${MONTHS_AHEAD} months ahead`]
        : []),
    ];
  });
}

/** @param day `YYYY-MM-DD`; where the month has no such day, its last one. */
function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10);
}

/** The newest deprecation of an operation. */
export function deprecationOf(changes: readonly ApiChange[], apiId: string, operationId: string): ApiChange | undefined {
  return changes.find(
    (change) =>
      change.kind === 'deprecated' && change.apiId === apiId && (change.operationIds.length === 0 || change.operationIds.includes(operationId)),
  );
}
