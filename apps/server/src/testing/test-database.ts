/**
 * A migrated database for one test file. `TEST_DATABASE=pglite` (default) opens one in memory from a template made once per
 * machine and state of the migrations; `TEST_DATABASE=postgres` makes a database in the cluster named by `TEST_POSTGRES_URL`.
 */
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { Client } from 'pg';
import { sha256Hex } from '#platform/crypto/hash.ts';
import { migrate } from '#platform/db/migrate.ts';
import { type OpenedDatabase, openDatabase } from '#platform/db/open-database.ts';

const MIGRATIONS = new URL('../../migrations/', import.meta.url);

export async function openTestDatabase(): Promise<OpenedDatabase> {
  return process.env.TEST_DATABASE === 'postgres' ? openPostgresTestDatabase() : openPgliteTestDatabase();
}

async function openPgliteTestDatabase(): Promise<OpenedDatabase> {
  const template = await readTemplate();
  const database = await openDatabase({ pglite: { dataDir: 'memory://', loadDataDir: new Blob([new Uint8Array(template)]) } });
  await database.migrate();
  return database;
}

/** The dumped data folder of a migrated PGlite: making one takes seconds, loading it a fraction. */
async function readTemplate(): Promise<Buffer> {
  const file = join(tmpdir(), 'portico-test-templates', `pglite-${process.versions.node}-${await digestOfMigrations()}.tar`);
  const kept = await readFile(file).catch(() => undefined);
  if (kept !== undefined) return kept;
  const pglite = await PGlite.create();
  await migrate({ script: async (text) => void (await pglite.exec(text)), query: (text, values = []) => pglite.query(text, [...values]) });
  const dump = Buffer.from(await (await pglite.dumpDataDir('none')).arrayBuffer());
  await pglite.close();
  return keepTemplate(file, dump);
}

async function digestOfMigrations(): Promise<string> {
  const names = (await readdir(MIGRATIONS)).sort();
  const texts = await Promise.all(names.map((name) => readFile(new URL(name, MIGRATIONS), 'utf8')));
  return sha256Hex([...names, ...texts].join()).slice(0, 16);
}

async function keepTemplate(file: string, dump: Buffer): Promise<Buffer> {
  await mkdir(join(file, '..'), { recursive: true });
  const unfinished = `${file}.${randomBytes(4).toString('hex')}`;
  await writeFile(unfinished, dump);
  await rename(unfinished, file);
  return dump;
}

async function openPostgresTestDatabase(): Promise<OpenedDatabase> {
  const clusterUrl = process.env.TEST_POSTGRES_URL;
  if (clusterUrl === undefined) throw new Error('TEST_POSTGRES_URL names no cluster; run `npm test`, which starts one.');
  const name = `portico_test_${randomBytes(6).toString('hex')}`;
  const client = new Client({ connectionString: clusterUrl });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  const url = new URL(clusterUrl);
  url.pathname = `/${name}`;
  const database = await openDatabase({ postgresUrl: url.href, onIdleError: () => {} });
  await database.migrate();
  return database;
}
