import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 50;

/** Asks again until it is so, also in a hook, where `expect.poll` cannot be used. The runner ends what waits for ever. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await delay(POLL_MS);
}
