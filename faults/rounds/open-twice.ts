/** A second server on the folder of a running one. PGlite itself would let it in and lose writes without a word. */
import { freePort, spawnPortico } from '@portico/testkit';
import type { BankUnderLoad } from '../bank-under-load.ts';

export interface SecondServer {
  readonly exitCode: number | NodeJS.Signals;
  readonly output: string;
  /** From "Opening the database" until its end. */
  readonly refusedMs: number;
}

export async function openTwice({ place }: Pick<BankUnderLoad, 'place'>): Promise<SecondServer> {
  const second = spawnPortico({ port: await freePort(), dataDir: place.dataDir });
  let openedAt = performance.now();
  second.child.stdout?.once('data', () => {
    openedAt = performance.now();
  });
  const exitCode = await second.ended();
  return { exitCode, output: second.output(), refusedMs: performance.now() - openedAt };
}
