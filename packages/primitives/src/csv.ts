/**
 * Comma-separated values (RFC 4180) that no spreadsheet takes for a formula (ASVS 1.2.10): text that begins like one gets an apostrophe
 * before it, also after a sign at which spreadsheets of other languages split (`;`, a tab). Numbers are written as numbers, negative ones too; null is the dash that EBA reports have where there was no traffic.
 */
import { formatCents } from './money.ts';

export type CsvCell = string | number | null | { readonly cents: number };

/** With a dot and three decimals. */
const DECIMALS = 3;
const NO_FIGURE = '-';
/** `=`, `+`, `-`, `@`, also full-width, and what spreadsheets skip before them. */
const LIKE_A_FORMULA = /^[\s"\p{Cc}\p{Cf}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\u2212]|^[\t\r\n]/u;
const AFTER_A_SPLIT = /(?<=[,;\t\r\n])/u;
const QUOTED = /[",\r\n]|^\s|\s$/;

export function toCsv(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((row) => `${row.map(writeCell).join(',')}\r\n`).join('');
}

function writeCell(cell: CsvCell): string {
  if (cell === null) return NO_FIGURE;
  if (typeof cell === 'number') return cell.toFixed(DECIMALS);
  if (typeof cell === 'object') return formatCents(cell.cents);
  const text = eachPart(cell, (part) => (needsMark(part) ? `'${part}` : part));
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The text of a cell that {@link toCsv} wrote, without the marks. */
export function unmarked(cell: string): string {
  return eachPart(cell, (part) => (part.startsWith("'") && needsMark(part.slice(1)) ? part.slice(1) : part));
}

/** Also a text that begins with the mark itself, so that the mark can be taken away again. */
const needsMark = (part: string) => LIKE_A_FORMULA.test(part.replace(/^'+/, ''));

const eachPart = (cell: string, change: (part: string) => string) => cell.split(AFTER_A_SPLIT).map(change).join('');
