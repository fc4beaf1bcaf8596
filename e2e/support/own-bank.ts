/** A bank of one file of journeys: what operators do there is nobody else's. One server for all of them, so they run one after the other. */
import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { CLI_ENTRY, commandEnv, createBankFolder } from '@portico/testkit';
import { brandOf } from './brands.ts';
import { test as journey } from './fixtures.ts';
import { type Servers, startServers } from './servers.ts';

const START_TIMEOUT_MS = 600_000;

export interface OwnBank extends Servers {
  /** What an operator types after `npm run portico --`; answers what is printed. @throws with what was said when the command is refused. */
  operate(...words: readonly string[]): Promise<string>;
}

export const test = journey.extend<object, { bank: OwnBank }>({
  bank: [
    async ({ browserName: _ }, use, { project }) => {
      const folder = await createBankFolder('own-bank');
      const dataDir = join(folder, 'data');
      const servers = await startServers({ dataDir, isBrief: true, env: { PORTICO_DEVICE_ANSWER_SECONDS: '0', ...brandOf(project.name).env } });
      await use({ ...servers, operate: (...words) => operate(dataDir, words) });
      await servers.stop();
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: START_TIMEOUT_MS },
  ],
});

function operate(dataDir: string, words: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [CLI_ENTRY, ...words], { env: { ...commandEnv(), PORTICO_DATA_DIR: dataDir } });
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => void said.push(chunk.toString()));
  return new Promise((resolve, reject) => {
    child.once('close', (code) => (code === 0 ? resolve(said.join('')) : reject(new Error(said.join('')))));
  });
}
