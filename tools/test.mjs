/**
 * `npm test`: everything. `npm run check` (`--fast`): everything that needs neither a browser nor PostgreSQL.
 * Every step says what it is; the last line is the sum, alone: `N passed, N failed`.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { ensureChromium } from './chromium.mjs';
import { startPostgres } from './postgres-cluster.mjs';
import { ensureBuilt, ensureInstalled, root, runtimePath } from './runtime.mjs';

const isFast = process.argv.includes('--fast');
const reports = mkdtempSync(join(tmpdir(), 'portico-reports-'));
const totals = { passed: 0, failed: 0 };
const failures = [];

await ensureInstalled();
const runtime = runtimePath();
// Logs of a machine stay readable; a terminal gets its colours.
const colours = process.stdout.isTTY ? {} : { NO_COLOR: '1' };
const env = { ...process.env, ...colours, PATH: `${dirname(runtime)}${delimiter}${process.env.PATH ?? ''}` };

checkStep('Format and lint', 'node_modules/@biomejs/biome/bin/biome', ['ci', '--error-on-warnings', '.']);
checkStep('Import boundaries', 'node_modules/oxlint/bin/oxlint', [
  '--config',
  '.oxlintrc.json',
  '--deny-warnings',
  'apps',
  'packages',
  'e2e',
  'bench',
  'faults',
]);
checkStep('Types: server, packages, tools', 'node_modules/typescript/bin/tsc', ['-p', 'tsconfig.json']);
checkStep('Types: browser', 'node_modules/typescript/bin/tsc', ['-p', 'apps/web/tsconfig.json']);
checkStep('Types: journeys and measuring', 'node_modules/typescript/bin/tsc', ['-p', 'e2e/tsconfig.json']);
checkStep('Dead code', 'node_modules/knip/bin/knip.js', ['--no-progress']);
vitestStep('Unit tests and server on PGlite', ['run', '--project', 'node', '--project', 'web'], {});

if (!isFast) {
  await ensureBuilt(runtime);
  const chromium = await ensureChromium(runtime);
  const postgres = await startPostgres();
  try {
    if (postgres === undefined)
      console.log('\nNo PostgreSQL is installed here: the server ran on PGlite only. Install one (Debian: apt-get install postgresql) to test both.');
    else
      vitestStep('Server on PostgreSQL', ['run', '--project', 'node', 'apps/server'], { TEST_DATABASE: 'postgres', TEST_POSTGRES_URL: postgres.url });
    journeyStep('Browser journeys on PGlite', chromium, {});
    if (postgres !== undefined) journeyStep('Browser journeys on PostgreSQL', chromium, { E2E_POSTGRES_URL: postgres.url });
    roundStep('Fault rounds on PGlite', 'faults/embedded', {});
    // Last, because they kill the cluster itself.
    if (postgres !== undefined) roundStep('Fault rounds on PostgreSQL', 'faults/postgres', { FAULTS_POSTGRES_URL: postgres.url });
  } finally {
    await postgres?.stop();
  }
}

rmSync(reports, { recursive: true, force: true });
if (failures.length > 0) console.log(`\nFailed:\n${failures.map((title) => `  ${title}`).join('\n')}`);
console.log(`\n${totals.passed} passed, ${totals.failed} failed`);
process.exitCode = totals.failed === 0 ? 0 : 1;

/** A step that is one check: it passes or it fails. */
function checkStep(title, script, args) {
  const ok = execute(title, script, args, {}) === 0;
  count(title, ok ? 1 : 0, ok ? 0 : 1);
}

function vitestStep(title, args, extraEnv) {
  const report = join(reports, `${title.replaceAll(/\W/g, '-')}.json`);
  const status = execute(
    title,
    'node_modules/vitest/vitest.mjs',
    [...args, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    extraEnv,
  );
  const result = readReport(report);
  count(title, result?.numPassedTests ?? 0, result?.numFailedTests ?? 0, status);
}

function roundStep(title, folder, extraEnv) {
  vitestStep(title, ['run', '--project', 'faults', folder], extraEnv);
}

function journeyStep(title, chromium, extraEnv) {
  if (chromium === undefined) {
    count(`${title}: no Chromium could be found or installed`, 0, 1);
    return;
  }
  const report = join(reports, `${title.replaceAll(/\W/g, '-')}.json`);
  const status = execute(title, 'node_modules/@playwright/test/cli.js', ['test', '--config', 'e2e/playwright.config.ts'], {
    CHROMIUM_PATH: chromium,
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    ...extraEnv,
  });
  const stats = readReport(report)?.stats;
  count(title, (stats?.expected ?? 0) + (stats?.flaky ?? 0), stats?.unexpected ?? 0, status);
}

/** A run that ended badly without a failed test (a crash, a broken file, no test at all) counts as one failure. */
function count(title, passed, failed, status = 0) {
  const crashed = failed === 0 && (status !== 0 || passed === 0);
  totals.passed += passed;
  totals.failed += crashed ? 1 : failed;
  if (failed > 0 || crashed) failures.push(crashed ? `${title} (ended with ${status})` : title);
}

function execute(title, script, args, extraEnv) {
  console.log(`\n── ${title}`);
  const startedAt = process.hrtime.bigint();
  const { status } = spawnSync(runtime, [join(root, script), ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...env, ...extraEnv },
  });
  console.log(`   ${(Number(process.hrtime.bigint() - startedAt) / 1e9).toFixed(1)} s`);
  return status ?? 1;
}

function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}
