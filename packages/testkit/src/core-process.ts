/** Starts the demo core bank of `apps/demo-core` as a child process, and a proxy in front of it that can disturb calls. */
import { spawn } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const root = join(import.meta.dirname, '..', '..', '..');
const START_TIMEOUT_MS = 300_000;
const POLL_MS = 25;

export const CORE_SECRET = 'the-secret-of-the-small-core-bank-in-tests';
/** It is accepted too, as while a secret changes. */
export const CORE_SECRET_NEXT = 'the-next-secret-of-the-small-core-in-tests';

export interface CoreOptions {
  readonly port: number;
  /** File of its ledger. The same file opens the same bank again. */
  readonly file: string;
  /** Number of accounts of each customer that has any; in a new ledger only. */
  readonly accounts?: number;
  /** Number of status requests after which a phone has approved; 0: it never does. */
  readonly approvesAfter?: number;
  /** Of the calls. Default: 2. */
  readonly version?: 1 | 2;
  /** The bank authenticates its customers itself, too, on its page and in its app. */
  readonly hasOwnAuthentication?: boolean;
}

export interface CoreProcess {
  readonly url: string;
  /** Makes one call, as Portico does. */
  ask(call: string, body: object): Promise<unknown>;
  /** Kills the process without a shutdown, as a power cut would. */
  kill(): Promise<void>;
}

export async function startCore({
  port,
  file,
  accounts = 2,
  approvesAfter = 2,
  version = 2,
  hasOwnAuthentication = false,
}: CoreOptions): Promise<CoreProcess> {
  const child = spawn(process.execPath, [join(root, 'apps/demo-core/src/main.ts')], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      CORE_FILE: file,
      CORE_SECRET,
      CORE_SECRET_NEXT,
      CORE_VERSION: String(version),
      CORE_ACCOUNTS: String(accounts),
      CORE_APPROVES_AFTER: String(approvesAfter),
      CORE_OWN_AUTHENTICATION: hasOwnAuthentication ? 'on' : 'off',
    },
  });
  const chunks: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => void chunks.push(chunk.toString()));
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = `http://127.0.0.1:${port}`;

  async function ask(call: string, body: object): Promise<unknown> {
    const headers = { authorization: `Bearer ${CORE_SECRET}`, 'content-type': 'application/json' };
    const response = await fetch(`${url}/${call}`, { method: 'POST', headers, body: JSON.stringify(body) });
    const answer: unknown = await response.json();
    if (!response.ok) throw new Error(`The core's ${call} answered ${response.status}: ${JSON.stringify(answer)}`);
    return answer;
  }

  const deadline = performance.now() + START_TIMEOUT_MS;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The core ended before it was ready:\n${chunks.join('')}`);
    if (performance.now() > deadline) throw new Error(`The core was not ready within ${START_TIMEOUT_MS} ms.`);
    const isReady = await ask('read-terms', {}).then(
      () => true,
      () => false,
    );
    if (isReady) break;
    await delay(POLL_MS);
  }
  return {
    url,
    ask,
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/**
 * The fault of a call. `lost`: the core executes it, but its answer is lost. `failed`: the core executes it, but the answer is 500. `garbled`: the
 * core executes it, but the answer has other content. `late`: the call is held until `arrive`. `refused`: the connection ends before the call
 * arrives.
 */
export type CallFault = 'none' | 'lost' | 'failed' | 'garbled' | 'late' | 'refused';

export interface CoreLine {
  readonly url: string;
  /** Names of all calls, in the order of their arrival. */
  readonly calls: readonly string[];
  /** Chooses the fault of each call. */
  faultOf: (call: string) => CallFault;
  /** Replaces the core's answer, for example to simulate changed customers. */
  changeAnswer: (call: string, asked: object, answer: object) => object;
  /** Sends the held calls to the core. Their callers no longer wait for the answers. */
  arrive(): Promise<void>;
  close(): Promise<void>;
}

/** Opens a proxy to a core that can lose, change and delay calls. */
export async function openCoreLine(core: string, port: number): Promise<CoreLine> {
  const calls: string[] = [];
  const late: (() => Promise<unknown>)[] = [];
  const server: Server = createServer((request, response) => {
    void pass().catch(() => response.destroy());
    async function pass(): Promise<void> {
      const call = (request.url ?? '').slice(1);
      calls.push(call);
      const fault = line.faultOf(call);
      if (fault === 'refused') return void response.destroy();
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const { authorization = '' } = request.headers;
      const headers = { authorization, 'content-type': 'application/json' };
      const send = () => fetch(`${core}/${call}`, { method: 'POST', headers, body: Buffer.concat(chunks) });
      if (fault === 'late') {
        late.push(send);
        return;
      }
      const answer = await send();
      const said = await answer.text();
      const text = answer.ok ? JSON.stringify(line.changeAnswer(call, JSON.parse(Buffer.concat(chunks).toString()), JSON.parse(said))) : said;
      if (fault === 'lost') return void response.destroy();
      if (fault === 'failed') return void response.writeHead(500).end('{"error":"Something went wrong here."}');
      if (fault === 'garbled') return void response.writeHead(200).end(text.replaceAll('"', "'").slice(0, -1));
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text);
    }
  });
  const line: CoreLine = {
    url: `http://127.0.0.1:${port}`,
    calls,
    faultOf: () => 'none',
    changeAnswer: (_call, _asked, answer) => answer,
    arrive: async () => void (await Promise.allSettled(late.splice(0).map((send) => send()))),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', () => resolve()));
  return line;
}
