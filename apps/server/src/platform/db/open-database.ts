/** Opens either engine as one {@link Database}. Which one is the caller's setting; nothing above this file asks again. */
import type { PGliteOptions } from '@electric-sql/pglite';
import { Kysely, PostgresDialect } from 'kysely';
import type { Engine } from './connection.ts';
import type { Database, DatabaseEngine, NoTables } from './database.ts';
import { migrate } from './migrate.ts';
import { openPglite } from './pglite-engine.ts';
import { openPostgres } from './postgres-engine.ts';

export type DatabaseLocation = { readonly pglite: PGliteOptions } | { readonly postgresUrl: string; readonly onIdleError: (error: Error) => void };

export interface OpenedDatabase extends Database {
  /** Applies the migrations that are missing and answers their names. @throws when an applied file was edited. */
  migrate(): Promise<readonly string[]>;
}

export async function openDatabase(location: DatabaseLocation): Promise<OpenedDatabase> {
  return 'pglite' in location
    ? wrap('pglite', await openPglite(location.pglite))
    : wrap('postgres', openPostgres(location.postgresUrl, location.onIdleError));
}

function wrap(name: DatabaseEngine, engine: Engine): OpenedDatabase {
  const db = new Kysely<NoTables>({ dialect: new PostgresDialect({ pool: engine.pool }) });
  return {
    engine: name,
    db,
    query: engine.query,
    migrate: () => migrate(engine),
    async isReady(timeoutMs) {
      const timeout = AbortSignal.timeout(timeoutMs);
      const expired = new Promise<false>((resolve) => timeout.addEventListener('abort', () => resolve(false), { once: true }));
      const answered = engine.query('select 1').then(
        () => true,
        () => false,
      );
      return await Promise.race([answered, expired]);
    },
    close: engine.close,
  };
}
