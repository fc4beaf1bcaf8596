/**
 * Measures the kinds of payments on PostgreSQL: signatures of each kind per second, the time of a large bulk payment until its last item is booked,
 * and due payments executed per minute. The bulk payment is compared with the same statements in one plain transaction. All payments are created and
 * opened through public calls.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { instantAt, nextT2BusinessDay } from '@portico/primitives';
import { createDatabase, freePort, type PorticoProcess, startPortico } from '@portico/testkit';
import { Client } from 'pg';
import { bulkOf, FUTURE_PAYMENT, KINDS, type KindToSign } from './kinds/kinds-to-sign.ts';
import { layReady, openPayers, type Payer } from './kinds/payers.ts';
import { type CapturedStatement, openStatementDoor } from './signing/capture-statements.ts';
import type { Query } from './signing/rehearsal.ts';
import { type Spread, spreadOf } from './statistics.ts';

const CLIENTS = 8;
const POLL_MS = 20;
const DAY_MS = 86_400_000;
/** The limit for a bulk payment, and for all due payments. */
const DONE_MS_MAX = 30 * 60_000;
const WARM_UP = 20;

export interface KindsOptions {
  readonly clusterUrl: string;
  readonly folder: string;
  readonly rounds: number;
  /** Number of payments of each kind that are signed in each round. */
  readonly signed: number;
  readonly items: number;
  readonly due: number;
}

export interface KindsCost {
  readonly perSecond: ReadonlyMap<string, Spread>;
  readonly signed: number;
  readonly bulk: {
    readonly items: number;
    /** Seconds from the start of the PUT to its response, to the last booking, and of the same statements in one transaction. */
    readonly signed: Spread;
    readonly booked: Spread;
    readonly bare: Spread;
    readonly statements: number;
  };
  readonly due: { readonly payments: number; readonly customers: number; readonly perMinute: number };
}

interface Place {
  readonly dataDir: string;
  readonly databaseUrl: string;
}

export async function measureKinds(options: KindsOptions): Promise<KindsCost> {
  const folder = join(options.folder, 'kinds');
  await mkdir(folder, { recursive: true });
  const place = { dataDir: join(folder, 'data'), databaseUrl: await createDatabase(options.clusterUrl) };
  await (await startServer(place)).stop();
  await withDatabase(place.databaseUrl, openBankingDay);
  const signing = await measureSigned(place, options);
  const bulk = await measureBulk(place, options);
  return { ...signing, bulk, due: await measureDue(place, options) };
}

/** All kinds alternate, so that a busy moment of the machine affects them alike. */
async function measureSigned(place: Place, { rounds, signed }: KindsOptions): Promise<Pick<KindsCost, 'perSecond' | 'signed'>> {
  const rates = new Map(KINDS.map(({ name }) => [name, [] as number[]]));
  await withServer(place, place.databaseUrl, async (payers) => {
    for (const kind of KINDS) await signMany(payers, kind, Math.min(signed, WARM_UP));
    for (let round = 1; round <= rounds; round += 1) {
      for (const kind of KINDS) rates.get(kind.name)?.push(await signMany(payers, kind, signed));
      console.log(`  kinds, round ${round}: ${[...rates].map(([name, all]) => `${name} ${Math.round(all.at(-1) ?? 0)}`).join(', ')} per second`);
    }
  });
  return { signed, perSecond: new Map([...rates].map(([name, all]) => [name, spreadOf(all)])) };
}

/** Returns the signatures per second. */
async function signMany(payers: readonly Payer[], kind: KindToSign, count: number): Promise<number> {
  const ready = await inParallel(count, (index) => layReady(payerOf(payers, index), kind));
  const startedAt = performance.now();
  await inParallel(count, async (index) => ready[index]?.sign());
  return count / ((performance.now() - startedAt) / 1000);
}

/**
 * The database is copied when the bulk payment is open and shown. The server signs and books on the original through a proxy that records its
 * statements. The recorded statements are then sent to the copy, in one transaction on one connection.
 */
