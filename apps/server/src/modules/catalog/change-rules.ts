/** The rules for the rows of `changes.ts`, and the look-up of a deprecation. */
import type { ApiChange } from '@portico/contract';

/** Months between the announcement of a change and the day on which it takes effect. */
const MONTHS_AHEAD = 3;
/** Kinds of changes that break a client which is not adapted in time. */
const ASKS_SOMETHING: ReadonlySet<ApiChange['kind']> = new Set(['changed', 'deprecated', 'removed']);

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
