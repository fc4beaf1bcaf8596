/** Checks every invariant after a round: rows against the history, the hashes of the audit log, and the open files of a running server. */
import { spawn } from 'node:child_process';
import { readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { CLI_ENTRY, openDatabase } from '@portico/testkit';
import { type BankRows, readBank } from './bank-store.ts';
import { findViolations, type Violation } from './find-violations.ts';
import type { Operation } from './history.ts';

export interface Place {
  readonly dataDir: string;
  readonly databaseUrl?: string | undefined;
}

export interface Checked {
  readonly violations: readonly Violation[];
  readonly bank: BankRows;
}

/** On the embedded database the server must have ended before. */
export async function checkBank(place: Place, operations: readonly Operation[]): Promise<Checked> {
  const database = await openDatabase(place);
  const bank = await readBank(database).finally(() => database.close());
  return { bank, violations: [...findViolations(operations, bank), ...(await auditViolations(place))] };
}

/** Checks I8 with the operators' command `audit verify`. */
async function auditViolations({ dataDir, databaseUrl }: Place): Promise<readonly Violation[]> {
  const env = { ...process.env, PORTICO_DATA_DIR: dataDir, ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }) };
  const child = spawn(process.execPath, [CLI_ENTRY, 'audit', 'verify'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const [said, findings, exitCode] = await Promise.all([text(child.stdout), text(child.stderr), exit]);
  return exitCode === 0 ? [] : [{ invariant: 'I8', text: `The audit log does not verify (${exitCode}): ${findings}${said}` }];
}

/**
 * Counts the open files of a process; undefined where the system does not provide the number.
 * @param apartFrom the folder of the embedded database. It keeps the file of every used table open, so files in it are not counted.
 */
export function countOpenFiles(pid: number | undefined, apartFrom?: string): number | undefined {
  try {
    const folder = `/proc/${pid}/fd`;
    return readdirSync(folder).filter((name) => apartFrom === undefined || !isBelow(apartFrom, join(folder, name))).length;
  } catch {
    return undefined;
  }
}

/** A file that was closed after the listing counts as below the folder. */
function isBelow(folder: string, link: string): boolean {
  try {
    return readlinkSync(link).startsWith(`${folder}/`);
  } catch {
    return true;
  }
}
