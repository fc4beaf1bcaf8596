/** All rounds by name, in the order of their execution. */
import type { Impossible, Report } from './findings.ts';
import { annoyServers } from './rounds/annoy-servers.ts';
import { blockDatabase } from './rounds/block-database.ts';
import { disturbNetwork } from './rounds/disturb-network.ts';
import { failOver } from './rounds/fail-over.ts';
import { fillEmbeddedDisk, fillLogDisk, fillPostgresDisk } from './rounds/fill-disk.ts';
import { killEmbedded, killOnPostgres } from './rounds/kill-for-long.ts';
import { killWithCore } from './rounds/kill-with-core.ts';
import { mixBanks } from './rounds/mix-banks.ts';
import { contendForFolder } from './rounds/open-twice.ts';
import { playHistories } from './rounds/play-histories.ts';
import { releaseVersion } from './rounds/release-version.ts';
import { restoreBackup } from './rounds/restore-backup.ts';
import { rotateKeysUnderLoad } from './rounds/rotate-keys.ts';
import { runProofs } from './rounds/run-proofs.ts';
import { skewClocks } from './rounds/skew-clocks.ts';
import { soak } from './rounds/soak.ts';
import { starveMemory } from './rounds/starve-memory.ts';
import { takeConnections } from './rounds/take-connections.ts';

const FAIL_OVERS = 10;
const FOLDER_TURNS = 10;
const KIND_TURNS = Number(process.env.FAULTS_KIND_TURNS ?? 5);
const CORE_KILLS = Number(process.env.FAULTS_KILLS ?? 40);
const MIGRATION_CUTS = 10;
const SOAK_MINUTES = Number(process.env.FAULTS_SOAK_MINUTES ?? 30);
/** Duration of each disturbance; absent: the round's own. */
const LASTING = process.env.FAULTS_SECONDS === undefined ? {} : { seconds: Number(process.env.FAULTS_SECONDS) };
const HISTORIES = Number(process.env.FAULTS_HISTORIES ?? 10_000);

const MAIL_PROOFS = ['apps/server/src/platform/mail/mail.test.ts', 'apps/server/src/modules/developers/mail-server-down.test.ts'];
const CONTENT_PROOFS = ['apps/server/src/modules/content/routes.test.ts', 'apps/server/src/modules/content/load-content.test.ts'];
const GOOGLE_PROOFS = ['apps/server/src/modules/developers/social/google.test.ts', 'apps/demo-idp/src/idp.test.ts'];

export interface Round {
  /** Names on the command line, upper case. */
  readonly names: readonly string[];
  readonly title: string;
  /** Absent: the round needs neither, or has its own. */
  readonly database?: 'pglite' | 'postgres';
  /** Undefined without PostgreSQL. */
  readonly run: (() => Promise<Report | Impossible>) | undefined;
}

