import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Server tests wait for the database and for held requests: a little more than one worker per core.
    maxWorkers: 3,
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
