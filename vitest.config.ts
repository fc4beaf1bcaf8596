import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { findTestsOfOneEngine } from './tools/database-tests.mjs';

/** They take longest and are small: on a fresh checkout Vitest, which begins with the largest, would leave them for the end and wait. */
const FIRST = [
  'signing-model',
  'test/refusals/xs2a',
  'processes/operators',
  'processes/main',
  'guides',
  'bank-documents',
  'killed-while-signing',
  'killed-while-cancelling',
  'killed-while-paying-many',
  'killed-after-the-core-paid',
  'stop-while-signing',
  'tools/threats',
  'payment-flows',
  'journeys/cancellations',
  'scenarios',
  'pg-boss-jobs',
  'samples',
].map((name) => `${name}.test.ts`);

/**
 * Files share a process and its loaded modules with others (`isolate: false`): loading the server anew for each took longer than
 * most tests. These cannot: they replace a module of Node, look at what happens only once in a process, or meet errors that Node itself makes.
 * Decision 0047.
 */
export const ALONE: readonly string[] = [
  'tools/regular-expressions.test.ts',
  'apps/server/test/model/signing-model.test.ts',
  'apps/demo-idp/src/idp.test.ts',
  'apps/web/src/shared/api/api-client.test.ts',
  'packages/client/src/command/sandbox-files.test.ts',
];

/**
 * Ends what hangs. No test is about time, so none sets a time limit: on a busy machine a test of seconds takes many minutes. The proofs of
 * threats, whose tests may hang on purpose, set less (`tools/threats/run-test.ts`).
 */
const HANGS_MS = Number(process.env.TEST_HANGS_MS ?? 3_600_000);
/** What is polled ends first: its failure says what was seen. */
const POLL = { timeout: Math.min(HANGS_MS / 2, 300_000) };

/** Server tests wait for the database, for held requests and for servers that start: a worker is busy less than half of its time. */
const MAX_WORKERS = 4;

/** Tests that run once, on PostgreSQL. */
const elsewhere = process.env.TEST_WHOLE_SERVER === 'elsewhere' ? findTestsOfOneEngine() : [];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const first = FIRST.flatMap((name) => sorted.filter(({ moduleId }) => moduleId.endsWith(name)));
    return [...first, ...sorted.filter((file) => !first.includes(file))];
  }
}

export default defineConfig({
  test: {
    maxWorkers: MAX_WORKERS,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'node',
          include: [
            'packages/**/*.test.ts',
            'apps/server/**/*.test.ts',
            'apps/demo-tpp/**/*.test.ts',
            'apps/demo-idp/**/*.test.ts',
            'apps/demo-core/**/*.test.ts',
            'apps/web/build/**/*.test.ts',
            'tools/**/*.test.ts',
            'e2e/support/**/*.test.ts',
            'faults/**/*.test.ts',
          ],
          exclude: [...configDefaults.exclude, ...ALONE, ...elsewhere],
          isolate: false,
          setupFiles: ['tools/leave-no-trace.ts'],
          testTimeout: HANGS_MS,
          hookTimeout: HANGS_MS,
          expect: { poll: POLL },
        },
      },
      {
        test: { name: 'alone', include: [...ALONE], testTimeout: HANGS_MS, hookTimeout: HANGS_MS },
      },
      {
        test: {
          // Rounds kill and start real servers: one after the other, and after everything else.
          name: 'faults',
          include: ['faults/**/*.round.ts', 'tools/deploy/*.round.ts'],
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
          testTimeout: HANGS_MS,
          hookTimeout: HANGS_MS,
          expect: { poll: POLL },
        },
      },
      {
        extends: './apps/web/vite.config.ts',
        root: './apps/web',
        test: {
          name: 'web',
          environment: 'happy-dom',
          // Each file has modules and a window of its own (one that ends in the middle of React's `act` leaves it broken for all that
          // follow), in a process that it shares.
          pool: 'vmForks',
          setupFiles: [fileURLToPath(new URL('tools/wait-for-pages.ts', import.meta.url))],
          // As all that runs at the same time: what it extends is not this file.
          maxWorkers: MAX_WORKERS,
          vmMemoryLimit: '600MB',
          include: ['src/**/*.test.{ts,tsx}'],
          exclude: [...configDefaults.exclude, ...ALONE.map((path) => path.replace('apps/web/', ''))],
          testTimeout: HANGS_MS,
          hookTimeout: HANGS_MS,
          expect: { poll: POLL },
        },
      },
    ],
  },
});
