/**
 * `npm test` runs everything. `npm test -- path …` runs the tests and journeys at these paths. `npm run check` (`--fast`) runs everything that needs
 * neither a browser nor PostgreSQL. Every step prints its name and its time. The end lists the slowest files, then every failed test. The last line
 * is the sum: `N passed, N failed`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, relative } from 'node:path';
import { auditPackages } from './audit.mjs';
import { describeChromium, ensureChromium } from './chromium.mjs';
import { findDatabaseTests } from './database-tests.mjs';
import { describeFailures, failedJourneys, failedTests } from './failed-tests.mjs';
import { FOR_TESTS, startPostgres } from './postgres-cluster.mjs';
import { builtServer, ensureBuilt, ensureInstalled, root, runtimePath } from './runtime.mjs';
import { LINT_CHECKS, TYPE_CHECKS } from './static-checks.mjs';
import { createStepOutput } from './step-output.mjs';

const isFast = process.argv.includes('--fast');
/** Tests (`apps/server/src/platform/tenant/clock.test.ts`) and journeys (`e2e/journeys/pay-an-invoice.spec.ts`), or folders of them. */
const paths = process.argv.slice(2).filter((arg) => !arg.startsWith('-'));
const reports = mkdtempSync(join(tmpdir(), 'portico-reports-'));
const totals = { passed: 0, failed: 0 };
const failures = [];
/** Duration of each test file in each step. */
const durations = [];
const SLOWEST_SHOWN = 10;
const LAST_LINES = 5;
/** Workers of tests and of journeys while both run; together they keep two cores busy. */
const WORKERS_EACH = 3;
const output = createStepOutput((text) => process.stdout.write(text));

await ensureInstalled();
const runtime = runtimePath();
// Colours are for terminals; without them the logs of a machine stay readable.
const colours = process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' };
// Tests start many servers and commands, which share Node's compile cache.
const compiled = { NODE_COMPILE_CACHE: join(tmpdir(), 'portico-compile-cache') };
// Tests start the built servers, as `npm start` does. The fast run builds nothing.
const server = isFast ? {} : { TEST_SERVER_ENTRY: builtServer };
const env = { ...process.env, ...server, ...compiled, ...colours, PATH: `${dirname(runtime)}${delimiter}${process.env.PATH ?? ''}` };

if (isFast) {
  await staticChecks();
  await unitStep();
} else if (paths.length > 0) {
  await pathsStep();
} else {
  const audited = auditPackages();
  const [{ chromium, postgres }] = await Promise.all([prepare(), staticChecks()]);
  try {
    // Two steps at once: each waits most of its time and leaves part of every core to the other.
    const steps = longSteps(chromium, postgres);
    await Promise.all([runInTurn(steps), runInTurn(steps)]);
    // Alone: after a change of a source it rebuilds the pages, which other steps may be using.
    await roundStep('The image, and the deployment that its document describes', 'tools/deploy', {});
    console.log(`\n${await audited}`);
  } finally {
    await postgres?.stop();
  }
  await Promise.all([roundStep('Fault rounds on PGlite', 'faults/embedded', {}), postgres && faultsOnPostgres()]);
}

rmSync(reports, { recursive: true, force: true });
durations.sort((one, other) => other.ms - one.ms);
console.log('\nThe slowest files:');
for (const { ms, file, title } of durations.slice(0, SLOWEST_SHOWN)) console.log(`${inSeconds(ms).padStart(10)}  ${file} (${title})`);
if (failures.length > 0) console.log(`\nFailed:\n${describeFailures(failures).join('\n')}`);
console.log(`\n${totals.passed} passed, ${totals.failed} failed`);
process.exitCode = totals.failed === 0 ? 0 : 1;

/** Most of them use one core, so they run in parallel. */
async function staticChecks() {
  await Promise.all([...LINT_CHECKS, ...TYPE_CHECKS].map(({ title, script, args }) => checkStep(title, script, args)));
}

/** Prepares what tests and journeys need and no check uses. */
async function prepare() {
  await ensureBuilt(runtime);
  return { chromium: await ensureChromium(runtime), postgres: await startPostgres(FOR_TESTS) };
}

/** The long steps, the longest first. */
function longSteps(chromium, postgres) {
  const workers = `--maxWorkers=${WORKERS_EACH}`;
  // With PostgreSQL, two hundred of the model's five hundred histories run there (`signing-model.test.ts`). Every run plays the same ones, so that
  // it judges the change alone; `npm run faults -- MODEL` plays others.
  const histories = { MODEL_SEED: '1', ...(postgres === undefined ? {} : { MODEL_HISTORIES: '300' }) };
  const [whole, money] = postgres === undefined ? [{}, {}] : [{ TEST_WHOLE_SERVER: 'elsewhere' }, { E2E_MONEY: 'elsewhere' }];
  const onEmbedded = [() => unitStep([workers], { ...histories, ...whole }), () => journeyStep('Browser journeys on PGlite', chromium, money)];
  if (postgres === undefined) {
    console.log('\nNo PostgreSQL is installed here: the server runs on PGlite only. Install one (Debian: apt-get install postgresql) to test both.');
    return onEmbedded;
  }
  const inCluster = { TEST_DATABASE: 'postgres', TEST_POSTGRES_URL: postgres.url, MODEL_SEED: '2' };
  return [
    ...onEmbedded,
    () => vitestStep('Server on PostgreSQL', [workers, '--project', 'node', '--project', 'alone', ...findDatabaseTests()], inCluster),
    () => journeyStep('Browser journeys on PostgreSQL', chromium, { E2E_POSTGRES_URL: postgres.url }),
  ];
}

