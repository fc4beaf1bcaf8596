/** Fresh databases in a PostgreSQL cluster. */
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

/** @param clusterUrl any database of the cluster. Answers the new database's URL. */
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
