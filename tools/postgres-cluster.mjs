/**
 * Starts a temporary PostgreSQL cluster for the tests, from the binaries on this machine: temporary folder, free port, loopback only. `initdb`
 * refuses root, so as root the cluster runs as an unprivileged user. A shell supervises it like a service manager: it restarts a server that has
 * died. Fault rounds rely on that.
 */
import { execFile, execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../packages/testkit/src/ports.mjs';

const READY_TIMEOUT_MS = 300_000;

/**
 * For tests, whose databases live for seconds and are not kept after a crash. Autovacuum took up to half a core for a few rows of each database. Without its
 * statistics PostgreSQL also chooses the same plans in every run.
 */
export const FOR_TESTS = { autovacuum: 'off', jit: 'off', full_page_writes: 'off' };

/** `sh -c`: runs "$@" repeatedly while its folder exists; SIGTERM ends both. The pause lets the processes of a dead server end. */
const SUPERVISOR = `trap 'kill -INT $!; wait $!; exit' TERM
while [ -d "$0" ]; do "$@" & wait $!; sleep 0.2; done`;

/**
 * @param {Readonly<Record<string, string>>} settings of the server, in addition to those of a temporary cluster.
 * @param {string} parent folder in which the cluster creates its folder.
 * @returns {Promise<undefined | import('./postgres-cluster.mjs').PostgresServer>} undefined when no PostgreSQL is installed.
 */
export async function startPostgres(settings = {}, parent = tmpdir()) {
  const bin = findBinaries();
  if (bin === undefined) return undefined;
  const owner = unprivilegedOwner();
  const folder = mkdtempSync(join(parent, 'portico-postgres-'));
  if (owner !== undefined) chownSync(folder, owner.uid, owner.gid);
  const data = join(folder, 'data');
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'portico', '--auth=trust', '--no-sync', '-E', 'UTF8', '--locale=C'], {
    ...owner,
    cwd: folder,
    stdio: 'ignore',
  });
  return startServer({ bin, owner, folder, data, settings, parent });
}

async function startServer(place) {
  const { bin, owner, folder, data, settings, parent } = place;
  const port = Number(settings.port ?? (await freePort()));
  const options = { listen_addresses: '127.0.0.1', max_connections: 200, fsync: 'off', log_min_messages: 'panic', ...settings };
  const given = Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn('/bin/sh', ['-c', SUPERVISOR, data, join(bin, 'postgres'), '-D', data, '-p', String(port), '-k', folder, ...given], {
    ...owner,
    cwd: folder,
    stdio: 'ignore',
  });
  const url = `postgres://portico@127.0.0.1:${port}/postgres`;
  await waitUntilReady(bin, port);
  const ended = new Promise((resolve) => server.once('exit', resolve));

  return {
    url,
    bin,
    port,
    data,
    stop: async () => {
      server.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
    fail: async () => {
      const postmaster = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
      server.kill('SIGKILL');
      process.kill(postmaster, 'SIGKILL');
      await ended;
    },
    startStandby: async (name) => {
      const own = mkdtempSync(join(parent, 'portico-postgres-'));
      if (owner !== undefined) chownSync(own, owner.uid, owner.gid);
      const copy = join(own, 'data');
      const from = `host=127.0.0.1 port=${port} user=portico application_name=${name}`;
      // Asynchronous, because the caller may be the process with the clients.
      await runQuietly(join(bin, 'pg_basebackup'), ['-d', from, '-D', copy, '-c', 'fast', '-X', 'stream', '-R', '--no-sync'], { ...owner, cwd: own });
      // After the loss of the primary a standby pauses between two attempts to reach it. It would finish the pause before a promotion: 5 s by
      // default.
      return startServer({ ...place, settings: { ...settings, wal_retrieve_retry_interval: '500ms' }, folder: own, data: copy });
    },
  };
}

function runQuietly(command, args, options) {
  return new Promise((resolve, reject) => {
    execFile(command, args, options, (error) => (error === null ? resolve() : reject(error)));
  });
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
      // This machine has no such user, so the next one is tried.
    }
  }
  return undefined;
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
