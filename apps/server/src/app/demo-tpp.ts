/**
 * The demo third-party site beside a development server: its own process on another site, so that every arrival at the bank is
 * truly cross-site. It knows HTTP only and gets what any provider gets: addresses, client id, secret.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import type { Config } from '#platform/config.ts';
import { hmacSha256Hex } from '#platform/crypto/hash.ts';

export const DEMO_CLIENT_ID = 'demo-tpp';
const ENTRY = fileURLToPath(new URL('../../../demo-tpp/src/main.ts', import.meta.url));
const STOP_TIMEOUT_MS = 3_000;

export interface DemoTpp {
  readonly url: string;
  stop(): Promise<void>;
}

/** The site's origin; undefined where there is none. */
export function demoTppUrl(config: Config): string | undefined {
  return config.mode === 'development' && config.demoTppPort !== undefined ? `http://127.0.0.1:${config.demoTppPort}` : undefined;
}

/** Derived, so that every start and every process of an installation agrees and no secret stands in the source. */
export function demoClientSecret(config: Pick<Config, 'keys'>): string {
  return hmacSha256Hex(config.keys.secrets, 'client secret of the demo third-party site');
}

/** Undefined when this server starts none, or another program has its port: the bank works without it, and `say` tells. */
export async function startDemoTpp(config: Config, log: Logger, say: (text: string) => void): Promise<DemoTpp | undefined> {
  const url = demoTppUrl(config);
  if (url === undefined || config.demoTppPort === undefined || !config.startsDemoTpp) return undefined;
  if (!(await isPortFree(config.demoTppPort))) {
    say(
      `Port ${config.demoTppPort} is already in use, so the demo shop was not started. Stop the program that uses it, or set PORTICO_DEMO_TPP_PORT.`,
    );
    return undefined;
  }
  const child = spawn(process.execPath, [ENTRY], {
    // The channel carries nothing; when this server dies without a word, its closing tells the child.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      ...withoutServerSettings(process.env),
      PORT: String(config.demoTppPort),
      PUBLIC_URL: url,
      PORTICO_ISSUER: `${config.publicUrl}/api/v2`,
      PORTICO_API: config.apiBase,
      CLIENT_ID: DEMO_CLIENT_ID,
      CLIENT_SECRET: demoClientSecret(config),
      DEMO_TPP_DATA_DIR: config.dataDir,
    },
  });
  let isStopping = false;
  child.once('error', (error) => log.error({ err: error }, 'The demo third-party site could not be started.'));
  child.once('exit', (exitCode, signal) => {
    if (!isStopping) log.error({ exitCode, signal }, 'The demo third-party site has ended; the bank goes on without it.');
  });
  return {
    url,
    async stop() {
      isStopping = true;
      await stopChild(child);
    },
  };
}

function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}

/** The site must not see where the bank keeps its data and keys. */
function withoutServerSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('PORTICO_') && name !== 'DATABASE_URL' && name !== 'HOST'));
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
  await ended;
  clearTimeout(timer);
}
