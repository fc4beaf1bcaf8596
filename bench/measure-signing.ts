/**
 * Measures a signed payment on PostgreSQL: Portico, a minimal server that sends the same statements, and pgbench that sends them without a server,
 * alternately on the same tables. The unit is one `PUT /api/ui/payment` until its 200, for an open session with bank cookie and signing id. The
 * customer's device approves at once.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createDatabase, freePort, type PorticoProcess, startPortico } from '@portico/testkit';
import { Client } from 'pg';
import { type CapturedStatement, openStatementDoor } from './signing/capture-statements.ts';
import { type Fill, fillByCopy } from './signing/fill-by-copy.ts';
import type { LoadResult } from './signing/load.ts';
import { peakMemoryMb, processorMs, runLoad, startBareServer, stopChild } from './signing/processes.ts';
import {
  copyCustomers,
  copyPayments,
  FIRST_OPEN,
  FIRST_SIGNED,
  findOriginals,
  makeOriginals,
  type Query,
  readInternalAccounts,
  readPersonalCode,
  rewindClock,
  settleTables,
} from './signing/rehearsal.ts';
import { runPgbench, writePgbenchScript } from './signing/run-pgbench.ts';
import { type StatementPattern, toPatterns } from './signing/statements.ts';
import { percentile, type Spread, spreadOf } from './statistics.ts';

const CUSTOMERS = 5_000;
const CLIENTS = 16;
const CLIENTS_MANY = 50;
/** Time for the runtime to compile hot code. */
const WARM_UP_SECONDS = 15;
/** Number of open payments to prepare per second: far above the rate of any of the three on small machines. */
const PER_SECOND_MAX = 800;
/** Payments signed one by one to capture their statements; the first also fills caches. */
const REHEARSED = 6;
const COPYING_SECONDS_MAX = 60 * 60;
/** Node.js options of the server, e.g. `--cpu-prof --cpu-prof-dir=profiles`. */
const SERVER_NODE_OPTIONS = process.env.BENCH_SERVER_NODE_OPTIONS ?? '';

export interface SigningOptions {
  readonly clusterUrl: string;
  /** Folder of PostgreSQL's programs. */
  readonly bin: string;
  readonly folder: string;
  readonly rounds: number;
  readonly seconds: number;
}

export interface SigningCost {
  readonly payments: number;
  readonly prefillSeconds: number;
  readonly patterns: readonly StatementPattern[];
  /** Ids in the patterns that are different in another database, by name. */
  readonly internalAccounts: ReadonlyMap<string, string>;
  readonly portico: Spread;
  readonly bare: Spread;
  readonly pgbench: Spread;
  /** Kilobytes of write-ahead log per signed payment: what the database must write to disk, independent of the machine's load. */
  readonly walKb: { readonly portico: Spread; readonly bare: Spread; readonly pgbench: Spread };
  /** Processor time of the server's process per signed payment, in milliseconds: the figure that other load on the machine changes least. */
  readonly processorMs: { readonly portico: Spread; readonly bare: Spread };
  /** With 50 clients: milliseconds from the device's answer to the end of the PUT, and of the whole PUT. */
  readonly afterAnswer: Waits;
  readonly wholePut: Waits;
  readonly manyPerSecond: number;
  /** Highest resident memory of the server. */
  readonly memoryMb: number | undefined;
}

interface Waits {
  readonly count: number;
  readonly p50: number;
  readonly p99: number;
}

