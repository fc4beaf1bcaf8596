/**
 * Measures developers' calls: the authentication of each call, an application with its test customers, and the first read of a history that was not
 * booked yet. It also compares calls with few and with many developers. The server creates everything except accounts and sessions.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { createDatabase, freePort, openDatabase, type PorticoProcess, startPortico } from '@portico/testkit';
import { copyUnguarded, runLoad, SERVER_SETTINGS, type Unguarded } from './developers/processes.ts';
import { percentile, type Spread, spreadOf } from './statistics.ts';

const CLIENTS = 16;
/** Developers send one call at a time; 100 calls are enough for a median. */
const SAMPLES = 100;
/** Each token needs a separate call. */
const TOKENS_MAX = 1_000;
/** Idle connections report their statistics to PostgreSQL after ten seconds at the latest. */
const STATISTICS_SECONDS = 11;
/** The guard is one lookup, and so is the first of these calls. It is the cheapest of the developers' calls, where the guard weighs most. */
const GUARDED = [
  { method: 'GET', path: '/api/tpp' },
  { method: 'GET', path: '/api/tpp/psu' },
] as const;
const FLAT = [...GUARDED, { method: 'GET', path: '/api/v1/account-list' }] as const;

export interface DevelopersOptions {
  /** Absent: the embedded database. */
  readonly clusterUrl?: string;
  readonly folder: string;
  readonly rounds: number;
  readonly seconds: number;
  readonly few: number;
  readonly many: number;
}

interface Waits {
  readonly p50: number;
  readonly p99: number;
}

export interface DevelopersCost {
  readonly few: number;
  readonly many: number;
  /** Calls per second with 16 clients; the cheapest call first. */
  readonly guards: readonly { readonly path: string; readonly guarded: Spread; readonly unguarded: Spread }[];
  /** Milliseconds of database time per application; undefined where the database is part of the server. */
  readonly applicationDatabaseMs: number | undefined;
  readonly application: Waits;
  readonly firstRead: Waits;
  readonly secondRead: Waits;
  /** Calls per second with few and with many developers. */
  readonly calls: readonly { readonly path: string; readonly few: Spread; readonly many: Spread }[];
}

interface Place {
  readonly dataDir: string;
  readonly databaseUrl?: string | undefined;
}

export async function measureDevelopers(options: DevelopersOptions): Promise<DevelopersCost> {
  const { clusterUrl, folder, few, many } = options;
  const dataDir = join(folder, clusterUrl === undefined ? 'developers-embedded' : 'developers');
  const place: Place = { dataDir, databaseUrl: clusterUrl === undefined ? undefined : await createDatabase(clusterUrl) };
  await (await start(place)).stop();
  await insertDevelopers(place, many);
  const unguarded = await copyUnguarded();
  try {
    const server = await start(place);
    try {
      const samples = Math.min(SAMPLES, few);
      const made = await measureApplications(server, place, samples);
      console.log(
        `  an application: ${made.applicationDatabaseMs?.toFixed(1) ?? '?'} ms of the database, ${made.application.p50.toFixed(0)} ms in all`,
      );
      await makeApplications(server, samples, few);
      const tokens = await readTokens(server, samples, samples);
      const reads = await measureReads(server, tokens);
      console.log(`  first read ${reads.firstRead.p50.toFixed(0)} ms, second ${reads.secondRead.p50.toFixed(0)} ms`);
      const among = { few: await measureCalls(server, options, few) };
      await makeApplications(server, few, many);
      const calls = await measureCalls(server, options, many);
      await server.stop();
      const guards = [];
      for (const call of GUARDED) guards.push({ path: call.path, ...(await measureGuard(place, unguarded, call, options)) });
      const flat = FLAT.map(({ path }, at) => ({ path, few: spreadAt(among.few, at), many: spreadAt(calls, at) }));
      return { few, many, guards, ...made, ...reads, calls: flat };
    } finally {
      await server.stop();
    }
  } finally {
    unguarded.remove();
  }
}

/** Measures both alternately. The embedded database is opened by one server at a time. */
async function measureGuard(place: Place, without: Unguarded, call: (typeof GUARDED)[number], { rounds, seconds, few }: DevelopersOptions) {
  const rates: Record<'guarded' | 'unguarded', number[]> = { guarded: [], unguarded: [] };
  const kinds = { guarded: () => start(place), unguarded: () => without.start(place) };
  const measure = async (kind: keyof typeof rates, server: PorticoProcess, isWarm: boolean) => {
    const { answered, seconds: took } = await runLoad(server, { ...call, clients: CLIENTS, seconds, callers: callersOf(0, few) });
    if (!isWarm) return;
    rates[kind].push(answered / took);
    console.log(`  ${call.path}, ${kind}: ${Math.round(answered / took)} per second`);
  };
  if (place.databaseUrl === undefined) {
    for (let round = 1; round <= rounds; round += 1) {
      for (const kind of ['guarded', 'unguarded'] as const) {
        const server = await kinds[kind]();
        await measure(kind, server, false);
        await measure(kind, server, true).finally(() => server.stop());
      }
    }
  } else {
    const servers = { guarded: await kinds.guarded(), unguarded: await kinds.unguarded() };
    try {
      for (let round = 0; round <= rounds; round += 1) {
        for (const kind of ['guarded', 'unguarded'] as const) await measure(kind, servers[kind], round > 0);
      }
    } finally {
      await servers.guarded.stop();
      await servers.unguarded.stop();
    }
  }
  return { guarded: spreadOf(rates.guarded), unguarded: spreadOf(rates.unguarded) };
}

