/**
 * The rounds that kill servers and databases, in their long form: a line per kill, a summary per database. `FAULTS_KILLS` sets the number;
 * `FAULTS_MINUTES` ends the kills of a database early.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { type BankUnderLoad, openBankUnderLoad } from '../bank-under-load.ts';
import type { BankRows } from '../check/bank-store.ts';
import { countOpenFiles } from '../check/check-bank.ts';
import type { Report } from '../findings.ts';
import { type Servers, SPENT } from '../load/over-servers.ts';
import { type Results, resultLines } from '../result-lines.ts';
import { ACKNOWLEDGED, ANYWHERE, type Kill, killServers, listCrashPoints } from './kill-servers.ts';
import { replaceServers } from './replace-servers.ts';
import { restartPostgres } from './restart-postgres.ts';

type Say = (text: string) => void;

const KILLS = Number(process.env.FAULTS_KILLS ?? 200);
const MINUTES = Number(process.env.FAULTS_MINUTES ?? 60);
const POSTGRES_RESTARTS = Math.ceil(KILLS / 10);
const REPLACEMENTS = Math.ceil(KILLS / 40);
const BROWSERS = 12;
/**
 * After this time every ordinary payment must be settled. A job that died with its server is retried after a minute. After several deaths it waits up
 * to five minutes more. If the queue has given it up, the search for lost executions finds it, which runs every five minutes.
 */
const SETTLE_MS = KILLS < 50 ? 80_000 : 11 * 60_000;
/** The wanted limits: the only server is ready again within this time; of two servers, the other one responds within this time. */
const READY_MS_WANTED = 3_000;
const SILENCE_MS_WANTED = 1_000;
/** The pool's connections to the database, if all are in use. */
const POOL_FILES = 20;

/** Every crash point twice; between them kills at any moment and at the moment of an acknowledgement. Then the list repeats. */
async function listOrders(): Promise<readonly string[]> {
  const points = await listCrashPoints();
  const round = points.flatMap((point, index) => [point, index % 2 === 0 ? ACKNOWLEDGED : ANYWHERE, point]);
  return Array.from({ length: KILLS }, (_, turn) => round[turn % round.length] ?? ANYWHERE);
}

/** F1. */
export async function killEmbedded(say: Say): Promise<Report> {
  const startedAt = performance.now();
  const bank = await openBankUnderLoad({ serverCount: 1, browsers: BROWSERS });
  try {
    const kills = await kill(bank, 1, say);
    const longestSilenceMs = bank.servers.longestSilenceMs();
    return await conclude('PGlite, one server', bank, { say, kills, startedAt, longestSilenceMs, notes: [], wanted: { readyMs: READY_MS_WANTED } });
  } finally {
    await bank.close();
  }
}

/** F2, F3, F13 and I9. */
export async function killOnPostgres(clusterUrl: string, say: Say): Promise<Report> {
  const startedAt = performance.now();
  const bank = await openBankUnderLoad({ clusterUrl, serverCount: 2, browsers: BROWSERS });
  try {
    const kills = await kill(bank, 2, say);
    // Read before PostgreSQL is killed, because then no server can respond.
    const longestSilenceMs = bank.servers.longestSilenceMs();
    const restartsMs: number[] = [];
    for (let round = 1; round <= POSTGRES_RESTARTS; round += 1) {
      await delay(1_000);
      restartsMs.push(await restartPostgres(bank, 2));
      say(`F3  ${round}/${POSTGRES_RESTARTS}  PostgreSQL killed, both servers ready after ${Math.round(restartsMs.at(-1) ?? 0)} ms`);
    }
    const lost: string[] = [];
    let sentAway = 0;
    for (let round = 1; round <= REPLACEMENTS; round += 1) {
      const replaced = await replaceServers(bank, 2);
      sentAway += replaced.sentAway;
      lost.push(...replaced.lost);
      say(
        `F13 ${round}/${REPLACEMENTS}  exits ${replaced.exitCodes.join(', ')}; sent away ${replaced.sentAway}; lost ${JSON.stringify(replaced.lost)}`,
      );
    }
    const notes = [
      ...(bank.isBehindNginx ? ['Customers reached the servers through nginx (`deploy/nginx.conf`)'] : []),
      `F3: ${restartsMs.length} kills of PostgreSQL, ready again after ${range(restartsMs)} ms`,
      `F13: ${2 * REPLACEMENTS} replacements by SIGTERM, ${sentAway} calls sent away with 503 and repeated, failed otherwise: ${lost.join(', ') || 'none'}`,
      ...(await compareOpenFiles(bank)),
    ];
    return await conclude('PostgreSQL, two servers', bank, {
      say,
      kills,
      startedAt,
      longestSilenceMs,
      notes,
      wanted: { silenceMs: SILENCE_MS_WANTED },
    });
  } finally {
    await bank.close();
  }
}

