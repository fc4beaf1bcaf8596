/**
 * Measures how readers of PDF receipts slow down other callers on PostgreSQL: one application reads the status of a payment, alone and beside many
 * readers. The readers request new receipts first, and then receipts that were created before. Every round begins with a new server, whose cache is
 * empty.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createDatabase, freePort, jsonOf, member, type PorticoProcess, startPortico, textOf } from '@portico/testkit';
import { Client } from 'pg';
import { runLoad, SERVER_SETTINGS } from './developers/processes.ts';
import { FUTURE_PAYMENT } from './kinds/kinds-to-sign.ts';
import { layReady, openPayers, type Payer } from './kinds/payers.ts';
import type { Query } from './signing/rehearsal.ts';
import { percentile, type Spread, spreadOf } from './statistics.ts';

const READERS = 40;
const READERS_AT_FIRST = 4;
/** Sessions of each customer, because the number of PDFs per session is limited. */
const SESSIONS_EACH = 8;
const RECEIPTS_EACH = 8;
const LANGUAGES = ['en', 'lv', 'lt', 'et', 'ru'];
const PATH = '/bank/receipts/signed';
const WARM_UP_SECONDS = 3;

export interface ReceiptsOptions {
  readonly clusterUrl: string;
  readonly folder: string;
  readonly rounds: number;
  readonly seconds: number;
}

/** Milliseconds of the status call, over all rounds. */
export interface CheapCall {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

export interface ReceiptsCost {
  readonly readers: number;
  readonly alone: CheapCall;
  readonly besideDrawing: CheapCall;
  readonly besideReading: CheapCall;
  /** PDFs per second: created for the request, and from the cache. */
  readonly drawn: Spread;
  readonly read: Spread;
}

interface Reading {
  /** Cookie of the session, and the path of a receipt of its customer. */
  readonly cookie: string;
  readonly path: string;
}

interface Ready {
  readonly status: { readonly path: string; readonly headers: Readonly<Record<string, string>> };
  /** Each requests another PDF. */
  readonly different: readonly Reading[];
  /** For each customer always the same PDF. */
  readonly same: readonly Reading[];
}

export async function measureReceipts({ clusterUrl, folder, rounds, seconds }: ReceiptsOptions): Promise<ReceiptsCost> {
  const dataDir = join(folder, 'receipts');
  await mkdir(dataDir, { recursive: true });
  const databaseUrl = await createDatabase(clusterUrl);
  const port = await freePort();
  const start = () => startPortico({ port, dataDir, databaseUrl, env: SERVER_SETTINGS });
  const first = await start();
  const ready = await withDatabase(databaseUrl, (query) => signAndSignIn(first, dataDir, query)).finally(() => first.stop());

  const times = { alone: [] as number[], besideDrawing: [] as number[], besideReading: [] as number[] };
  const rates = { drawn: [] as number[], read: [] as number[] };
  for (let round = 1; round <= rounds; round += 1) {
    const portico = await start();
    try {
      const callStatus = async (forSeconds = seconds) =>
        (await runLoad(portico, { clients: 1, seconds: forSeconds, method: 'GET', path: ready.status.path, callers: [ready.status.headers] }))
          .milliseconds;
      const read = async (readings: readonly Reading[]) => {
        const order = { clients: READERS, seconds, method: 'GET' as const, path: PATH };
        const callers = readings.map(({ cookie }) => ({ cookie }));
        const { answered, seconds: took } = await runLoad(portico, { ...order, callers, paths: readings.map(({ path }) => path) });
        return answered / took;
      };
      await callStatus(WARM_UP_SECONDS);
      times.alone.push(...(await callStatus()));
      const [drawn, besideDrawing] = await Promise.all([read(ready.different), callStatus()]);
      await readOnce(portico, ready.same);
      const [reread, besideReading] = await Promise.all([read(ready.same), callStatus()]);
      times.besideDrawing.push(...besideDrawing);
      times.besideReading.push(...besideReading);
      rates.drawn.push(drawn);
      rates.read.push(reread);
      console.log(`  receipts, round ${round}: ${drawn.toFixed(0)} drawn and ${reread.toFixed(0)} read per second`);
    } finally {
      await portico.stop();
    }
  }
  return {
    readers: READERS,
    alone: cheapCall(times.alone),
    besideDrawing: cheapCall(times.besideDrawing),
    besideReading: cheapCall(times.besideReading),
    drawn: spreadOf(rates.drawn),
    read: spreadOf(rates.read),
  };
}

/** Requests each PDF once, so that it is in the cache. */
async function readOnce(portico: PorticoProcess, readings: readonly Reading[]): Promise<void> {
  const once = [...new Map(readings.map((reading) => [reading.path, reading])).values()];
  await runLoad(portico, {
    clients: READERS_AT_FIRST,
    method: 'GET',
    path: PATH,
    callers: once.map(({ cookie }) => ({ cookie })),
    paths: once.map(({ path }) => path),
  });
}

/** Each customer signs some payments for a later day, which do not change, and opens further sessions. */
async function signAndSignIn(portico: PorticoProcess, dataDir: string, query: Query): Promise<Ready> {
  const payers = await openPayers(portico, dataDir, query);
  const [owner] = payers;
  if (owner === undefined) throw new Error('The seed has no payers.');
  let paymentId = '';
  for (const payer of payers) {
    for (let count = 0; count < RECEIPTS_EACH; count += 1) {
      const ready = await layReady(payer, FUTURE_PAYMENT);
      await ready.sign();
      if (payer === owner) paymentId = ready.paymentId;
    }
  }
  const sessions = [payers];
  while (sessions.length < SESSIONS_EACH) sessions.push(await openPayers(portico, dataDir, query));

  const receipts = await Promise.all(payers.map(receiptsOf));
  const different = LANGUAGES.flatMap((language) =>
    Array.from({ length: RECEIPTS_EACH }, (_, at) => at).flatMap((at) =>
      payers.map((_, index) => readingOf(sessions[at % SESSIONS_EACH]?.[index] ?? owner, `${receipts[index]?.[at]}`, language)),
    ),
  );
  const same = sessions.flatMap((signedIn) => signedIn.map((payer, index) => readingOf(payer, `${receipts[index]?.[0]}`, 'en')));
  const status = { path: `/api/v1/${FUTURE_PAYMENT.path}/${paymentId}/status`, headers: { authorization: `Bearer ${owner.token}` } };
  return { status, different, same };
}

async function receiptsOf({ browser }: Payer): Promise<readonly string[]> {
  const list = member(jsonOf(await browser.send('GET', PATH)), 'receipts');
  if (!Array.isArray(list) || list.length < RECEIPTS_EACH) throw new Error('A customer has fewer receipts than payments were signed.');
  return list.map((entry) => textOf(entry, 'receiptId'));
}

function readingOf({ browser }: Payer, receiptId: string, language: string): Reading {
  return { cookie: browser.cookieHeader(PATH), path: `${PATH}/${receiptId}/pdf?language=${language}` };
}

function cheapCall(milliseconds: readonly number[]): CheapCall {
  return { p50: percentile(milliseconds, 0.5), p99: percentile(milliseconds, 0.99), max: percentile(milliseconds, 1) };
}

async function withDatabase<Result>(databaseUrl: string, work: (query: Query) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await work(async (text) => (await client.query(text)).rows);
  } finally {
    await client.end();
  }
}