export function listRounds({ say, clusterUrl }: { say: (text: string) => void; clusterUrl: string | undefined }): readonly Round[] {
  /** With PostgreSQL, if it is installed. */
  const onPostgres = (run: (clusterUrl: string) => Promise<Report | Impossible>) => (clusterUrl === undefined ? undefined : () => run(clusterUrl));
  return [
    { names: ['F1'], title: 'kills of the one server', database: 'pglite', run: () => killEmbedded(say) },
    { names: ['F5'], title: 'a second server on the same folder', database: 'pglite', run: () => contendForFolder({ say, turns: FOLDER_TURNS }) },
    {
      names: ['F2', 'F3', 'F13'],
      title: 'kills and replacements of two servers and their database',
      database: 'postgres',
      run: onPostgres((url) => killOnPostgres(url, say)),
    },
    {
      names: ['F4'],
      title: 'fail-over to a synchronous standby',
      database: 'postgres',
      run: onPostgres(() => failOver({ say, rounds: FAIL_OVERS, isSynchronous: true })),
    },
    {
      names: ['F4'],
      title: 'fail-over to an asynchronous standby',
      database: 'postgres',
      run: onPostgres(() => failOver({ say, rounds: 3, isSynchronous: false })),
    },
    { names: ['F6'], title: 'a full disk under the embedded database', database: 'pglite', run: () => fillEmbeddedDisk({ say, ...LASTING }) },
    { names: ['F6'], title: 'a full disk under PostgreSQL', database: 'postgres', run: onPostgres(() => fillPostgresDisk({ say, ...LASTING })) },
    { names: ['F6'], title: 'a full disk under the log', run: () => fillLogDisk({ say, ...LASTING }) },
    {
      names: ['F7'],
      title: 'clocks that differ and jump',
      database: 'postgres',
      run: onPostgres((url) => skewClocks({ clusterUrl: url, say, ...LASTING })),
    },
    { names: ['F8'], title: 'bad lines', database: 'pglite', run: () => disturbNetwork({ say, ...LASTING }) },
    { names: ['F8'], title: 'bad lines', database: 'postgres', run: onPostgres((url) => disturbNetwork({ clusterUrl: url, say, ...LASTING })) },
    { names: ['F9'], title: 'slow clients and clients that hang up', database: 'pglite', run: () => annoyServers({ say, ...LASTING }) },
    {
      names: ['F9'],
      title: 'slow clients and clients that hang up',
      database: 'postgres',
      run: onPostgres((url) => annoyServers({ clusterUrl: url, say, ...LASTING })),
    },
    {
      names: ['F10'],
      title: 'a mail server that is away, silent or refuses',
      run: () => runProofs({ title: 'F10 · the mail server', files: MAIL_PROOFS, say }),
    },
    { names: ['F11'], title: 'the content', run: () => runProofs({ title: 'F11 · the content', files: CONTENT_PROOFS, say }) },
    { names: ['F12'], title: 'the identity provider', run: () => runProofs({ title: 'F12 · the identity provider', files: GOOGLE_PROOFS, say }) },
    {
      names: ['F13', 'RELEASE'],
      title: 'a release with a migration, old and new version side by side',
      database: 'postgres',
      run: onPostgres((url) => releaseVersion({ clusterUrl: url, say })),
    },
    {
      names: ['F14'],
      title: 'locked tables, slow statements, no connections',
      database: 'postgres',
      run: onPostgres((url) => blockDatabase({ clusterUrl: url, say, ...LASTING })),
    },
    {
      names: ['F15'],
      title: 'little memory, and a server that stands still',
      database: 'postgres',
      run: onPostgres((url) => starveMemory({ clusterUrl: url, say, ...LASTING })),
    },
    { names: ['F16'], title: 'backup, restoring, a migration cut off', database: 'pglite', run: () => restoreBackup({ say, cuts: MIGRATION_CUTS }) },
    {
      names: ['F16'],
      title: 'backup, restoring, a migration cut off',
      database: 'postgres',
      run: onPostgres((url) => restoreBackup({ clusterUrl: url, say, cuts: MIGRATION_CUTS })),
    },
    { names: ['F17'], title: 'the same load for long', database: 'pglite', run: () => soak({ say, minutes: SOAK_MINUTES }) },
    {
      names: ['F17'],
      title: 'the same load for long',
      database: 'postgres',
      run: onPostgres((url) => soak({ clusterUrl: url, say, minutes: SOAK_MINUTES })),
    },
    {
      names: ['F18', 'ROTATION'],
      title: 'an exchange of keys, three servers restarted in every phase',
      database: 'postgres',
      run: onPostgres((url) => rotateKeysUnderLoad({ clusterUrl: url, say })),
    },
    {
      names: ['F19', 'KINDS'],
      title: 'both kinds of bank on one database',
      database: 'postgres',
      run: onPostgres((url) => mixBanks({ clusterUrl: url, say, turns: KIND_TURNS })),
    },
    { names: ['F20', 'CONNECTIONS'], title: 'one address that takes connections', run: () => takeConnections({ say, ...LASTING }) },
    { names: ['F21', 'CORE'], title: 'kills of Portico and of the bank’s core', run: () => killWithCore({ say, kills: CORE_KILLS }) },
    {
      names: ['MODEL'],
      title: 'histories against the model',
      run: () => playHistories({ say, histories: HISTORIES }),
    },
  ];
}
