/**
 * Opens a migrated database for one test file, copied from a template: a migration takes seconds, a copy much less. `TEST_DATABASE=pglite` (default)
 * opens one in memory; its template is created once per machine and state of the migrations. `TEST_DATABASE=postgres` creates a database in the
 * cluster of `TEST_POSTGRES_URL`, which has its own template.
 */
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { forgetOldTemplates, TEMPLATES } from '@portico/testkit';
import { Client } from 'pg';
import { sha256Hex } from '#platform/crypto/hash.ts';
import { migrate } from '#platform/db/migrate.ts';
import { type OpenedDatabase, openDatabase } from '#platform/db/open-database.ts';

const MIGRATIONS = new URL('../../migrations/', import.meta.url);
const TEMPLATE_LOCK = 7_041_777;
/** Clearing memory for unused pages and connections took a quarter of the time to open. A choice of plans has no use for so few rows. */
const SMALL_SETTINGS = ['shared_buffers=4MB', 'wal_buffers=64kB', 'max_connections=5', 'max_wal_senders=0', 'plan_cache_mode=force_generic_plan'];
const SMALL = [...PGlite.defaultStartParams, ...SMALL_SETTINGS.flatMap((setting) => ['-c', setting])];

/** PGlite asks a `Blob` for its bytes, and one of Node copies them several times: a third of the time to open. PGlite only reads them. */
class Template extends Blob {
  readonly #bytes: ArrayBuffer;

  constructor(bytes: ArrayBuffer) {
    super([]);
    this.#bytes = bytes;
  }

  override async arrayBuffer(): Promise<ArrayBuffer> {
    return this.#bytes;
  }
}

/** Test files share a process, and with it the template that one of them has read. */
let template: Promise<Template> | undefined;

/** The limit for a connection, a lock or a statement is as long as a test may take, so that no test fails on a busy machine. */
const PATIENT_MS = 120_000;

/** @param waitMs the limit on PostgreSQL; undefined: the default of a server. */
export async function openTestDatabase({ waitMs }: { readonly waitMs: number | undefined } = { waitMs: PATIENT_MS }): Promise<OpenedDatabase> {
  return process.env.TEST_DATABASE === 'postgres' ? openPostgresTestDatabase(waitMs) : openPgliteTestDatabase();
}

async function openPgliteTestDatabase(): Promise<OpenedDatabase> {
  template ??= readTemplate();
  const database = await openDatabase({ pglite: { dataDir: 'memory://', loadDataDir: await template, startParams: SMALL } });
  await database.migrate();
  return database;
}

/** The dumped data folder of a migrated PGlite without its unused parts: two more databases, and a WAL of sixteen megabytes. */
async function readTemplate(): Promise<Template> {
  const file = join(TEMPLATES, `pglite-${process.versions.node}-${await digestOfMigrations()}-small.tar`);
  const kept = await readFile(file).catch(() => undefined);
  if (kept !== undefined) return new Template(new Uint8Array(kept).buffer);
  const pglite = await PGlite.create({ initDbStartParams: ['--wal-segsize=1'] });
  await migrate({ script: async (text) => void (await pglite.exec(text)), query: (text, values = []) => pglite.query(text, [...values]) });
  await pglite.exec('update pg_database set datistemplate = false');
  for (const other of ['template0', 'template1']) await pglite.exec(`drop database ${other}`);
  await pglite.exec('checkpoint');
  const dump = await (await pglite.dumpDataDir('none')).arrayBuffer();
  await pglite.close();
  await keepTemplate(file, Buffer.from(dump));
  return new Template(dump);
}

async function digestOfMigrations(): Promise<string> {
  const names = (await readdir(MIGRATIONS)).sort();
  const texts = await Promise.all(names.map((name) => readFile(new URL(name, MIGRATIONS), 'utf8')));
  return sha256Hex([...names, ...texts].join()).slice(0, 16);
}

async function keepTemplate(file: string, dump: Buffer): Promise<void> {
  await mkdir(join(file, '..'), { recursive: true });
  const unfinished = `${file}.${randomBytes(4).toString('hex')}`;
  await writeFile(unfinished, dump);
  await rename(unfinished, file);
  await forgetOldTemplates('pglite');
}

async function openPostgresTestDatabase(waitMs: number | undefined): Promise<OpenedDatabase> {
  const clusterUrl = process.env.TEST_POSTGRES_URL;
  if (clusterUrl === undefined) throw new Error('TEST_POSTGRES_URL names no cluster; run `npm test`, which starts one.');
  const name = `portico_test_${randomBytes(6).toString('hex')}`;
  const client = new Client({ connectionString: clusterUrl });
  await client.connect();
  try {
    await client.query(`create database ${name} template ${await ensurePostgresTemplate(client, clusterUrl)}`);
  } finally {
    await client.end();
  }
  const database = await openDatabase({ postgresUrl: inCluster(clusterUrl, name), onIdleError: () => {}, waitMs });
  await database.migrate();
  return database;
}

/** Returns the template's name. The first process creates it, and the others wait for the lock. */
async function ensurePostgresTemplate(client: Client, clusterUrl: string): Promise<string> {
  const name = `portico_template_${await digestOfMigrations()}`;
  await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount === 0) {
      // It gets its final name only when it is complete.
      await client.query(`drop database if exists ${name}_unfinished`);
      await client.query(`create database ${name}_unfinished`);
      const made = await openDatabase({ postgresUrl: inCluster(clusterUrl, `${name}_unfinished`), onIdleError: () => {} });
      await made.migrate();
      await made.close();
      await client.query(`alter database ${name}_unfinished rename to ${name}`);
    }
    return name;
  } finally {
    await client.query('select pg_advisory_unlock($1)', [TEMPLATE_LOCK]);
  }
}

function inCluster(clusterUrl: string, name: string): string {
  const url = new URL(clusterUrl);
  url.pathname = `/${name}`;
  return url.href;
}
