/**
 * F13 across versions: two servers of the version before the last migration run under load. The database is migrated while they run, then both
 * versions serve it, then only the new one. `FAULTS_VERSION_BEFORE` names another commit.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { CLI_ENTRY, createFolder, NODE_SETTINGS } from '@portico/testkit';
import { type BankUnderLoad, openBankUnderLoad } from '../bank-under-load.ts';
import { createFindings, type Impossible, type Report } from '../findings.ts';
import { replaceServers } from './replace-servers.ts';

const SERVERS = 2;
const BROWSERS = 12;
/** Calls in each of three phases: the old version on the new tables, both versions, the new version. */
const CALLS_PER_PHASE = 4_000;
const POLL_MS = 200;
const root = join(import.meta.dirname, '..', '..');
/** The previous version installs and builds itself with its own tools. */
const BUILD = "const tools = await import('./tools/runtime.mjs'); await tools.ensureInstalled(); await tools.ensureBuilt(tools.runtimePath());";
/** Earlier versions ran from their sources. */
const ENTRIES = ['apps/server/dist/server/main.js', 'apps/server/src/app/main.ts'];

interface ReleaseSettings {
  readonly clusterUrl: string;
  readonly say: (text: string) => void;
}

export async function releaseVersion({ clusterUrl, say }: ReleaseSettings): Promise<Report | Impossible> {
  const before = commitOf(process.env.FAULTS_VERSION_BEFORE ?? `${git('log', '-1', '--format=%H', '--', 'apps/server/migrations')}^`);
  if (before === undefined) return { impossible: 'this folder does not know the commit of the version before. A clone with its whole history does.' };
  const findings = createFindings('F13 · a release with a migration, old and new version on one database', say);
  const folder = await createFolder('version-before');
  try {
    say(`  Building ${before} …`);
    await buildVersion(before, folder);
    let serverEntry = ENTRIES.map((entry) => join(folder, entry)).find((entry) => existsSync(entry));
    // Otherwise this version would replace itself.
    if (serverEntry === undefined) throw new Error(`Version ${before} has none of ${ENTRIES.join(', ')}.`);
    const bank = await openBankUnderLoad({ clusterUrl, serverCount: SERVERS, browsers: BROWSERS, serverEntry: () => serverEntry });
    try {
      await untilCalls(bank, CALLS_PER_PHASE / 4);
      const migratedAt = performance.now();
      const exitCode = await migrate(bank);
      findings.figure(
        `Migrating from ${before.slice(0, 8)} (${countMigrations(before)} migrations, now ${countMigrations('HEAD')}) under load`,
        Math.round(performance.now() - migratedAt),
        'ms',
      );
      findings.must('the database is migrated while servers of the version before serve it', exitCode === 0);
      await untilCalls(bank, CALLS_PER_PHASE);
      serverEntry = undefined;
      const { exitCodes, sentAway, lost } = await replaceServers(bank, SERVERS, () => untilCalls(bank, CALLS_PER_PHASE));
      await untilCalls(bank, CALLS_PER_PHASE);
      findings.must('each server of the version before ended with 0', exitCodes.length === SERVERS && exitCodes.every((code) => code === 0));
      findings.must(`no call was lost while servers were replaced${lost.length === 0 ? '' : `: ${lost.slice(0, 5).join('; ')}`}`, lost.length === 0);
      findings.note(`Calls: ${bank.servers.calls.length}; held signatures sent away and repeated: ${sentAway}`);
      return await findings.conclude(bank);
    } finally {
      await bank.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function commitOf(name: string): string | undefined {
  return git('rev-parse', '--verify', '--quiet', name) || undefined;
}

function countMigrations(commit: string): number {
  return git('ls-tree', '--name-only', commit, 'apps/server/migrations/').split('\n').length;
}

function git(...args: readonly string[]): string {
  return spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout.trim();
}

/** @throws Error when the version cannot be built here. */
async function buildVersion(commit: string, folder: string): Promise<void> {
  const archive = spawn('git', ['archive', commit], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  const unpacked = spawn('tar', ['-x', '-C', folder], { stdio: [archive.stdout, 'inherit', 'inherit'] });
  await endedWell(unpacked, `Commit ${commit} cannot be read.`);
  const build = spawn(process.execPath, ['--input-type=module', '--eval', BUILD], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  await endedWell(build, `Version ${commit} cannot be built.`);
}

async function endedWell(child: ReturnType<typeof spawn>, trouble: string): Promise<void> {
  const [exitCode] = await once(child, 'exit');
  if (exitCode !== 0) throw new Error(trouble);
}

/** Migrates as an operator does before a release. */
async function migrate({ place }: BankUnderLoad): Promise<number | null> {
  const env = { ...process.env, DATABASE_URL: place.databaseUrl, PORTICO_DATA_DIR: place.dataDir, PORTICO_LOG_LEVEL: 'warn' };
  const child = spawn(process.execPath, [...NODE_SETTINGS, CLI_ENTRY, 'migrate'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'], env });
  const [exitCode] = await once(child, 'exit');
  return exitCode;
}

async function untilCalls({ servers }: BankUnderLoad, count: number): Promise<void> {
  const before = servers.calls.length;
  while (servers.calls.length < before + count) await delay(POLL_MS);
}