/** The first calls of this many developers, one at a time. */
async function measureApplications(server: PorticoProcess, place: Place, samples: number) {
  const before = await readDatabaseMs(place);
  const { milliseconds } = await makeApplications(server, 0, samples, 1);
  const after = await readDatabaseMs(place);
  const applicationDatabaseMs = before === undefined || after === undefined ? undefined : (after - before) / samples;
  return { applicationDatabaseMs, application: waitsOf(milliseconds) };
}

function makeApplications(server: PorticoProcess, first: number, end: number, clients: number = CLIENTS) {
  return runLoad(server, { method: 'POST', path: '/api/tpp', clients, callers: callersOf(first, end) });
}

async function measureReads(server: PorticoProcess, tokens: readonly string[]) {
  const order = { method: 'GET', path: '/api/v1/account-list', clients: 1, callers: tokens.map(bearer) } as const;
  const firstRead = waitsOf((await runLoad(server, order)).milliseconds);
  return { firstRead, secondRead: waitsOf((await runLoad(server, order)).milliseconds) };
}

/** Returns one rate for each round of each call; the first round warms up. */
async function measureCalls(server: PorticoProcess, { rounds, seconds }: DevelopersOptions, developers: number): Promise<readonly number[][]> {
  const tokens = (await readTokens(server, developers, Math.min(developers, TOKENS_MAX))).map(bearer);
  const rates: number[][] = FLAT.map(() => []);
  // The bookings of a first read are measured separately.
  await runLoad(server, { method: 'GET', path: '/api/v1/account-list', clients: CLIENTS, callers: tokens });
  for (let round = 0; round <= rounds; round += 1) {
    for (const [at, call] of FLAT.entries()) {
      const callers = call.path.startsWith('/api/v1/') ? tokens : shuffled(callersOf(0, developers));
      const { answered, seconds: took } = await runLoad(server, { ...call, clients: CLIENTS, seconds, callers });
      if (round === 0) continue;
      rates[at]?.push(answered / took);
      console.log(`  ${developers} developers, ${call.path}: ${Math.round(answered / took)} per second`);
    }
  }
  return rates;
}

/** Reads the tokens of this many developers, spread over all of them. */
async function readTokens(server: PorticoProcess, developers: number, count: number): Promise<readonly string[]> {
  const tokens: string[] = [];
  for (let number = 0; number < count; number += 1) {
    const caller = callerOf(Math.floor((number * developers) / count));
    const text = await (await fetch(`${server.origin}/api/tpp/psu`, { headers: caller })).text();
    tokens.push(/"access_token":"([^"]+)"/.exec(text)?.[1] ?? '');
  }
  return tokens;
}

/** Milliseconds that the database has spent on statements; undefined where it does not report them. */
async function readDatabaseMs(place: Place): Promise<number | undefined> {
  if (place.databaseUrl === undefined) return undefined;
  await new Promise((resolve) => setTimeout(resolve, STATISTICS_SECONDS * 1000));
  return inDatabase(place, async (query) => {
    const [row] = await query('select active_time as "activeMs" from pg_stat_database where datname = current_database()');
    return typeof row === 'object' && row !== null && 'activeMs' in row ? Number(row.activeMs) : undefined;
  });
}

async function insertDevelopers(place: Place, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) => `('${idOf(index)}','d${index}@lumenbooks.example','${hashOf(secretOf(index))}')`).join(
    ',',
  );
  await inDatabase(place, async (query) => {
    await query(`insert into developer (developer_id, email) select id, email from (values ${rows}) as given (id, email, hash)`);
    await query(`insert into developer_session (session_hash, developer_id) select hash, id from (values ${rows}) as given (id, email, hash)`);
    return undefined;
  });
}

async function inDatabase<Result>(place: Place, work: (query: (text: string) => Promise<readonly unknown[]>) => Promise<Result>): Promise<Result> {
  const database = await openDatabase(place);
  return work((text) => database.query(text)).finally(() => database.close());
}

async function start(place: Place): Promise<PorticoProcess> {
  return startPortico({ port: await freePort(), ...place, env: SERVER_SETTINGS });
}

const idOf = (index: number): string => `dev_${String(index).padStart(26, '0')}`;
/** As long as the server's secrets. */
const secretOf = (index: number): string => `developer${index}`.padEnd(43, '-');
const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');
const callerOf = (index: number): Record<string, string> => ({ cookie: `portico-dev=${secretOf(index)}`, 'tpp-id': idOf(index) });
const callersOf = (first: number, end: number) => Array.from({ length: end - first }, (_, index) => callerOf(first + index));
const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });
const waitsOf = (values: readonly number[]): Waits => ({ p50: percentile(values, 0.5), p99: percentile(values, 0.99) });
const spreadAt = (rates: readonly number[][], at: number): Spread => spreadOf(rates[at] ?? []);

/** Uses distant steps, so that neighbours in a table are not read one after the other. */
function shuffled<Item>(items: readonly Item[]): readonly Item[] {
  const stride = 7_919;
  return items.map((_, index) => items[(index * stride) % items.length]).filter((item) => item !== undefined);
}
