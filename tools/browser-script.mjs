/** Runs a script that needs the built pages and a Chromium: `npm run bench`, `npm run pictures`, `npm run states`. */
import { delimiter, dirname, join } from 'node:path';
import { ensureChromium } from './chromium.mjs';
import { builtServer, ensureBuilt, ensureInstalled, fail, root, runForeground, runtimePath } from './runtime.mjs';

const SCRIPTS = { bench: 'bench/run.ts', pictures: 'e2e/support/take-pictures.ts', states: 'e2e/support/states/take-states.ts' };

const script = SCRIPTS[process.argv[2]] ?? fail(`Name one of: ${Object.keys(SCRIPTS).join(', ')}.`);
await ensureInstalled();
const runtime = runtimePath();
await ensureBuilt(runtime);
const chromium = await ensureChromium(runtime);
runForeground(runtime, [join(root, script), ...process.argv.slice(3)], {
  TEST_SERVER_ENTRY: builtServer,
  PATH: `${dirname(runtime)}${delimiter}${process.env.PATH ?? ''}`,
  ...(chromium === undefined ? {} : { CHROMIUM_PATH: chromium }),
});
