/**
 * The commands of everyday development, with the repository's Node and the Chromium of `npm test`. CONTRIBUTING.md lists them. Arguments after `--`
 * go to the tool that runs.
 */
import { spawnSync } from 'node:child_process';
import { delimiter, dirname, join, resolve } from 'node:path';
import { ensureChromium } from './chromium.mjs';
import { findDatabaseTests } from './database-tests.mjs';
import { FOR_TESTS, startPostgres } from './postgres-cluster.mjs';
import { builtServer, ensureBuilt, ensureInstalled, fail, root, runtimePath } from './runtime.mjs';
import { LINT_CHECKS, TYPE_CHECKS } from './static-checks.mjs';

const VITEST = 'node_modules/vitest/vitest.mjs';
const PLAYWRIGHT = 'node_modules/@playwright/test/cli.js';
const COMMANDS = {
  build: () => ensureBuilt(runtime),
  lint: () => runChecks(LINT_CHECKS),
  typecheck: () => runChecks(TYPE_CHECKS),
  'test:unit': (given) => runScript(VITEST, ['run', '--project', 'node', '--project', 'alone', '--project', 'web', ...given]),
  'test:one': testOne,
  'test:postgres': testOnPostgres,
  'e2e:one': journeyOne,
  'check-core': checkCore,
};

const [name, ...given] = process.argv.slice(2);
const command = COMMANDS[name] ?? fail(`Name one of: ${Object.keys(COMMANDS).join(', ')}.`);
await ensureInstalled();
const runtime = runtimePath();
await command(given);

function testOne(args) {
  if (args.length === 0) fail('Name a test: npm run test:one -- apps/server/src/platform/tenant/clock.test.ts [-t "part of its title"].');
  runScript(VITEST, ['run', ...args]);
}

/** Checks a bank's core against its promises (docs/guide/bank-core.md). */
function checkCore([file, ...args]) {
  if (file === undefined) fail('Name the file that describes the core: npm run check-core -- my-core.json.');
  const only = [
    'run',
    '--project',
    'node',
    '--reporter',
    join(root, 'tools/check-core-reporter.ts'),
    'apps/server/test/journeys/core-contract.test.ts',
  ];
  runScript(VITEST, [...only, ...args], { PORTICO_CHECK_CORE: resolve(file) });
}

/** Without a path: runs every test of the server that opens a database. */
async function testOnPostgres(args) {
  const postgres = await startPostgres(FOR_TESTS);
  if (postgres === undefined) fail('No PostgreSQL is installed here (Debian: apt-get install postgresql).');
  const tests = args.length === 0 ? findDatabaseTests() : args;
  runScript(VITEST, ['run', '--project', 'node', '--project', 'alone', ...tests], { TEST_DATABASE: 'postgres', TEST_POSTGRES_URL: postgres.url });
  await postgres.stop();
}

async function journeyOne(args) {
  if (args.length === 0) fail('Name a journey: npm run e2e:one -- pay-an-invoice [--project phone].');
  await ensureBuilt(runtime);
  const chromium = (await ensureChromium(runtime)) ?? fail('No Chromium could be found or installed. Set CHROMIUM_PATH to one.');
  console.log(`· Chromium: ${chromium}`);
  runScript(PLAYWRIGHT, ['test', '--config', 'e2e/playwright.config.ts', '--reporter', 'list', ...args], {
    TEST_SERVER_ENTRY: builtServer,
    CHROMIUM_PATH: chromium,
  });
}

function runChecks(checks) {
  for (const { title, script, args } of checks) {
    console.log(`· ${title} …`);
    runScript(script, args);
  }
}

/** Runs a script to its end with visible output. A failure sets this command's exit code, and the following steps still run. */
function runScript(script, args, env = {}) {
  const path = `${dirname(runtime)}${delimiter}${process.env.PATH ?? ''}`;
  const options = { cwd: root, stdio: 'inherit', env: { ...process.env, PATH: path, ...env } };
  const { status } = spawnSync(runtime, [join(root, script), ...args], options);
  if (status !== 0) process.exitCode = status ?? 1;
}
