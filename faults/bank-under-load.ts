/**
 * A bank with its database, the servers of the round, and customers who pay. Every round uses it. Two servers run behind nginx with the deployed
 * configuration. Where nginx is not installed, customers send requests to the servers in turn.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { instantAt, isoDateIn, isT2BusinessDay, nextT2BusinessDay, wallTimeIn } from '@portico/primitives';
import {
  createBankFolder,
  createDatabase,
  createFolder,
  createTpp,
  demoClient,
  freePort,
  openDatabase,
  type PorticoProcess,
  SITE,
  spawnPortico,
} from '@portico/testkit';
import { startNginx } from '../tools/nginx.mjs';
import { type Checked, checkBank, type Place } from './check/check-bank.ts';
import { type History, openHistory } from './check/history.ts';
import { overServers, type Servers } from './load/over-servers.ts';
import { type Load, startLoad } from './load/run-load.ts';

const BANK_TIME_ZONE = 'Europe/Tallinn';
const READY = 'Portico is ready.';
const POLL_MS = 20;

export interface BankUnderLoad {
  readonly servers: Servers;
  readonly history: History;
  readonly place: Place;
  readonly load: Load;
  /** Origin for customers and applications. */
  readonly publicUrl: string;
  readonly isBehindNginx: boolean;
  /**
   * Starts the server of this index again after it ended. Returns the milliseconds until it was ready, or undefined if it reached its crash point
   * first.
   */
  start(index: number, env?: Readonly<Record<string, string>>): Promise<number | undefined>;
  server(index: number): PorticoProcess;
  /** Output of every process, including ended ones. */
  outputs(): readonly string[];
  /** nginx's error log so far. */
  proxyErrors(): string;
  /**
   * Lets the customers finish, stops the servers and checks every invariant. @param onTrouble receives a customer's unexpected error in rounds that
   * allow one; absent: the error is thrown.
   */
  finish(onTrouble?: (error: unknown) => void): Promise<Checked>;
  close(): Promise<void>;
}

export interface BankSettings {
  /** A PostgreSQL cluster, in which the bank gets a new database. Absent: the embedded database. */
  readonly clusterUrl?: string | undefined;
  readonly serverCount: number;
  readonly browsers: number;
  /** Seconds until the customer's phone answers, which is how long a signature is held. */
  readonly answerSeconds?: number;
  /** True where each server runs for seconds; default: false. */
  readonly isBrief?: boolean;
  /** Data folder of the servers; absent: a new folder. */
  readonly dataDir?: string;
  /** Further settings of every server, or of each by its index. */
  readonly env?: Readonly<Record<string, string>> | ((index: number) => Readonly<Record<string, string>>);
  /** The entry file of the server that starts next; absent: this version's. */
  readonly serverEntry?: () => string | undefined;
  /** Puts a proxy between a server and its database, or between a server and its clients. Returns the URL to use instead. */
  readonly databaseThrough?: (url: string, index: number) => Promise<string>;
  readonly serverThrough?: (origin: string, index: number) => Promise<string>;
  /** Folder with one output file for each process; absent: the output is read from the process. */
  readonly logFolder?: string;
  /** The limit for a customer's call without a response. */
  readonly timeoutMs?: number;
  /** True if a connection was disturbed at or after this time of `performance.now()`. */
  readonly isLineBadSince?: (at: number) => boolean;
}

