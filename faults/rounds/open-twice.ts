/**
 * F5: a second server on the folder of a running one is refused, and the next server takes the folder over after a kill. PGlite would accept both and
 * lose writes without an error.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort, member, type PorticoProcess, spawnPortico } from '@portico/testkit';
import { type BankUnderLoad, openBankUnderLoad } from '../bank-under-load.ts';
import { createFindings, type Report } from '../findings.ts';

const BROWSERS = 4;
const REFUSED_MS_WANTED = 2_000;
const TAKEN_MS_WANTED = 1_000;
const TAKEN_MS_MAX = 60_000;
/** `EXIT.dataFolderLocked` of the server. */
const LOCKED = 75;
const OPENING = 'Opening the database';
const LOCK_FILE = /^lock\.(\d+)$/;
const POLL_MS = 5;

export interface SecondServer {
  readonly exitCode: number | NodeJS.Signals;
  readonly output: string;
  /** From "Opening the database" until the end of the process. */
  readonly refusedMs: number;
}

export async function contendForFolder({ say, turns }: { say: (text: string) => void; turns: number }): Promise<Report> {
  const findings = createFindings('F5 · PGlite opened twice', say);
  const bank = await openBankUnderLoad({ serverCount: 1, browsers: BROWSERS });
  try {
    const refusedMs: number[] = [];
    const takenMs: number[] = [];
    let isEachRefused = true;
    for (let turn = 1; turn <= turns; turn += 1) {
      await bank.load.nextAcknowledgement();
      const first = bank.server(0);
      const second = await openTwice(bank);
      refusedMs.push(second.refusedMs);
      const isNamed = second.output.includes(`in use by process ${first.child.pid}`);
      const isUnharmed = await fetch(`${first.origin}/readyz`).then(({ ok }) => ok);
      isEachRefused &&= second.exitCode === LOCKED && isNamed && isUnharmed;
      await first.kill();
      const ready = bank.start(0);
      takenMs.push(await untilTaken(bank.server(0), bank.place.dataDir));
      await ready;
      say(`  ${turn}/${turns} refused after ${Math.round(refusedMs.at(-1) ?? 0)} ms, taken over after ${Math.round(takenMs.at(-1) ?? 0)} ms`);
    }
    findings.must(`each of ${turns} second servers ended with ${LOCKED} and named the first, which stayed ready`, isEachRefused);
    findings.figure('Refused, at the latest, after', Math.round(Math.max(...refusedMs)), 'ms', REFUSED_MS_WANTED);
    findings.note(`${turns} times the first was killed, and the next took the folder over without a hand`);
    findings.figure('Taken over, at the latest, after', Math.round(Math.max(...takenMs)), 'ms', TAKEN_MS_WANTED);
    return await findings.conclude(bank);
  } finally {
    await bank.close();
  }
}

export async function openTwice({ place }: Pick<BankUnderLoad, 'place'>): Promise<SecondServer> {
  const second = spawnPortico({ port: await freePort(), dataDir: place.dataDir, isBrief: true });
  let openedAt = performance.now();
  second.child.stdout?.once('data', () => {
    openedAt = performance.now();
  });
  const exitCode = await second.ended();
  return { exitCode, output: second.output(), refusedMs: performance.now() - openedAt };
}

/** Milliseconds from "Opening the database" until the folder's lock names this process. */
async function untilTaken({ child, output }: PorticoProcess, dataDir: string): Promise<number> {
  while (!output().includes(OPENING)) await delay(POLL_MS);
  const openedAt = performance.now();
  while (holderOf(dataDir) !== child.pid && performance.now() - openedAt < TAKEN_MS_MAX) await delay(POLL_MS);
  return performance.now() - openedAt;
}

function holderOf(dataDir: string): unknown {
  const numbers = readdirSync(dataDir).map((name) => Number(LOCK_FILE.exec(name)?.[1] ?? 0));
  const entry: unknown = JSON.parse(readFileSync(join(dataDir, `lock.${Math.max(...numbers)}`), 'utf8'));
  return member(entry, 'pid');
}
