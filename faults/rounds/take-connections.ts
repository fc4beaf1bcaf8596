/**
 * F20: one address opens as many connections as it can, in five ways, first to the deployed nginx and then to a server directly. Another address must
 * be served all the time. The limits are tested in `tools/nginx.test.ts` and `platform/http/connections-per-address.test.ts`.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { createFolder, freePort, startPortico } from '@portico/testkit';
import { NO_NGINX, startNginx } from '../../tools/nginx.mjs';
import { countOpenFiles } from '../check/check-bank.ts';
import { createFindings, type Findings, type Impossible, type Report, share } from '../findings.ts';
import type { Hold, HoldOrder, HoldResult } from '../load/hold-connections.ts';

const ATTACKER = '127.0.0.2';
const CUSTOMER = '127.0.0.3';
const HOLDS: readonly Hold[] = ['nothing sent', 'slow headers', 'slow body', 'kept after an answer', 'huge headers'];
const CONNECTIONS = 10_000;
/** Open files of the attacker besides its connections. */
const OTHER_FILES = 500;
/** The server's limit; low, so that the forger reaches it, and above the customer's need. */
const REQUESTS_PER_MINUTE = 300;
const FORGED_REQUESTS = 350;
const FORGED_AT_ONCE = 5;
const CALL_EVERY_MS = 250;
const CALL_MS_WANTED = 1_000;
/** `connectionsPerAddressMax` of the server, and nginx's limit for one address. */
const SERVER_HOLDS = 1_000;
const NGINX_HOLDS = 200;
/** Open files of the server for the other address, and for connections that it is closing. */
const FILES_TOLERANCE = 100;
const CHEAP_CALL = '/config.json';
const FORGED = ['X-Forwarded-For', 'Forwarded', 'X-Real-IP', 'X-Client-IP', 'True-Client-IP', 'X-Forwarded-For'] as const;

interface Door {
  readonly name: string;
  readonly port: number;
  /** The address whose requests name other addresses. Each target has its own, because both lead to one server. */
  readonly forger: string;
  /** The most connections of the attacker that the server holds. */
  readonly serverHolds: number;
}

interface Call {
  /** HTTP status, or the error of the connection. */
  readonly outcome: string;
  readonly ms: number;
}

/** @param seconds duration of each attack. */
export async function takeConnections({ say, seconds = 20 }: { say: (text: string) => void; seconds?: number }): Promise<Report | Impossible> {
  const findings = createFindings('F20 · one address that takes connections', say);
  const folder = await createFolder('connections');
  const port = await freePort();
  const nginx = await startNginx([port], undefined, { isLimited: true });
  if (nginx === undefined) return { impossible: NO_NGINX };
  const env = { PORTICO_TRUSTED_PROXIES: '127.0.0.1', PORTICO_RATE_LIMIT_PER_MINUTE: String(REQUESTS_PER_MINUTE) };
  const server = await startPortico({ port, dataDir: join(folder, 'data'), env });
  const connections = Math.min(CONNECTIONS, filesMax() - OTHER_FILES);
  findings.note(
    `${connections} connections from ${ATTACKER} are tried for ${seconds} s; ${CUSTOMER} calls \`${CHEAP_CALL}\` every ${CALL_EVERY_MS} ms on a new connection`,
  );
  try {
    for (const door of [
      { name: 'nginx', port: nginx.port, forger: '127.0.0.4', serverHolds: NGINX_HOLDS },
      { name: 'server alone', port, forger: '127.0.0.5', serverHolds: SERVER_HOLDS },
    ]) {
      for (const hold of HOLDS) await holdAt(door, hold, { connections, seconds, findings, pid: server.child.pid });
      await forgeAt(door, findings);
    }
    findings.must('the server did not end', server.child.exitCode === null);
    findings.must('nginx logged no address of a page', !/request: "/.test(nginx.errors()));
    return findings.report();
  } finally {
    await nginx.stop();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

interface Attack {
  readonly connections: number;
  readonly seconds: number;
  readonly findings: Findings;
  /** Process id of the server. */
  readonly pid: number | undefined;
}

async function holdAt({ name, port, serverHolds }: Door, hold: Hold, { connections, seconds, findings, pid }: Attack): Promise<void> {
  const before = countOpenFiles(pid) ?? 0;
  const attack = attackWith({ port, from: ATTACKER, hold, connections, seconds });
  const calls: Call[] = [];
  let heldByServer = 0;
  const isOver = attack.then(() => true);
  while (!(await Promise.race([isOver, delay(CALL_EVERY_MS, false)]))) {
    calls.push(await call(port, CUSTOMER));
    heldByServer = Math.max(heldByServer, (countOpenFiles(pid) ?? 0) - before);
  }
  const { opened, heldMax, answers } = await attack;
  const said = Object.entries(answers).map(([status, count]) => `${status} ${count}`);
  const what = `${name}, ${hold}`;
  findings.note(`${what}: ${opened} connections opened, at most ${heldMax} at once; answers: ${said.join(', ') || 'none'}`);
  findings.must(
    `${what}: each of ${calls.length} calls of the other address got 200`,
    calls.length > 0 && calls.every(({ outcome }) => outcome === '200'),
  );
  findings.figure(`${what}: 99 of 100 of these calls came within`, share(calls, 0.99), 'ms', CALL_MS_WANTED);
  findings.must(
    `${what}: the server held ${heldByServer} connections; ${serverHolds} of one address are allowed`,
    heldByServer <= serverHolds + FILES_TOLERANCE,
  );
}

/** Each request names another address; the limit of the real one must apply. */
async function forgeAt({ name, port, forger }: Door, findings: Findings): Promise<void> {
  const outcomes: string[] = [];
  let sent = 0;
  const forge = async () => {
    while (sent < FORGED_REQUESTS) {
      sent += 1;
      const address = `198.51.${Math.floor(sent / 250)}.${sent % 250}`;
      const header = FORGED[sent % FORGED.length] ?? 'X-Forwarded-For';
      outcomes.push((await call(port, forger, { [header]: header === 'Forwarded' ? `for=${address}` : address })).outcome);
    }
  };
  await Promise.all(Array.from({ length: FORGED_AT_ONCE }, forge));
  const served = outcomes.filter((outcome) => outcome === '200').length;
  const refused = outcomes.filter((outcome) => outcome === '429').length;
  findings.must(
    `${name}: of ${FORGED_REQUESTS} requests of one address that named others, ${served} were served (limit ${REQUESTS_PER_MINUTE}) and the rest got 429`,
    served <= REQUESTS_PER_MINUTE && served + refused === FORGED_REQUESTS,
  );
  findings.must(`${name}: the address that was named by them is served`, (await call(port, CUSTOMER)).outcome === '200');
}

async function attackWith(order: HoldOrder): Promise<HoldResult> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../load/hold-connections.ts')], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(order));
  return JSON.parse(await text(child.stdout));
}

function call(port: number, localAddress: string, headers: Readonly<Record<string, string>> = {}): Promise<Call> {
  const sentAt = performance.now();
  return new Promise((resolve) => {
    const end = (outcome: string) => resolve({ outcome, ms: performance.now() - sentAt });
    request({ port, host: '127.0.0.1', localAddress, path: CHEAP_CALL, headers, agent: false }, (response) => {
      response.resume().once('close', () => end(String(response.statusCode)));
    })
      .once('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message))
      .end();
  });
}

/** The most files that one process may open. */
function filesMax(): number {
  return Number(/^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]);
}
