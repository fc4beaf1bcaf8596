/**
 * F16: a backup taken while customers pay must contain everything that was acknowledged before it began, and a bank restored from it must pass every
 * check. A server killed while it prepares its database must leave a state from which the next start can continue.
 */
import { execFile } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createDatabase, createFolder, freePort, member, openDatabase, spawnPortico, startPortico } from '@portico/testkit';
import { type BankUnderLoad, hasEnded, openBankUnderLoad } from '../bank-under-load.ts';
import { checkBank, type Place } from '../check/check-bank.ts';
import type { Violation } from '../check/find-violations.ts';
import { createFindings, type Findings, type Report } from '../findings.ts';

const BROWSERS = 8;
const RESTORE_MS_WANTED = 60_000;
const MIGRATIONS = join(import.meta.dirname, '../../apps/server/migrations');
const OPENING = 'Opening the database';
/** From the first message of a start; a new database takes a few seconds. */
const KILL_MS_MAX = 4_000;

const run = promisify(execFile);

export interface RestoreSettings {
  /** Absent: the embedded database. */
  readonly clusterUrl?: string;
  readonly say: (text: string) => void;
  readonly cuts: number;
}

export async function restoreBackup({ clusterUrl, say, cuts }: RestoreSettings): Promise<Report> {
  const findings = createFindings(`F16 · ${clusterUrl === undefined ? 'PGlite' : 'PostgreSQL'}: backup, restoring, a migration cut off`, say);
  await cutMigrations(findings, clusterUrl, cuts);
  const bank = await openBankUnderLoad({ clusterUrl, serverCount: 1, browsers: BROWSERS, answerSeconds: 0 });
  try {
    await bank.load.nextAcknowledgement();
    await delay(10_000);
    const { databaseUrl } = bank.place;
    await (databaseUrl === undefined ? copyFolder(findings, bank) : dumpAndRestore(findings, bank, databaseUrl));
    return await findings.conclude(bank);
  } finally {
    await bank.close();
  }
}

/** Runs `pg_dump` beside the running servers, and `pg_restore` into an empty database. */
async function dumpAndRestore(findings: Findings, bank: BankUnderLoad, databaseUrl: string): Promise<void> {
  const file = join(await createFolder('backup'), 'portico.dump');
  const before = bank.history.read();
  const answeredBefore = bank.load.answered();
  const dumpedAt = performance.now();
  await run('pg_dump', ['--format=custom', `--file=${file}`, databaseUrl]);
  findings.figure('pg_dump beside the running server', Math.round(performance.now() - dumpedAt), 'ms');
  findings.note(`Customers went on meanwhile: ${bank.load.answered() - answeredBefore} signatures and refusals`);
  const restoredUrl = await createDatabase(databaseUrl);
  const restoredAt = performance.now();
  await run('pg_restore', ['--no-owner', '--exit-on-error', `--dbname=${restoredUrl}`, file]);
  await verifyCopy(findings, { dataDir: bank.place.dataDir, databaseUrl: restoredUrl }, before, restoredAt);
}

/** The embedded database is copied while its server is stopped. */
async function copyFolder(findings: Findings, bank: BankUnderLoad): Promise<void> {
  const folder = await createFolder('backup');
  await bank.server(0).stop();
  const before = bank.history.read();
  const copiedAt = performance.now();
  cpSync(bank.place.dataDir, join(folder, 'data'), { recursive: true });
  cpSync(`${bank.place.dataDir}-keys.json`, join(folder, 'data-keys.json'));
  findings.figure('Copy of data folder and keys, the server stopped', Math.round(performance.now() - copiedAt), 'ms');
  await bank.start(0);
  const restoredAt = performance.now();
  const copy = await createFolder('restored');
  cpSync(folder, copy, { recursive: true });
  await verifyCopy(findings, { dataDir: join(copy, 'data') }, before, restoredAt);
}

async function verifyCopy(findings: Findings, place: Place, before: ReturnType<BankUnderLoad['history']['read']>, restoredAt: number): Promise<void> {
  const server = await startPortico({ port: await freePort(), dataDir: place.dataDir, databaseUrl: place.databaseUrl });
  findings.figure('From the backup to a ready server', Math.round(performance.now() - restoredAt), 'ms', RESTORE_MS_WANTED);
  await server.stop();
  const { violations, bank } = await checkBank(place, before);
  const broken = violations.filter(isBrokenInBackup);
  findings.note(
    `In the backup: ${bank.payments.length} payments; ${before.filter(({ outcome }) => outcome === 'ok').length} operations were acknowledged before it began`,
  );
  findings.must(
    `everything acknowledged before the backup is in it, and it is sound: ${broken.map(({ text }) => text).join(' ') || 'nothing broken'}`,
    broken.length === 0,
  );
}

/** Calls in progress at the beginning of the backup may be in it or not, and may have no response yet. */
function isBrokenInBackup({ invariant, text }: Violation): boolean {
  return invariant !== 'I7' && invariant !== 'I9' && (invariant !== 'I6' || text.includes('was acknowledged'));
}

/** Kills the first start at random moments, repeatedly on the same database, and then lets one finish. */
async function cutMigrations(findings: Findings, clusterUrl: string | undefined, cuts: number): Promise<void> {
  const dataDir = join(await createFolder('migrations'), 'data');
  const databaseUrl = clusterUrl === undefined ? undefined : await createDatabase(clusterUrl);
  const settings = { port: await freePort(), dataDir, databaseUrl };
  const done: number[] = [];
  for (let cut = 1; cut <= cuts; cut += 1) {
    const server = spawnPortico(settings);
    while (!server.output().includes(OPENING) && !hasEnded(server)) await delay(10);
    // The delay grows, so that the kills spread over all migrations.
    await delay(randomInt(10, Math.ceil((KILL_MS_MAX * cut) / cuts)));
    await server.kill();
    done.push(await countMigrations({ dataDir, databaseUrl }));
  }
  const server = await startPortico(settings);
  await server.stop();
  const files = readdirSync(MIGRATIONS).filter((name) => name.endsWith('.sql')).length;
  const applied = await countMigrations({ dataDir, databaseUrl });
  findings.note(`SIGKILL ${cuts} times while the database was prepared; migrations applied after each: ${done.join(', ')}`);
  findings.must(`the next start applied the rest without a hand: ${applied} of ${files}`, applied === files);
}

async function countMigrations(place: Place): Promise<number> {
  const database = await openDatabase(place);
  try {
    const [row] = await database.query('select count(*)::int as count from schema_migration');
    return Number(member(row, 'count'));
  } catch {
    // Killed before the first migration.
    return 0;
  } finally {
    await database.close();
  }
}
