/**
 * What changed in the API and what will, with dates. Where callers have to do something it is made known at least three months
 * ahead (RTS Art. 30(4)); `checkChanges` holds every row to it.
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
