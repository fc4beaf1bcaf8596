/** Reads a person's rows by {@link HELD_TABLES} as JSON, page by page, so that no query occupies a running server for long. */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import { HELD_TABLES, isSecretColumn, type Whose } from './held-tables.ts';

const PAGE = 500;

type Row = Readonly<Record<string, unknown>>;

/** Yields rows in the order of the table's key, without secrets. `values`: the person's ids in this table. */
export async function* readHeldRows(db: Db, table: string, whose: Whose, values: readonly string[]): AsyncGenerator<Row> {
  const key = await readKey(db, table);
  const columns = sql.join(key.map((column) => sql.ref(`held.${column}`)));
  let last: Row | undefined;
  for (;;) {
    const after: RawBuilder<unknown> =
      last === undefined
        ? sql`true`
        : sql`(${columns}) > (select ${sql.join(key.map((column) => sql.ref(`last.${column}`)))}
            from jsonb_populate_record(null::${sql.table(table)}, ${JSON.stringify(last)}::jsonb) as last)`;
    const { rows } = await sql<{ row: Row }>`
      select to_jsonb(held) as row from ${sql.table(table)} as held
      where ${condition(whose, values)} and ${after} order by ${columns} limit ${PAGE}`.execute(db);
    for (const { row } of rows) yield withoutSecrets(table, row);
    last = rows.at(-1)?.row;
    if (rows.length < PAGE) return;
  }
}

function withoutSecrets(table: string, row: Row): Row {
  const shown = Object.fromEntries(Object.entries(row).filter(([column]) => !isSecretColumn(table, column)));
  const hidden = HELD_TABLES[table]?.hiddenMembers;
  if (hidden === undefined) return shown;
  return JSON.parse(JSON.stringify(shown), (name, value) => (hidden.includes(name) ? undefined : value));
}

function condition({ column, through }: Whose, values: readonly string[]): RawBuilder<unknown> {
  const any = sql`any (${[...values]}::text[])`;
  if (through === undefined) return sql`${sql.ref(`held.${column}`)} = ${any}`;
  const found = through.map(
    ({ prefix = '', table, of, by }) => sql`select ${prefix}::text || ${sql.ref(of)} from ${sql.table(table)} where ${sql.ref(by)} = ${any}`,
  );
  return sql`${sql.ref(`held.${column}`)} in (${sql.join(found, sql` union all `)})`;
}

async function readKey(db: Db, table: string): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select attribute.attname as name from pg_index as index
    join pg_attribute as attribute on attribute.attrelid = index.indrelid and attribute.attnum = any (index.indkey)
    where index.indrelid = ${table}::regclass and index.indisprimary order by array_position(index.indkey::int2[], attribute.attnum)`.execute(db);
  return rows.map(({ name }) => name);
}

/** Reads the entries of the operators' chain with one of the ids: searches, suspensions and exports. */
export async function readOperatorEntries(db: Db, ids: readonly string[]): Promise<readonly Row[]> {
  const { rows } = await sql<{ row: Row }>`
    select jsonb_build_object('event', event, 'ids', ids, 'recorded_at', recorded_at) as row from audit_entry
    where chain = 'operators' and exists (select from jsonb_each_text(ids) as named where named.value = any (${[...ids]}::text[]))
    order by position`.execute(db);
  return rows.map(({ row }) => row);
}
