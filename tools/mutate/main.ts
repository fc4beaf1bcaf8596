/**
 * The command behind `npm run mutate`: Stryker changes the rules of `scope.ts`, one file after the other, each with its nearest tests. Returns the exit
 * code: 1 when too few changes of a file are detected, or its tests fail without a change.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Mutated, scope } from './scope.ts';

/** Stryker is 155 packages that nothing else needs, so it is installed on demand and is not in the lock file. */
const VERSION = '10.1.1';
const PACKAGES = [`@stryker-mutator/core@${VERSION}`, `@stryker-mutator/vitest-runner@${VERSION}`];
/** The required percentage of detected changes of a file. */
const KILLED_PERCENT_MIN = 85;
/** The allowance for a busy machine, beside one and a half times the duration of the unchanged tests. */
const TIMEOUT_MS = 30_000;

/** @param args parts of files' paths; empty: all files of the scope. */
export function mutate(root: string, args: readonly string[]): number {
  const chosen = scope.filter(({ file }) => args.length === 0 || args.some((part) => file.includes(part)));
  if (chosen.length === 0) {
    console.error(`No file of the scope has this name. The scope has:\n${scope.map(({ file }) => `  ${file}`).join('\n')}`);
    return 1;
  }
  // A folder in `node_modules`: Stryker finds the repository's own Vitest there, and `npm ci` deletes it.
  const folder = join(root, 'node_modules', '.stryker');
  if (!install(folder)) return 1;
  // An interrupted run leaves its copy of the repository.
  rmSync(sandboxIn(folder), { recursive: true, force: true });
  const weak = chosen.filter((mutated) => !run(root, folder, mutated)).map(({ file }) => file);
  if (weak.length > 0) console.error(`Fewer than ${KILLED_PERCENT_MIN} % of the changes were detected, or the tests failed:\n  ${weak.join('\n  ')}`);
  return weak.length === 0 ? 0 : 1;
}

const sandboxIn = (folder: string): string => join(folder, 'sandbox');

function install(folder: string): boolean {
  const stamp = join(folder, VERSION);
  if (existsSync(stamp)) return true;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  // `--legacy-peer-deps` installs no second Vitest.
  const options = ['--prefix', folder, '--no-package-lock', '--ignore-scripts', '--legacy-peer-deps', '--loglevel=error'];
  const isInstalled = spawnSync('npm', ['install', ...options, ...PACKAGES], { stdio: 'inherit', shell: process.platform === 'win32' }).status === 0;
  if (isInstalled) writeFileSync(stamp, '');
  return isInstalled;
}

function run(root: string, folder: string, { file, tests }: Mutated): boolean {
  const config = join(folder, 'stryker.config.json');
  writeFileSync(config, JSON.stringify(configOf(folder, file)));
  const stryker = join(folder, 'node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js');
  const env = { ...process.env, MUTATE_TESTS: tests.join(',') };
  return spawnSync(process.execPath, [stryker, 'run', config], { cwd: root, stdio: 'inherit', env }).status === 0;
}

const configOf = (folder: string, file: string) => ({
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  packageManager: 'npm',
  vitest: { configFile: 'tools/mutate/vitest.config.ts', related: false },
  mutate: [file],
  thresholds: { high: 100, low: 95, break: KILLED_PERCENT_MIN },
  timeoutMS: TIMEOUT_MS,
  reporters: ['clear-text'],
  clearTextReporter: { reportTests: false },
  tempDirName: sandboxIn(folder),
  ignorePatterns: ['/bench', '/docs', '/e2e'],
  // The compiler in Go has no function with which Stryker would rewrite paths in this file, and none needs it.
  tsconfigFile: 'none',
  warnings: { slow: false },
  logLevel: 'warn',
  allowConsoleColors: process.stdout.isTTY,
});
