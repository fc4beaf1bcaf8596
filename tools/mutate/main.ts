/** The command behind `npm run mutate`. Returns the exit code: 1 when too few changes of a file are detected, or its tests fail without a change. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Equivalent, equivalents } from './equivalents.ts';
import { listMutants } from './list-mutants.ts';
import { type Mutated, scope } from './scope.ts';
import { createTestRunner, type TestRunner } from './test-runner.ts';

/** The required share of detected changes, among those that change what a file does. */
const KILLED_SHARE_MIN = 0.85;
/** The time limit of a changed run, as a multiple of the unchanged one, plus an allowance for a busy machine. */
const PATIENCE = 10;
const PATIENCE_MS = 30_000;

interface Score {
  readonly file: string;
  readonly killed: number;
  readonly survived: number;
  readonly equivalent: number;
}

/** @param args parts of files' paths; empty: all files of the scope. */
export async function mutate(root: string, args: readonly string[]): Promise<number> {
  const chosen = scope.filter(({ file }) => args.length === 0 || args.some((part) => file.includes(part)));
  if (chosen.length === 0) {
    console.error(`No file of the scope is named so. There are:\n${scope.map(({ file }) => `  ${file}`).join('\n')}`);
    return 1;
  }
  const runner = createTestRunner(root);
  const scores: Score[] = [];
  try {
    for (const mutated of chosen) scores.push(await score(root, runner, mutated));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  } finally {
    await runner.stop();
  }
  console.log(describe(scores));
  return scores.every((each) => shareOf(each) >= KILLED_SHARE_MIN) ? 0 : 1;
}

async function score(root: string, runner: TestRunner, { file, tests }: Mutated): Promise<Score> {
  const path = join(root, file);
  const source = readFileSync(path, 'utf8');
  const lines = source.split('\n');
  const startedAt = performance.now();
  const unchanged = await runner.run({ file: path, source, tests }, Number.MAX_SAFE_INTEGER % 2 ** 31);
  if (unchanged?.isGreen !== true) throw new Error(`The tests of ${file} are not green as it is: ${unchanged?.why ?? 'no answer'}`);
  const timeoutMs = (performance.now() - startedAt) * PATIENCE + PATIENCE_MS;
  const listed = equivalents.filter((each) => each.file === file);
  const survivors = new Set<Equivalent>();
  const count = { killed: 0, survived: 0, equivalent: 0 };
  for (const mutant of listMutants(source)) {
    const verdict = await runner.run({ file: path, source: mutant.source, tests }, timeoutMs);
    const line = lines[mutant.line - 1]?.trim() ?? '';
    const equivalent = listed.find((each) => each.line === line && each.change === mutant.change);
    if (verdict?.isGreen !== true) count.killed += 1;
    else if (equivalent !== undefined) {
      count.equivalent += 1;
      survivors.add(equivalent);
    } else {
      count.survived += 1;
      console.log(`${file}:${mutant.line}: ${mutant.change}\n    ${line}`);
    }
  }
  for (const { line, change } of listed.filter((each) => !survivors.has(each))) {
    console.log(`${file}: listed as equivalent, but it does not survive: ${change}\n    ${line}`);
  }
  const result = { file, ...count };
  console.log(describe([result]));
  return result;
}

function shareOf({ killed, survived }: Score): number {
  return killed + survived === 0 ? 1 : killed / (killed + survived);
}

function describe(scores: readonly Score[]): string {
  const all = scores.reduce(
    (sum, { killed, survived, equivalent }) => ({
      file: 'together',
      killed: sum.killed + killed,
      survived: sum.survived + survived,
      equivalent: sum.equivalent + equivalent,
    }),
    { file: 'together', killed: 0, survived: 0, equivalent: 0 },
  );
  return (scores.length === 1 ? scores : [...scores, all])
    .map(
      (each) =>
        `${(shareOf(each) * 100).toFixed(0).padStart(4)} % ${each.file}: ${each.killed} killed, ${each.survived} survived, ${each.equivalent} equivalent`,
    )
    .join('\n');
}
