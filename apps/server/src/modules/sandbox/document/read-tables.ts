/** Reads the CSV files of a sandbox, also as a spreadsheet saved them, as the document that they stand for. A fault names its file, line and column. */
import { DOCUMENT_AMOUNT_FORM, SANDBOX_FORMAT, SANDBOX_FORMAT_VERSION, SandboxDocument } from '@portico/contract';
import { IMPORT_TRANSACTIONS_MAX } from '@portico/contract/values';
import { unmarked } from '@portico/primitives';
import { readCsv } from '@portico/primitives/read-csv';
import { Value } from 'typebox/value';
import type { ProblemEntry } from '#platform/http/problem-entry.ts';
import { flawsOf } from '#platform/http/validation.ts';
import { SANDBOX_TABLES, type SandboxTable } from '../sandbox.ts';
import { SANDBOX_TABLE_COLUMNS } from './table-columns.ts';

export type ReadTables =
  | { readonly faults: readonly [ProblemEntry, ...ProblemEntry[]] }
  /** `placed` moves a fault of the document to the line that it comes from. */
  | { readonly document: SandboxDocument; readonly placed: (fault: ProblemEntry) => ProblemEntry };

interface Row {
  readonly line: number;
  /** By title, without empty cells. */
  readonly cells: ReadonlyMap<string, string>;
}

type Part = Record<string, unknown>;

/** Where a customer, account or transaction of the document comes from, by its path. */
type Lines = Map<string, { readonly table: SandboxTable; readonly line: number }>;

/** @param now the sandbox's time. With moved dates the last transaction is the document's time, so that it moves to the present. */
export function readTables(texts: readonly string[], now: Date, dates: 'kept' | 'moved'): ReadTables {
  const faults: ProblemEntry[] = [];
  const rows = new Map<SandboxTable, readonly Row[]>();
  for (const [index, text] of texts.entries()) readOne(text, index, rows, faults);
  for (const table of ['customers', 'accounts'] as const) {
    if (faults.length === 0 && !rows.has(table)) faults.push({ path: 'tables', text: `The file of ${table} is missing. Send it, too.` });
  }
  const transactions = rows.get('transactions')?.length ?? 0;
  if (transactions > IMPORT_TRANSACTIONS_MAX) {
    faults.push({ path: 'transactions', text: `There are ${transactions} transactions. Accepted: at most ${IMPORT_TRANSACTIONS_MAX}.` });
  }
  const [fault, ...others] = faults;
  return fault === undefined ? toDocument(rows, now, dates) : { faults: [fault, ...others] };
}

/** Adds the rows of one file under the name of its table, or its faults. */
function readOne(text: string, index: number, rows: Map<SandboxTable, readonly Row[]>, faults: ProblemEntry[]): void {
  const { records, fault } = readCsv(text);
  const [header, ...body] = records;
  const titles = header?.values.map((title) => title.trim()) ?? [];
  const table = SANDBOX_TABLES.find((name) => titles.some((title) => isSame(title, SANDBOX_TABLE_COLUMNS[name].mark)));
  if (table === undefined) {
    const marks = SANDBOX_TABLES.map((name) => `${SANDBOX_TABLE_COLUMNS[name].mark} (${name})`).join(', ');
    faults.push({ path: `tables[${index}]`, text: `This is no file of a sandbox: its first line has none of the columns ${marks}.` });
    return;
  }
  const add = (line: number, problem: string, title?: string) => faults.push({ path: placeName(table, line, title), text: problem });
  if (rows.has(table)) return void add(header?.line ?? 1, `There are two files of ${table}. Leave one out.`);
  const { columns, key, owner } = SANDBOX_TABLE_COLUMNS[table];
  const known = titles.map((title) => columns.find((column) => isSame(column.title, title)));
  for (const [at, column] of known.entries()) {
    if (column === undefined) add(header?.line ?? 1, 'This column is unknown. Leave it out.', titles[at]);
    else if (known.indexOf(column) !== at) add(header?.line ?? 1, 'This column is there twice. Leave one out.', column.title);
  }
  for (const title of [key, owner])
    if (title !== undefined && !known.some((column) => column?.title === title)) add(header?.line ?? 1, 'This column is missing.', title);
  if (fault !== undefined) add(fault.line, fault.text);
  const read = body.map(({ line, values }): Row => {
    if (values.slice(titles.length).some((value) => value.trim() !== '')) add(line, `This line has more values than the first line has columns.`);
    const cells = values.slice(0, titles.length).flatMap((value, at): [string, string][] => {
      const column = known[at];
      const cell = unmarked(value);
      return column === undefined || cell === '' ? [] : [[column.title, column.isAmount ? readAmount(cell) : cell]];
    });
    return { line, cells: new Map(cells) };
  });
  rows.set(table, read);
}

/** What a document accepts is less than {@link readAmount} reads. */
const DOCUMENT_AMOUNT = `Accepted: ${DOCUMENT_AMOUNT_FORM}.`;
const TABLE_AMOUNT =
  'Accepted: up to nine digits and at most two decimals after a dot or a comma, such as -46.80 or -46,80, with no thousands separators.';

const isSame = (left: string, right: string) => left.toLowerCase() === right.toLowerCase();

/** Spreadsheets leave decimals out that are zero, and some write a comma. Everything else stays, to be refused as it is. */
function readAmount(cell: string): string {
  const [, whole, fraction = ''] = /^(-?\d{1,9})(?:[.,](\d{1,2}))?$/.exec(cell.trim()) ?? [];
  return whole === undefined ? cell : `${whole}.${fraction.padEnd(2, '0')}`;
}

