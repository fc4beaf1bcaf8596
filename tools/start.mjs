/** `npm start`: installs what is missing, builds when the sources changed, then hands over to the server, which migrates and seeds. */
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, root, runForeground, runtimePath } from './runtime.mjs';

await ensureInstalled();
const runtime = runtimePath();
await ensureBuilt(runtime);
runForeground(runtime, [join(root, 'apps/server/src/app/main.ts')]);
