/** The name of a database in logs and error messages: its location and name, never user or password. */
import type { Config } from '../config.ts';

/** `db.example:5432/portico`, or `embedded in /var/lib/portico`. */
export function databaseName({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): string {
  return databaseUrl === undefined ? `embedded in ${dataDir}` : postgresName(databaseUrl);
}

/** The host in a PostgreSQL URL may be a parameter; the folder of a socket must be one. */
export function postgresName(databaseUrl: string): string {
  const { host, pathname, searchParams } = new URL(databaseUrl);
  return `${host === '' ? (searchParams.get('host') ?? '') : host}${pathname}`;
}
