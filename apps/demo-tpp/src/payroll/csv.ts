/**
 * Comma-separated values (RFC 4180) as spreadsheets write them: values parted by `,`, `;` or tab, quoted where they hold one of these,
 * a quotation mark or a line break; lines ended by CRLF, LF or CR. Empty lines are passed over.
 */

export interface CsvRecord {
  /** Number of the line that it begins on, from 1. */
  readonly line: number;
  readonly values: readonly string[];
}

/** What cannot be read, and what to do. */
export interface CsvFault {
  readonly line: number;
  readonly text: string;
}

const BYTE_ORDER_MARK = '\uFEFF';
const SEPARATORS = [',', ';', '\t'] as const;
const QUOTE = '"';

/** Records up to the first fault: behind a quotation mark that is never closed nothing is certain. */
export function readCsv(text: string): { readonly records: readonly CsvRecord[]; readonly fault?: CsvFault } {
  const content = (text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text).replaceAll(/\r\n?/g, '\n');
  const separator = separatorOf(content);
  const records: CsvRecord[] = [];
  let [at, line] = [0, 1];
  while (at < content.length) {
    const record = readRecord(content, at, separator);
    if ('fault' in record) return { records, fault: { line, text: record.fault } };
    if (record.values.some((value) => value.trim() !== '')) records.push({ line, values: record.values });
    line += content.slice(at, record.end).split('\n').length - 1;
    at = record.end;
  }
  return { records };
}

/** The one that the first line, which names the columns, has most of. */
function separatorOf(content: string): string {
  const [first = ''] = content.trimStart().split('\n');
  const count = (separator: string) => first.split(separator).length;
  return SEPARATORS.reduce((most, separator) => (count(separator) > count(most) ? separator : most));
}

/** `end`: where the next record begins. */
function readRecord(content: string, start: number, separator: string): { values: string[]; end: number } | { fault: string } {
  const values: string[] = [];
  let at = start;
  for (;;) {
    const value = content[at] === QUOTE ? readQuoted(content, at) : readPlain(content, at, separator);
    if ('fault' in value) return value;
    values.push(value.text);
    const next = content[value.end];
    if (next === undefined || next === '\n') return { values, end: value.end + 1 };
    if (next !== separator) return { fault: 'Something stands behind a closing quotation mark. Write a quotation mark inside a value twice: "".' };
    at = value.end + 1;
  }
}

type Value = { readonly text: string; readonly end: number } | { readonly fault: string };

function readPlain(content: string, start: number, separator: string): Value {
  let end = start;
  while (end < content.length && content[end] !== separator && content[end] !== '\n') end += 1;
  return { text: content.slice(start, end), end };
}

/** Up to the next single quotation mark; two stand for one. */
function readQuoted(content: string, start: number): Value {
  let text = '';
  for (let at = start + 1; ; ) {
    const close = content.indexOf(QUOTE, at);
    if (close < 0) return { fault: 'A quotation mark is opened here and never closed. Close it, or leave it out.' };
    text += content.slice(at, close);
    if (content[close + 1] !== QUOTE) return { text, end: close + 1 };
    text += QUOTE;
    at = close + 2;
  }
}
