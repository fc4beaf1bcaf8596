/** SIGKILL for a server that is busy, at a named crash point or at any moment, and the start after it, many times over. */
import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createFolder, freePort, type PorticoProcess, spawnPortico } from '@portico/testkit';
import { type BankUnderLoad, hasEnded } from '../bank-under-load.ts';

export interface Kill {
  /** A crash point as the server names it, {@link ANYWHERE} or {@link ACKNOWLEDGED}. */
  readonly where: string;
  /** From the start of the process until it was ready; undefined: it reached its point before, or it was not this round that started it. */
  readonly readyMs: number | undefined;
  /** False: the point was not reached in time, and the server was killed anywhere instead. */
  readonly isAsOrdered: boolean;
}

export const ANYWHERE = 'anywhere';
/** In the moment in which a customer reads that he has paid: what he read must be on disk by then. */
export const ACKNOWLEDGED = 'acknowledged';
const IS_OUTSIDE: ReadonlySet<string> = new Set([ANYWHERE, ACKNOWLEDGED]);
const REACH_TIMEOUT_MS = 300_000;
/** A point is hit at its first or second time, so that others are at work meanwhile. */
const TIMES_MAX = 2;

/** The crash points by the server's own words: it refuses an unknown one and says which it knows. */
export async function listCrashPoints(): Promise<readonly string[]> {
  const server = spawnPortico({ port: await freePort(), dataDir: await createFolder('crash-points'), env: { PORTICO_CRASH_AT: '?' } });
  await server.ended();
  return [...server.output().matchAll(/\b(?:signing|payments)\.[a-zA-Z]+/g)].map(([name]) => name);
}

interface KillSettings {
  readonly serverCount: number;
  readonly orders: readonly string[];
  /** No further kill after this time. */
  readonly minutes?: number;
  readonly onKill?: (kill: Kill) => void;
}

/**
 * One kill for each of `orders`; server after server takes its turn, the others go on. The order stands in the environment of a
 * process, so a turn begins with a start; with several servers that is one more kill, of a server at work.
 */
export async function killServers(
  bank: BankUnderLoad,
  { serverCount, orders, minutes = Number.POSITIVE_INFINITY, onKill = () => {} }: KillSettings,
): Promise<readonly Kill[]> {
  const kills: Kill[] = [];
  const note = (kill: Kill) => {
    kills.push(kill);
    onKill(kill);
  };
  const readyMs: (number | undefined)[] = [];
  const deadline = performance.now() + minutes * 60_000;
  for (const [turn, where] of orders.entries()) {
    if (performance.now() > deadline) break;
    const index = turn % serverCount;
    if (!hasEnded(bank.server(index))) {
      await bank.server(index).kill();
      note({ where: ANYWHERE, readyMs: readyMs[index], isAsOrdered: true });
    }
    const ordered = IS_OUTSIDE.has(where) ? {} : { PORTICO_CRASH_AT: `${where}:${randomInt(1, TIMES_MAX + 1)}` };
    readyMs[index] = await bank.start(index, ordered);
    const isAsOrdered = await awaitDeath(bank, index, where);
    note({ where, readyMs: readyMs[index], isAsOrdered });
    // It carries the bank while the next one has its turn. Alone it starts with its next order.
    if (serverCount > 1) readyMs[index] = await bank.start(index);
  }
  for (let index = 0; index < serverCount; index += 1) {
    if (hasEnded(bank.server(index))) await bank.start(index);
  }
  return kills;
}

async function awaitDeath(bank: BankUnderLoad, index: number, where: string): Promise<boolean> {
  const server = bank.server(index);
  const moment = momentOf(bank, server, where);
  const isReached = await Promise.race([moment.then(() => true), delay(REACH_TIMEOUT_MS, false)]);
  await server.kill();
  return isReached;
}

function momentOf({ load }: BankUnderLoad, server: PorticoProcess, where: string): Promise<unknown> {
  switch (where) {
    case ANYWHERE:
      return delay(randomInt(200, 1_500));
    case ACKNOWLEDGED:
      return load.nextAcknowledgement();
    default:
      return server.ended();
  }
}
