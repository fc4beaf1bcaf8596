/** Faults that tests of the server already prove, with real servers on the other side. Here they run by the name of the fault. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFolder, member } from '@portico/testkit';
import { createFindings, type Report } from '../findings.ts';

const root = join(import.meta.dirname, '../..');

export interface ProofSettings {
  readonly title: string;
  /** Test files, from the root. */
  readonly files: readonly string[];
  readonly say: (text: string) => void;
}

export async function runProofs({ title, files, say }: ProofSettings): Promise<Report> {
  const findings = createFindings(title, say);
  const { passed, failures, ran } = await runTests(files);
  for (const { name } of failures) findings.note(`Failed: ${name}`);
  findings.note(files.join(', '));
  // Vitest leaves out a file of no project without an error.
  findings.must(`${ran} of ${files.length} files ran`, ran === files.length);
  findings.must(`${passed} tests passed, ${failures.length} failed`, failures.length === 0 && passed > 0);
  return findings.report();
}

export interface TestsRun {
  readonly passed: number;
  readonly failures: readonly { readonly name: string; readonly message: string }[];
  /** Number of files. */
  readonly ran: number;
}

/** Runs tests in a separate process. */
export async function runTests(files: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<TestsRun> {
  const report = join(await createFolder('proofs'), 'report.json');
  const args = ['run', '--project', 'node', '--project', 'alone', '--reporter=json', `--outputFile=${report}`, ...files];
  const child = spawn(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), ...args], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...env },
  });
  const exitCode = await new Promise<number | null>((resolve) => child.once('exit', resolve));
  const result: unknown = JSON.parse(readFileSync(report, 'utf8'));
  const failures = failedTests(result);
  // A file that cannot be loaded has no failed test.
  const isEndExplained = exitCode === 0 || failures.length > 0;
  return {
    passed: Number(member(result, 'numPassedTests')),
    failures: isEndExplained ? failures : [{ name: `the run as a whole, with ${exitCode}`, message: '' }],
    ran: Number(member(result, 'testResults', 'length')),
  };
}

function failedTests(result: unknown): TestsRun['failures'] {
  const files = member(result, 'testResults');
  if (!Array.isArray(files)) return [];
  return files
    .flatMap((file: unknown): readonly unknown[] => Object(member(file, 'assertionResults')))
    .filter((one) => member(one, 'status') === 'failed')
    .map((one) => ({ name: String(member(one, 'fullName')), message: String(member(one, 'failureMessages', '0')) }));
}
