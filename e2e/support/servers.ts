/** Starts the real thing for the journeys: the server as a child process, which starts the demo TPP, on free ports and an own folder. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';

const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 15_000;
const root = join(import.meta.dirname, '..', '..');

export interface Servers {
  readonly portalUrl: string;
  readonly shopUrl: string;
  stop(): Promise<void>;
}

interface ServerOptions {
  /** A PostgreSQL cluster; the servers get a fresh database in it. Without it they run on the embedded one. */
  readonly postgresUrl?: string | undefined;
  /** Folder of the embedded database; without it a temporary one, removed at the end. */
  readonly dataDir?: string;
}

export async function startServers({ postgresUrl, dataDir }: ServerOptions): Promise<Servers> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-e2e-'));
  const [port, shopPort] = [await freePort(), await freePort()];
  const databaseUrl = postgresUrl === undefined ? undefined : await createDatabase(postgresUrl);
  const child = spawn(process.execPath, [join(root, 'apps/server/src/app/main.ts')], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      PORT: String(port),
      PORTICO_DEMO_TPP_PORT: String(shopPort),
      PORTICO_DATA_DIR: dataDir ?? join(folder, 'data'),
      PORTICO_LOG_LEVEL: 'warn',
      PORTICO_DEVICE_ANSWER_SECONDS: '1',
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    },
  });
  const output = collectOutput(child);
  const portalUrl = `http://localhost:${port}`;
  const shopUrl = `http://127.0.0.1:${shopPort}`;
  await waitUntilReady([`${portalUrl}/readyz`, `${shopUrl}/`], child, output);
  return {
    portalUrl,
    shopUrl,
    stop: async () => {
      await stopChild(child);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function collectOutput(child: ChildProcess): () => string {
  const chunks: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => void chunks.push(chunk.toString()));
  return () => chunks.join('');
}

async function waitUntilReady(urls: readonly string[], child: ChildProcess, output: () => string): Promise<void> {
  const deadline = performance.now() + START_TIMEOUT_MS;
  for (const url of urls) {
    while (!(await answers(url))) {
      if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode} before it was ready:\n${output()}`);
      if (performance.now() > deadline) throw new Error(`${url} did not answer within ${START_TIMEOUT_MS} ms:\n${output()}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    (response) => response.ok,
    () => false,
  );
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
  await ended;
  clearTimeout(timer);
}

async function createDatabase(clusterUrl: string): Promise<string> {
  const name = `portico_e2e_${process.pid}`;
  const client = new Client({ connectionString: clusterUrl });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  const url = new URL(clusterUrl);
  url.pathname = `/${name}`;
  return url.href;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}
