/** Review of 25 November 2026, B1: the kind of bank of a database never changes. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../testing/test-database.ts';
import { serverFolder } from '../server-folder.ts';
import { adoptBankKind, checkBankKind, OtherBankKind } from './bank-kind-store.ts';
import { checkKeys } from './keys-fingerprint-store.ts';
import type { OpenedDatabase } from './open-database.ts';

const KEYS = { audit: Buffer.alloc(32, 1), secrets: Buffer.alloc(32, 2) };
const NAMED = { database: 'db.bank.example/portico' };

let database: OpenedDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  await checkKeys(database.db, KEYS);
});
beforeEach(() => sql`update installation set bank_kind = null`.execute(database.db));
afterAll(() => database.close());

const stored = async (): Promise<unknown> => Object((await database.query('select bank_kind from installation')).rows[0]).bank_kind;

describe('the kind of bank of a database', () => {
  it.each([
    ['sandbox', 'adapter'],
    ['adapter', 'sandbox'],
  ] as const)('is %s after the first start with it, and %s is refused from then on', async (kind, other) => {
    await adoptBankKind(database.db, { kind, ...NAMED });
    for (const check of [adoptBankKind, checkBankKind]) {
      await expect(check(database.db, { kind, ...NAMED })).resolves.toBeUndefined();
      await expect(check(database.db, { kind: other, ...NAMED })).rejects.toThrow(OtherBankKind);
      await expect(check(database.db, { kind: other, ...NAMED })).rejects.toThrow(`PORTICO_BANK: given "${other}"; accepted: ${kind}`);
      await expect(check(database.db, { kind: other, ...NAMED })).rejects.toThrow(`Set PORTICO_BANK=${kind}`);
      await expect(check(database.db, { kind: other, ...NAMED })).rejects.toThrow(NAMED.database);
    }
    expect(await stored()).toBe(kind);
  });

  it('is not decided by a command', async () => {
    await checkBankKind(database.db, { kind: 'sandbox', ...NAMED });
    expect(await stored()).toBeNull();
  });

  it('is decided by one of two servers that start at once, and the other is refused', async () => {
    const both = (['sandbox', 'adapter'] as const).map((kind) => adoptBankKind(database.db, { kind, ...NAMED }));
    const results = await Promise.allSettled(both);
    const winners = (['sandbox', 'adapter'] as const).filter((_kind, index) => results[index]?.status === 'fulfilled');
    expect(winners).toEqual([await stored()]);
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(1);
  });

  it.each([
    ['a schema of its own before that of the tables', 'app, public'],
    ['a schema that does not exist before that of the tables', 'gone, public'],
  ])('is found with %s in the search path', async (_what, path) => {
    const looked = database.db.transaction().execute(async (tx) => {
      await sql`create schema app`.execute(tx);
      await sql`update installation set bank_kind = 'sandbox'`.execute(tx);
      await sql.raw(`set local search_path to ${path}`).execute(tx);
      await expect(checkBankKind(tx, { kind: 'sandbox', ...NAMED })).resolves.toBeUndefined();
      await expect(checkBankKind(tx, { kind: 'adapter', ...NAMED })).rejects.toThrow(OtherBankKind);
      throw new Error('undo');
    });
    await expect(looked).rejects.toThrow('undo');
  });

  it('cannot be kept without the row of the installation: no server starts', async () => {
    await sql`create table kept as select * from installation`.execute(database.db);
    await sql`delete from installation`.execute(database.db);
    await expect(adoptBankKind(database.db, { kind: 'sandbox', ...NAMED })).rejects.toThrow('no row');
    await sql`insert into installation select * from kept`.execute(database.db);
    await sql`drop table kept`.execute(database.db);
  });

  it.each([
    ['bank', 'adapter', 'sandbox'],
    ['demo', 'sandbox', 'adapter'],
  ] as const)('is that of its tenants where none was stored: with the tenant %s only %s starts', async (tenant, kind, other) => {
    await sql`insert into sandbox (id, name) values (${tenant}, 'Filled by a command')`.execute(database.db);
    for (const check of [adoptBankKind, checkBankKind]) await expect(check(database.db, { kind: other, ...NAMED })).rejects.toThrow(OtherBankKind);
    expect(await stored()).toBeNull();
    await adoptBankKind(database.db, { kind, ...NAMED });
    expect(await stored()).toBe(kind);
    await sql`delete from sandbox where id = ${tenant}`.execute(database.db);
  });

  it('is unknown, not an error, in a database from before the first migration', async () => {
    const fresh = database.db.transaction().execute(async (tx) => {
      await sql`create schema empty_bank`.execute(tx);
      await sql`set local search_path to empty_bank`.execute(tx);
      await checkBankKind(tx, { kind: 'adapter', ...NAMED });
      throw new Error('undo');
    });
    await expect(fresh).rejects.toThrow('undo');
  });
});

describe('the kind of bank of a database from before it was stored', () => {
  const migrations = join(serverFolder, 'migrations');
  const script = readFileSync(join(migrations, readdirSync(migrations).find((name) => name.endsWith('-bank-kind.sql')) ?? ''), 'utf8');
  const derivation = script.slice(script.indexOf('update installation'));
  const TABLES = ['payment', 'consent', 'transactions_statement'] as const;

  it.each<[tenants: readonly string[], ordered: Partial<Record<(typeof TABLES)[number], readonly string[]>>, kind: string | null]>([
    [[], {}, null],
    [['bank'], {}, 'adapter'],
    [['bank'], { payment: ['bank'] }, 'adapter'],
    [['demo'], {}, 'sandbox'],
    [['sbx_1', 'sbx_2'], { payment: ['sbx_1'] }, 'sandbox'],
    [['bank', 'demo'], {}, 'sandbox'],
    [['bank', 'demo'], { payment: ['demo'] }, 'sandbox'],
    [['bank', 'demo'], { payment: ['bank'] }, 'adapter'],
    [['bank', 'demo'], { payment: ['bank', 'demo'] }, 'adapter'],
    [['bank', 'demo'], { consent: ['bank'] }, 'adapter'],
    [['bank', 'demo'], { transactions_statement: ['bank'], payment: ['demo'] }, 'adapter'],
  ])('with the tenants %j and the orders %j is %s', async (tenants, ordered, kind) => {
    // Temporary tables hide the real ones from the migration, so that minimal rows are enough.
    const derived = database.db.transaction().execute(async (tx) => {
      await sql`create temporary table installation (bank_kind text) on commit drop`.execute(tx);
      await sql`insert into installation values (null)`.execute(tx);
      await sql`create temporary table sandbox (id text) on commit drop`.execute(tx);
      for (const id of tenants) await sql`insert into sandbox values (${id})`.execute(tx);
      for (const table of TABLES) {
        await sql`create temporary table ${sql.table(table)} (sandbox_id text) on commit drop`.execute(tx);
        for (const id of ordered[table] ?? []) await sql`insert into ${sql.table(table)} values (${id})`.execute(tx);
      }
      await sql.raw(derivation).execute(tx);
      return (await sql<{ kind: string | null }>`select bank_kind as kind from installation`.execute(tx)).rows[0]?.kind;
    });
    expect(await derived).toBe(kind);
  });
});
