/** `npm start`: installs missing packages, builds when the sources have changed, then starts the server, which migrates and seeds. */
import { builtServer, ensureBuilt, ensureInstalled, runForeground, runtimePath } from './runtime.mjs';

await ensureInstalled();
const runtime = runtimePath();
await ensureBuilt(runtime);
// A smaller young generation (8 MB instead of 16), and a collection of old objects after a growth of 40 %: the same work with less memory
// (docs/operate/scale.md).
runForeground(runtime, ['--max-semi-space-size=8', '--heap-growing-percent=40', builtServer]);
