/** Throw-away folders, and the surroundings of a command. */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A fresh folder below the system's temporary one; removing it is the caller's. */
export function createFolder(name: string): Promise<string> {
  return mkdtemp(join(tmpdir(), `portico-${name}-`));
}

/** What an operator's shell hands to a command, and where Node keeps what it has compiled: every other setting is the test's. */
export function commandEnv(): Readonly<Record<string, string>> {
  const { PATH = '', NODE_COMPILE_CACHE } = process.env;
  return { PATH, ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }) };
}