/** Joins the rows by their keys. Rows that cannot be joined are faults. */
function joinRows(rows: ReadonlyMap<SandboxTable, readonly Row[]>) {
  const faults: ProblemEntry[] = [];
  const lines: Lines = new Map();
  const customers = new Map<string, { readonly at: number; readonly part: Part; readonly accounts: Part[] }>();
  const accounts = new Map<string, { readonly at: { readonly customer: number; readonly account: number }; readonly transactions: Part[] }>();

  const keyOf = (table: SandboxTable, { line, cells }: Row, taken: ReadonlyMap<string, unknown>): string | undefined => {
    const title = SANDBOX_TABLE_COLUMNS[table].key ?? '';
    const key = cells.get(title);
    if (key !== undefined && !taken.has(key)) return key;
    const text = key === undefined ? 'This value is missing. It joins the files.' : `Another line has ${key}, too. Each value is there once.`;
    faults.push({ path: placeName(table, line, title), text });
    return undefined;
  };
  const ownerOf = <Owner>(table: SandboxTable, { line, cells }: Row, owners: ReadonlyMap<string, Owner>, ofWhat: string): Owner | undefined => {
    const title = SANDBOX_TABLE_COLUMNS[table].owner ?? '';
    const owner = owners.get(cells.get(title) ?? '');
    if (owner === undefined) faults.push({ path: placeName(table, line, title), text: `The file of ${ofWhat} has no line with this value.` });
    return owner;
  };

  for (const row of rows.get('customers') ?? []) {
    const key = keyOf('customers', row, customers);
    if (key === undefined) continue;
    lines.set(`customers[${customers.size}]`, { table: 'customers', line: row.line });
    customers.set(key, { at: customers.size, part: toPart('customers', row), accounts: [] });
  }
  for (const row of rows.get('accounts') ?? []) {
    const key = keyOf('accounts', row, accounts);
    const owner = ownerOf('accounts', row, customers, 'customers');
    if (key === undefined || owner === undefined) continue;
    const at = { customer: owner.at, account: owner.accounts.length };
    lines.set(pathOf(at), { table: 'accounts', line: row.line });
    const transactions: Part[] = [];
    accounts.set(key, { at, transactions });
    owner.accounts.push({ ...toPart('accounts', row), transactions });
  }
  for (const row of rows.get('transactions') ?? []) {
    const owner = ownerOf('transactions', row, accounts, 'accounts');
    if (owner === undefined) continue;
    lines.set(`${pathOf(owner.at)}.transactions[${owner.transactions.length}]`, { table: 'transactions', line: row.line });
    const { counterpartIban, ...part } = toPart('transactions', row);
    const counterpart = accounts.get(String(counterpartIban));
    owner.transactions.push({
      counterpartName: '',
      ...part,
      ...(counterpart === undefined ? counterpartIban !== undefined && { counterpartIban } : { counterpartAccount: counterpart.at }),
    });
  }
  return { faults, lines, customers: [...customers.values()].map(({ part, accounts: own }) => ({ ...part, accounts: own })) };
}

const pathOf = ({ customer, account }: { customer: number; account: number }) => `customers[${customer}].accounts[${account}]`;

function toDocument(rows: ReadonlyMap<SandboxTable, readonly Row[]>, now: Date, dates: 'kept' | 'moved'): ReadTables {
  const { faults, lines, customers } = joinRows(rows);
  const times = (rows.get('transactions') ?? []).map(({ cells }) => cells.get('Booked at') ?? '');
  const latest = times.reduce((one, other) => (one > other ? one : other), '');
  const document = {
    format: SANDBOX_FORMAT,
    version: SANDBOX_FORMAT_VERSION,
    now: dates === 'moved' && latest !== '' ? latest : now.toISOString(),
    customers,
  };
  const placed = (flaw: ProblemEntry): ProblemEntry => ({
    ...flaw,
    ...(flaw.text === DOCUMENT_AMOUNT && { text: TABLE_AMOUNT }),
    ...placeOf(flaw.path ?? '', lines),
  });
  const [fault, ...others] = faults.length > 0 ? faults : flawsOf(SandboxDocument, document).map(placed);
  return fault === undefined ? { document: Value.Parse(SandboxDocument, document), placed } : { faults: [fault, ...others] };
}

function toPart(table: SandboxTable, { cells }: Row): Part {
  const part: Part = {};
  const currency = cells.get('Currency');
  for (const { title, at } of SANDBOX_TABLE_COLUMNS[table].columns) {
    const cell = cells.get(title);
    if (at === undefined || cell === undefined) continue;
    const [member = '', inner] = at.split('.');
    // An amount of the document has the currency of its account or transaction.
    const beside = inner === 'amount' && currency !== undefined ? { currency } : {};
    part[member] = inner === undefined ? cell : { ...beside, ...Object(part[member]), [inner]: cell };
  }
  return part;
}

const ROW_PATH = /^customers\[\d+\](?:\.accounts\[\d+\](?:\.transactions\[\d+\])?)?/;

/** `customers[0].accounts[1].name` → `accounts, line 3, Name`; nothing for another path. */
function placeOf(path: string, lines: Lines): { readonly path: string } | undefined {
  const [row = ''] = ROW_PATH.exec(path) ?? [];
  const found = lines.get(row);
  if (found === undefined) return undefined;
  const member = path.slice(row.length + 1);
  const { columns } = SANDBOX_TABLE_COLUMNS[found.table];
  const column =
    columns.find(({ at }) => at === member) ?? columns.find(({ at, title }) => at?.split('.')[0] === member || isSame(title, lastOf(member)));
  return { path: placeName(found.table, found.line, column?.title) };
}

const lastOf = (member: string) => member.slice(member.lastIndexOf('.') + 1);

function placeName(table: SandboxTable, line: number, title?: string): string {
  return title === undefined ? `${table}, line ${line}` : `${table}, line ${line}, ${title}`;
}