async function measureBulk(place: Place, { rounds, items }: KindsOptions): Promise<KindsCost['bulk']> {
  const seconds = { signed: [] as number[], booked: [] as number[], bare: [] as number[] };
  let statements = 0;
  for (let round = 1; round <= rounds; round += 1) {
    const ready = await withServer(place, place.databaseUrl, (payers) => layReady(payerOf(payers, round), bulkOf(items)));
    const copy = await copyDatabase(place.databaseUrl);
    const door = await openStatementDoor(place.databaseUrl);
    const portico = await startServer({ ...place, databaseUrl: door.url }, Number(new URL(ready.origin).port));
    const captured = await withDatabase(place.databaseUrl, async (query) => {
      door.take();
      const startedAt = performance.now();
      await ready.result.sign();
      seconds.signed.push((performance.now() - startedAt) / 1000);
      const booked = `select 1 from payment where payment_id = '${ready.result.paymentId}' and status in ('ACSC', 'ACCC')`;
      await until(async () => (await query(booked)).length > 0);
      seconds.booked.push((performance.now() - startedAt) / 1000);
      return door.take().filter(isWork);
    }).finally(async () => {
      await portico.stop();
      door.close();
    });
    statements = captured.length;
    seconds.bare.push(await replay(copy, captured));
    const [booked, bare] = [seconds.booked.at(-1) ?? 0, seconds.bare.at(-1) ?? 0];
    console.log(`  kinds, round ${round}: a bulk of ${items} booked in ${booked.toFixed(2)} s, its statements alone in ${bare.toFixed(2)} s`);
  }
  return { items, signed: spreadOf(seconds.signed), booked: spreadOf(seconds.booked), bare: spreadOf(seconds.bare), statements };
}

/** Copies payments that were signed in advance, and their jobs. Then it moves the bank's clock to their execution date. */
async function measureDue(place: Place, { due }: KindsOptions): Promise<KindsCost['due']> {
  const { result: originals } = await withServer(place, place.databaseUrl, async (payers) => {
    const all = await Promise.all(payers.map((payer) => layReady(payer, FUTURE_PAYMENT)));
    for (const { sign } of all) await sign();
    return all.map(({ paymentId }) => paymentId);
  });
  const each = Math.ceil(due / originals.length);
  await withDatabase(place.databaseUrl, async (query) => {
    for (const paymentId of originals) await copyDue(query, paymentId, each);
    await query('analyze');
    // The time is after the morning of that day, so the jobs are due.
    await query(`update sandbox set clock_offset_ms = clock_offset_ms + (select extract(epoch from max(execute_at) - now()) * 1000
      from payment where payment_id = '${originals[0]}') - clock_offset_ms + ${DAY_MS / 24}`);
    await query(`update jobs.job set start_after = now() where name = 'payments.execute' and state = 'created'`);
  });
  const portico = await startServer(place);
  try {
    return await withDatabase(place.databaseUrl, async (query) => {
      const executed = async () =>
        Number((await query(`select count(*) from payment where payment_id like 'pay_due%' and status = 'ACSC'`))[0]?.count);
      const [startedAt, before] = [performance.now(), await executed()];
      const payments = each * originals.length;
      await until(async () => (await executed()) >= payments, 10 * POLL_MS);
      const perMinute = ((payments - before) / (performance.now() - startedAt)) * 60_000;
      console.log(`  kinds: ${Math.round(perMinute)} due payments executed per minute`);
      return { payments, customers: originals.length, perMinute };
    });
  } finally {
    await portico.stop();
  }
}

/** Copies the rows of `paymentId` under other ids, each with its own job. */
async function copyDue(query: Query, paymentId: string, count: number): Promise<void> {
  const id = `'pay_due' || right('${paymentId}', 13) || lpad(i::text, 6, '0')`;
  const columns = await query(`select column_name as name from information_schema.columns where table_schema = 'public' and table_name = 'payment'
    and is_generated = 'NEVER' order by ordinal_position`);
  const names = columns.map(({ name }) => String(name));
  const values = names.map((name) => (name === 'payment_id' ? id : name));
  await query(`insert into payment (${names.join(', ')}) select ${values.join(', ')} from payment, generate_series(1, ${count}) as i
    where payment_id = '${paymentId}'`);
  await query(`insert into payment_status_change (payment_id, position, sandbox_id, from_status, status, changed_at)
    select ${id}, position, sandbox_id, from_status, status, changed_at from payment_status_change, generate_series(1, ${count}) as i
    where payment_id = '${paymentId}'`);
  await query(`insert into jobs.job select (jsonb_populate_record(original, jsonb_build_object('id', gen_random_uuid(), 'start_after', now(),
      'singleton_key', ${id}, 'data', original.data || jsonb_build_object('paymentId', ${id})))).*
    from jobs.job as original, generate_series(1, ${count}) as i
    where name = 'payments.execute' and state = 'created' and data ->> 'paymentId' = '${paymentId}'`);
}

