/** Review of 25 November 2026, B1: a wrong setting migrates no other database than the server's. */
import { createDatabase } from '@portico/testkit';
import { afterAll, describe, expect, it } from 'vitest';
import { openDatabase } from '#platform/db/open-database.ts';
import { OtherDatabase } from '#platform/db/other-database.ts';
import { startPostgres } from '../../../../tools/postgres-cluster.mjs';

const postgres = process.env.TEST_DATABASE === 'postgres' ? await startPostgres() : undefined;
afterAll(() => postgres?.stop());

describe.runIf(postgres !== undefined)('migrations by another address (needs PostgreSQL)', () => {
  const open = (postgresUrl: string, directUrl: string) => openDatabase({ postgresUrl, directUrl, onIdleError: () => {} });
  const tablesOf = async (url: string) => {
    const database = await openDatabase({ postgresUrl: url, onIdleError: () => {} });
    const { rows } = await database.query("select from pg_tables where schemaname = 'public'");
    await database.close();
    return rows.length;
  };

  it('alter nothing in another database, and run in the server’s own', async () => {
    const url = postgres?.url ?? '';
    const [own, other] = [await createDatabase(url), await createDatabase(url)];
    const wrong = await open(own, other);
    await expect(wrong.migrate()).rejects.toThrow(OtherDatabase);
    await wrong.close();
    expect([await tablesOf(own), await tablesOf(other)]).toEqual([0, 0]);
    const right = await open(own, `${own}${own.includes('?') ? '&' : '?'}application_name=owner`);
    expect((await right.migrate()).length).toBeGreaterThan(40);
    await right.close();
    expect(await tablesOf(other)).toBe(0);
  });
});
