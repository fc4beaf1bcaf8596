/** Faults that tests of the server prove already, with real servers of the other side: here they run by the name of the fault. */
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
  readonly env?: Readonly<Record<string, string>>;
}

export async function runProofs({ title, files, say, env = {} }: ProofSettings): Promise<Report> {
  const findings = createFindings(title, say);
  const report = join(await createFolder('proofs'), 'report.json');
  const args = ['run', '--project', 'node', '--project', 'alone', '--reporter=json', `--outputFile=${report}`, ...files];
  const child = spawn(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), ...args], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...env },
  });
  const exitCode = await new Promise<number | null>((resolve) => child.once('exit', resolve));
  const result: unknown = JSON.parse(readFileSync(report, 'utf8'));
  for (const name of failedNames(result)) findings.note(`Failed: ${name}`);
  const [passed, failed] = [Number(member(result, 'numPassedTests')), Number(member(result, 'numFailedTests'))];
  findings.note(
    `${files.join(', ')}${Object.entries(env)
      .map(([name, value]) => `, ${name}=${value}`)
      .join('')}`,
  );
  // A file that no project knows is left out without a word.
  const ran = Number(member(result, 'testResults', 'length'));
  findings.must(`${ran} of ${files.length} files ran`, ran === files.length);
  findings.must(`${passed} tests passed, ${failed} failed`, exitCode === 0 && failed === 0 && passed > 0);
  return findings.report();
}

function failedNames(result: unknown): readonly string[] {
  const files = member(result, 'testResults');
  if (!Array.isArray(files)) return [];
  return files
    .flatMap((file: unknown): readonly unknown[] => Object(member(file, 'assertionResults')))
    .filter((one) => member(one, 'status') === 'failed')
    .map((one) => String(member(one, 'fullName')));
}
