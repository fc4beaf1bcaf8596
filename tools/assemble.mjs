/**
 * `node tools/assemble.mjs <folder>` copies the files of a production server into an empty folder: the built server and pages, the client's archive,
 * the content, the packages that are not bundled into the server, and the Node.js that runs them. The image is built from it (deploy/Dockerfile).
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { AS_INSTALLED, ensureBuilt, ensureInstalled, fail, root, runtimePath, step } from './runtime.mjs';

const SERVER = 'apps/server';
const FILES = [
  ...['package.json', 'dist/server', 'dist/client', 'migrations', 'assets'].map((name) => `${SERVER}/${name}`),
  'apps/web/dist',
  'content',
  'brands',
];
const LEFT_OUT = /(^|\/)\.build$/;
/** The files kept of a package that is bundled into the server: scanners of the image identify it by them, and its licence must be passed on. */
const MANIFEST_OR_LICENCE = /^(package\.json|(un)?licen[cs]es?\b.*|notice\b.*|copying\b.*)$/i;

/** `EXIT.configuration` of the server. */
const BAD_SETTINGS = 78;

const given = process.argv[2];
if (given === undefined) fail('Name the folder: node tools/assemble.mjs <folder>.');
const target = resolve(process.env.INIT_CWD ?? '.', given);
if (existsSync(target) && readdirSync(target).length > 0) fail(`${target} is not empty.`);

await ensureInstalled();
await ensureBuilt(runtimePath());
await step(`Copying to ${target}`, () => {
  for (const path of FILES) copy(path, (file) => !LEFT_OUT.test(relative(root, file)));
  copyPackages();
  mkdirSync(join(target, 'bin'));
  cpSync(runtimePath(), join(target, 'bin', basename(runtimePath())));
});
// A container cannot store Node's compile cache, so the image contains it. Without settings the server has loaded all its code when it ends.
await step('Compiling for the first start', () => {
  const { status } = spawnSync(join(target, 'bin', basename(runtimePath())), ['apps/server/dist/server/main.js'], {
    cwd: target,
    env: { PORTICO_MODE: 'production' },
  });
  if (status !== BAD_SETTINGS) fail(`The assembled server ended with ${status} instead of asking for its settings.`);
});

/** Copies the packages from where npm installed them and verified their hashes. */
function copyPackages() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const whole = reach(packages, AS_INSTALLED);
  for (const path of reach(packages, neededBy(packages[SERVER]))) {
    // The project's own packages are bundled, and scanners do not look for them.
    if (packages[path].link === true) continue;
    if (whole.has(path)) copy(path, (file) => basename(file) !== 'node_modules');
    else for (const name of readdirSync(join(root, path)).filter((name) => MANIFEST_OR_LICENCE.test(name))) copy(join(path, name));
  }
}

/** Returns the lock file's paths of these packages of the server and of their dependencies. */
function reach(packages, names) {
  const reached = new Set();
  const waiting = names.map((name) => ({ name, from: SERVER }));
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { name, from } = next;
    const found = find(packages, from, name) ?? fail(`The lock file has no ${name}, which ${from} needs.`);
    if (reached.has(found)) continue;
    const { link, resolved } = packages[found];
    reached.add(found);
    const at = link === true ? resolved : found;
    waiting.push(...neededBy(packages[at]).map((needed) => ({ name: needed, from: at })));
  }
  return reached;
}

/** Optional peer dependencies are not needed by the server. */
function neededBy({ dependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} }) {
  return [...Object.keys(dependencies), ...Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional !== true)];
}

/** Resolves a package as Node.js does: in the `node_modules` of the requesting package, then one folder up, and so on. */
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
