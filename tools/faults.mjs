/** `npm run faults`: the fault rounds in their long form, on the embedded database and on a throw-away PostgreSQL cluster. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { startPostgres } from './postgres-cluster.mjs';
import { ensureInstalled, root, runtimePath } from './runtime.mjs';

await ensureInstalled();
const postgres = await startPostgres();
const env = { ...process.env, ...(postgres === undefined ? {} : { FAULTS_POSTGRES_URL: postgres.url }) };
const rounds = spawn(runtimePath(), [join(root, 'faults/run.ts')], { cwd: root, stdio: 'inherit', env });
const [exitCode] = await once(rounds, 'exit');
await postgres?.stop();
process.exitCode = exitCode ?? 1;
