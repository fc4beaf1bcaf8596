import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 50;

/** Calls `isSo` every 50 ms until it returns true, also in a hook, where Vitest refuses `expect.poll`. The runner ends a test that waits for ever. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await delay(POLL_MS);
}