/** True for the payment's own statements. Those of the job queue and the ends of transactions are left out, because the replay is one transaction. */
function isWork({ text }: CapturedStatement): boolean {
  return !text.includes('jobs') && !/^\s*(begin|start transaction|commit|rollback|listen|notify)\b/i.test(text);
}

/** Returns the seconds. */
async function replay(databaseUrl: string, statements: readonly CapturedStatement[]): Promise<number> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const names = new Map<string, string>();
  for (const { text } of statements) names.set(text, names.get(text) ?? `s${names.size}`);
  try {
    const startedAt = performance.now();
    await client.query('begin');
    for (const { text, values } of statements) await client.query({ name: names.get(text) ?? '', text, values: [...values] });
    await client.query('commit');
    return (performance.now() - startedAt) / 1000;
  } finally {
    await client.end();
  }
}

interface Served<Result> {
  readonly origin: string;
  readonly result: Result;
}

/** Runs the work with a server and its payers, then stops the server. */
async function withServer<Result>(
  { dataDir }: Place,
  databaseUrl: string,
  work: (payers: readonly Payer[]) => Promise<Result>,
): Promise<Served<Result>> {
  const portico = await startServer({ dataDir, databaseUrl });
  try {
    const payers = await withDatabase(databaseUrl, (query) => openPayers(portico, dataDir, query));
    return { origin: portico.origin, result: await work(payers) };
  } finally {
    await portico.stop();
  }
}

async function startServer({ dataDir, databaseUrl }: Place, port?: number): Promise<PorticoProcess> {
  return startPortico({
    port: port ?? (await freePort()),
    dataDir,
    databaseUrl,
    env: { PORTICO_DEVICE_ANSWER_SECONDS: '0', PORTICO_RATE_LIMIT_PER_MINUTE: '0' },
  });
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

/** Ordinary payments are executed on the mornings of business days, and at once when it is one. */
async function openBankingDay(query: Query): Promise<void> {
  const now = new Date();
  const morning = instantAt('Europe/Tallinn', nextT2BusinessDay(now.toISOString().slice(0, 10)), '09:00');
  await query(`update sandbox set clock_offset_ms = ${morning.getTime() - now.getTime()}`);
}

/** Requires that no connection to the original is open. */
async function copyDatabase(databaseUrl: string): Promise<string> {
  const copy = new URL(databaseUrl);
  copy.pathname = `${copy.pathname}_${Date.now().toString(36)}`;
  const cluster = new URL(databaseUrl);
  cluster.pathname = '/postgres';
  await withDatabase(cluster.href, (query) => query(`create database ${copy.pathname.slice(1)} template ${new URL(databaseUrl).pathname.slice(1)}`));
  return copy.href;
}

async function inParallel<Result>(count: number, work: (index: number) => Promise<Result>): Promise<readonly Result[]> {
  const results: Result[] = [];
  let next = 0;
  const client = async () => {
    while (next < count) {
      const index = next;
      next += 1;
      results[index] = await work(index);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return results;
}

async function until(isDone: () => Promise<boolean>, pauseMs = POLL_MS): Promise<void> {
  const deadline = performance.now() + DONE_MS_MAX;
  while (!(await isDone())) {
    if (performance.now() > deadline) throw new Error('What was measured did not come to its end.');
    await delay(pauseMs);
  }
}

function payerOf(payers: readonly Payer[], index: number): Payer {
  const payer = payers[index % payers.length];
  if (payer === undefined) throw new Error('The seed has no payers.');
  return payer;
}
