/**
 * Checks external packages (T29): their integrity, their licences, their versions against known vulnerabilities, and the reason for each direct
 * dependency. The test asks no advisory service: the version floors are what was known when they were written.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findBelowFloors, findFaults, findIdleFloors, type VersionFloor } from './supply-chain/find-faults.ts';
import { findSecrets } from './supply-chain/find-secrets.ts';
import { type LockedPackage, lockedPackages, readLockFile } from './supply-chain/lock-file.ts';
import { writeSbom } from './supply-chain/sbom.ts';

const root = join(import.meta.dirname, '..');

const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const lock = readLockFile();
const packages = lockedPackages(lock);
const floors: VersionFloor[] = JSON.parse(read('tools/supply-chain/version-floors.json'));
const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);

/** A valid package with one change. */
const sound = (changed: Partial<LockedPackage>): LockedPackage => ({
  path: 'node_modules/example',
  name: 'example',
  version: '1.2.3',
  integrity: 'sha512-AAAA',
  resolved: undefined,
  licence: 'MIT',
  hasInstallScript: false,
  isDevelopment: false,
  ...changed,
});

describe('the lock file', () => {
  it('has a sha512, the registry, no script and an agreed licence for every package', () => {
    expect(packages.length).toBeGreaterThan(100);
    expect(findFaults(packages)).toEqual([]);
  });

  it.each<[string, Partial<LockedPackage>, string]>([
    ['no integrity', { integrity: undefined }, 'no sha512 integrity'],
    ['a weak integrity', { integrity: 'sha1-AAAA' }, 'no sha512 integrity'],
    ['a repository as its origin', { resolved: 'git+ssh://git@forge.example/example.git#main' }, 'comes from git+ssh'],
    ['an archive as its origin', { resolved: 'https://files.example/example.tgz' }, 'comes from https'],
    ['a script at installation', { hasInstallScript: true }, 'wants to run a script'],
    ['a licence nobody agreed to', { licence: 'AGPL-3.0-only' }, 'stands under AGPL-3.0-only'],
    ['no licence', { licence: undefined }, 'no named licence'],
  ])('is refused with %s', (_case, changed, sentence) => {
    expect(findFaults([sound(changed)])).toEqual([expect.stringContaining(sentence)]);
  });

  it('is installed without install scripts', () => {
    expect(read('.npmrc')).toMatch(/^ignore-scripts=true$/m);
  });
});

describe('version floors', () => {
  it('are met by every installed package', () => {
    expect(findBelowFloors(packages, floors)).toEqual([]);
  });

  it('name installed packages, each with its advisory', () => {
    expect(findIdleFloors(packages, floors)).toEqual([]);
    for (const { advisory } of floors)
      expect(advisory).toMatch(/^(CVE-\d{4}-\d{4,6}|GHSA(-[a-z0-9]{4}){3})(, (CVE-\d{4}-\d{4,6}|GHSA(-[a-z0-9]{4}){3}))*$/);
  });

  it.each([
    ['1.2.2', true],
    ['1.1.9', true],
    ['0.9.9', true],
    ['1.2.3', false],
    ['1.10.0', false],
    ['2.0.0', false],
  ])('of 1.2.3 treat %s as too old: %s', (version, isBelow) => {
    const floor = { name: 'example', floor: '1.2.3', advisory: 'CVE-2026-0001' };
    expect(findBelowFloors([sound({ version })], [floor])).toHaveLength(isBelow ? 1 : 0);
  });

  it('of one major version do not apply to another', () => {
    const floor = { name: 'example', line: 3, floor: '3.1.4', advisory: 'CVE-2026-0001' };
    expect(findBelowFloors([sound({ version: '2.0.0' }), sound({ version: '3.1.3' })], [floor])).toHaveLength(1);
  });
});

describe('the bill of materials', () => {
  it('matches the lock file: after a change, run npm run sbom', () => {
    expect(read('docs/evidence/sbom.cdx.json') === writeSbom(lock)).toBe(true);
  });
});

describe('direct dependencies', () => {
  const manifests = tracked.filter((path) => basename(path) === 'package.json');
  const runtime = (path: string): string[] => Object.keys(JSON.parse(read(path)).dependencies ?? {}).filter((name) => !name.startsWith('@portico/'));

  it('each have their reason in decision 0003', () => {
    const reasons = read('docs/decisions/0003-dependencies.md').replaceAll(/@([a-z]+)\/\{([^}]+)\}/g, (_match, scope: string, names: string) =>
      names
        .split(',')
        .map((name) => `@${scope}/${name.trim()}`)
        .join(', '),
    );
    const named = new Set(reasons.match(/@?[a-z][a-z0-9-]*(?:\.js)?(\/[a-z0-9-]+)?/g));
    expect(manifests.flatMap(runtime).filter((name) => !named.has(name))).toEqual([]);
  });
});

describe('images and actions', () => {
  const namesIn = (path: string, pattern: RegExp) => Array.from(read(path).matchAll(pattern), ([, name = '']) => name);

  it('are named by digest or commit, so that their content cannot change', () => {
    const images = [
      ...namesIn('deploy/Dockerfile', /^FROM (\S+)/gm),
      ...namesIn('deploy/compose.yaml', /^ +image: (\S+)/gm),
      ...namesIn('.devcontainer/devcontainer.json', /"image": "([^"]+)"/g),
    ].filter((name) => name !== 'portico:latest');
    const workflows = tracked.filter((path) => path.startsWith('.github/workflows/'));
    const actions = workflows.flatMap((path) => namesIn(path, /uses: (\S+)/g));
    expect(images.length).toBeGreaterThan(5);
    expect(actions.length).toBeGreaterThan(1);
    for (const name of images) expect(name).toMatch(/:[\w.-]+@sha256:[0-9a-f]{64}$/);
    for (const name of actions) expect(name).toMatch(/@[0-9a-f]{40}$/);
  });
});

describe('secrets', () => {
  const texts = tracked.filter(
    (path) => !/\.(png|woff2|ttf|ico)$/.test(path) && statSync(join(root, path), { throwIfNoEntry: false })?.isFile() === true,
  );

  it('are in no file of the repository', () => {
    expect(texts.flatMap((path) => findSecrets(path, read(path)))).toEqual([]);
  });

  it.each([
    ['a private key', ['-----BEGIN EC ', 'PRIVATE KEY-----']],
    ['an access key', ['AKIA', 'ABCDEFGHIJKLMNOP']],
    ['a token of a forge', ['ghp_', 'a'.repeat(36)]],
    ['a token of a registry', ['npm_', 'a'.repeat(36)]],
    ['a secret key of a cloud', ['AWS_SECRET', '_ACCESS_KEY="', 'a'.repeat(40), '"']],
    ['a key of a mail service', ['SG.', 'a'.repeat(22), '.', 'a'.repeat(43)]],
    ['a key of a language model', ['sk-', 'ant-', 'a'.repeat(60)]],
    ['a signed token', ['eyJ', 'a'.repeat(20), '.eyJ', 'a'.repeat(20), '.', 'a'.repeat(20)]],
  ])('are found: %s', (_case, parts) => {
    expect(findSecrets('file', `first\n${parts.join('')}`)).toEqual(['file:2']);
  });
});
