/**
 * Kills PostgreSQL with SIGKILL while customers pay. The cluster's supervisor starts it again, and the servers keep running. The test cluster runs
 * with `fsync=off`, which is safe here: the operating system keeps running and keeps the written data.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { member, openDatabase, textOf } from '@portico/testkit';
import { type BankUnderLoad, hasEnded } from '../bank-under-load.ts';

const READY_TIMEOUT_MS = 300_000;
const POLL_MS = 50;

/** Returns the milliseconds from the kill until every server is ready again. */
export async function restartPostgres(bank: BankUnderLoad, serverCount: number): Promise<number> {
  const database = await openDatabase(bank.place);
  const [row] = await database.query('show data_directory');
  await database.close();
  const postmaster = Number(readFileSync(join(textOf(row, 'data_directory'), 'postmaster.pid'), 'utf8').split('\n')[0]);
  const killedAt = performance.now();
  process.kill(postmaster, 'SIGKILL');
  for (let index = 0; index < serverCount; index += 1) {
    const { origin, output } = bank.server(index);
    while (!(await isReady(origin, killedAt))) {
      if (hasEnded(bank.server(index))) throw new Error(`A server ended together with PostgreSQL:\n${output()}`);
      if (performance.now() - killedAt > READY_TIMEOUT_MS) throw new Error(`${origin} was not ready again after ${READY_TIMEOUT_MS} ms.`);
      await delay(POLL_MS);
    }
  }
  return performance.now() - killedAt;
}

/** Just after the kill a server may not know yet that its connections are lost. */
async function isReady(origin: string, killedAt: number): Promise<boolean> {
  if (performance.now() - killedAt < 4 * POLL_MS) return false;
  const answer = await fetch(`${origin}/readyz`).catch(() => undefined);
  return member(await answer?.json().catch(() => undefined), 'status') === 'ok';
}
