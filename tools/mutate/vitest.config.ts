/** The tests of one run of Stryker: the nearest ones of the file that it changes. */
import { defineConfig } from 'vitest/config';

/** A number of histories of the signing model that is enough to find a wrong rule (`test/model/README.md`). */
process.env.MODEL_HISTORIES ??= '100';

export default defineConfig({
  test: { include: process.env.MUTATE_TESTS?.split(',') ?? [], testTimeout: 30_000, hookTimeout: 60_000, bail: 1 },
});
