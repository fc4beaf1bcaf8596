import { type PostgresServer, startPostgres } from '../tools/postgres-cluster.mjs';

/** Settings of a durable production server, with room for the copied data. */
export const POSTGRES_SETTINGS = { fsync: 'on', synchronous_commit: 'on', shared_buffers: '1GB', max_wal_size: '8GB', checkpoint_timeout: '30min' };

/**
 * Runs a measurement on a new cluster. Where PostgreSQL is not installed, it prints that and measures nothing. @param what "signing is", … not
 * measured
 */
export async function onPostgres<Cost>(what: string, measure: (cluster: PostgresServer) => Promise<Cost>): Promise<Cost | undefined> {
  const postgres = await startPostgres(POSTGRES_SETTINGS);
  if (postgres !== undefined) return measure(postgres).finally(() => postgres.stop());
  console.log(`No PostgreSQL is installed here: ${what} not measured. Install one (Debian: apt-get install postgresql).`);
  return undefined;
}