async function kill(bank: BankUnderLoad, serverCount: number, say: Say): Promise<readonly Kill[]> {
  const orders = await listOrders();
  let done = 0;
  return killServers(bank, {
    serverCount,
    // With two servers a turn is two kills.
    orders: orders.slice(0, Math.ceil(KILLS / serverCount)),
    minutes: MINUTES,
    onKill({ where, readyMs, isAsOrdered }) {
      done += 1;
      const how = isAsOrdered ? where : `${where} (not reached; killed anywhere)`;
      say(
        `kill ${done}/${KILLS}  ${readyMs === undefined ? '' : `ready after ${Math.round(readyMs)} ms, `}died at ${how}; ${bank.load.answered()} signatures answered so far`,
      );
    },
  });
}

/** I9: a server that saw crashes, lost databases and cut calls keeps no file open for them. */
async function compareOpenFiles(bank: BankUnderLoad): Promise<readonly string[]> {
  const { pid } = bank.server(0).child;
  const atFirst = countOpenFiles(pid);
  for (let round = 0; round < 5; round += 1) {
    await delay(1_000);
    await restartPostgres(bank, 2);
  }
  await delay(5_000);
  const atLast = countOpenFiles(pid);
  if (atFirst === undefined || atLast === undefined) return [];
  if (atLast > atFirst + POOL_FILES + BROWSERS) throw new Error(`The surviving server keeps ${atLast} files open, at first ${atFirst}.`);
  return [`I9: open files of a server before and after five more restarts of PostgreSQL: ${atFirst} and ${atLast}`];
}

interface Run {
  readonly say: Say;
  readonly kills: readonly Kill[];
  readonly startedAt: number;
  /** Measured while servers were killed. */
  readonly longestSilenceMs: number;
  readonly notes: readonly string[];
  readonly wanted: Results['wanted'];
}

async function conclude(title: string, bank: BankUnderLoad, { say, kills, startedAt, longestSilenceMs, notes, wanted }: Run): Promise<Report> {
  await bank.load.stop();
  say('Waiting until every ordinary payment is settled …');
  await delay(SETTLE_MS);
  const checked = await bank.finish();
  const operations = bank.history.read();
  const pending = countPending(checked.bank);
  const lines = resultLines({
    kills,
    operations,
    checked,
    longestSilenceMs,
    wanted,
    notes: [
      ...notes,
      `Calls that were begun again, sign-ins included, by what the customer met: ${listUnanswered(bank.servers)}`,
      `Payments and runs not settled in the end: ${pending}`,
    ],
  });
  lines.push(`Minutes: ${((performance.now() - startedAt) / 60_000).toFixed(1)}`);
  for (const line of lines) say(`  ${line}`);
  return {
    title,
    lines,
    isSound: checked.violations.length === 0 && pending === 0,
    raw: { title, lines, kills, unanswered: Object.fromEntries(bank.servers.unanswered), violations: checked.violations },
  };
}

function listUnanswered({ unanswered }: Servers): string {
  return (
    [...unanswered]
      .map(([reason, count]) => `${reason} ${count}${reason === SPENT ? ' (a server that died had used up the way back from a sign-in)' : ''}`)
      .join(', ') || 'nothing'
  );
}

/** Counts signed orders that are neither booked nor ended: held payments, and agreements due at once without a run. */
function countPending({ payments }: BankRows): number {
  const withRuns = new Set(payments.map(({ partOf }) => partOf));
  return payments.filter(
    ({ hold, kind, partOf, status, paymentId }) =>
      hold === 'held' || (kind === 'periodic-payment' && partOf === null && status === 'ACTC' && !withRuns.has(paymentId)),
  ).length;
}

function range(values: readonly number[]): string {
  return `${Math.round(Math.min(...values))} to ${Math.round(Math.max(...values))}`;
}
