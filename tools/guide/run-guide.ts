/**
 * `npm run guide -- <name>`: runs the blocks of a guide that are written for bash, and prints each with its result. A developer signs up first, and
 * the test customer approves what the guide opens. `tools/guide.mjs` says which server is used.
 */
import { readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createFolder, freePort, startPortico } from '@portico/testkit';
import { followGuide } from '../../apps/server/test/house/guides/follow-guide.ts';
import { readGuides } from '../../apps/server/test/house/guides/read-guides.ts';

const PAGES = join(import.meta.dirname, '../../content/pages');
const WRONG_USE = 2;
const [name = '', bank = ''] = process.argv.slice(2);

if (!readdirSync(PAGES).includes(`${name}.md`)) {
  console.error(`There is no guide “${name}”. Name a file of content/pages without .md, for example: npm run guide -- how-to-certificates`);
  process.exit(WRONG_USE);
}
const folder = await createFolder('guide');
const portico = bank === '' ? await startServer() : undefined;
const origin = portico?.origin ?? new URL(bank).origin;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void end().then(() => process.exit(1)));
try {
  console.log(`The guide ${name} at ${origin}, in the folder ${folder}`);
  const guide = (await readGuides(origin)).find((one) => one.name === name);
  if (guide?.blocks.some(({ language }) => language === 'sh') !== true) throw new Error(`The guide ${name} has no block for bash.`);
  await followGuide(guide, { origin, folder, language: 'sh', tell: (text) => console.log(`\n${text}`) });
  console.log('\nEvery block ran, and its result is that of the page.');
} catch (error) {
  console.error(`\n${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
} finally {
  await end();
}

async function end(): Promise<void> {
  await portico?.stop();
  await rm(folder, { recursive: true, force: true });
}

/** A server with an empty database, which ends with the guide. */
async function startServer() {
  const [port, mtlsPort] = [await freePort(), await freePort()];
  return startPortico({ port, mtlsPort, dataDir: join(folder, 'data'), env: { PORTICO_REGISTRATION: 'on' } });
}
