/** The two servers to compare, and the clients of both. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { freePort, type PorticoProcess, type startPortico } from '@portico/testkit';
import { copyRepository } from '../../tools/threats/copy-repository.ts';
import { whyUnusable } from '../../tools/threats/prove.ts';
import type { LoadOrder, LoadResult } from './load.ts';

const ROOT = dirname(dirname(import.meta.dirname));

/** The changed guard trusts the header instead of reading the session. It is the only difference between the two servers. */
const WITHOUT_GUARD = {
  file: 'apps/server/src/modules/developers/create-developers.ts',
  find: 'const developer = requireSignedIn(await currentDeveloper(request));\n      requireSameSubject(request, developer);',
  replace: "const developer = { developerId: String(request.headers['tpp-id']), email: '' };",
};

export interface Unguarded {
  start(place: { readonly dataDir: string; readonly databaseUrl?: string | undefined }): Promise<PorticoProcess>;
  remove(): void;
}

/** Copies the sources with this change. @throws when the code to replace no longer exists. */
export async function copyUnguarded(): Promise<Unguarded> {
  const problem = whyUnusable(ROOT, WITHOUT_GUARD);
  if (problem !== undefined) throw new Error(problem);
  const copy = copyRepository(ROOT);
  const path = join(copy.folder, WITHOUT_GUARD.file);
  writeFileSync(path, readFileSync(path, 'utf8').replace(WITHOUT_GUARD.find, WITHOUT_GUARD.replace));
  const testkit: { startPortico: typeof startPortico } = await import(join(copy.folder, 'packages/testkit/src/index.ts'));
  return { start: async (place) => testkit.startPortico({ port: await freePort(), ...place, env: SERVER_SETTINGS }), remove: copy.remove };
}

/** Switches off the limits for persons, which would slow the measurement. */
export const SERVER_SETTINGS = { PORTICO_RATE_LIMIT_PER_MINUTE: '0', PORTICO_DEVICE_ANSWER_SECONDS: '0' };

/** @throws Error with the first unexpected response. */
export async function runLoad(server: Pick<PorticoProcess, 'origin'>, order: Omit<LoadOrder, 'port'>): Promise<LoadResult> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'load.ts')], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify({ ...order, port: Number(new URL(server.origin).port) }));
  const [said] = await Promise.all([text(child.stdout), once(child, 'close')]);
  const result: LoadResult = JSON.parse(said);
  if (result.failures > 0) throw new Error(`${order.method} ${order.path}: ${result.failures} calls failed. First: ${result.failure}`);
  return result;
}
