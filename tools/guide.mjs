/**
 * `npm run guide -- how-to-certificates [address]`: follows a guide at the server of `npm start`, or at the one of the address. Where neither an address is
 * given nor a server runs, it starts one with an empty database for this guide, and stops it afterwards.
 */
import { join } from 'node:path';
import { builtServer, ensureBuilt, ensureInstalled, fail, root, runForeground, runtimePath } from './runtime.mjs';

const [name = '', given] = process.argv.slice(2);
if (name === '') fail('Name a guide: npm run guide -- how-to-certificates');
const address = given ?? process.env.PORTICO_PUBLIC_URL ?? `http://localhost:${process.env.PORT ?? '3000'}`;
const answers = async () => (await fetch(new URL('/readyz', address))).ok;
const isRunning = await answers().catch(() => false);
if (!isRunning && given !== undefined) fail(`${address} does not answer. Start Portico there with npm start, or leave the address out.`);

await ensureInstalled();
const runtime = runtimePath();
// A running server reads the pages from the build.
if (!isRunning) await ensureBuilt(runtime);
runForeground(
  runtime,
  [join(root, 'tools/guide/run-guide.ts'), name, ...(isRunning ? [address] : [])],
  isRunning ? {} : { TEST_SERVER_ENTRY: builtServer },
);
