/**
 * F8: every kind of network fault, between the servers and PostgreSQL and between the customers and the servers. No call may wait without an end, and
 * no payment may be lost.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { type BankUnderLoad, openBankUnderLoad } from '../bank-under-load.ts';
import { createFindings, type Report } from '../findings.ts';
import { openWire, type Weather, type Wire } from '../network/tcp-wire.ts';

const SERVERS = 2;
const BROWSERS = 8;
const HOST = '127.0.0.1';
/** The limit of a customer's call. The server's limit for a response of its database is 12 s, and a call may reach it twice. */
const CLIENT_TIMEOUT_MS = 30_000;
const SLACK_MS = 2_000;
const BACK_MS_MAX = 60_000;

/** These states hold data for longer than any limit of a server. */
const HELD: ReadonlySet<Weather['kind']> = new Set(['halfOpen', 'silent']);
const HELD_FACTOR = 2;

const WEATHERS: readonly (readonly [string, Weather])[] = [
  ['100 ms more each way', { kind: 'slow', delayMs: 100 }],
  ['30 % of all pieces lost and sent anew', { kind: 'lossy', percent: 30 }],
  ['connections cut after 20 kB', { kind: 'cut', afterBytes: 20_000 }],
  ['answers lost', { kind: 'halfOpen' }],
  ['a black hole', { kind: 'silent' }],
  ['resets', { kind: 'reset' }],
];

export interface DisturbSettings {
  /** Absent: the embedded database, which has no connection to disturb, with one server. */
  readonly clusterUrl?: string;
  readonly say: (text: string) => void;
  readonly seconds?: number;
}

export async function disturbNetwork({ clusterUrl, say, seconds = 10 }: DisturbSettings): Promise<Report> {
  const findings = createFindings(`F8 · ${clusterUrl === undefined ? 'PGlite' : 'PostgreSQL'}: bad lines`, say);
  const toDatabase: Wire[] = [];
  const toServers: Wire[] = [];
  /** A time of `performance.now()`. */
  let badUntil = Number.NEGATIVE_INFINITY;
  const through = async (address: string, wires: Wire[]) => {
    const url = new URL(address);
    // By name, as the server listens, because the name may resolve to IPv4 or IPv6.
    const wire = await openWire({ host: url.hostname, port: Number(url.port) });
    wires.push(wire);
    url.host = `${HOST}:${wire.port}`;
    return url;
  };
  const bank = await openBankUnderLoad({
    clusterUrl,
    serverCount: clusterUrl === undefined ? 1 : SERVERS,
    browsers: BROWSERS,
    answerSeconds: 0,
    timeoutMs: CLIENT_TIMEOUT_MS,
    databaseThrough: async (url) => (await through(url, toDatabase)).href,
    isLineBadSince: (at) => badUntil >= at,
    serverThrough: async (origin) => (await through(origin, toServers)).origin,
  });
  try {
    for (const [where, wires] of [
      ['between servers and PostgreSQL', toDatabase],
      ['between customers and servers', toServers],
    ] as const) {
      if (wires.length === 0) continue;
      for (const [what, weather] of WEATHERS) {
        await bank.load.nextAcknowledgement();
        const beganAt = performance.now();
        badUntil = Number.POSITIVE_INFINITY;
        for (const wire of wires) wire.setWeather(weather);
        await delay((HELD.has(weather.kind) ? HELD_FACTOR : 1) * seconds * 1_000);
        for (const wire of wires) wire.setWeather({ kind: 'clear' });
        const clearAt = performance.now();
        badUntil = clearAt;
        const isBack = await Promise.race([bank.load.nextAcknowledgement().then(() => true), delay(BACK_MS_MAX, false)]);
        const name = `${what} ${where}`;
        findings.must(`${name}: signatures again when it is over`, isBack);
        findings.figure(`${name}: signatures again after`, Math.round(performance.now() - clearAt), 'ms');
        tellCalls(bank, name, beganAt, clearAt);
      }
    }
    const longest = Math.max(...bank.servers.calls.map(({ ms }) => ms));
    findings.must(`every call was answered or failed within ${CLIENT_TIMEOUT_MS + SLACK_MS} ms`, longest <= CLIENT_TIMEOUT_MS + SLACK_MS);
    return await findings.conclude(bank);
  } finally {
    await bank.close();
    for (const wire of [...toDatabase, ...toServers]) await wire.close();
  }

  function tellCalls({ servers }: BankUnderLoad, name: string, from: number, to: number): void {
    const met = servers.calls.filter((call) => call.beganAt + call.ms > from && call.beganAt < to);
    const groups = [...Map.groupBy(met, ({ outcome }) => outcome)].map(([outcome, calls]) => `${outcome} ${calls.length}`).join(', ');
    findings.note(`${name}: ${met.length} calls, the longest ${Math.round(Math.max(0, ...met.map(({ ms }) => ms)))} ms (${groups})`);
  }
}