export async function measureSigning(options: SigningOptions, payments: number): Promise<SigningCost> {
  const { bin, rounds, seconds } = options;
  const folder = join(options.folder, `signing-${payments}`);
  await mkdir(folder, { recursive: true });
  const databaseUrl = await createDatabase(options.clusterUrl);
  const clients = [new Client({ connectionString: databaseUrl }), new Client({ connectionString: databaseUrl })] as const;
  // After a failed measurement the cluster stops and these connections fail. The first error is the one to report.
  for (const client of clients) client.on('error', () => {});
  await Promise.all(clients.map((client) => client.connect()));
  const connections = [toQuery(clients[0]), toQuery(clients[1])] as const;
  const [query] = connections;
  const fills = connections.map(() => fillByCopy({ bin, databaseUrl }));
  const rehearsal = await rehearse({ databaseUrl, dataDir: join(folder, 'data'), connections, fills, payments });
  const { originals, patterns } = rehearsal;

  const portico = await startServer(join(folder, 'data'), databaseUrl);
  const bare = await startBareServer({ port: await freePort(), databaseUrl, customers: CUSTOMERS, patterns }, folder);
  const script = await writePgbenchScript(databaseUrl, patterns, { clients: CLIENTS, customers: CUSTOMERS }, folder);
  const ports = { portico: portOf(portico), bare: bare.port };
  const children = { portico: portico.child, bare: bare.child };
  const processor = { portico: [] as number[], bare: [] as number[] };
  let next = rehearsal.next;
  let copied = next - 1;

  /** Ensures that enough payments are open and none has expired. */
  async function prepare(perSecond: number, forSeconds: number): Promise<void> {
    const last = next + Math.ceil(perSecond * forSeconds * 1.5);
    if (last > copied) await copyPayments(query, fills, originals.open, { first: copied + 1, last, customers: CUSTOMERS });
    copied = Math.max(copied, last);
    await rewindClock(query, originals);
  }
  async function load(
    to: 'portico' | 'bare',
    clients: number,
    forSeconds: number,
  ): Promise<LoadResult & { readonly processorMs: number; readonly walKb: number }> {
    await prepare(PER_SECOND_MAX, forSeconds);
    const walBefore = await readWalKb(query);
    const order = { port: ports[to], origin: portico.origin, clients, seconds: forSeconds, customers: CUSTOMERS, firstIndex: next };
    const before = processorMs(children[to]);
    const result = await runLoad(order);
    next = result.nextIndex;
    return {
      ...result,
      processorMs: ((processorMs(children[to]) ?? Number.NaN) - (before ?? Number.NaN)) / result.signed,
      walKb: ((await readWalKb(query)) - walBefore) / result.signed,
    };
  }
  async function bench(): Promise<{ readonly perSecond: number; readonly walKb: number }> {
    await prepare(PER_SECOND_MAX, seconds);
    const walBefore = await readWalKb(query);
    const { perSecond, signed } = await runPgbench(script, { bin, databaseUrl, clients: CLIENTS, seconds, firstIndex: next });
    // Its clients count independently; the fastest is ahead by this number at most.
    next += Math.ceil(signed * 1.3) + CLIENTS * 10;
    return { perSecond, walKb: ((await readWalKb(query)) - walBefore) / signed };
  }

  const rates = { portico: [] as number[], bare: [] as number[], pgbench: [] as number[] };
  const wal = { portico: [] as number[], bare: [] as number[], pgbench: [] as number[] };
  try {
    await load('portico', CLIENTS, WARM_UP_SECONDS);
    await load('bare', CLIENTS, WARM_UP_SECONDS);
    for (let round = 1; round <= rounds; round += 1) {
      for (const server of ['portico', 'bare'] as const) {
        const result = await load(server, CLIENTS, seconds);
        rates[server].push(perSecondOf(result));
        processor[server].push(result.processorMs);
        wal[server].push(result.walKb);
      }
      const alone = await bench();
      rates.pgbench.push(alone.perSecond);
      wal.pgbench.push(alone.walKb);
      const [ours, theirs] = [rates.portico, rates.bare].map((all) => Math.round(all.at(-1) ?? 0));
      console.log(
        `  ${payments} payments, round ${round}: Portico ${ours}, bare server ${theirs}, pgbench ${Math.round(alone.perSecond)} per second`,
      );
    }
    const many = await load('portico', CLIENTS_MANY, seconds);
    const waits = await readWaits(query, many);
    return {
      payments,
      prefillSeconds: rehearsal.prefillSeconds,
      patterns,
      internalAccounts: await readInternalAccounts(query),
      portico: spreadOf(rates.portico),
      bare: spreadOf(rates.bare),
      pgbench: spreadOf(rates.pgbench),
      walKb: { portico: spreadOf(wal.portico), bare: spreadOf(wal.bare), pgbench: spreadOf(wal.pgbench) },
      processorMs: { portico: spreadOf(processor.portico), bare: spreadOf(processor.bare) },
      afterAnswer: spreadOfWaits(waits),
      wholePut: spreadOfWaits(many.puts.map(([, ms]) => ms)),
      manyPerSecond: perSecondOf(many),
      memoryMb: peakMemoryMb(portico.child),
    };
  } finally {
    await Promise.all([portico.stop(), stopChild(bare.child)]);
    await Promise.all(clients.map((client) => client.end()));
  }
}

/**
 * Creates originals and copies, and captures the statements of one signature. The server for this is not measured; its connections go through a
 * recording proxy.
 */
