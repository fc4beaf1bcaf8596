/**
 * Opens the parts that every process needs first: settings, lock, database with its migrations, and matching keys. The server and operators' commands
 * use it.
 */
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '#platform/config.ts';
import { adoptBankKind, checkBankKind } from '#platform/db/bank-kind-store.ts';
import { databaseName } from '#platform/db/database-name.ts';
import { unreachableFrom } from '#platform/db/database-unavailable.ts';
import { takeExclusiveLock } from '#platform/db/exclusive-lock.ts';
import { checkKeys } from '#platform/db/keys-fingerprint-store.ts';
import { type OpenedDatabase, openDatabase } from '#platform/db/open-database.ts';

export interface Installation {
  readonly database: OpenedDatabase;
  /** Names of the migrations that this call applied. */
  readonly migrated: readonly string[];
  /** True if the database was empty. */
  readonly isNew: boolean;
  /** Closes the database and frees the data folder. */
  close(): Promise<void>;
}

const FIRST_MIGRATION = '0001-platform.sql';

/**
 * @param user a server, and a command that fills the database, record the kind of bank in a database that has none. Other commands leave this to the
 * first server.
 * @throws LockedFolder, DatabaseUnreachable, KeysMismatch, OtherBankKind, and every further error of the database.
 */
export async function openInstallation(config: Config, log: Logger, user: 'server' | 'filler' | 'command'): Promise<Installation> {
  const lock = config.databaseUrl === undefined ? takeExclusiveLock(config.dataDir) : undefined;
  try {
    const database = await open(config, log);
    const close = async () => {
      await database.close();
      lock?.release();
    };
    try {
      const bank = { kind: config.bank, database: databaseName(config) };
      await checkBankKind(database.db, bank);
      const migrated = await database.migrate();
      await checkKeys(database.db, config.keys);
      await (user === 'command' ? checkBankKind : adoptBankKind)(database.db, bank);
      return { database, migrated, isNew: migrated.includes(FIRST_MIGRATION), close };
    } catch (error) {
      await close();
      throw error;
    }
  } catch (error) {
    lock?.release();
    throw config.databaseUrl === undefined ? error : unreachableFrom(error, config.databaseUrl);
  }
}

function open(config: Config, log: Logger): Promise<OpenedDatabase> {
  if (config.databaseUrl === undefined) return openDatabase({ pglite: { dataDir: join(config.dataDir, 'pglite') } });
  return openDatabase({
    postgresUrl: config.databaseUrl,
    onIdleError: (error) => log.warn({ err: error }, 'A resting database connection was lost; the pool opens another.'),
    connections: config.databaseConnections,
    directUrl: config.databaseDirectUrl,
    serverRole: config.databaseServerRole,
    replica: config.databaseReadUrl === undefined ? undefined : { url: config.databaseReadUrl, onChange: (reason) => tellReplica(log, reason) },
  });
}

function tellReplica(log: Logger, reason: string | undefined): void {
  if (reason === undefined) log.info('The replica is fresh: reads that may be late go to it.');
  else log.warn({ reason }, 'The replica is not asked; every read goes to the primary.');
}
