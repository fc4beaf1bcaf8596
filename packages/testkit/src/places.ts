/** Free ports, throw-away folders, and the surroundings of a command. */
import { mkdtemp } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Below those that systems lend to who connects: one of these would be lent to somebody before its server listens. */
const PORTS = { from: 15_000, count: 17_000 } as const;

/** One on which nobody listens at this moment. */
export async function freePort(): Promise<number> {
  const port = PORTS.from + Math.floor(Math.random() * PORTS.count);
  return (await isFree(port)) ? port : freePort();
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}

/** A fresh folder below the system's temporary one; removing it is the caller's. */
export function createFolder(name: string): Promise<string> {
  return mkdtemp(join(tmpdir(), `portico-${name}-`));
}

/** What an operator's shell hands to a command, and where Node keeps what it has compiled: every other setting is the test's. */
export function commandEnv(): Readonly<Record<string, string>> {
  const { PATH = '', NODE_COMPILE_CACHE } = process.env;
  return { PATH, ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }) };
}
