/** Runs after each test file. Test files share one process (decision 0047), so each must restore the process's state. */
import { afterAll, expect, vi } from 'vitest';

const before = { ...process.env };
const folder = process.cwd();

afterAll(() => {
  expect({ ...process.env, VITEST_POOL_ID: before.VITEST_POOL_ID, VITEST_WORKER_ID: before.VITEST_WORKER_ID }).toEqual(before);
  expect(process.cwd()).toBe(folder);
  expect(vi.isFakeTimers(), 'this file leaves its fake time to the next: vi.useRealTimers()').toBe(false);
});
