/**
 * F4: the machine of the database fails repeatedly, and its standby takes over. With a synchronous standby no acknowledged change may be lost. With
 * an asynchronous one, losses are reported. The servers reach the database at one address, like a virtual IP.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { openDatabase } from '@portico/testkit';
import { type PostgresServer, startPostgres } from '../../tools/postgres-cluster.mjs';
import { openBankUnderLoad } from '../bank-under-load.ts';
import { createFindings, type Impossible, type Report } from '../findings.ts';
import { openWire } from '../network/tcp-wire.ts';

const SERVERS = 2;
const BROWSERS = 8;
const HOST = '127.0.0.1';
const BACK_MS_WANTED = 5_000;
const POLL_MS = 20;

export interface FailOverSettings {
  readonly say: (text: string) => void;
  readonly rounds: number;
  readonly isSynchronous: boolean;
}

export async function failOver({ say, rounds, isSynchronous }: FailOverSettings): Promise<Report | Impossible> {
  const first = await startPostgres();
  if (first === undefined) return { impossible: 'no PostgreSQL is installed here.' };
  let primary = first;
  const kind = isSynchronous ? 'a synchronous' : 'an asynchronous';
  const findings = createFindings(`F4 · fail-over to ${kind} standby`, say);
  const wire = await openWire({ host: HOST, port: primary.port });
  const bank = await openBankUnderLoad({
    clusterUrl: `postgres://portico@${HOST}:${wire.port}/postgres`,
    serverCount: SERVERS,
    browsers: BROWSERS,
    answerSeconds: 0,
  });
  const gone: PostgresServer[] = [];
  const backMs: number[] = [];
  const promotedMs: number[] = [];
  try {
    for (let round = 1; round <= rounds; round += 1) {
      const standby = await primary.startStandby('standby');
      if (isSynchronous) await waitForStandby(primary);
      await bank.load.nextAcknowledgement();
      await delay(1_000);
      const failedAt = performance.now();
      await primary.fail();
      await ask(standby, 'select pg_promote()');
      promotedMs.push(performance.now() - failedAt);
      wire.plugInto({ host: HOST, port: standby.port });
      await bank.load.nextAcknowledgement();
      backMs.push(performance.now() - failedAt);
      gone.push(primary);
      primary = standby;
      say(
        `  ${round}/${rounds} promoted after ${Math.round(promotedMs.at(-1) ?? 0)} ms, signatures again after ${Math.round(backMs.at(-1) ?? 0)} ms`,
      );
    }
    findings.note(`${rounds} primaries were killed; the servers were left alone`);
    findings.figure('Promoted, at the latest, after', Math.round(Math.max(...promotedMs)), 'ms');
    findings.figure(
      'Signatures again, median, after',
      Math.round(backMs.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0),
      'ms',
      BACK_MS_WANTED,
    );
    findings.figure('Signatures again, at the latest, after', Math.round(Math.max(...backMs)), 'ms', BACK_MS_WANTED);
    if (isSynchronous) return await findings.conclude(bank);
    // A link or token that the standby never received is refused, and its customer stops. The checker finds what was lost.
    const { violations } = await bank.finish((error) => findings.note(`A customer was refused what the standby did not know: ${String(error)}`));
    const lost = violations.filter(({ invariant }) => invariant === 'I6').length;
    findings.note(
      `Acknowledged and not there afterwards, or told otherwise: ${lost}. That is what an asynchronous standby may cost; use a synchronous one`,
    );
    findings.must(
      'what the standby has is consistent (I1 to I5, I8)',
      violations.every(({ invariant }) => invariant === 'I6' || invariant === 'I7'),
    );
    return findings.report();
  } finally {
    await bank.close();
    await wire.close();
    for (const server of [...gone, primary]) await server.stop();
  }
}

/** After this call the primary acknowledges a commit only when the standby has it. */
async function waitForStandby(primary: PostgresServer): Promise<void> {
  await ask(primary, "alter system set synchronous_standby_names = 'standby'");
  await ask(primary, 'select pg_reload_conf()');
  while ((await ask(primary, "select 1 from pg_stat_replication where sync_state = 'sync'")).length === 0) await delay(POLL_MS);
}

async function ask({ url }: PostgresServer, text: string): Promise<readonly unknown[]> {
  const database = await openDatabase({ dataDir: '', databaseUrl: url });
  return database.query(text).finally(() => database.close());
}
