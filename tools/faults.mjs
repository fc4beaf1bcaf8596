/** `npm run faults`: runs the fault rounds in their long form, on the embedded database and on a temporary PostgreSQL cluster. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { startPostgres } from './postgres-cluster.mjs';
import { builtServer, ensureBuilt, ensureInstalled, root, runtimePath } from './runtime.mjs';

await ensureInstalled();
await ensureBuilt(runtimePath());
const postgres = await startPostgres();
const env = { ...process.env, TEST_SERVER_ENTRY: builtServer, ...(postgres === undefined ? {} : { FAULTS_POSTGRES_URL: postgres.url }) };
// Runs in a mount namespace where the system allows it. A disk that a round mounts is then invisible to other processes, and removed at the end.
const canHide = spawnSync('unshare', ['--mount', 'true'], { stdio: 'ignore' }).status === 0;
const [command, ...before] = canHide ? ['unshare', '--mount', runtimePath()] : [runtimePath()];
const rounds = spawn(command, [...before, join(root, 'faults/run.ts'), ...process.argv.slice(2)], { cwd: root, stdio: 'inherit', env });
const [exitCode] = await once(rounds, 'exit');
await postgres?.stop();
process.exitCode = exitCode ?? 1;
