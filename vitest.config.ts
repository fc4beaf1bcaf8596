import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** They take longest and are small: on a fresh checkout Vitest, which begins with the largest, would leave them for the end and wait. */
const FIRST = ['signing-model', 'app/main', 'operators', 'stop-while-signing', 'scenarios', 'pg-boss-jobs'].map((name) => `${name}.test.ts`);

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const first = FIRST.flatMap((name) => sorted.filter(({ moduleId }) => moduleId.endsWith(name)));
    return [...first, ...sorted.filter((file) => !first.includes(file))];
  }
}

export default defineConfig({
  test: {
    // Server tests wait for the database and for held requests: a little more than one worker per core.
    maxWorkers: 3,
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
            'apps/web/build/**/*.test.ts',
            'tools/**/*.test.ts',
            'e2e/support/**/*.test.ts',
            'faults/**/*.test.ts',
          ],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          // Rounds kill and start real servers: one after the other, and after everything else.
          name: 'faults',
          include: ['faults/**/*.round.ts'],
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
          testTimeout: 300_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: './apps/web/vite.config.ts',
        root: './apps/web',
        test: { name: 'web', environment: 'happy-dom', include: ['src/**/*.test.{ts,tsx}'] },
      },
    ],
  },
});
