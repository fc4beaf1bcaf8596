/** `npm run bench`: measures on this machine and rewrites bench/RESULTS.md. */
import { delimiter, dirname, join } from 'node:path';
import { ensureChromium } from './chromium.mjs';
import { ensureBuilt, ensureInstalled, root, runForeground, runtimePath } from './runtime.mjs';

await ensureInstalled();
const runtime = runtimePath();
await ensureBuilt(runtime);
const chromium = await ensureChromium(runtime);
runForeground(runtime, [join(root, 'bench/run.ts')], {
  PATH: `${dirname(runtime)}${delimiter}${process.env.PATH ?? ''}`,
  ...(chromium === undefined ? {} : { CHROMIUM_PATH: chromium }),
});
