/**
 * Runs numbered SQL files, which never change. Each runs once, in one transaction with its row in `schema_migration`. A file that changed after it
 * was applied stops the start, because installations would then differ.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256Hex } from '../crypto/hash.ts';
import { serverFolder } from '../server-folder.ts';
import type { Engine } from './connection.ts';

const FOLDER = join(serverFolder, 'migrations');
/** A migration of a large table takes longer than a request may, and so does the wait for another server's migration. */
const LIMITS = `set local statement_timeout = 0; set local lock_timeout = '60s';`;
/** Any number of servers may start at once; `if not exists` alone is a race. */
const LOCK_KEY = 7_041_776;
const FILE_NAME = /^\d{4}-[a-z0-9-]+\.sql$/;

/**
 * The last migration of the release before this one, set with each release. Two releases run side by side while one replaces the other, so a server
 * works on the schema of the next release. It does not start on a later one, whose statements it may not know.
 */
const RELEASE_BEFORE = '0061-identity-of-requests.sql';
const NEEDS = /^needs: (\d{4}-[a-z0-9-]+\.sql)$/;

/** insufficient_privilege */
const NO_RIGHT = '42501';

/** The database does not allow this role to migrate or to grant rights to the servers' role. The message says what to correct. */
export class MigrationRefused extends Error {
  override readonly name = 'MigrationRefused';
}

/** The database belongs to a release after the next one. */
export class NewerSchema extends Error {
  override readonly name = 'NewerSchema';
}

const mayNotMigrate = (cause: unknown) =>
  new MigrationRefused(
    'The database is not at this version, and the role in DATABASE_URL may not change its tables. Run `portico migrate` first, with the owner of the tables in DATABASE_DIRECT_URL. Nothing was changed.',
    { cause },
  );

/**
 * @param releaseBefore a server that does not know this migration will not start on this schema. Default: of this release; undefined: none.
 * @throws NewerSchema, MigrationRefused, and an error for a file that was edited or that fails.
 */
export async function migrate(
  engine: Pick<Engine, 'script' | 'query'>,
  folder = FOLDER,
  releaseBefore = folder === FOLDER ? RELEASE_BEFORE : undefined,
): Promise<readonly string[]> {
  const { rows: found } = await engine.query(`select from pg_class where oid = to_regclass('schema_migration')`, []);
  // The servers' role may not create tables, and need not do so after the migrations.
  if (found.length === 0) await prepare(engine);
  const { rows } = await engine.query('select name, digest from schema_migration', []);
  const known = new Map(rows.filter(isMigrationRow).map(({ name, digest }) => [name, digest]));
  const applied: string[] = [];
  const names = (await readdir(folder)).filter((name) => FILE_NAME.test(name)).sort();
  const needed = await readNeeded(engine);
  if (releaseBefore !== undefined && needed !== undefined && !names.includes(needed)) {
    throw new NewerSchema(
      `The database is of a newer version, which this one does not know (it needs ${needed}). Start that version or the one before it, or restore a backup of this version. Nothing was changed.`,
    );
  }
  for (const name of names) {
    const text = await readFile(join(folder, name), 'utf8');
    const digest = sha256Hex(text);
    if (!known.has(name)) {
      await applyMigration(engine, name, { text, digest });
      applied.push(name);
    } else if (known.get(name) !== digest) {
      throw new Error(`Migration ${name} was edited after it had been applied. Put the original back and write a new migration.`);
    }
  }
  if (releaseBefore !== undefined && (needed === undefined || needed < releaseBefore)) await noteNeeded(engine, releaseBefore);
  return applied;
}

/** The servers' role may not do so, where another one owns the tables; `portico migrate` has done it. */
async function noteNeeded(engine: Pick<Engine, 'script'>, releaseBefore: string): Promise<void> {
  await engine
    .script(`
    begin;
    ${LIMITS}
    select pg_advisory_xact_lock(${LOCK_KEY});
    comment on table schema_migration is 'needs: ${releaseBefore}';
    commit;`)
    .catch((error: unknown) => {
      if (codeOf(error) !== NO_RIGHT) throw error;
    });
}

/** The migration that servers must know to start on this schema. */
async function readNeeded(engine: Pick<Engine, 'query'>): Promise<string | undefined> {
  const { rows } = await engine.query(`select obj_description(to_regclass('schema_migration'), 'pg_class') as text`, []);
  const [row] = rows;
  const text = typeof row === 'object' && row !== null && 'text' in row ? String(row.text) : '';
  return NEEDS.exec(text)?.[1];
}

async function prepare(engine: Pick<Engine, 'script'>): Promise<void> {
  await engine
    .script(`
    begin;
    ${LIMITS}
    select pg_advisory_xact_lock(${LOCK_KEY});
    create table if not exists schema_migration (name text primary key, digest text not null, applied_at timestamptz not null default now());
    commit;`)
    .catch((error: unknown) => {
      throw codeOf(error) === NO_RIGHT ? mayNotMigrate(error) : error;
    });
}

async function applyMigration(
  engine: Pick<Engine, 'script'>,
  name: string,
  { text, digest }: { readonly text: string; readonly digest: string },
): Promise<void> {
  // The lock lets any number of servers start at once: the second finds the row of the first and stops at the primary key.
  await engine
    .script(`
    begin;
    ${LIMITS}
    select pg_advisory_xact_lock(${LOCK_KEY});
    do $guard$ begin
      if exists (select from schema_migration where name = '${name}') then raise exception 'already applied' using errcode = 'P0MIG'; end if;
    end $guard$;
    ${text}
    ;
    insert into schema_migration (name, digest) values ('${name}', '${digest}');
    commit;`)
    .catch(async (error: unknown) => {
      if (isAlreadyApplied(error)) return;
      if (codeOf(error) === NO_RIGHT) throw mayNotMigrate(error);
      throw new Error(`Migration ${name} failed and changed nothing.`, { cause: error });
    });
}

function isMigrationRow(row: unknown): row is { name: string; digest: string } {
  return (
    typeof row === 'object' && row !== null && 'name' in row && typeof row.name === 'string' && 'digest' in row && typeof row.digest === 'string'
  );
}

const isAlreadyApplied = (error: unknown): boolean => codeOf(error) === 'P0MIG';

function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}
