/** `npm run threats`: lists the threat register; `-- --prove [T1 …]` switches each defence off in a copy and expects its test to fail. */
import { spawnSync } from 'node:child_process';
import { ensureInstalled, root, runtimePath } from './runtime.mjs';

await ensureInstalled();
const runtime = runtimePath();
if (runtime === process.execPath) {
  const { runThreats } = await import('./threats/main.ts');
  process.exitCode = await runThreats(root, process.argv.slice(2));
} else {
  process.exitCode = spawnSync(runtime, process.argv.slice(1), { stdio: 'inherit' }).status ?? 1;
}
