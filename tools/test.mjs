/**
 * `npm test`: everything. `npm run check` (`--fast`): everything that needs neither a browser nor PostgreSQL.
 * Every step says what it is and how long it took; the end names the slowest files. The last line is the sum, alone: `N passed, N failed`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, relative } from 'node:path';
import { ensureChromium } from './chromium.mjs';
import { findDatabaseTests } from './database-tests.mjs';
import { startPostgres } from './postgres-cluster.mjs';
import { ensureBuilt, ensureInstalled, root, runtimePath } from './runtime.mjs';

const isFast = process.argv.includes('--fast');
const reports = mkdtempSync(join(tmpdir(), 'portico-reports-'));
const totals = { passed: 0, failed: 0 };
const failures = [];
/** Of each file of tests in each step: how long it ran. */
const durations = [];
const SLOWEST_SHOWN = 10;

await ensureInstalled();
const runtime = runtimePath();
// Logs of a machine stay readable; a terminal gets its colours.
const colours = process.stdout.isTTY ? {} : { NO_COLOR: '1' };
// Tests start many servers and commands: what Node has compiled once it need not compile again.
const compiled = { NODE_COMPILE_CACHE: join(tmpdir(), 'portico-compile-cache') };
const env = { ...process.env, ...compiled, ...colours, PATH: `${dirname(runtime)}${delimiter}${process.env.PATH ?? ''}` };

const tsc = 'node_modules/typescript/bin/tsc';
// Most of them use one core, so they run side by side.
await Promise.all([
  checkStep('Format and lint', 'node_modules/@biomejs/biome/bin/biome', ['ci', '--error-on-warnings', '.']),
  checkStep('Import boundaries', 'node_modules/oxlint/bin/oxlint', [
    '--config',
    '.oxlintrc.json',
    '--deny-warnings',
    'apps',
    'packages',
    'e2e',
    'bench',
    'faults',
  ]),
  checkStep('Types: server, packages, tools', tsc, ['-p', 'tsconfig.json']),
  checkStep('Types: browser', tsc, ['-p', 'apps/web/tsconfig.json']),
  checkStep('Types: journeys and measuring', tsc, ['-p', 'e2e/tsconfig.json']),
  checkStep('Dead code', 'node_modules/knip/bin/knip.js', ['--no-progress']),
]);
if (isFast) await serverSteps(undefined);
else {
  await ensureBuilt(runtime);
  const chromium = await ensureChromium(runtime);
  const postgres = await startPostgres();
  try {
    await serverSteps(postgres);
    await browserSteps(chromium, postgres);
    await roundStep('The image, assembled and run', 'tools/deploy', {});
    await roundStep('Fault rounds on PGlite', 'faults/embedded', {});
    // Last, because they kill the cluster itself.
    if (postgres !== undefined) await roundStep('Fault rounds on PostgreSQL', 'faults/postgres', { FAULTS_POSTGRES_URL: postgres.url });
  } finally {
    await postgres?.stop();
  }
}

rmSync(reports, { recursive: true, force: true });
durations.sort((one, other) => other.ms - one.ms);
console.log('\nThe slowest files:');
for (const { ms, file, title } of durations.slice(0, SLOWEST_SHOWN)) console.log(`${inSeconds(ms).padStart(10)}  ${file} (${title})`);
if (failures.length > 0) console.log(`\nFailed:\n${failures.map((title) => `  ${title}`).join('\n')}`);
console.log(`\n${totals.passed} passed, ${totals.failed} failed`);
process.exitCode = totals.failed === 0 ? 0 : 1;

async function serverSteps(postgres) {
  await vitestStep('Unit tests and server on PGlite', ['--project', 'node', '--project', 'alone', '--project', 'web'], {});
  if (isFast) return;
  if (postgres === undefined) {
    console.log('\nNo PostgreSQL is installed here: the server ran on PGlite only. Install one (Debian: apt-get install postgresql) to test both.');
    return;
  }
  await vitestStep('Server on PostgreSQL', ['--project', 'node', '--project', 'alone', ...findDatabaseTests()], {
    TEST_DATABASE: 'postgres',
    TEST_POSTGRES_URL: postgres.url,
  });
}

