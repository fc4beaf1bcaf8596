/** The whole sandbox as files: a JSON document, or CSV files for a spreadsheet. */
import { randomUUID } from 'node:crypto';
import { access, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { WrongUse } from './failures.ts';
import { confirm, type Given, type Result, sandboxOf, signedIn } from './given.ts';
import { exportSandbox, exportTable, type ImportedSandbox, importSandbox, seedSandbox, TABLES } from './portal.ts';
import { toJson } from './terminal.ts';

const FULL: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT']);
const UTF_8 = new TextDecoder('utf-8', { fatal: true });

export async function exportFiles(given: Given): Promise<Result> {
  const { csv } = given.options;
  const session = signedIn(given);
  if (csv === undefined) {
    const document = await exportSandbox(session);
    return { document, lines: [toJson(document)] };
  }
  const files = TABLES.map((table) => ({ table, file: join(csv, `${table}.csv`) }));
  const isThere = await Promise.all(
    files.map(({ file }) =>
      access(file).then(
        () => true,
        () => false,
      ),
    ),
  );
  const [old] = files.filter((_one, at) => isThere[at]);
  if (old !== undefined) await confirm(given, `This replaces ${old.file} and the files beside it.`);
  const texts = await Promise.all(files.map(async ({ table, file }) => ({ file, text: await exportTable(session, table) })));
  try {
    await mkdir(csv, { recursive: true });
    await writeTogether(texts);
  } catch (error) {
    const { code } = Object(error);
    const cause = FULL.has(code) ? `${code}: the disk is full. Free some space, or name another folder` : code;
    throw new WrongUse(`${csv} cannot be written (${cause}). Files that were there are as they were.`);
  }
  return { document: { files: texts.map(({ file }) => file) }, lines: texts.map(({ file }) => file) };
}

/** All files, or none: each takes its place when every one is complete. */
async function writeTogether(texts: readonly { readonly file: string; readonly text: string }[]): Promise<void> {
  const fresh = texts.map(({ file, text }) => ({ file, text, unfinished: `${file}.${randomUUID()}` }));
  try {
    for (const { unfinished, text } of fresh) await writeFile(unfinished, text, { flag: 'wx' });
    for (const { unfinished, file } of fresh) await rename(unfinished, file);
  } finally {
    for (const { unfinished } of fresh) await rm(unfinished, { force: true });
  }
}

export async function importFiles(given: Given): Promise<Result> {
  const session = signedIn(given);
  const names = [given.argument, ...given.others];
  const file = await readFiles(names);
  const isReplaced = given.options.replace !== undefined;
  if (isReplaced) await confirm(given, `This replaces ${sandboxOf(session)} with ${names.join(', ')}; its consents and payments end.`);
  const dates = given.options['move-dates'] === undefined ? 'kept' : 'moved';
  return toImported(await importSandbox(session, file, { mode: isReplaced ? 'replace' : 'add', dates }));
}

/** @throws WrongUse unless it is one file with a JSON object, or two or three CSV files */
async function readFiles(names: readonly string[]) {
  const tables = names.filter((name) => /\.csv$/i.test(name));
  if (tables.length < names.length) {
    if (names.length > 1) throw new WrongUse('Import one JSON file, or CSV files alone. Nothing was sent.');
    const [file = ''] = names;
    return { document: toDocument(file, await readText(file)) };
  }
  if (tables.length < 2 || tables.length > TABLES.length)
    throw new WrongUse('CSV files are imported together: customers, accounts and, if there are any, transactions. Nothing was sent.');
  return { tables: await Promise.all(tables.map(readText)) };
}

async function readText(file: string): Promise<string> {
  const bytes = await readFile(file).catch((error: unknown) => {
    throw new WrongUse(`${file} cannot be read (${Object(error).code}). Nothing was sent.`);
  });
  try {
    return UTF_8.decode(bytes);
  } catch {
    throw new WrongUse(`${file} is not in UTF-8. Nothing was sent. Save it as CSV in UTF-8.`);
  }
}

function toDocument(file: string, text: string): object {
  try {
    const document: unknown = JSON.parse(text);
    if (typeof document === 'object' && document !== null) return document;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new WrongUse(`${file} has no JSON object. Nothing was sent. “portico-tpp sandbox export > ${file}” writes one.`);
}

export async function fillFromSeed(given: Given): Promise<Result> {
  const session = signedIn(given);
  await confirm(given, `This replaces ${sandboxOf(session)} with that of the seed ${given.argument}; its consents and payments end.`);
  return toImported(await seedSandbox(session, given.argument));
}

function toImported(document: ImportedSandbox): Result {
  const { customers: people, accounts: all, transactions: booked } = document;
  return { document, lines: [`${people} customers, ${all} accounts and ${booked} transactions are imported.`] };
}
