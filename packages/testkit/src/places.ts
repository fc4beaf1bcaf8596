/** Temporary folders, and the environment of a command. */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Creates a folder below the system's temporary one; the caller removes it. */
export function createFolder(name: string): Promise<string> {
  return mkdtemp(join(tmpdir(), `portico-${name}-`));
}

/** The environment of an operator's shell, and Node's compile cache. The test sets every other variable. */
export function commandEnv(): Readonly<Record<string, string>> {
  const { PATH = '', NODE_COMPILE_CACHE } = process.env;
  return { PATH, ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }) };
}
