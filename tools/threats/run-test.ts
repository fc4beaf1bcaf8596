/** Runs one test of a copy of the repository and returns its result. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { TestName } from './threat.ts';

/** `red`: an assertion failed; `broken`: the test failed for another reason; `absent`: there is no such test. */
export type Outcome = { readonly state: 'green' } | { readonly state: 'red' | 'broken' | 'absent'; readonly why: string };

interface Report {
  readonly testResults: readonly {
    readonly message: string;
    readonly assertionResults: readonly { readonly title: string; readonly status: string; readonly failureMessages: readonly string[] }[];
  }[];
}

/** Some assertions fail under other names: an unexpected rejection or resolution, a property whose cause is the assertion, and a polled assertion. */
const ASSERTION =
  /AssertionError|^Error: promise (resolved|rejected) .* instead of|^Error: Property failed after |^Error: expected .*__VITEST_(?:POLL_CHAIN|REJECTS|RESOLVES)__/s;
/** A patch that names what does not exist there switches nothing off; the test is red for that alone. */
const BROKEN_PATCH = /but got '[\w.]+ is not (?:defined|a function)'/;
/** Placeholders in the title of an `it.each`. */
const PLACE = /%[sdijo]/g;
const TIMEOUT_MS = 600_000;
/** Some patches make a test wait for what never happens. On a busy machine a slow test must not count as one of these. */
const HANGS_MS = 300_000;
const REASON_LENGTH_MAX = 300;

export async function runTest(folder: string, { file, name }: TestName): Promise<Outcome> {
  const report = join(folder, 'report.json');
  rmSync(report, { force: true });
  const child = spawn(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', file, '-t', patternOf(name), '--reporter=json', `--outputFile=${report}`],
    {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: TIMEOUT_MS,
      env: { ...process.env, NO_COLOR: '1', TEST_HANGS_MS: String(HANGS_MS) },
    },
  );
  const [said] = await Promise.all([text(child.stderr), once(child, 'close')]);
  if (!existsSync(report)) return { state: 'broken', why: `the test runner ended without a report: ${shorten(said)}` };
  return outcomeOf(JSON.parse(readFileSync(report, 'utf8')), name);
}

function outcomeOf({ testResults }: Report, name: string): Outcome {
  const title = new RegExp(`^${patternOf(name)}$`, 's');
  const results = testResults.flatMap(({ assertionResults }) => assertionResults).filter((test) => title.test(test.title));
  // Any row of a table, or any test in a group of `describe.each`, may fail. The first one that did not pass is the result.
  const result = results.find(({ status }) => status !== 'passed') ?? results[0];
  const [broken] = testResults.map(({ message }) => message).filter((message) => message !== '');
  if (result === undefined)
    return broken === undefined ? { state: 'absent', why: 'no test of this name' } : { state: 'broken', why: shorten(broken) };
  if (result.status === 'passed') return { state: 'green' };
  const seen = result.failureMessages.find((message) => ASSERTION.test(message) && !BROKEN_PATCH.test(message));
  if (seen !== undefined) return { state: 'red', why: shorten(seen) };
  // A skipped test has no message; the failure is in the code before it.
  return { state: 'broken', why: shorten(result.failureMessages[0] ?? broken ?? result.status) };
}

/** Matches every row of a table of tests: the placeholders in its title match any value. */
function patternOf(name: string): string {
  return name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(PLACE, '.*');
}

function shorten(message: string): string {
  return message.replaceAll(/\s+/g, ' ').slice(0, REASON_LENGTH_MAX);
}
