/** The real server as a child process. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { SERVER_ENTRY } from './entries.ts';

const root = join(import.meta.dirname, '..', '..', '..');
/** The same settings as in `npm start`. */
export const NODE_SETTINGS: readonly string[] = ['--max-semi-space-size=8', '--heap-growing-percent=40'];
/** Compiles the embedded database fast and without optimisation. Optimising takes half of a start and is useful only after minutes. */
export const BRIEF_SETTINGS: readonly string[] = ['--liftoff-only'];
/** Enough for a busy machine. */
const START_TIMEOUT_MS = 600_000;
const STOP_TIMEOUT_MS = 60_000;
const POLL_MS = 50;

export interface ServerSettings {
  readonly port: number;
  /** Folder of the embedded database; its keys are beside it. */
  readonly dataDir: string;
  readonly databaseUrl?: string | undefined;
  /** Origin for browsers; default: its own port. */
  readonly publicUrl?: string;
  /** Absent: no demo site is started. */
  readonly demoTppPort?: number;
  /** Absent: no demo identity provider is started, and the page has no button for it. */
  readonly demoIdpPort?: number;
  /** Absent: no address for mutual TLS. */
  readonly mtlsPort?: number;
  /** Default: no console. It needs the stand-in, or the settings of a provider. */
  readonly consolePort?: number | undefined;
  /** True for a server that runs for seconds and answers few calls; default: false. */
  readonly isBrief?: boolean;
  /** The entry file of another version's server; default: {@link SERVER_ENTRY}. */
  readonly entry?: string | undefined;
  /** File for its output; absent: only {@link PorticoProcess.output}. */
  readonly logFile?: string | undefined;
  /** Further settings by name. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface PorticoProcess {
  readonly origin: string;
  readonly child: ChildProcess;
  /** Its output until now. */
  output(): string;
  /** Exit code or signal, once ended. */
  ended(): Promise<number | NodeJS.Signals>;
  /** Sends SIGTERM, and SIGKILL when that takes too long. */
  stop(): Promise<void>;
  /** Kills the process without a shutdown, as a power cut would. */
  kill(): Promise<void>;
}

/** @throws Error with the server's output when it ends before it is ready. */
export async function startPortico(settings: ServerSettings): Promise<PorticoProcess> {
  const portico = spawnPortico(settings);
  const sites = settings.demoTppPort === undefined ? [] : [`http://127.0.0.1:${settings.demoTppPort}/`];
  await waitUntilReady(portico, [`${portico.origin}/readyz`, ...sites]);
  return portico;
}

/** Like {@link startPortico}, without waiting, for starts that are expected to fail. */
export function spawnPortico(settings: ServerSettings): PorticoProcess {
  const {
    port,
    dataDir,
    databaseUrl,
    publicUrl,
    demoTppPort,
    demoIdpPort,
    mtlsPort = 0,
    consolePort,
    isBrief = false,
    entry = SERVER_ENTRY,
    logFile,
    env,
  } = settings;
  const log = logFile === undefined ? undefined : openSync(logFile, 'a');
  const child = spawn(process.execPath, [...NODE_SETTINGS, ...(isBrief ? BRIEF_SETTINGS : []), entry], {
    cwd: root,
    stdio: ['ignore', log ?? 'pipe', log ?? 'pipe'],
    env: {
      ...process.env,
      PORT: String(port),
      PORTICO_DATA_DIR: dataDir,
      PORTICO_LOG_LEVEL: 'warn',
      PORTICO_DEVICE_ANSWER_SECONDS: '1',
      ...(demoTppPort === undefined ? { PORTICO_DEMO_TPP: 'off' } : { PORTICO_DEMO_TPP_PORT: String(demoTppPort) }),
      ...(demoIdpPort === undefined ? { PORTICO_DEMO_IDP: 'off' } : { PORTICO_DEMO_IDP_PORT: String(demoIdpPort) }),
      PORTICO_MTLS_PORT: String(mtlsPort),
      PORTICO_CONSOLE_ADDRESS: consolePort === undefined ? 'off' : `localhost:${consolePort}`,
      ...(publicUrl === undefined ? {} : { PORTICO_PUBLIC_URL: publicUrl }),
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
      ...env,
    },
  });
  const chunks: string[] = [];
  if (log !== undefined) closeSync(log);
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => void chunks.push(chunk.toString()));
  const exit = new Promise<number | NodeJS.Signals>((resolve) => child.once('exit', (code, signal) => resolve(code ?? signal ?? 0)));

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
    await exit;
    clearTimeout(timer);
  }

  return {
    origin: `http://localhost:${port}`,
    child,
    output: () => (logFile === undefined ? chunks.join('') : readFileSync(logFile, 'utf8')),
    ended: () => exit,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
}

async function waitUntilReady(portico: PorticoProcess, addresses: readonly string[]): Promise<void> {
  const deadline = performance.now() + START_TIMEOUT_MS;
  for (const address of addresses) {
    while (!(await answers(address))) {
      const { exitCode, signalCode } = portico.child;
      if (exitCode !== null || signalCode !== null)
        throw new Error(`The server ended with ${exitCode ?? signalCode} before it was ready:\n${portico.output()}`);
      if (performance.now() > deadline) throw new Error(`${address} did not answer within ${START_TIMEOUT_MS} ms:\n${portico.output()}`);
      await delay(POLL_MS);
    }
  }
}

async function answers(address: string): Promise<boolean> {
  return fetch(address).then(
    (response) => response.ok,
    () => false,
  );
}

/** The demo application's credentials, derived from the keys beside the data folder, as in the server's `app/demo/demo-tpp.ts`. */
export async function demoClient(dataDir: string): Promise<{ readonly clientId: string; readonly clientSecret: string }> {
  const keys = JSON.parse(await readFile(join(dirname(dataDir), `${dataDir.split('/').at(-1)}-keys.json`), 'utf8'));
  const clientSecret = createHmac('sha256', Buffer.from(keys.secrets, 'base64url'))
    .update('client secret of the demo third-party site')
    .digest('hex');
  return { clientId: 'demo-tpp', clientSecret };
}