async function browserSteps(chromium, postgres) {
  await journeyStep('Browser journeys on PGlite', chromium, {});
  if (postgres !== undefined) await journeyStep('Browser journeys on PostgreSQL', chromium, { E2E_POSTGRES_URL: postgres.url });
}

/** A step that is one check: it passes or it fails. */
async function checkStep(title, script, args) {
  const status = await executeAside(title, script, args, {});
  count(title, status === 0 ? 1 : 0, status === 0 ? 0 : 1);
}

async function vitestStep(title, args, extraEnv) {
  const report = join(reports, `${title.replaceAll(/\W/g, '-')}.json`);
  const outputs = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const status = await execute(title, 'node_modules/vitest/vitest.mjs', ['run', ...args, ...outputs], extraEnv);
  const result = readReport(report);
  for (const { name, startTime, endTime } of result?.testResults ?? []) {
    durations.push({ ms: endTime - startTime, file: relative(root, name), title });
  }
  count(title, result?.numPassedTests ?? 0, result?.numFailedTests ?? 0, status);
}

function roundStep(title, folder, extraEnv) {
  return vitestStep(title, ['--project', 'faults', folder], extraEnv);
}

async function journeyStep(title, chromium, extraEnv) {
  if (chromium === undefined) {
    count(`${title}: no Chromium could be found or installed`, 0, 1);
    return;
  }
  const report = join(reports, `${title.replaceAll(/\W/g, '-')}.json`);
  const status = await execute(title, 'node_modules/@playwright/test/cli.js', ['test', '--config', 'e2e/playwright.config.ts'], {
    CHROMIUM_PATH: chromium,
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    ...extraEnv,
  });
  const result = readReport(report);
  for (const suite of result?.suites ?? []) durations.push({ ms: durationOf(suite), file: `e2e/journeys/${suite.file}`, title });
  count(title, (result?.stats.expected ?? 0) + (result?.stats.flaky ?? 0), result?.stats.unexpected ?? 0, status);
}

/** Of all journeys of a file, in every window size. */
function durationOf({ suites = [], specs = [] }) {
  const results = specs.flatMap(({ tests }) => tests).flatMap((test) => test.results);
  return [...suites.map(durationOf), ...results.map(({ duration }) => duration)].reduce((sum, ms) => sum + ms, 0);
}

/** A run that ended badly without a failed test (a crash, a broken file, no test at all) counts as one failure. */
function count(title, passed, failed, status = 0) {
  const crashed = failed === 0 && (status !== 0 || passed === 0);
  totals.passed += passed;
  totals.failed += crashed ? 1 : failed;
  if (failed > 0 || crashed) failures.push(crashed ? `${title} (ended with ${status})` : title);
}

async function execute(title, script, args, extraEnv) {
  console.log(`\n── ${title}`);
  const startedAt = performance.now();
  const [status] = await once(start(script, args, extraEnv, 'inherit'), 'close');
  console.log(`   ${inSeconds(performance.now() - startedAt)}`);
  return status ?? 1;
}

/** Beside others: what it says is shown when it has ended. */
async function executeAside(title, script, args, extraEnv) {
  const startedAt = performance.now();
  const child = start(script, args, extraEnv, 'pipe');
  const said = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => said.push(chunk));
  const [status] = await once(child, 'close');
  console.log(`\n── ${title}\n${Buffer.concat(said)}   ${inSeconds(performance.now() - startedAt)}`);
  return status ?? 1;
}

function start(script, args, extraEnv, output) {
  return spawn(runtime, [join(root, script), ...args], { cwd: root, stdio: ['ignore', output, output], env: { ...env, ...extraEnv } });
}

function inSeconds(ms) {
  return `${(ms / 1000).toFixed(1)} s`;
}

function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}
