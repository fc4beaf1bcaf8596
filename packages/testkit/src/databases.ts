/** Creates databases in a PostgreSQL cluster, and opens a database of either kind without its server. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { Client } from 'pg';

export interface OpenedDatabase {
  query(text: string): Promise<readonly unknown[]>;
  close(): Promise<void>;
}

/**
 * @param place the server's data folder or database. The server of an embedded database must have ended, because the database has no lock against a
 * second reader.
 */
export async function openDatabase(place: { readonly dataDir: string; readonly databaseUrl?: string | undefined }): Promise<OpenedDatabase> {
  if (place.databaseUrl === undefined) {
    const pglite = await PGlite.create({ dataDir: join(place.dataDir, 'pglite') });
    return { query: async (text) => (await pglite.query(text)).rows, close: () => pglite.close() };
  }
  const client = new Client({ connectionString: place.databaseUrl });
  await client.connect();
  return { query: async (text) => (await client.query(text)).rows, close: () => client.end() };
}

/** @param clusterUrl any database of the cluster. Returns the new database's URL. */
export async function createDatabase(clusterUrl: string): Promise<string> {
  const name = `portico_${randomBytes(6).toString('hex')}`;
  const client = new Client({ connectionString: clusterUrl });
  await client.connect();
  try {
    await client.query(`create database ${name}`);
  } finally {
    await client.end();
  }
  const url = new URL(clusterUrl);
  url.pathname = `/${name}`;
  return url.href;
}
