/** Free ports, throw-away folders, and the surroundings of a command. */
import { mkdtemp } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export function freePort(): Promise<number> {
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

/** A fresh folder below the system's temporary one; removing it is the caller's. */
export function createFolder(name: string): Promise<string> {
  return mkdtemp(join(tmpdir(), `portico-${name}-`));
}

/** What an operator's shell hands to a command, and where Node keeps what it has compiled: every other setting is the test's. */
export function commandEnv(): Readonly<Record<string, string>> {
  const { PATH = '', NODE_COMPILE_CACHE } = process.env;
  return { PATH, ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }) };
}
