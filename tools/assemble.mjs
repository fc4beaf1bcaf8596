/**
 * `node tools/assemble.mjs <folder>`: puts everything a production server needs into an empty folder, and nothing else: sources without their tests,
 * the built pages, the content, the packages that the server asks for, and the Node that runs them. The image is made of it (deploy/Dockerfile).
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { ensureBuilt, ensureInstalled, fail, root, runtimePath, step } from './runtime.mjs';

const SERVER = 'apps/server';
const FILES = ['package.json', 'package-lock.json', SERVER, 'apps/web/dist', 'content', 'brands'];
const LEFT_OUT = /(^|\/)(node_modules|testing|recorded|threats)$|\.test\.ts$|(^|\/)\.build$/;

/** `EXIT.configuration` of the server. */
const BAD_SETTINGS = 78;

const given = process.argv[2];
if (given === undefined) fail('Name the folder: node tools/assemble.mjs <folder>.');
const target = resolve(process.env.INIT_CWD ?? '.', given);
if (existsSync(target) && readdirSync(target).length > 0) fail(`${target} is not empty.`);

await ensureInstalled();
await ensureBuilt(runtimePath());
await step(`Copying to ${target}`, () => {
  for (const path of FILES) copy(path, isOurs);
  copyPackages();
  mkdirSync(join(target, 'bin'));
  cpSync(runtimePath(), join(target, 'bin', basename(runtimePath())));
});
// The image cannot keep what Node compiled, so it brings it along. Without settings the server has loaded everything when it ends.
await step('Compiling for the first start', () => {
  const { status } = spawnSync(join(target, 'bin', basename(runtimePath())), ['apps/server/dist/server/main.js'], {
    cwd: target,
    env: { PORTICO_MODE: 'production' },
  });
  if (status !== BAD_SETTINGS) fail(`The assembled server ended with ${status} instead of asking for its settings.`);
});

/** What the server's manifest leads to in the lock file, from where it was installed and checked by its hash. */
function copyPackages() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const reached = new Set();
  const waiting = [SERVER];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    for (const name of neededBy(packages[path])) {
      const found = find(packages, path, name) ?? fail(`The lock file has no ${name}, which ${path} needs.`);
      if (reached.has(found)) continue;
      reached.add(found);
      const { link, resolved } = packages[found];
      if (link === true) {
        copy(resolved, isOurs);
        mkdirSync(join(target, dirname(found)), { recursive: true });
        symlinkSync(relative(dirname(found), resolved), join(target, found));
      } else copy(found, (path) => basename(path) !== 'node_modules');
      waiting.push(link === true ? resolved : found);
    }
  }
}

/** Optional peers are tools of others. */
function neededBy({ dependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} }) {
  return [...Object.keys(dependencies), ...Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional !== true)];
}

/** As Node looks for a package: beside whoever asks, then one folder up, and so on. */
function find(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (packages[path] !== undefined) return path;
    if (folder === '') return undefined;
  }
}

function copy(path, filter) {
  cpSync(join(root, path), join(target, path), { recursive: true, filter });
}

function isOurs(path) {
  return !LEFT_OUT.test(relative(root, path));
}
