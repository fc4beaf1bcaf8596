/** Starts a demo site as a child process of a development server. It gets a free port, URLs and credentials, but none of the server's settings. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { getCompileCacheDir } from 'node:module';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import type { Logger } from 'pino';
import { isBuilt, serverFolder } from '#platform/server-folder.ts';

const STOP_TIMEOUT_MS = 3_000;

export interface ChildSite {
  /** Its origin. */
  readonly url: string;
  stop(): Promise<void>;
}

export interface ChildSiteOptions {
  /** For the log and for developers, e.g. `demo shop`. */
  readonly name: string;
  /** Path of its entry file, see {@link entryOf}. */
  readonly entry: string;
  readonly port: number;
  /** The setting that changes the port. */
  readonly portSetting: string;
  readonly env: Readonly<Record<string, string>>;
  readonly log: Logger;
  readonly say: (text: string) => void;
}

/** Path of a site's entry file: built if this process runs the built server, else the source. */
export function entryOf(app: 'demo-tpp' | 'demo-idp'): string {
  return join(serverFolder, '..', app, isBuilt ? 'dist/main.js' : 'src/main.ts');
}

/** Returns undefined when another program uses the port. The bank works without the site, and `say` reports it. */
export async function startChildSite({ name, entry, port, portSetting, env, log, say }: ChildSiteOptions): Promise<ChildSite | undefined> {
  if (!(await isPortFree(port))) {
    say(`Port ${port} is already in use, so the ${name} was not started. Stop the program that uses it, or set ${portSetting}.`);
    return undefined;
  }
  const child = spawn(process.execPath, [entry], {
    // No messages use the IPC channel. It closes when this server dies, and that ends the child.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...withoutServerSettings(process.env), ...sharedCompileCache(), PORT: String(port), ...env },
  });
  let isStopping = false;
  child.once('error', (error) => log.error({ err: error }, `The ${name} could not be started.`));
  child.once('exit', (exitCode, signal) => {
    if (!isStopping) log.error({ exitCode, signal }, `The ${name} has ended; the bank goes on without it.`);
  });
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      isStopping = true;
      await stopChild(child);
    },
  };
}

/** The compile cache of this process (`main.ts`). Node.js adds a folder for its version. */
function sharedCompileCache(): Readonly<Record<string, string>> {
  const folder = getCompileCacheDir();
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) };
}

export async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

export function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}

/** The site must not know where the bank keeps its data and keys. */
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
