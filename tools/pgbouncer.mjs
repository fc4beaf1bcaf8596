/** Starts a temporary PgBouncer before a PostgreSQL of this machine: temporary folder, free port, loopback only, session mode by default. */
import { execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, isListening } from '../packages/testkit/src/ports.mjs';

const READY_TIMEOUT_MS = 120_000;
/** Connection parameters that PgBouncer does not support; `docs/operate/scale.md` says where they are set instead. */
const IGNORED = 'statement_timeout,lock_timeout,idle_in_transaction_session_timeout,extra_float_digits';

/** Debian installs it in a folder that is only on root's path. */
const MORE_FOLDERS = ['/usr/sbin', '/usr/local/sbin'];

/** Returns the path of PgBouncer, or undefined when it is not installed. */
export function findPgBouncer() {
  return [...(process.env.PATH ?? '').split(':'), ...MORE_FOLDERS].map((folder) => join(folder, 'pgbouncer')).find((path) => existsSync(path));
}

/** True if PgBouncer tracks prepared statements when transactions share connections, which it does from 1.21 on. */
export function keepsPreparedStatements() {
  const program = findPgBouncer();
  if (program === undefined) return false;
  const [, major, minor] = /PgBouncer (\d+)\.(\d+)/.exec(execFileSync(program, ['--version'], { encoding: 'utf8' })) ?? [];
  return Number(major) > 1 || Number(minor) >= 21;
}

/**
 * @param {string} databaseUrl URL of the database.
 * @param {Readonly<Record<string, string>>} settings in addition to those of a temporary PgBouncer.
 * @returns {Promise<import('./pgbouncer.d.mts').PgBouncer>}
 */
export async function startPgBouncer(databaseUrl, settings = {}) {
  const program = findPgBouncer();
  if (program === undefined) throw new Error('No PgBouncer is installed here.');
  const { hostname, port: databasePort, username, pathname } = new URL(databaseUrl);
  const folder = mkdtempSync(join(tmpdir(), 'portico-pgbouncer-'));
  const port = await freePort();
  const name = pathname.slice(1);
  const options = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: folder,
    auth_type: 'any',
    pool_mode: 'session',
    default_pool_size: 60,
    max_client_conn: 200,
    ignore_startup_parameters: IGNORED,
    ...settings,
  };
  const lines = Object.entries(options).map(([key, value]) => `${key} = ${value}`);
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(
    file,
    ['[databases]', `${name} = host=${hostname} port=${databasePort} dbname=${name} user=${username}`, '[pgbouncer]', ...lines, ''].join('\n'),
  );
  // PgBouncer refuses to run as root.
  const owner = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {};
  for (const path of [folder, file]) if (owner.uid !== undefined) chownSync(path, owner.uid, owner.gid);
  const said = [];
  const child = spawn(program, [file], { ...owner, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  child.stderr.on('data', (chunk) => said.push(chunk.toString()));
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (!(await isListening(port))) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`PgBouncer did not listen:\n${said.join('')}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${port}`;
  return {
    url: url.href,
    async stop() {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function idOf(flag) {
  return Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
}