async function rehearse(order: {
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly connections: readonly [Query, ...Query[]];
  readonly fills: readonly Fill[];
  readonly payments: number;
}) {
  const { databaseUrl, dataDir, connections, fills, payments } = order;
  const [query] = connections;
  const rehearsed = FIRST_OPEN + REHEARSED - 1;
  const door = await openStatementDoor(databaseUrl);
  const portico = await startServer(dataDir, door.url);
  try {
    await makeOriginals(portico, dataDir, await readPersonalCode(query));
    const originals = await findOriginals(query);
    const startedAt = performance.now();
    await rewindClock(query, originals, COPYING_SECONDS_MAX);
    await copyCustomers(query, originals, CUSTOMERS);
    await copyPayments(query, fills, originals.signed, { first: FIRST_SIGNED, last: FIRST_SIGNED + payments - 1, customers: CUSTOMERS });
    await copyPayments(query, fills, originals.open, { first: FIRST_OPEN, last: rehearsed, customers: CUSTOMERS });
    await settleTables(connections);
    const prefillSeconds = (performance.now() - startedAt) / 1000;
    await rewindClock(query, originals);
    const sign = (index: number) =>
      runLoad({ port: portOf(portico), origin: portico.origin, clients: 1, seconds: 60, payments: 1, customers: CUSTOMERS, firstIndex: index });
    const captured: (readonly StatementPattern[])[] = [];
    for (let index = FIRST_OPEN; index <= rehearsed; index += 1) {
      door.take();
      await sign(index);
      captured.push(toPatterns(ofPayment(door.take()), index, CUSTOMERS));
    }
    return { originals, prefillSeconds, patterns: shortest(captured.slice(1)), next: rehearsed + 1 };
  } finally {
    await portico.stop();
    door.close();
  }
}

async function startServer(dataDir: string, databaseUrl: string): Promise<PorticoProcess> {
  return startPortico({
    port: await freePort(),
    dataDir,
    databaseUrl,
    env: { PORTICO_DEVICE_ANSWER_SECONDS: '0', PORTICO_RATE_LIMIT_PER_MINUTE: '0', NODE_OPTIONS: SERVER_NODE_OPTIONS },
  });
}

function toQuery(client: Client): Query {
  return async (text) => (await client.query(text)).rows;
}

function portOf({ origin }: PorticoProcess): number {
  return Number(new URL(origin).port);
}

/** Removes statements of other work on the same pool: the job queue's, and the transaction that writes the measured lines of many calls. */
function ofPayment(statements: readonly CapturedStatement[]): readonly CapturedStatement[] {
  const measuring = new Set<CapturedStatement>();
  for (const written of statements.filter(({ text }) => text.includes('into request_measure'))) {
    const onConnection = statements.filter(({ connection }) => connection === written.connection);
    const at = onConnection.indexOf(written);
    for (const statement of onConnection.slice(at - 1, at + 2)) measuring.add(statement);
  }
  return statements.filter((statement) => !measuring.has(statement) && !statement.text.includes('jobs.job'));
}

/** Statements of recurring jobs sometimes go through the same proxy, so the shortest capture is used. */
function shortest(captured: readonly (readonly StatementPattern[])[]): readonly StatementPattern[] {
  const [first] = captured.toSorted((a, b) => a.length - b.length);
  if (first === undefined) throw new Error('No payment was rehearsed.');
  return first;
}

async function readWalKb(query: Query): Promise<number> {
  const [row] = await query(`select (pg_current_wal_insert_lsn() - '0/0')::float8 / 1024 as kb`);
  return Number(row?.kb);
}

function perSecondOf({ signed, seconds }: LoadResult): number {
  return signed / seconds;
}

/** Milliseconds from the device's answer, by the database's clock, to the end of the PUT, by the client's clock. Both clocks are this machine's. */
async function readWaits(query: Query, { puts }: LoadResult): Promise<readonly number[]> {
  const first = Math.min(...puts.map(([index]) => index));
  const rows = await query(`select right(session_id, 26)::bigint as index, extract(epoch from answers_at) * 1000 as answered_at
    from signing_session join challenge using (challenge_id) where session_id like 'sgn_00000%' and right(session_id, 26)::bigint between ${first} and ${first + puts.length * 2}`);
  const answeredAt = new Map(rows.map((row) => [Number(row.index), Number(row.answered_at)]));
  return puts.map(([index, , endedAt]) => endedAt - (answeredAt.get(index) ?? Number.NaN));
}

function spreadOfWaits(values: readonly number[]): Waits {
  return { count: values.length, p50: percentile(values, 0.5), p99: percentile(values, 0.99) };
}
