/** A developer's project into which npm installs the typed client from the portal, and the packages that the client needs from a small registry. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '../../../..');
const run = promisify(execFile);
const NEEDED = ['openapi-fetch', 'openapi-typescript-helpers', 'openid-client', 'oauth4webapi', 'jose'];
const ARCHIVE_BYTES_MAX = 64 * 1024 * 1024;

export interface ClientProject {
  /** Its `.npmrc` names the small registry, so npm needs no other network here. */
  readonly project: string;
  /** Folder of the installed package. Its command is in `node_modules/.bin`. */
  readonly client: string;
  /** Deletes the project. */
  close(): Promise<void>;
}

/** @param origin of a server that was started after `ensureClientPacked` */
export async function installClient(origin: string): Promise<ClientProject> {
  const project = await mkdtemp(join(tmpdir(), 'portico-client-'));
  const registry = await openRegistry();
  const settings = [`registry=${registry.url}`, `cache=${join(project, '.npm')}`, 'audit=false', 'fund=false', 'update-notifier=false'];
  await writeFile(join(project, '.npmrc'), settings.join('\n'));
  await writeFile(join(project, 'package.json'), '{"type":"module"}');
  await run('npm', ['install', `${origin}/client/${await archiveName()}`], { cwd: project, env: { PATH: process.env.PATH, HOME: project } });
  return {
    project,
    client: join(project, 'node_modules/@portico/client'),
    async close() {
      await registry.close();
      await rm(project, { recursive: true });
    },
  };
}

export async function archiveName(): Promise<string> {
  const { version } = JSON.parse(await readFile(join(root, 'packages/client/package.json'), 'utf8'));
  return `portico-client-${version}.tgz`;
}

/** A registry of the installed packages that the client needs. */
async function openRegistry(): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = createServer(async ({ url = '' }, response) => {
    const [, name = '', isArchive] = /^\/([\w-]+)(\/-\/.*)?$/.exec(url) ?? [];
    if (!NEEDED.includes(name)) return void response.writeHead(404).end('{}');
    if (isArchive !== undefined) return void response.end(await packInstalled(name));
    const manifest = JSON.parse(await readFile(join(root, 'node_modules', name, 'package.json'), 'utf8'));
    const { version } = manifest;
    const tarball = `http://${String(response.req.headers.host)}/${name}/-/${name}-${version}.tgz`;
    response.end(JSON.stringify({ name, 'dist-tags': { latest: version }, versions: { [version]: { ...manifest, dist: { tarball } } } }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function packInstalled(name: string): Promise<Buffer> {
  const args = ['--create', '--gzip', '--directory', join(root, 'node_modules'), `--transform=s,^${name},package,`, name];
  return (await run('tar', args, { encoding: 'buffer', maxBuffer: ARCHIVE_BYTES_MAX })).stdout;
}
