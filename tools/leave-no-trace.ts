/** After each file of tests: files share one process (decision 0047), and each leaves it as it was. */
import { afterAll, expect, vi } from 'vitest';

const before = { ...process.env };
const folder = process.cwd();

afterAll(() => {
  expect({ ...process.env, VITEST_POOL_ID: before.VITEST_POOL_ID, VITEST_WORKER_ID: before.VITEST_WORKER_ID }).toEqual(before);
  expect(process.cwd()).toBe(folder);
  expect(vi.isFakeTimers(), 'this file leaves its fake time to the next: vi.useRealTimers()').toBe(false);
});
