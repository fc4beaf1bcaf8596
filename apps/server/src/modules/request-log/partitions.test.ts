/** What an installation stored before its traces were in pieces. */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenedDatabase } from '#platform/db/open-database.ts';
import { openTestDatabase } from '../../testing/test-database.ts';
import { forgetOldMeasures, forgetOldRequests, prepareLogPartitions } from './request-log-store.ts';

const migration = (name: string) => readFile(new URL(`../../../migrations/${name}.sql`, import.meta.url), 'utf8');

let database: OpenedDatabase;
const query = async (text: string) => (await database.query(text)).rows;
const script = async (text: string) => {
  for (const statement of text.replaceAll(/--.*$/gm, '').split(';')) if (statement.trim() !== '') await query(statement);
};

beforeAll(async () => {
  database = await openTestDatabase();
  await query('drop table request_log, request_measure');
  await script(await migration('0029-request-log'));
  await query(`insert into sandbox (id, name) values ('early', 'Early')`);
  await query(`insert into tpp_app (app_id, sandbox_id, client_id, client_name, registered_name, redirect_uris, client_secret_sealed)
    values ('early', 'early', 'early', 'Early', 'Early Shop', '[]', 'sealed')`);
  await query(`insert into request_log (app_id, at, request_id, method, path, status, duration_ms, request_headers, response_headers)
    select 'early', now() - number * interval '10 days', 'r' || number, 'GET', '/', 200, 1, '{}', '{}' from generate_series(1, 4) as number`);
  await query(`insert into request_measure (at, service, outcome, duration_ms, origin)
    select now() - number * interval '150 days', 's' || number, 'ok', 1, 'live' from generate_series(1, 3) as number`);
  await script(await migration('0034-partitions'));
});
afterAll(() => database.close());

describe('traces that were there before', () => {
  it('are all there, with their numbers, and new ones follow them', async () => {
    expect(await query(`select request_id, request_log_id::int as id from request_log order by request_log_id`)).toEqual(
      [1, 2, 3, 4].map((id) => ({ request_id: `r${id}`, id })),
    );
    const [{ next } = { next: undefined }] = Array.from(
      await query(`select nextval(pg_get_serial_sequence('request_log', 'request_log_id'))::int as next`),
      Object,
    );
    expect(next).toBe(5);
    expect(await query('select count(*)::int as lines from request_measure')).toEqual([{ lines: 3 }]);
  });

  it('go by their age, while new ones have their pieces', async () => {
    const now = new Date();
    const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
    await database.db.transaction().execute(async (tx) => {
      await prepareLogPartitions(tx, now);
      expect(await forgetOldRequests(tx, daysAgo(30), 500)).toBe(2);
      expect(await forgetOldMeasures(tx, daysAgo(400), 500)).toBe(1);
    });
    expect(await query('select request_id from request_log order by 1')).toEqual([{ request_id: 'r1' }, { request_id: 'r2' }]);
    const pieces = await query(`select inhparent::regclass::text as name, count(*)::int as pieces from pg_inherits
      where inhparent in ('request_log'::regclass, 'request_measure'::regclass) group by 1 order by 1`);
    expect(pieces).toEqual([
      { name: 'request_log', pieces: 5 },
      { name: 'request_measure', pieces: 4 },
    ]);
  });

  it('still go with their application', async () => {
    await query(`delete from tpp_app where app_id = 'early'`);
    expect(await query('select count(*)::int as lines from request_log')).toEqual([{ lines: 0 }]);
  });
});
