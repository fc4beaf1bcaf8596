/** Kills a busy server with SIGKILL, at a crash point or at any moment, and starts it again, many times. */
import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createFolder, freePort, type PorticoProcess, spawnPortico } from '@portico/testkit';
import { type BankUnderLoad, hasEnded } from '../bank-under-load.ts';

export interface Kill {
  /** The name of a crash point, {@link ANYWHERE} or {@link ACKNOWLEDGED}. */
  readonly where: string;
  /** From the start of the process until it was ready. Undefined: it reached its point before, or this round did not start it. */
  readonly readyMs: number | undefined;
  /** False: the point was not reached in time, and the server was killed at another moment. */
  readonly isAsOrdered: boolean;
}

export const ANYWHERE = 'anywhere';
/** The moment in which a customer reads that they have paid. The payment must be on disk by then. */
export const ACKNOWLEDGED = 'acknowledged';
const IS_OUTSIDE: ReadonlySet<string> = new Set([ANYWHERE, ACKNOWLEDGED]);
const REACH_TIMEOUT_MS = 300_000;
/** A point kills at its first or second pass, so that other requests run at the same time. */
const TIMES_MAX = 2;

/** Reads the crash points from the server's message: it refuses an unknown one and lists those it knows. */
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
 * Kills once for each of `orders`, one server after the other, while the others continue. The order is in the process's environment, so each turn
 * begins with a start. With several servers that adds one kill of a working server.
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
    // This server serves the bank while the next one is killed. A single server starts with its next order.
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
