import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../testing/test-database.ts';
import type { OpenedDatabase } from './open-database.ts';
import { dropPartitionsBehind, makePartitionsAhead } from './partition-store.ts';

const DAYS = { name: 'trace', span: 'day', ahead: 3 } as const;
const NOW = new Date('2026-10-24T22:30:00Z');

let database: OpenedDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.query('drop table if exists trace');
  await database.query('create table trace (at timestamptz not null, note text not null) partition by range (at)');
  await database.query('create table trace_rest partition of trace default');
});

const make = (now: Date, table: Parameters<typeof makePartitionsAhead>[1] = DAYS) =>
  database.db.transaction().execute((tx) => makePartitionsAhead(tx, table, now));
const drop = (before: Date) => database.db.transaction().execute((tx) => dropPartitionsBehind(tx, DAYS, before));
const write = (...instants: string[]) => database.query(`insert into trace select at::timestamptz, at from unnest($1::text[]) as at`, [instants]);
async function read(): Promise<readonly unknown[]> {
  const { rows } = await sql<{ place: string; note: string }>`select tableoid::regclass::text as place, note from trace order by at`.execute(
    database.db,
  );
  return rows.map(({ place, note }) => `${place} ${note}`);
}

describe('partitions of a table', () => {
  it('are created once, for the current UTC day and the days ahead', async () => {
    expect(await make(NOW)).toEqual(['trace_20261024', 'trace_20261025', 'trace_20261026', 'trace_20261027']);
    expect(await make(NOW)).toEqual([]);
    expect(await make(new Date('2026-10-25T00:00:00Z'))).toEqual(['trace_20261028']);
  });

  it('hold one calendar month each when the table is partitioned by month', async () => {
    expect(await make(new Date('2027-01-31T23:59:59Z'), { ...DAYS, span: 'month', ahead: 2 })).toEqual([
      'trace_20270101',
      'trace_20270201',
      'trace_20270301',
    ]);
    await write('2027-02-28T23:59:59Z', '2027-03-01T00:00:00Z');
    expect(await read()).toEqual(['trace_20270201 2027-02-28T23:59:59Z', 'trace_20270301 2027-03-01T00:00:00Z']);
  });

  it('include the first instant of their UTC day and exclude that of the next, also when the clocks change', async () => {
    await make(NOW);
    await write('2026-10-24T23:59:59.999999Z', '2026-10-25T00:00:00Z', '2026-10-25T23:59:59.999999Z', '2026-10-26T00:00:00Z');
    expect(await read()).toEqual([
      'trace_20261024 2026-10-24T23:59:59.999999Z',
      'trace_20261025 2026-10-25T00:00:00Z',
      'trace_20261025 2026-10-25T23:59:59.999999Z',
      'trace_20261026 2026-10-26T00:00:00Z',
    ]);
  });

  it('leave rows outside their ranges to the default partition', async () => {
    await make(NOW);
    await write('2019-01-01T00:00:00Z', '2031-01-01T00:00:00Z');
    expect(await read()).toEqual(['trace_rest 2019-01-01T00:00:00Z', 'trace_rest 2031-01-01T00:00:00Z']);
  });

  it('are not created for days with rows in the default partition; the others are', async () => {
    await write('2026-10-26T12:00:00Z');
    expect(await make(NOW)).toEqual(['trace_20261024', 'trace_20261025', 'trace_20261027']);
  });

  it('are created from the current day on after a year without a run, or with the clock set a year ahead', async () => {
    await make(NOW);
    expect(await make(new Date('2027-10-24T22:30:00Z'))).toEqual(['trace_20271024', 'trace_20271025', 'trace_20271026', 'trace_20271027']);
    await write('2026-10-24T22:30:00Z', '2027-10-24T22:30:00Z');
    expect(await read()).toEqual(['trace_20261024 2026-10-24T22:30:00Z', 'trace_20271024 2027-10-24T22:30:00Z']);
    expect(await drop(new Date('2027-10-24T00:00:00Z'))).toHaveLength(4);
    expect(await read()).toEqual(['trace_20271024 2027-10-24T22:30:00Z']);
  });

  it('are dropped when all their rows are older than the limit', async () => {
    await make(NOW);
    await write('2026-10-25T00:00:00Z', '2026-10-25T23:59:59Z', '2026-10-26T00:00:00Z', '2026-10-26T08:00:00Z');
    expect(await drop(new Date('2026-10-25T23:59:59Z'))).toEqual(['trace_20261024']);
    expect(await drop(new Date('2026-10-26T00:00:00Z'))).toEqual(['trace_20261025']);
    expect(await read()).toEqual(['trace_20261026 2026-10-26T00:00:00Z', 'trace_20261026 2026-10-26T08:00:00Z']);
  });

  it('are dropped without rows of the default partition', async () => {
    await write('2019-01-01T00:00:00Z');
    expect(await drop(new Date('2030-01-01T00:00:00Z'))).toEqual([]);
    expect(await read()).toEqual(['trace_rest 2019-01-01T00:00:00Z']);
  });

  it('are created by one of two servers that start at the same time', async () => {
    const made = await Promise.all([make(NOW), make(NOW)]);
    expect(made.flat().sort()).toEqual(['trace_20261024', 'trace_20261025', 'trace_20261026', 'trace_20261027']);
  });
});
