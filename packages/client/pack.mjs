/** `npm run client:pack [-- folder]`: builds the client and writes the archive that `npm install` takes. Node runs no TypeScript in node_modules. */
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const here = import.meta.dirname;
// Two builds at the same time do not meet.
const dist = mkdtempSync(join(tmpdir(), 'portico-client-build-'));
const target = resolve(process.argv[2] ?? here);
const compiler = join(createRequire(join(here, '../../package.json')).resolve('typescript/package.json'), '../bin/tsc');

execFileSync(process.execPath, [compiler, '-p', join(here, 'tsconfig.pack.json'), '--outDir', dist], { stdio: 'inherit' });
cpSync(join(here, 'src/recorded'), join(dist, 'recorded'), { recursive: true });
for (const name of ['README.md', 'examples']) cpSync(join(here, name), join(dist, name), { recursive: true });
const { private: _, devDependencies: __, ...published } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'));
writeFileSync(
  join(dist, 'package.json'),
  `${JSON.stringify({ ...published, license: 'UNLICENSED', exports: { '.': { types: './index.d.ts', default: './index.js' } }, bin: { 'portico-tpp': './command/main.js' } }, undefined, 2)}\n`,
);
chmodSync(join(dist, 'command/main.js'), 0o755);
const packed = mkdtempSync(join(tmpdir(), 'portico-client-packed-'));
execFileSync('npm', ['pack', '--silent', '--pack-destination', packed], {
  cwd: dist,
  stdio: ['ignore', 'inherit', 'inherit'],
  shell: process.platform === 'win32',
});
mkdirSync(target, { recursive: true });
for (const name of readdirSync(packed)) {
  // A server that starts now reads the old archive or the new one, never a part.
  const part = join(target, `.${name}-${process.pid}`);
  copyFileSync(join(packed, name), part);
  renameSync(part, join(target, name));
}
for (const folder of [dist, packed]) rmSync(folder, { recursive: true });