export async function openBankUnderLoad(settings: BankSettings): Promise<BankUnderLoad> {
  const {
    clusterUrl,
    serverCount,
    browsers,
    answerSeconds = 1,
    env: ownEnv = {},
    databaseThrough,
    serverThrough,
    timeoutMs,
    isLineBadSince,
  } = settings;
  const isEmbedded = clusterUrl === undefined && settings.dataDir === undefined;
  const folder = await (isEmbedded ? createBankFolder : createFolder)('faults');
  const dataDir = settings.dataDir ?? join(folder, 'data');
  const databaseUrl = clusterUrl === undefined ? undefined : await createDatabase(clusterUrl);
  const place: Place = { dataDir, databaseUrl };
  const ports: number[] = [];
  const databaseUrls: (string | undefined)[] = [];
  for (let index = 0; index < serverCount; index += 1) {
    ports.push(await freePort());
    databaseUrls.push(databaseUrl === undefined ? undefined : ((await databaseThrough?.(databaseUrl, index)) ?? databaseUrl));
  }
  const origins = ports.map((port) => `http://localhost:${port}`);
  const reached = await Promise.all(origins.map(async (origin, index) => (await serverThrough?.(origin, index)) ?? origin));
  const nginx = serverCount > 1 ? await startNginx(reached.map((origin) => Number(new URL(origin).port))) : undefined;
  const doors = nginx === undefined ? reached : [nginx.url];
  const publicUrl = nginx?.url ?? origins[0] ?? '';
  const running: PorticoProcess[] = [];
  const all: PorticoProcess[] = [];
  let lastKillAt = Number.NEGATIVE_INFINITY;

  async function start(index: number, env: Readonly<Record<string, string>> = {}) {
    const startedAt = performance.now();
    const portico = spawnPortico({
      port: ports[index] ?? 0,
      dataDir,
      databaseUrl: databaseUrls[index],
      publicUrl,
      isBrief: settings.isBrief === true,
      entry: settings.serverEntry?.(),
      logFile: settings.logFolder === undefined ? undefined : join(settings.logFolder, `server-${all.length}.log`),
      env: {
        PORTICO_DEVICE_ANSWER_SECONDS: String(answerSeconds),
        PORTICO_RATE_LIMIT_PER_MINUTE: '0',
        ...(nginx === undefined ? {} : { PORTICO_TRUSTED_PROXIES: '127.0.0.1' }),
        ...(typeof ownEnv === 'function' ? ownEnv(index) : ownEnv),
        ...env,
      },
    });
    running[index] = portico;
    all.push(portico);
    portico.child.once('exit', (_code, signal) => {
      if (signal === 'SIGKILL') lastKillAt = performance.now();
    });
    // Reads the process's output instead of sending a request: under load it may reach its crash point before a request gets an answer.
    while (!portico.output().includes(READY)) {
      // Jobs may run before the first request, and one of them may reach the crash point first.
      if (env.PORTICO_CRASH_AT !== undefined && portico.child.signalCode === 'SIGKILL') return undefined;
      if (hasEnded(portico)) throw new Error(`A server ended before it was ready:\n${portico.output()}`);
      await delay(POLL_MS);
    }
    return performance.now() - startedAt;
  }

  function server(index: number): PorticoProcess {
    const found = running[index];
    if (found === undefined) throw new Error(`Server ${index} was never started.`);
    return found;
  }

  await start(0);
  await server(0).stop();
  const today = await openBankingDay(place);
  for (let index = 0; index < serverCount; index += 1) await start(index);

  const servers = overServers(doors, { timeoutMs, isDisturbedSince: (at) => lastKillAt >= at || isLineBadSince?.(at) === true });
  const history = openHistory(join(folder, 'history.jsonl'));
  const tpp = createTpp({ transport: servers.transport, publicUrl, site: SITE, ...(await demoClient(dataDir)) });
  const load = startLoad({ servers, publicUrl, tpp, history, today, browsers });

  return {
    servers,
    history,
    place,
    load,
    publicUrl,
    isBehindNginx: nginx !== undefined,
    start,
    server,
    outputs: () => all.map((portico) => portico.output()),
    proxyErrors: () => nginx?.errors() ?? '',
    async finish(onTrouble) {
      await (onTrouble === undefined ? load.stop() : load.stop().catch(onTrouble));
      await Promise.all(running.map((portico) => portico.stop()));
      return checkBank(place, history.read());
    },
    async close() {
      await Promise.all(running.map((portico) => portico.kill()));
      await nginx?.stop();
      history.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export function hasEnded({ child }: PorticoProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

/**
 * Sets the sandbox's clock to the morning of a business day. Ordinary payments are then executed at once by a job, and weekly ones in the run of
 * 08:00. It is the only value that a round changes in the database, and no amount depends on it. Returns that day.
 */
async function openBankingDay(place: Place): Promise<string> {
  const now = new Date();
  const today = isoDateIn(BANK_TIME_ZONE, now);
  const isOpenLongEnough = isT2BusinessDay(today) && wallTimeIn(BANK_TIME_ZONE, now) > '08:00' && wallTimeIn(BANK_TIME_ZONE, now) < '14:00';
  const morning = isOpenLongEnough ? now : instantAt(BANK_TIME_ZONE, nextT2BusinessDay(today), '09:00');
  const database = await openDatabase(place);
  await database.query(`update sandbox set clock_offset_ms = ${morning.getTime() - now.getTime()}`);
  await database.close();
  return isoDateIn(BANK_TIME_ZONE, morning);
}
