/** Review of 25 November 2026, B1: with a wrong setting no other database than the server's is migrated. */
import { describe, expect, it } from 'vitest';
import { checkSameDatabase, OtherDatabase } from './other-database.ts';

const reached = (identity: unknown, name: string) => ({
  url: `postgres://portico:geheim@db.example/${name}`,
  engine: {
    query: async () => {
      if (identity instanceof Error) throw identity;
      return { rows: [{ identity }] };
    },
  },
});

describe('the database of DATABASE_DIRECT_URL', () => {
  it('is accepted when it is the database of DATABASE_URL under another address', async () => {
    await expect(checkSameDatabase(reached('7/portico', 'pooled'), reached('7/portico', 'portico'))).resolves.toBeUndefined();
  });

  it.each(['7/other', '8/portico'])('is refused when it is %s instead, by name and without a password', async (identity) => {
    const refused = checkSameDatabase(reached('7/portico', 'portico'), reached(identity, 'other'));
    await expect(refused).rejects.toThrow(OtherDatabase);
    await expect(refused).rejects.toThrow(
      'DATABASE_DIRECT_URL: given "db.example/other"; accepted: the database of DATABASE_URL (db.example/portico)',
    );
    await expect(refused).rejects.not.toThrow('geheim');
  });

  it('is taken as named where a role may not ask, and a failure stays one', async () => {
    const denied = Object.assign(new Error('denied'), { code: '42501' });
    await expect(checkSameDatabase(reached(denied, 'a'), reached('8/b', 'b'))).resolves.toBeUndefined();
    await expect(checkSameDatabase(reached('7/a', 'a'), reached(denied, 'b'))).resolves.toBeUndefined();
    await expect(checkSameDatabase(reached('7/a', 'a'), reached(new Error('gone'), 'b'))).rejects.toThrow('gone');
  });
});
