/** A payroll as a file: the columns name, iban, amount, reference and, if wanted, currency. Either every line is right or nothing is paid. */

import { addCents, firstRefusedCharacter, formatCents, isIban, normalizeIban, parseCents } from '@portico/primitives';
import { type CsvRecord, readCsv } from '@portico/primitives/read-csv';
import { AMOUNT_CENTS_MAX, BULK_ITEMS_MAX, CREDITOR_NAME_LENGTH_MAX, REMITTANCE_LENGTH_MAX } from '../bank-limits.ts';

export interface Salary {
  readonly name: string;
  readonly iban: string;
  readonly cents: number;
  readonly reference: string;
}

/** What is wrong and what to do. */
export interface FileFault {
  /** Undefined: the file as a whole. */
  readonly line: number | undefined;
  readonly text: string;
}

export type ReadPayroll = { readonly salaries: readonly Salary[] } | { readonly faults: readonly FileFault[] };

const COLUMNS = ['name', 'iban', 'amount', 'reference', 'currency'] as const;
type Column = (typeof COLUMNS)[number];
const REQUIRED: readonly Column[] = ['name', 'iban', 'amount', 'reference'];
const HEADING = REQUIRED.join(',');

/** Fictitious people at fictitious banks, whom the first seeded customer of each country can pay. */
export const SAMPLE_FILE = `name,iban,amount,reference
Mari Näidis,EE489800100001234568,380.00,Advance November 2026
Anna Parauga,LV20HARB0001234567890,325.50,Advance November 2026
"Pavyzdys, Jonas",LT189800100012345678,150.00,Advance November 2026
Jaan Proov,EE989800100002345676,112.75,"Advance November 2026, part time"
`;

/** Text of an uploaded file, which may be anything. */
export function decodeFile(bytes: Uint8Array): string | FileFault {
  // Spreadsheet workbooks are ZIP archives.
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return wholeFile('This is a spreadsheet workbook. Save it as “CSV UTF-8” and send that file.');
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (!text.includes('\0')) return text;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
  return wholeFile('The text of this file is not encoded as UTF-8, so that letters would be lost. Save it as “CSV UTF-8” and send that file.');
}

export function readPayroll(text: string): ReadPayroll {
  const { records, fault } = readCsv(text);
  const [heading, ...lines] = records;
  if (heading === undefined) return { faults: [fault ?? wholeFile('There is nothing in it. Send a file with one line for each person.')] };
  const columns = readHeading(heading);
  if ('faults' in columns) return columns;
  const read = lines.map((record) => readLine(record, columns.places));
  const faults = [
    ...tooFewOrMany(lines.length, fault !== undefined),
    ...currencyFaults(lines, columns.places),
    ...read.flatMap((line) => line.faults),
    ...(fault === undefined ? [] : [fault]),
  ];
  if (faults.length > 0) return { faults };
  const salaries = read.flatMap(({ salary }) => salary ?? []);
  const sumFault = sumFaultOf(salaries);
  return sumFault === undefined ? { salaries } : { faults: [sumFault] };
}

function sumFaultOf(salaries: readonly Salary[]): FileFault | undefined {
  const sum = addCents(...salaries.map(({ cents }) => cents));
  if (sum <= AMOUNT_CENTS_MAX) return undefined;
  return wholeFile(`Its sum is ${formatCents(sum)}. A bank pays ${formatCents(AMOUNT_CENTS_MAX)} at most at once: divide the file.`);
}

/** Column → its place in every line. */
type Places = ReadonlyMap<Column, number>;

function readHeading({ line, values }: CsvRecord): { readonly places: Places } | { readonly faults: readonly FileFault[] } {
  const names = values.map((value) => value.trim().toLowerCase());
  const known = COLUMNS.filter((column) => names.includes(column));
  if (known.length === 0) return { faults: [{ line, text: `The first line names the columns. Begin the file with ${HEADING}` }] };
  const missing = REQUIRED.filter((column) => !names.includes(column));
  const others = names.filter((name, place) => !COLUMNS.some((column) => column === name) || names.indexOf(name) !== place);
  const faults = [
    ...missing.map((column) => ({ line, text: `The column “${column}” is missing. The columns are ${HEADING}, and currency if you want.` })),
    ...others.map((name) => ({ line, text: `The column “${name}” is not known here, or stands twice. Take it out of the file.` })),
  ];
  return faults.length > 0 ? { faults } : { places: new Map(known.map((column) => [column, names.indexOf(column)])) };
}

