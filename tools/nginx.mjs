/**
 * Starts nginx before several servers on this machine with the deployed configuration (`deploy/nginx.conf`): temporary folder, free port, loopback
 * only. Where nginx is missing, it is installed if this process is root on Debian.
 */
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, isListening } from '../packages/testkit/src/ports.mjs';
import { root } from './runtime.mjs';

const CONFIGURATION = join(root, 'deploy/nginx.conf');
const READY_TIMEOUT_MS = 120_000;
const POLL_MS = 20;
const APT = '/usr/bin/apt-get';
/** Debian installs it in a folder that is only on root's path. */
const MORE_FOLDERS = ['/usr/sbin', '/usr/local/sbin'];

export const NO_NGINX = 'No nginx is installed here (Debian: apt-get install nginx-light): what needs one did not run.';

/** Returns the path of nginx, or undefined when it is missing and could not be installed. */
export function findNginx() {
  return findOnPath() ?? installDebian();
}

/**
 * Returns the deployed configuration, adapted to servers on this machine.
 * @param {readonly number[]} serverPorts of the servers that get requests.
 * @param {number} port on which it listens.
 * @param {{ readonly isLimited?: boolean }} [options] isLimited: the deployed limits per address apply; default: they do not, because all clients of
 * a test have the same address.
 */
export function renderNginxConfiguration(serverPorts, port, { isLimited = false } = {}) {
  const text = readFileSync(CONFIGURATION, 'utf8')
    .replaceAll(/^ *server portico-1:3000(.*)$\n/gm, (_line, settings) =>
      serverPorts.map((serverPort) => `    server 127.0.0.1:${serverPort}${settings}\n`).join(''),
    )
    .replaceAll(/^ *server portico-\d:3000.*$\n/gm, '')
    .replace('listen 8080 ', `listen 127.0.0.1:${port} `);
  return isLimited ? text : text.replaceAll(/^ *limit_(?:conn|req) .*$\n/gm, '');
}

/**
 * @param {(text: string) => string} change edits the configuration of this nginx; default: no change.
 * @param {{ readonly isLimited?: boolean }} [options] as of {@link renderNginxConfiguration}.
 * @returns {Promise<undefined | import('./nginx.d.mts').Nginx>} undefined when there is no nginx; print {@link NO_NGINX} then.
 */
export async function startNginx(serverPorts, change = (text) => text, options = {}) {
  const program = findNginx();
  if (program === undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'portico-nginx-'));
  // Its workers run as another user and write large bodies in this folder.
  chmodSync(folder, 0o755);
  const file = join(folder, 'nginx.conf');
  const port = await freePort();
  const args = ['-e', 'stderr', '-p', folder, '-c', file];
  const write = (ports) => {
    writeFileSync(file, change(renderNginxConfiguration(ports, port, options)));
    const { status, stderr } = spawnSync(program, [...args, '-q', '-t'], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`nginx refuses its configuration:\n${stderr}`);
  };
  const errors = [];
  write(serverPorts);
  const master = spawn(program, [...args, '-g', 'daemon off;'], { stdio: ['ignore', 'ignore', 'pipe'] });
  master.stderr.on('data', (chunk) => errors.push(chunk.toString()));
  // With its workers, and with all that they said.
  const ended = new Promise((resolve) => master.once('close', resolve));
  await until(() => isListening(port), 'nginx did not listen');

  return {
    url: `http://127.0.0.1:${port}`,
    port,
    errors: () => errors.join(''),
    async reload(ports) {
      write(ports);
      const before = new Set(workersOf(master.pid));
      master.kill('SIGHUP');
      await until(() => workersOf(master.pid).some((worker) => !before.has(worker)), 'nginx started no new workers');
    },
    async stop() {
      master.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function findOnPath() {
  return [...(process.env.PATH ?? '').split(':'), ...MORE_FOLDERS].map((folder) => join(folder, 'nginx')).find((path) => existsSync(path));
}

function installDebian() {
  if (process.getuid?.() !== 0 || !existsSync(APT)) return undefined;
  console.log('· Installing nginx from the distribution …');
  const options = { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  spawnSync(APT, ['-qq', 'update'], options);
  spawnSync(APT, ['-qq', '-y', '--no-install-recommends', 'install', 'nginx-light'], options);
  return findOnPath();
}

function workersOf(pid) {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
}

async function until(isTrue, complaint) {
  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (!(await isTrue())) {
    if (Date.now() > deadline) throw new Error(`${complaint} within ${READY_TIMEOUT_MS} ms.`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
