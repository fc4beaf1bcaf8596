/**
 * Measures reads of accounts on PostgreSQL: Portico, and a minimal server that sends the same statements, alternately on the same tables. The unit is
 * one `GET …/balances` or `GET …/transactions` (one full page) until its 200. Each checks token, consent and right, counts and records the use, and
 * is for another customer.
 */
import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createDatabase, freePort, overHttp, type PorticoProcess, startPortico } from '@portico/testkit';
import { Client } from 'pg';
import type { BareRead } from './accounts/bare-server.ts';
import { copies, copyBookings, copyCustomers, makeOriginal, slotsOf } from './accounts/rehearsal.ts';
import { runLoad } from './developers/processes.ts';
import { openStatementDoor } from './signing/capture-statements.ts';
import { processorMs, startProcess, stopChild } from './signing/processes.ts';
import { type Query, settleTables } from './signing/rehearsal.ts';
import type { StatementPattern } from './signing/statements.ts';
import { percentile, type Spread, spreadOf } from './statistics.ts';

const CUSTOMERS = 100;
const CLIENTS = 16;
const PAGE = 50;
/** Time for the runtime to compile hot code. */
const WARM_UP_SECONDS = 15;
/** Statements of recurring jobs go through the same proxy, so the shortest capture of this number of reads is used. */
const REHEARSED = 5;
/** Node.js options of the server, e.g. `--cpu-prof --cpu-prof-dir=profiles`. */
const SERVER_NODE_OPTIONS = process.env.BENCH_SERVER_NODE_OPTIONS ?? '';

export const READS = ['balances', 'transactions'] as const;
export type Read = (typeof READS)[number];

export interface AccountsOptions {
  readonly clusterUrl: string;
  readonly folder: string;
  readonly rounds: number;
  readonly seconds: number;
}

export interface AccountsCost {
  readonly bookings: number;
  readonly prefillSeconds: number;
  readonly reads: Readonly<Record<Read, ReadCost>>;
}

interface ReadCost {
  readonly patterns: readonly StatementPattern[];
  readonly portico: Side;
  readonly bare: Side;
}

interface Side {
  readonly perSecond: Spread;
  /** Processor time of the server's process per read, in milliseconds. */
  readonly processorMs: Spread;
  /** Milliseconds in the median round. */
  readonly p50: number;
  readonly p99: number;
}

interface Turn {
  readonly perSecond: number;
  readonly processorMs: number;
  readonly milliseconds: readonly number[];
}

export async function measureAccounts(options: AccountsOptions, bookings: number): Promise<AccountsCost> {
  const folder = join(options.folder, `accounts-${bookings}`);
  await mkdir(folder, { recursive: true });
  const databaseUrl = await createDatabase(options.clusterUrl);
  const client = new Client({ connectionString: databaseUrl });
  // After a failed measurement the cluster stops and this connection fails. The first error is the one to report.
  client.on('error', () => {});
  await client.connect();
  const query: Query = async (text) => (await client.query(text)).rows;
  const dataDir = join(folder, 'data');
  const rehearsed = await rehearse(query, { databaseUrl, dataDir, bookings });
  const portico = await startServer(dataDir, databaseUrl);
  const reads: readonly BareRead[] = READS.map((name) => ({ name, patterns: rehearsed.patterns[name] }));
  const bare = await startProcess('accounts/bare-server.ts', { port: await freePort(), databaseUrl, reads }, folder);
  const servers = { portico, bare: { origin: `http://localhost:${bare.port}`, child: bare.child } };

  async function turn(name: keyof typeof servers, read: Read, seconds: number): Promise<Turn> {
    const server = servers[name];
    const before = processorMs(server.child) ?? Number.NaN;
    const result = await runLoad(server, { clients: CLIENTS, seconds, method: 'GET', ...ordersOf(read) });
    const used = (processorMs(server.child) ?? Number.NaN) - before;
    return { perSecond: result.answered / result.seconds, processorMs: used / result.answered, milliseconds: result.milliseconds };
  }

  const costs = new Map<Read, ReadCost>();
  try {
    for (const read of READS) {
      const turns = { portico: [] as Turn[], bare: [] as Turn[] };
      for (const name of ['portico', 'bare'] as const) await turn(name, read, WARM_UP_SECONDS);
      for (let round = 1; round <= options.rounds; round += 1) {
        for (const name of ['portico', 'bare'] as const) turns[name].push(await turn(name, read, options.seconds));
        const [ours, theirs] = [turns.portico, turns.bare].map((all) => Math.round(all.at(-1)?.perSecond ?? 0));
        console.log(`  ${read}, ${bookings} bookings, round ${round}: Portico ${ours}, bare server ${theirs} per second`);
      }
      costs.set(read, { patterns: rehearsed.patterns[read], portico: sideOf(turns.portico), bare: sideOf(turns.bare) });
    }
  } finally {
    await Promise.all([portico.stop(), stopChild(bare.child), client.end()]);
  }
  return { bookings, prefillSeconds: rehearsed.prefillSeconds, reads: { balances: of(costs, 'balances'), transactions: of(costs, 'transactions') } };
}