function tooFewOrMany(count: number, isCutShort: boolean): readonly FileFault[] {
  if (count === 0 && !isCutShort) return [wholeFile('It has column names but no payments. Add one line for each person.')];
  if (count <= BULK_ITEMS_MAX) return [];
  const written = (number: number) => number.toLocaleString('en');
  return [wholeFile(`It has ${written(count)} payments. One payroll holds ${written(BULK_ITEMS_MAX)} at most: divide the file.`)];
}

/** One order is in one currency; this bank pays salaries in euros. */
function currencyFaults(lines: readonly CsvRecord[], places: Places): readonly FileFault[] {
  const currencies = new Set(lines.map(({ values }) => valueAt(values, places, 'currency').toUpperCase() || 'EUR'));
  if (currencies.size > 1)
    return [wholeFile(`It has more than one currency: ${[...currencies].join(', ')}. A payroll is in one currency, EUR: pay the others apart.`)];
  const [currency] = currencies;
  return currency === undefined || currency === 'EUR' ? [] : [wholeFile(`Its currency is ${currency}. A payroll is paid in EUR.`)];
}

function readLine({ line, values }: CsvRecord, places: Places): { readonly salary?: Salary; readonly faults: readonly FileFault[] } {
  if (values.length !== places.size) {
    const advice = 'Put a value that holds the separator in quotation marks.';
    return { faults: [{ line, text: `This line has ${values.length} values, the first line names ${places.size} columns. ${advice}` }] };
  }
  const value = (column: Column) => valueAt(values, places, column).normalize('NFC');
  const [name, iban, reference] = [value('name'), normalizeIban(value('iban')), value('reference')];
  const amount = readAmount(value('amount'));
  const texts = [textFault('name', name, CREDITOR_NAME_LENGTH_MAX), ibanFault(iban), textFault('reference', reference, REMITTANCE_LENGTH_MAX)];
  const faults = [...texts, typeof amount === 'string' ? amount : undefined].filter((text) => text !== undefined);
  if (faults.length > 0 || typeof amount === 'string') return { faults: faults.map((text) => ({ line, text })) };
  return { salary: { name, iban, cents: amount, reference }, faults: [] };
}

function valueAt(values: readonly string[], places: Places, column: Column): string {
  return values[places.get(column) ?? -1]?.trim() ?? '';
}

function ibanFault(iban: string): string | undefined {
  if (iban === '') return 'The IBAN is missing. Add it.';
  return isIban(iban) ? undefined : `The IBAN “${iban}” is wrong: a character is missing or mistyped. Compare it with the person’s own.`;
}

function textFault(column: 'name' | 'reference', text: string, lengthMax: number): string | undefined {
  if (text === '') return `The ${column} is missing. Add it.`;
  if (text.length > lengthMax) return `The ${column} has ${text.length} characters, ${lengthMax} fit. Shorten it.`;
  const refused = firstRefusedCharacter(text);
  if (refused === undefined) return undefined;
  return refused === '\uFFFD'
    ? `A letter of the ${column} “${text}” was lost when the file was saved. Save it as “CSV UTF-8” and send that file.`
    : `The ${column} holds “${refused === '\n' ? 'a line break' : refused}”, which no bank passes on. Write it differently.`;
}

/** Cents, or what is wrong. */
function readAmount(typed: string): number | string {
  if (typed === '') return 'The amount is missing. Add it.';
  if (/^\d+,\d{1,2}$/.test(typed)) return `The amount “${typed}” has a comma. Write a point before the cents: ${typed.replace(',', '.')}`;
  if (typed.startsWith('-')) return `The amount “${typed}” is negative. Only money that you pay can stand here.`;
  const cents = parseCents(typed);
  if (cents === undefined) return `The amount “${typed}” is no amount. Write digits, a point and two cents, nothing else: 1250.00`;
  if (cents === 0) return 'The amount is 0. Write what the person gets, or take out the line.';
  return cents > AMOUNT_CENTS_MAX ? `The amount “${typed}” is too large. A bank pays ${formatCents(AMOUNT_CENTS_MAX)} at most at once.` : cents;
}

const wholeFile = (text: string): FileFault => ({ line: undefined, text });
