/** `npm start`: installs what is missing, builds when the sources changed, then hands over to the server, which migrates and seeds. */
import { builtServer, ensureBuilt, ensureInstalled, runForeground, runtimePath } from './runtime.mjs';

await ensureInstalled();
const runtime = runtimePath();
await ensureBuilt(runtime);
// Young objects in 8 MB instead of 16, and old ones cleared away when they have grown by 40 %: the same work in less memory (docs/operate/scale.md).
runForeground(runtime, ['--max-semi-space-size=8', '--heap-growing-percent=40', builtServer]);
