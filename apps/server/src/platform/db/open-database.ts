/** Opens either engine as a {@link Database}. The caller's settings choose the engine; the code above does not depend on it. */
import type { PGliteOptions } from '@electric-sql/pglite';
import { Kysely, PostgresDialect } from 'kysely';
import type { Engine } from './connection.ts';
import type { Database, DatabaseEngine, Db, NoTables } from './database.ts';
import { migrate } from './migrate.ts';
import { checkSameDatabase } from './other-database.ts';
import { openPostgres } from './postgres-engine.ts';
import { createReplicaReader } from './read-replica.ts';
import { grantServerRole } from './server-role-store.ts';

export type DatabaseLocation = { readonly pglite: PGliteOptions } | PostgresLocation;

interface PostgresLocation {
  readonly postgresUrl: string;
  readonly onIdleError: (error: Error) => void;
  /** The most connections, and as many again to a replica. Default: {@link DATABASE_CONNECTIONS}. */
  readonly connections?: number | undefined;
  /** The limit of a request for a connection, a lock or a statement. Default: 2 s (decision 0046). */
  readonly waitMs?: number | undefined;
  /** URL for migrations that goes around a pooler. Default: `postgresUrl`. */
  readonly directUrl?: string | undefined;
  /** The role in `postgresUrl`, where another role migrates and owns the tables. The migrations grant it its rights. */
  readonly serverRole?: string | undefined;
  readonly replica?: ReplicaLocation | undefined;
}

interface ReplicaLocation {
  readonly url: string;
  /** Default: 5 s. */
  readonly ageMaxMs?: number;
  /** Called once with the reason when the replica is no longer used, and once when it is used again. */
  readonly onChange: (reason: string | undefined) => void;
}

export interface OpenedDatabase extends Database {
  /** Applies the missing migrations and returns their names. @throws when an applied file was edited. */
  migrate(): Promise<readonly string[]>;
}

export async function openDatabase(location: DatabaseLocation): Promise<OpenedDatabase> {
  if ('pglite' in location) {
    // The engine is half a megabyte of code, loaded only where it is used.
    const { openPglite } = await import('./pglite-engine.ts');
    return wrap('pglite', await openPglite(location.pglite));
  }
  const { postgresUrl, onIdleError, connections, waitMs, directUrl, serverRole, replica } = location;
  const engine = openPostgres(postgresUrl, onIdleError, connections, waitMs);
  const database = wrap('postgres', engine);
  return {
    ...database,
    ...(replica === undefined ? {} : withReplica(engine, database, replica, { onIdleError, connections })),
    ...(directUrl === undefined ? {} : { migrate: () => migrateDirectly({ engine, url: postgresUrl }, directUrl, serverRole, onIdleError) }),
  };
}

async function migrateDirectly(
  server: { readonly engine: Engine; readonly url: string },
  url: string,
  serverRole: string | undefined,
  onIdleError: (error: Error) => void,
): Promise<readonly string[]> {
  const engine = openPostgres(url, onIdleError);
  try {
    await checkSameDatabase(server, { engine, url });
    const applied = await migrate(engine);
    if (serverRole !== undefined) await grantServerRole(engine, serverRole);
    return applied;
  } finally {
    await engine.close();
  }
}

function withReplica(
  engine: Engine,
  { db, close }: OpenedDatabase,
  { url, ...settings }: ReplicaLocation,
  { onIdleError, connections }: { readonly onIdleError: (error: Error) => void; readonly connections: number | undefined },
): Pick<OpenedDatabase, 'readStale' | 'close'> {
  const replica = openPostgres(url, onIdleError, connections);
  const reader = createReplicaReader({ engine, db }, { engine: replica, db: kyselyOver(replica), ...settings });
  return {
    readStale: reader.readStale,
    async close() {
      await reader.close();
      await close();
    },
  };
}

function kyselyOver({ pool }: Engine): Db {
  return new Kysely<NoTables>({ dialect: new PostgresDialect({ pool }) });
}

function wrap(name: DatabaseEngine, engine: Engine): OpenedDatabase {
  const db = kyselyOver(engine);
  return {
    engine: name,
    db,
    readStale: (read) => read(db),
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
