/**
 * Measures statistics on PostgreSQL with many measured lines: counting a quarter (once, day by day), then its files and the page's figures from the
 * counts. The lines belong to a finished quarter and are spread evenly, with failures and refusals.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CLI_ENTRY, createDatabase, freePort, startPortico } from '@portico/testkit';
import { Client } from 'pg';
import { type Spread, spreadOf } from './statistics.ts';

export interface StatisticsOptions {
  readonly clusterUrl: string;
  readonly folder: string;
  readonly rounds: number;
}

export interface StatisticsCost {
  readonly lines: number;
  readonly prefillSeconds: number;
  /** `portico report`: counts every day of the quarter from its lines. */
  readonly countSeconds: number;
  /** Milliseconds until the last byte. */
  readonly csv: Spread;
  readonly pdf: Spread;
  /** The first PDF of this server. */
  readonly firstPdf: number;
  readonly page: Spread;
}

/** Number of lines inserted at once. */
const PIECE = 500_000;
const READS = 20;

export async function measureStatistics({ clusterUrl, folder, rounds }: StatisticsOptions, lines: number): Promise<StatisticsCost> {
  const dataDir = join(folder, `statistics-${lines}`);
  await mkdir(dataDir, { recursive: true });
  const databaseUrl = await createDatabase(clusterUrl);
  const { period, from, until } = lastQuarter(new Date());
  const server = await startPortico({ port: await freePort(), dataDir, databaseUrl, env: { PORTICO_RATE_LIMIT_PER_MINUTE: '0' } });
  try {
    const prefillSeconds = await timed(() => fillLines(databaseUrl, { lines, from, until }));
    const countSeconds = await timed(() => runReport({ DATABASE_URL: databaseUrl, PORTICO_DATA_DIR: dataDir }, period));
    const read = async (path: string) => {
      const milliseconds: number[] = [];
      for (let round = 0; round < rounds * READS; round += 1) {
        milliseconds.push(1000 * (await timed(() => readWhole(`${server.origin}/api/api/statistics/${path}`))));
      }
      return milliseconds;
    };
    const file = `file/${period.toLowerCase()}`;
    const [csv, pdf, page] = [await read(`${file}-csv`), await read(`${file}-pdf`), await read(`quarter/${period}`)];
    const [firstPdf = Number.NaN] = pdf;
    return { lines, prefillSeconds, countSeconds, csv: spreadOf(csv), pdf: spreadOf(pdf), firstPdf, page: spreadOf(page) };
  } finally {
    await server.stop();
  }
}

async function fillLines(databaseUrl: string, { lines, from, until }: { lines: number; from: Date; until: Date }): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const step = (until.getTime() - from.getTime()) / lines;
  try {
    for (let first = 0; first < lines; first += PIECE) {
      await client.query(
        `insert into request_measure (at, service, outcome, duration_ms, origin)
         select $1::timestamptz + i * $2::float8 * interval '1 millisecond',
           (array['accounts', 'consents', 'payments', 'bulk-payments', 'funds-confirmations', 'signing', 'bank-sign-in', 'oauth2'])[1 + i % 8],
           case when i % 997 = 0 then 'failed' when i % 31 = 0 then 'refused' else 'ok' end, (i * 7919) % 400, 'live'
         from generate_series($3::bigint, $4::bigint) as i`,
        [from, step, first, Math.min(lines, first + PIECE) - 1],
      );
    }
    await client.query('vacuum analyze request_measure');
  } finally {
    await client.end();
  }
}

async function runReport(env: Readonly<Record<string, string>>, period: string): Promise<void> {
  const child = spawn(process.execPath, [CLI_ENTRY, 'report', period], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [exitCode] = await once(child, 'exit');
  if (exitCode !== 0) throw new Error(`The report of ${period} ended with ${exitCode}.`);
}

async function readWhole(url: string): Promise<void> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}.`);
  await response.arrayBuffer();
}

async function timed(run: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await run();
  return (performance.now() - began) / 1000;
}

/** Whole days inside the last finished quarter, in any time zone of the bank. */
function lastQuarter(now: Date): { readonly period: string; readonly from: Date; readonly until: Date } {
  const running = Math.floor(now.getUTCMonth() / 3);
  const [year, quarter] = running === 0 ? [now.getUTCFullYear() - 1, 4] : [now.getUTCFullYear(), running];
  return { period: `${year}Q${quarter}`, from: new Date(Date.UTC(year, quarter * 3 - 3, 1)), until: new Date(Date.UTC(year, quarter * 3, 0)) };
}
