/** `npm run mutate`: Stryker changes one place of a rule at a time and expects a test to fail each time; `-- iban …` limits it to files with these names. */
import { spawnSync } from 'node:child_process';
import { ensureInstalled, root, runtimePath } from './runtime.mjs';

await ensureInstalled();
const runtime = runtimePath();
if (runtime === process.execPath) {
  const { mutate } = await import('./mutate/main.ts');
  process.exitCode = mutate(root, process.argv.slice(2));
} else {
  process.exitCode = spawnSync(runtime, process.argv.slice(1), { stdio: 'inherit' }).status ?? 1;
}
