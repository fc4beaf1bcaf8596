/**
 * Comma-separated values (RFC 4180) as spreadsheets write them, read by `csv-parse`: values parted by `,`, `;` or tab, quoted where they hold
 * one of these, a quotation mark or a line break; lines ended by CRLF, LF or CR. Empty lines are passed over.
 */
import { CsvError, parse } from 'csv-parse/sync';

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

const SEPARATORS = [',', ';', '\t'] as const;
const FAULTS: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'A quotation mark is opened here and never closed. Close it, or leave it out.',
  CSV_INVALID_CLOSING_QUOTE: 'Something stands behind a closing quotation mark. Write a quotation mark inside a value twice: "".',
  INVALID_OPENING_QUOTE: 'A value contains a quotation mark. Put the whole value in quotation marks and write the inner mark twice: "say ""yes""".',
};

/** The library spends as much time on a line of another length as on fifty others. A spreadsheet writes lines of one length. */
const ODD_LINES_MAX = 1_000;

/** Records up to the first fault: behind a quotation mark that is never closed nothing is certain. */
export function readCsv(text: string): { readonly records: readonly CsvRecord[]; readonly fault?: CsvFault } {
  // The library counts CRLF inside quotation marks as two lines.
  const content = text.replaceAll(/\r\n?/g, '\n');
  const records: CsvRecord[] = [];
  // The line behind the last record.
  let next = 1;
  let isTooOdd = false;
  try {
    parse(content, {
      bom: true,
      delimiter: separatorOf(content),
      record_delimiter: '\n',
      relax_column_count: true,
      skip_empty_lines: true,
      on_record(values: string[], { lines, invalid_field_length: oddLines }) {
        isTooOdd = oddLines > ODD_LINES_MAX;
        if (isTooOdd) throw new Error('too many lines of another length');
        // The library names the line on which a record ends.
        if (values.some((value) => value.trim() !== '')) records.push({ line: lines - breaksIn(values), values });
        next = lines + 1;
      },
    });
  } catch (error) {
    const line = lineWithText(content, next);
    if (isTooOdd)
      return { records, fault: { line, text: `More than ${ODD_LINES_MAX} lines have more or fewer values than the first line. Check the file.` } };
    const fault = error instanceof CsvError ? FAULTS[error.code] : undefined;
    if (fault === undefined) throw error;
    return { records, fault: { line, text: fault } };
  }
  return { records };
}

function breaksIn(values: readonly string[]): number {
  return values.reduce((sum, value) => sum + value.split('\n').length - 1, 0);
}

/** The first line from this one on that is not empty. */
function lineWithText(content: string, from: number): number {
  const lines = content.split('\n');
  const at = lines.findIndex((line, index) => index >= from - 1 && line !== '');
  return at === -1 ? from : at + 1;
}

/** The one that the first line, which names the columns, has most of. */
function separatorOf(content: string): string {
  const [first = ''] = content.trimStart().split('\n');
  const count = (separator: string) => first.split(separator).length;
  return SEPARATORS.reduce((most, separator) => (count(separator) > count(most) ? separator : most));
}
