/** Compares the list of held tables with the live schema. A new table or column needs a decision about its owner. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenedDatabase } from '#platform/db/open-database.ts';
import { openTestDatabase } from '../../testing/test-database.ts';
import { HELD_TABLES, isSecretColumn } from './held-tables.ts';

let database: OpenedDatabase;
let columns: ReadonlyMap<string, readonly string[]>;
beforeAll(async () => {
  database = await openTestDatabase();
  const { rows } = await database.query(`
    select relation.relname as "table", json_agg(attname order by attnum) as columns
    from pg_class as relation join pg_attribute on attrelid = relation.oid and attnum > 0 and not attisdropped
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition group by relation.relname`);
  columns = new Map(rows.map((row) => [String(Reflect.get(Object(row), 'table')), Object(row).columns]));
});
afterAll(() => database.close());

/** Columns that show the owner of a row. */
const OF_A_DEVELOPER = ['developer_id', 'sandbox_id', 'app_id', 'email'];
const OF_A_CUSTOMER = ['customer_id'];

describe('the list of held tables', () => {
  it('names every table of the database, and no other', () => {
    expect(Object.keys(HELD_TABLES).sort()).toEqual([...columns.keys()].sort());
  });

  it('names the owner of each table, or the reason why it has none', () => {
    for (const [name, { developer, customer, ofNoPerson }] of Object.entries(HELD_TABLES)) {
      expect((developer ?? customer) === undefined, name).toBe(ofNoPerson !== undefined);
    }
  });

  it('assigns every table that refers to a developer or a customer to them', () => {
    for (const [name, has] of columns) {
      if (OF_A_DEVELOPER.some((column) => has.includes(column))) expect(HELD_TABLES[name]?.developer, name).toBeDefined();
      if (OF_A_CUSTOMER.some((column) => has.includes(column))) expect(HELD_TABLES[name]?.customer, name).toBeDefined();
    }
  });

  it('uses only existing columns', () => {
    for (const [name, { developer, customer, hidden = [] }] of Object.entries(HELD_TABLES)) {
      const own = [developer?.column, customer?.column, ...hidden].filter((column) => column !== undefined);
      expect(columns.get(name), name).toEqual(expect.arrayContaining(own));
      for (const { table, of, by } of [...(developer?.through ?? []), ...(customer?.through ?? [])]) {
        expect(columns.get(table), name).toEqual(expect.arrayContaining([of, by]));
      }
    }
  });

  it('requires a primary key of each table with an owner', async () => {
    const { rows } = await database.query(`select indrelid::regclass::text as name from pg_index where indisprimary`);
    const keyed = new Set(rows.map((row) => String(Reflect.get(Object(row), 'name'))));
    for (const [name, { ofNoPerson }] of Object.entries(HELD_TABLES)) if (ofNoPerson === undefined) expect(keyed.has(name), name).toBe(true);
  });

  it('hides keys and digests of every table', () => {
    const hidden = [...columns].flatMap(([name, has]) => has.filter((column) => isSecretColumn(name, column)).map((column) => `${name}.${column}`));
    for (const column of [
      'developer.password_hash',
      'developer_session.session_hash',
      'tpp_app.client_secret_sealed',
      'tpp_app.previous_secret_sealed',
      'current_customer.token_sealed',
      'oauth_artifact.id_hash',
      'oauth_artifact.payload',
      'challenge.control_code',
      'signing_entry.ticket_hash',
      'signing_session.reference_hash',
      'audit_content.salt',
    ])
      expect(hidden).toContain(column);
  });
});
