/** What a database is called in logs and refusals: where it is and its name, never user or password. */
import type { Config } from '../config.ts';

/** `db.example:5432/portico`, or `embedded in /var/lib/portico`. */
export function databaseName({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): string {
  return databaseUrl === undefined ? `embedded in ${dataDir}` : postgresName(databaseUrl);
}

/** A URL of PostgreSQL may name its host among the parameters, as a socket's folder must. */
export function postgresName(databaseUrl: string): string {
  const { host, pathname, searchParams } = new URL(databaseUrl);
  return `${host === '' ? (searchParams.get('host') ?? '') : host}${pathname}`;
}
