/**
 * Runs tests repeatedly with one changed file. Vitest gets the changed source in place of the file; the file on disk does not change. It runs in a
 * separate process, because a change may cause an endless loop that only killing the process ends.
 */
import { createVitest, type Vitest } from 'vitest/node';

export interface TestOrder {
  /** Absolute path. */
  readonly file: string;
  readonly source: string;
  /** Paths relative to the root. */
  readonly tests: readonly string[];
}

export interface TestVerdict {
  readonly isGreen: boolean;
  /** The first failure. */
  readonly why: string;
}

const WHY_LENGTH_MAX = 300;

/** A number of histories of the signing model that is enough to find a wrong rule (`test/model/README.md`). */
process.env.MODEL_HISTORIES ??= '100';

let order: TestOrder | undefined;
const root = process.argv[2] ?? process.cwd();
const vitest = await createVitest(
  {
    root,
    config: false,
    watch: false,
    // The cache identifies files by their content on disk, which does not change here.
    fsModuleCache: false,
    include: ['**/*.test.ts'],
    // A thread ends with its process, also in an endless loop.
    pool: 'threads',
    maxWorkers: 1,
    bail: 1,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    reporters: [{}],
  },
  { plugins: [{ name: 'mutant', enforce: 'pre', load: (id: string) => (id === order?.file ? order.source : undefined) }] },
);

process.on('message', (given: TestOrder) => void run(vitest, given));
process.send?.('ready');

async function run(runner: Vitest, given: TestOrder): Promise<void> {
  // The file of the previous order is loaded from disk again.
  for (const file of new Set([order?.file ?? given.file, given.file])) runner.invalidateFile(file);
  order = given;
  let verdict: TestVerdict = { isGreen: false, why: 'There is no such test.' };
  // The nearest test runs first, and the first failure is enough.
  for (const test of given.tests) {
    verdict = await runOne(runner, test);
    if (!verdict.isGreen) break;
  }
  process.send?.(verdict);
}

async function runOne(runner: Vitest, test: string): Promise<TestVerdict> {
  const specifications = await runner.globTestSpecifications([test]);
  const { unhandledErrors } = await runner.runTestSpecifications(specifications);
  // Vitest returns all files that it has ever run, with their earlier results. Only the present ones are used.
  const testModules = specifications.flatMap(({ testModule }) => testModule ?? []);
  const errors = testModules.flatMap((module) => [
    ...module.errors(),
    ...[...module.children.allTests('failed')].flatMap((test) => test.result().errors ?? []),
  ]);
  const [first] = [...errors.map(({ message }) => message), ...unhandledErrors.map(messageOf)];
  const isGreen = testModules.length > 0 && first === undefined && testModules.every((module) => module.ok());
  return { isGreen, why: (first ?? (testModules.length === 0 ? 'There is no such test.' : '')).slice(0, WHY_LENGTH_MAX) };
}

/** Errors come from another thread, and some arrive as plain objects. */
function messageOf(thrown: unknown): string {
  return typeof thrown === 'object' && thrown !== null && 'message' in thrown && typeof thrown.message === 'string'
    ? thrown.message
    : 'Something was thrown.';
}
