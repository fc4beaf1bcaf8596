/**
 * A throw-away PostgreSQL cluster for the tests, from the binaries installed on this machine: own folder, free port, loopback only.
 * `initdb` refuses root, so as root the cluster runs under an unprivileged user. A shell watches over it as a service manager
 * would: when the server dies, it is started again. Fault rounds count on that.
 */
import { execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const READY_TIMEOUT_MS = 30_000;

/** `sh -c`: runs "$@" again and again while its folder exists; SIGTERM ends both. The pause lets the processes of a dead server go. */
const SUPERVISOR = `trap 'kill -INT $!; wait $!; exit' TERM
while [ -d "$0" ]; do "$@" & wait $!; sleep 0.2; done`;

/**
 * @param {Readonly<Record<string, string>>} settings of the server, over those that a throw-away cluster has.
 * @returns {Promise<undefined | {url: string, bin: string, stop: () => Promise<void>}>} undefined when no PostgreSQL is installed.
 */
export async function startPostgres(settings = {}) {
  const bin = findBinaries();
  if (bin === undefined) return undefined;
  const owner = unprivilegedOwner();
  const folder = mkdtempSync(join(tmpdir(), 'portico-postgres-'));
  if (owner !== undefined) chownSync(folder, owner.uid, owner.gid);
  const data = join(folder, 'data');
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'portico', '--auth=trust', '--no-sync', '-E', 'UTF8', '--locale=C'], {
    ...owner,
    cwd: folder,
    stdio: 'ignore',
  });
  const port = await freePort();
  const server = spawn(
    '/bin/sh',
    [
      '-c',
      SUPERVISOR,
      data,
      join(bin, 'postgres'),
      '-D',
      data,
      '-p',
      String(port),
      '-k',
      folder,
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      'max_connections=200',
      '-c',
      'fsync=off',
      '-c',
      'log_min_messages=panic',
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    { ...owner, cwd: folder, stdio: 'ignore' },
  );
  const url = `postgres://portico@127.0.0.1:${port}/postgres`;
  await waitUntilReady(bin, port);
  return {
    url,
    bin,
    stop: async () => {
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function findBinaries() {
  const versions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql').sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [...versions.map((version) => join('/usr/lib/postgresql', version, 'bin')), ...(process.env.PATH ?? '').split(':')];
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')));
}

function unprivilegedOwner() {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag, user) => Number(execFileSync('id', [flag, user], { encoding: 'utf8' }));
  for (const user of ['postgres', 'nobody']) {
    try {
      return { uid: id('-u', user), gid: id('-g', user) };
    } catch {
      // This machine has no such user; the next one will do.
    }
  }
  return undefined;
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

async function waitUntilReady(bin, port) {
  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (Date.now() < deadline) {
    try {
      execFileSync(join(bin, 'psql'), ['-h', '127.0.0.1', '-p', String(port), '-U', 'portico', '-c', 'select 1', 'postgres'], { stdio: 'ignore' });
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  throw new Error(`PostgreSQL was not ready after ${READY_TIMEOUT_MS} ms.`);
}