async function runInTurn(steps) {
  for (let step = steps.shift(); step !== undefined; step = steps.shift()) await step();
}

/** Journeys run on PGlite, as they do first in a complete run. */
async function pathsStep() {
  const isJourney = (path) => path.startsWith('e2e/journeys');
  await ensureBuilt(runtime);
  const tests = paths.filter((path) => !isJourney(path));
  if (tests.length > 0) await vitestStep('Tests', tests, {});
  const journeys = paths.filter(isJourney);
  if (journeys.length > 0) await journeyStep('Browser journeys on PGlite', await ensureChromium(runtime), {}, journeys);
}

async function unitStep(options = [], extraEnv = {}) {
  await vitestStep('Unit tests and server on PGlite', [...options, '--project', 'node', '--project', 'alone', '--project', 'web'], extraEnv);
}

/** A step that is one check: it passes or fails. */
async function checkStep(title, script, args) {
  const ended = await execute(title, script, args, {});
  count(title, ended, ended.status === 0 ? 1 : 0, []);
}

async function vitestStep(title, args, extraEnv) {
  const report = join(reports, `${title.replaceAll(/\W/g, '-')}.json`);
  const outputs = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const ended = await execute(title, 'node_modules/vitest/vitest.mjs', ['run', ...args, ...outputs], extraEnv);
  const result = readReport(report);
  for (const { name, startTime, endTime } of result?.testResults ?? []) {
    durations.push({ ms: endTime - startTime, file: relative(root, name), title });
  }
  count(title, ended, result?.numPassedTests ?? 0, failedTests(result, root));
}

/** These rounds get a new cluster: after the other tests, its recovery would read hundreds of databases. */
async function faultsOnPostgres() {
  const postgres = await startPostgres();
  await roundStep('Fault rounds on PostgreSQL', 'faults/postgres', { FAULTS_POSTGRES_URL: postgres.url });
  await postgres.stop();
}

function roundStep(title, folder, extraEnv) {
  return vitestStep(title, ['--project', 'faults', folder], extraEnv);
}

async function journeyStep(title, chromium, extraEnv, journeys = []) {
  if (chromium === undefined) {
    count(title, { status: 1, lastLines: 'No Chromium could be found or installed.' }, 0, []);
    return;
  }
  console.log(`${title} in ${describeChromium(chromium)}`);
  const report = join(reports, `${title.replaceAll(/\W/g, '-')}.json`);
  const args = ['test', '--config', 'e2e/playwright.config.ts', `--workers=${WORKERS_EACH}`, ...journeys];
  const ended = await execute(title, 'node_modules/@playwright/test/cli.js', args, {
    CHROMIUM_PATH: chromium,
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    ...extraEnv,
  });
  const result = readReport(report);
  for (const suite of result?.suites ?? []) durations.push({ ms: durationOf(suite), file: `e2e/journeys/${suite.file}`, title });
  count(title, ended, (result?.stats.expected ?? 0) + (result?.stats.flaky ?? 0), failedJourneys(result));
}

/** The duration of all journeys of a file, in every window size. */
function durationOf({ suites = [], specs = [] }) {
  const results = specs.flatMap(({ tests }) => tests).flatMap((test) => test.results);
  return [...suites.map(durationOf), ...results.map(({ duration }) => duration)].reduce((sum, ms) => sum + ms, 0);
}

/** A run that failed without a failed test (a crash, an error outside of every test, or no test at all) counts as one failure. */
function count(title, { status, lastLines }, passed, failed) {
  const crashed = failed.length === 0 && (status !== 0 || passed === 0);
  const found = crashed ? [{ name: `ended with ${status}`, error: lastLines }] : failed;
  totals.passed += passed;
  totals.failed += found.length;
  failures.push(...found.map(({ name, error }) => ({ name: `${title}: ${name}`, error })));
}

async function execute(title, script, args, extraEnv) {
  const startedAt = performance.now();
  const step = output.begin(title);
  const child = spawn(runtime, [join(root, script), ...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: { ...env, ...extraEnv } });
  const said = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text) => {
      said.push(text);
      step.say(text);
    });
  }
  const [status] = await once(child, 'close');
  step.end(inSeconds(performance.now() - startedAt));
  const lines = Buffer.concat(said).toString().trimEnd().split('\n');
  return { status: status ?? 1, lastLines: lines.slice(-LAST_LINES).join('\n') };
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
