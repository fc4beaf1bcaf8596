/**
 * A bank with its database, as many servers as the round needs, and customers who pay: what every round stands on. Two servers stand behind
 * the nginx that is deployed; where none is installed, customers take the servers in turn.
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
  /** Where customers and applications reach it. */
  readonly publicUrl: string;
  readonly isBehindNginx: boolean;
  /** Starts the server of this index again, after it ended. Answers the milliseconds until it was ready; undefined: it crashed as ordered before. */
  start(index: number, env?: Readonly<Record<string, string>>): Promise<number | undefined>;
  server(index: number): PorticoProcess;
  /** What each process has said, those that ended included. */
  outputs(): readonly string[];
  /** What nginx has complained of so far. */
  proxyErrors(): string;
  /** Lets the customers finish, ends the servers and checks every invariant. @param onTrouble where a customer may meet what nobody should; absent: it is thrown. */
  finish(onTrouble?: (error: unknown) => void): Promise<Checked>;
  close(): Promise<void>;
}

export interface BankSettings {
  /** A PostgreSQL cluster: the bank gets a fresh database in it. Absent: the embedded database. */
  readonly clusterUrl?: string | undefined;
  readonly serverCount: number;
  readonly browsers: number;
  /** Seconds until the customer's phone answers: how long a signature is held. */
  readonly answerSeconds?: number;
  /** Where the servers keep their data; absent: a fresh folder. */
  readonly dataDir?: string;
  /** Further settings of every server, or of each by its number. */
  readonly env?: Readonly<Record<string, string>> | ((index: number) => Readonly<Record<string, string>>);
  /** Which server starts next, as its first file; absent: this version's. */
  readonly serverEntry?: () => string | undefined;
  /** What stands between a server and its database, or between a server and who calls it. Answers the address to use instead. */
  readonly databaseThrough?: (url: string, index: number) => Promise<string>;
  readonly serverThrough?: (origin: string, index: number) => Promise<string>;
  /** Folder in which each process has a file for what it says; absent: it is read from the process itself. */
  readonly logFolder?: string;
  /** After which a customer's call without an answer is given up. */
  readonly timeoutMs?: number;
  /** Whether a line was bad at or after this time of `performance.now()`. */
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
    // Its own word and no request: under load it may reach its crash point before anybody could ask whether it is ready.
    while (!portico.output().includes(READY)) {
      // Jobs run a little before the first request: one of them may reach the point first.
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
 * Sets the sandbox's clock to the morning of a business day, whatever day it is: ordinary payments are then executed at once, by a
 * job, and weekly ones in the run of 08:00. It is the one thing a round changes by hand, and no money depends on it. Answers that day.
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
