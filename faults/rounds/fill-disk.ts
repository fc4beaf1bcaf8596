/**
 * F6: the disk of the data, of PostgreSQL's WAL, or of the server's log is full. Callers must be asked to try again, no payment may be half written,
 * and the service must recover when there is room again. The disk is a small tmpfs that only this process and its children see.
 */
import { execFileSync } from 'node:child_process';
import { appendFileSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startPostgres } from '../../tools/postgres-cluster.mjs';
import { type BankSettings, type BankUnderLoad, hasEnded, openBankUnderLoad } from '../bank-under-load.ts';
import { createFindings, type Findings, type Impossible, type Report } from '../findings.ts';

const BROWSERS = 8;
const PIECE = Buffer.alloc(64 * 1024, 1);
const BACK_MS_MAX = 120_000;
const ANY_CALL_MS_MAX = 30_000;
/** Room for the WAL and for a minute of payments. */
const DATA_MB = 400;
const WORDS_MB = 1;
const FULL_SECONDS = 20;

interface Disk {
  readonly folder: string;
  /** Writes until the disk is full; called repeatedly during the fault. */
  fill(): void;
  makeRoom(): void;
  remove(): void;
}

export interface FillSettings {
  readonly say: (text: string) => void;
  readonly seconds?: number;
}

/** Returns undefined where this user may not mount one. */
async function makeDisk(megabytes: number): Promise<Disk | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    rmSync(folder, { recursive: true, force: true });
    return undefined;
  }
  const ballast = join(folder, 'ballast');
  return {
    folder,
    fill() {
      try {
        for (;;) appendFileSync(ballast, PIECE);
      } catch {
        // Fills the last pages too.
        try {
          for (;;) appendFileSync(ballast, PIECE.subarray(0, 512));
        } catch {}
      }
    },
    makeRoom: () => rmSync(ballast, { force: true }),
    remove() {
      execFileSync('umount', ['--lazy', folder], { stdio: 'ignore' });
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const NO_DISK: Impossible = { impossible: 'a small disk of its own needs root and Linux (mount -t tmpfs).' };

/** Fills the disk of the embedded database. */
export async function fillEmbeddedDisk({ say, seconds = FULL_SECONDS }: FillSettings): Promise<Report | Impossible> {
  const disk = await makeDisk(DATA_MB);
  if (disk === undefined) return NO_DISK;
  const findings = createFindings('F6 · a full disk, PGlite', say);
  try {
    return await fillAndEmpty(findings, disk, { serverCount: 1, dataDir: join(disk.folder, 'data') }, seconds);
  } finally {
    disk.remove();
  }
}

/** Fills PostgreSQL's disk, its WAL included. */
export async function fillPostgresDisk({ say, seconds = FULL_SECONDS }: FillSettings): Promise<Report | Impossible> {
  const disk = await makeDisk(DATA_MB);
  if (disk === undefined) return NO_DISK;
  const cluster = await startPostgres({ min_wal_size: '32MB', max_wal_size: '64MB' }, disk.folder);
  const findings = createFindings('F6 · a full disk, PostgreSQL', say);
  try {
    if (cluster === undefined) return { impossible: 'no PostgreSQL is installed here.' };
    return await fillAndEmpty(findings, disk, { serverCount: 2, clusterUrl: cluster.url }, seconds);
  } finally {
    await cluster?.stop();
    disk.remove();
  }
}

/** Fills the disk of the server's log: the server must continue without the log. */
export async function fillLogDisk({ say, seconds = FULL_SECONDS }: FillSettings): Promise<Report | Impossible> {
  const disk = await makeDisk(WORDS_MB);
  if (disk === undefined) return NO_DISK;
  const findings = createFindings('F6 · no room for the log', say);
  const bank = await openBankUnderLoad({
    serverCount: 1,
    browsers: BROWSERS,
    logFolder: disk.folder,
    env: { PORTICO_LOG_LEVEL: 'info' },
  });
  try {
    disk.fill();
    const before = bank.load.answered();
    await delay(seconds * 1_000);
    findings.must('the server lives on', !hasEnded(bank.server(0)));
    findings.must('customers were served all the time', bank.load.answered() > before && bank.servers.unanswered.size === 0);
    disk.makeRoom();
    return await findings.conclude(bank);
  } finally {
    await bank.close();
    disk.remove();
  }
}

async function fillAndEmpty(findings: Findings, disk: Disk, settings: Omit<BankSettings, 'browsers'>, seconds: number): Promise<Report> {
  const bank = await openBankUnderLoad({ ...settings, browsers: BROWSERS, answerSeconds: 0 });
  try {
    await bank.load.nextAcknowledgement();
    const beganAt = performance.now();
    const answeredBefore = bank.load.answered();
    const untilFull = performance.now() + seconds * 1_000;
    const supervised = supervise(bank, settings.serverCount);
    while (performance.now() < untilFull) {
      disk.fill();
      await delay(100);
    }
    const whileFull = bank.load.answered() - answeredBefore;
    disk.makeRoom();
    const roomAt = performance.now();
    const isBack = await Promise.race([bank.load.nextAcknowledgement().then(() => true), delay(BACK_MS_MAX, false)]);
    const backMs = performance.now() - roomAt;
    const restarts = await supervised.end();
    const met = bank.servers.calls.filter((call) => call.beganAt >= beganAt && call.beganAt < roomAt);
    const groups = [...Map.groupBy(met, ({ outcome }) => outcome)].map(([outcome, calls]) => `${outcome}: ${calls.length}`).join(', ');
    findings.note(`Full for ${seconds} s; ${whileFull} signatures and refusals were answered meanwhile; calls by answer: ${groups}`);
    findings.note(`Servers that ended, for whoever supervises them to start again: ${restarts.join(', ') || 'none'}`);
    findings.must(
      'no answer but success, refusal, 503 or 507',
      met.every(({ outcome }) => !/^5/.test(outcome) || /^50[37]/.test(outcome)),
    );
    findings.must(
      `every call ended within ${ANY_CALL_MS_MAX} ms`,
      met.every(({ ms }) => ms <= ANY_CALL_MS_MAX),
    );
    findings.must('signatures again once there was room, without a hand', isBack);
    findings.figure('Signatures again after there was room', Math.round(backMs), 'ms');
    await delay(2_000);
    return await findings.conclude(bank);
  } finally {
    await bank.close();
  }
}

/** Restarts a server a second after it has ended, as a service manager does. Returns how the servers ended. */
function supervise(bank: BankUnderLoad, serverCount: number): { end(): Promise<readonly string[]> } {
  const ends: string[] = [];
  let isOver = false;
  const watch = async (index: number) => {
    while (!isOver) {
      const server = bank.server(index);
      if (hasEnded(server)) {
        ends.push(String(await server.ended()));
        await delay(1_000);
        await bank.start(index).catch(() => undefined);
      }
      await delay(100);
    }
    if (hasEnded(bank.server(index))) await bank.start(index);
  };
  const watching = Promise.all([...Array(serverCount).keys()].map(watch));
  return {
    async end() {
      isOver = true;
      await watching;
      return ends;
    },
  };
}
