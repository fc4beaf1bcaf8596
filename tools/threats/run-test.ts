/** Runs one test of a copy of the repository and says how it ended. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { TestName } from './threat.ts';

/** `broken`: red, but not because an assertion saw something else; `absent`: there is no such test. */
export type Outcome = { readonly state: 'green' | 'red' } | { readonly state: 'broken' | 'absent'; readonly why: string };

interface Report {
  readonly testResults: readonly {
    readonly message: string;
    readonly assertionResults: readonly { readonly title: string; readonly status: string; readonly failureMessages: readonly string[] }[];
  }[];
}

const TIMEOUT_MS = 300_000;
const REASON_LENGTH_MAX = 300;

export function runTest(folder: string, { file, name }: TestName): Outcome {
  const report = join(folder, 'report.json');
  rmSync(report, { force: true });
  const { stderr } = spawnSync(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      file,
      '-t',
      name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'),
      '--reporter=json',
      `--outputFile=${report}`,
    ],
    { cwd: folder, encoding: 'utf8', timeout: TIMEOUT_MS, env: { ...process.env, NO_COLOR: '1' } },
  );
  if (!existsSync(report)) return { state: 'broken', why: `the test runner ended without a report: ${stderr.slice(0, REASON_LENGTH_MAX)}` };
  return outcomeOf(JSON.parse(readFileSync(report, 'utf8')), name);
}

function outcomeOf({ testResults }: Report, name: string): Outcome {
  const results = testResults.flatMap(({ assertionResults }) => assertionResults).filter(({ title }) => title === name);
  const [result] = results;
  if (result === undefined || results.length > 1) {
    const [broken] = testResults.map(({ message }) => message).filter((message) => message !== '');
    return broken === undefined ? { state: 'absent', why: `${results.length} tests of this name` } : { state: 'broken', why: shorten(broken) };
  }
  if (result.status === 'passed') return { state: 'green' };
  const [failure = result.status] = result.failureMessages;
  return result.failureMessages.some((message) => message.includes('AssertionError')) ? { state: 'red' } : { state: 'broken', why: shorten(failure) };
}

function shorten(text: string): string {
  return text.replaceAll(/\s+/g, ' ').slice(0, REASON_LENGTH_MAX);
}
