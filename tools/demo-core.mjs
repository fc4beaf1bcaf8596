/**
 * `npm run demo:core`: the small core bank of `apps/demo-core`, which needs the repository's Node, with its own authentication. Settings of the
 * environment come first (`apps/demo-core/src/settings.ts`).
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled, root, runForeground, runtimePath } from './runtime.mjs';

const FOLDER = join(root, 'data-core');
/** Written in docs/guide/bank-core.md, too. */
const SETTINGS = {
  CORE_SECRET: 'the-secret-of-the-demo-core-and-of-nothing-else',
  CORE_FILE: join(FOLDER, 'core.db'),
  CORE_OWN_AUTHENTICATION: 'on',
};

await ensureInstalled();
// Portico stores its data here, too, and refuses a folder that others can read.
if (process.env.CORE_FILE === undefined) mkdirSync(FOLDER, { recursive: true, mode: 0o700 });
runForeground(runtimePath(), [join(root, 'apps/demo-core/src/main.ts')], { ...SETTINGS, ...process.env });
