/**
 * Runs tests again and again with one file in another form, which is handed to Vitest in place of the file: nothing on the disk changes. As a
 * process of its own, because a change may make a loop endless and then only its end helps.
 */
import { createVitest, type Vitest } from 'vitest/node';

export interface TestOrder {
  /** Absolute. */
  readonly file: string;
  readonly source: string;
  /** Relative to the root. */
  readonly tests: readonly string[];
}

export interface TestVerdict {
  readonly isGreen: boolean;
  /** The first thing that went wrong. */
  readonly why: string;
}

const WHY_LENGTH_MAX = 300;

/** Of the model of signing: what a rule that is wrong needs to be found (`test/model/README.md`), and no more. */
process.env.MODEL_HISTORIES ??= '100';

let order: TestOrder | undefined;
const root = process.argv[2] ?? process.cwd();
const vitest = await createVitest(
  {
    root,
    config: false,
    watch: false,
    // It knows files by what stands on the disk.
    fsModuleCache: false,
    include: ['**/*.test.ts'],
    // A thread dies with its process, in whatever loop it is.
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
  // The one before comes from the disk again.
  for (const file of new Set([order?.file ?? given.file, given.file])) runner.invalidateFile(file);
  order = given;
  let verdict: TestVerdict = { isGreen: false, why: 'There is no such test.' };
  // In their order, the nearest first; the first red one is enough.
  for (const test of given.tests) {
    verdict = await runOne(runner, test);
    if (!verdict.isGreen) break;
  }
  process.send?.(verdict);
}

async function runOne(runner: Vitest, test: string): Promise<TestVerdict> {
  const specifications = await runner.globTestSpecifications([test]);
  const { unhandledErrors } = await runner.runTestSpecifications(specifications);
  // It answers all files that it has ever run, with what they were then.
  const testModules = specifications.flatMap(({ testModule }) => testModule ?? []);
  const errors = testModules.flatMap((module) => [
    ...module.errors(),
    ...[...module.children.allTests('failed')].flatMap((test) => test.result().errors ?? []),
  ]);
  const [first] = [...errors.map(({ message }) => message), ...unhandledErrors.map(messageOf)];
  const isGreen = testModules.length > 0 && first === undefined && testModules.every((module) => module.ok());
  return { isGreen, why: (first ?? (testModules.length === 0 ? 'There is no such test.' : '')).slice(0, WHY_LENGTH_MAX) };
}

/** What was thrown comes from another thread, which leaves of some objects no more than their members. */
function messageOf(thrown: unknown): string {
  return typeof thrown === 'object' && thrown !== null && 'message' in thrown && typeof thrown.message === 'string'
    ? thrown.message
    : 'Something was thrown.';
}
