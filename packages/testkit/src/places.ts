/** Free ports and throw-away folders. */
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
