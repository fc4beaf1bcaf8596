/** A developer's project with the archive of the typed client, beside the packages that the client needs. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '../../../..');
const run = promisify(execFile);

/** The test removes `project`; `client` is the folder of the installed package. Its command is in `node_modules/.bin`, as npm puts it there. */
export async function installClient(): Promise<{ project: string; client: string }> {
  const project = await mkdtemp(join(tmpdir(), 'portico-client-'));
  const client = join(project, 'node_modules/@portico/client');
  const { stdout } = await run(process.execPath, [join(root, 'packages/client/pack.mjs'), project]);
  await mkdir(client, { recursive: true });
  await run('tar', ['xzf', join(project, stdout.trim()), '-C', client, '--strip-components=1']);
  for (const name of ['openapi-fetch', 'openapi-typescript-helpers', 'openid-client', 'oauth4webapi', 'jose'])
    await symlink(join(root, 'node_modules', name), join(project, 'node_modules', name));
  const { bin }: { bin: Readonly<Record<string, string>> } = JSON.parse(await readFile(join(client, 'package.json'), 'utf8'));
  await mkdir(join(project, 'node_modules/.bin'));
  for (const [name, file] of Object.entries(bin)) await symlink(join(client, file), join(project, 'node_modules/.bin', name));
  await writeFile(join(project, 'package.json'), '{"type":"module"}');
  return { project, client };
}
