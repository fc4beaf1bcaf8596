/** What an operator types after `npm run portico --`, beside a running server. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const CLI = fileURLToPath(new URL('../../apps/server/src/app/cli.ts', import.meta.url));

/** Answers what is printed. @throws with what was said when the command is refused. */
export function operate(dataDir: string, words: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [CLI, ...words], { env: { PATH: process.env.PATH ?? '', PORTICO_DATA_DIR: dataDir } });
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => void said.push(chunk.toString()));
  return new Promise((resolve, reject) => {
    child.once('close', (code) => (code === 0 ? resolve(said.join('')) : reject(new Error(said.join('')))));
  });
}