function of(costs: ReadonlyMap<Read, ReadCost>, read: Read): ReadCost {
  const cost = costs.get(read);
  if (cost === undefined) throw new Error(`Nothing was measured of ${read}.`);
  return cost;
}

/**
 * Creates original and copies, and captures the statements of one read. The server for this is not measured; its connections go through a recording
 * proxy.
 */
async function rehearse(query: Query, order: { readonly databaseUrl: string; readonly dataDir: string; readonly bookings: number }) {
  const { databaseUrl, dataDir, bookings } = order;
  const door = await openStatementDoor(databaseUrl);
  const portico = await startServer(dataDir, door.url);
  try {
    const original = await makeOriginal(query, portico, dataDir);
    const startedAt = performance.now();
    await copyCustomers(query, original, CUSTOMERS);
    await copyBookings(query, original, { bookings, customers: CUSTOMERS });
    await settleTables([query]);
    const prefillSeconds = (performance.now() - startedAt) / 1000;
    const transport = overHttp(portico.origin);
    const capture = async (read: Read): Promise<readonly StatementPattern[]> => {
      const captured: (readonly StatementPattern[])[] = [];
      for (let customer = 1; customer <= REHEARSED; customer += 1) {
        const { path, headers } = callerOf(read, customer);
        door.take();
        const answer = await transport({ method: 'GET', path, headers: { ...headers, 'x-request-id': randomUUID() } });
        if (answer.status !== 200) throw new Error(`The ${read} were not read: ${answer.status} ${answer.text}`);
        captured.push(toPatterns(door.take(), customer));
      }
      const [shortest] = captured.slice(1).toSorted((a, b) => a.length - b.length);
      if (shortest === undefined) throw new Error(`The ${read} were not rehearsed.`);
      return shortest;
    };
    return { prefillSeconds, patterns: { balances: await capture('balances'), transactions: await capture('transactions') } };
  } finally {
    await portico.stop();
    door.close();
  }
}

function toPatterns(captured: ReturnType<Awaited<ReturnType<typeof openStatementDoor>>['take']>, customer: number): readonly StatementPattern[] {
  const slots = Object.entries(slotsOf(customer));
  const toPattern = (value: string) => slots.reduce((text, [name, given]) => text.replaceAll(given, `{${name}}`), value);
  return captured
    .filter(({ text }) => !text.includes('pgboss'))
    .map(({ connection, text, values }) => ({ connection, text, values: values.map((value) => (value === null ? null : toPattern(value))) }));
}

function ordersOf(read: Read) {
  const callers = Array.from({ length: CUSTOMERS }, (_, at) => callerOf(read, at + 1));
  return { path: `…/${read}`, callers: callers.map(({ headers }) => headers), paths: callers.map(({ path }) => path) };
}

/** The customer is present, so the number of reads per day is not limited. Each is counted and recorded all the same. */
function callerOf(read: Read, customer: number) {
  const from = new Date(Date.now() - 85 * 86_400_000).toISOString().slice(0, 10);
  const query = { balances: '', transactions: `?bookingStatus=booked&itemsPerPage=${PAGE}&dateFrom=${from}` }[read];
  return {
    path: `/api/v1/accounts/${copies.accountId(customer)}/${read}${query}`,
    headers: { authorization: `Bearer ${copies.token(customer)}`, 'consent-id': copies.consentId(customer), 'psu-ip-address': '192.0.2.1' },
  };
}

function sideOf(turns: readonly Turn[]): Side {
  const middle = turns.toSorted((a, b) => a.perSecond - b.perSecond)[Math.floor((turns.length - 1) / 2)];
  const milliseconds = middle?.milliseconds ?? [];
  return {
    perSecond: spreadOf(turns.map(({ perSecond }) => perSecond)),
    processorMs: spreadOf(turns.map((turn) => turn.processorMs)),
    p50: percentile(milliseconds, 0.5),
    p99: percentile(milliseconds, 0.99),
  };
}

async function startServer(dataDir: string, databaseUrl: string): Promise<PorticoProcess> {
  return startPortico({
    port: await freePort(),
    dataDir,
    databaseUrl,
    env: { PORTICO_DEVICE_ANSWER_SECONDS: '0', PORTICO_RATE_LIMIT_PER_MINUTE: '0', NODE_OPTIONS: SERVER_NODE_OPTIONS },
  });
}
