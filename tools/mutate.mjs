/** `npm run mutate`: changes the rules one place at a time and expects a test to be red each time; `-- iban …` only the files named so. */
import { spawnSync } from 'node:child_process';
import { ensureInstalled, root, runtimePath } from './runtime.mjs';

await ensureInstalled();
const runtime = runtimePath();
if (runtime === process.execPath) {
  const { mutate } = await import('./mutate/main.ts');
  process.exitCode = await mutate(root, process.argv.slice(2));
} else {
  process.exitCode = spawnSync(runtime, process.argv.slice(1), { stdio: 'inherit' }).status ?? 1;
}
