/** Ids for the rows of tables with a column `Code`, so that a link can lead to an error code. */
import type { Inline } from '@portico/contract';

const CODE_COLUMN = 'Code';
const STATUS_COLUMN = 'Status';
const CODE = /^[A-Za-z][A-Za-z_]{1,63}$/;
const STATUS = /^\d{3}/;

type Row = readonly (readonly Inline[])[];

/**
 * The first row of a code has the code as its id. Further rows add their status, as in `FORMAT_ERROR-413`, or a number.
 *
 * @param taken ids of the page; the new ones are added
 * @returns an id for each row, empty for a row without one; undefined for another table
 */
export function rowAnchors(head: readonly string[], rows: readonly Row[], taken: Set<string>): string[] | undefined {
  const [codeAt, statusAt] = [head.indexOf(CODE_COLUMN), head.indexOf(STATUS_COLUMN)];
  if (codeAt < 0) return undefined;
  return rows.map((row) => {
    const code = wordsOf(row[codeAt]);
    if (!CODE.test(code)) return '';
    const [status] = STATUS.exec(wordsOf(row[statusAt])) ?? [];
    const anchor = freeId(taken, status === undefined ? [code] : [code, `${code}-${status}`], code);
    taken.add(anchor);
    return anchor;
  });
}

function freeId(taken: ReadonlySet<string>, wanted: readonly string[], code: string): string {
  const free = wanted.find((id) => !taken.has(id));
  if (free !== undefined) return free;
  let count = 2;
  while (taken.has(`${code}-${count}`)) count += 1;
  return `${code}-${count}`;
}

const wordsOf = (cell: readonly Inline[] | undefined): string => (cell ?? []).map(({ text }) => text).join('');
