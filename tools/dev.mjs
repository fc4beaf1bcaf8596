/** `npm run dev`: the portal from its sources, with hot reload of the pages and a restart of the servers (`dev/serve-sources.ts`). */
import { join } from 'node:path';
import { ensureInstalled, root, runForeground, runtimePath } from './runtime.mjs';

await ensureInstalled();
runForeground(runtimePath(), [join(root, 'tools/dev/serve-sources.ts')]);
