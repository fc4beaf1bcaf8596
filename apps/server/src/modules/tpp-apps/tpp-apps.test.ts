import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openText, sealText } from '#platform/crypto/seal-text.ts';
import type { OpenedDatabase } from '#platform/db/open-database.ts';
import { createRandom } from '#platform/random.ts';
import { openTestDatabase } from '../../testing/test-database.ts';
import { createTppApps, type TppApp, type TppApps } from './index.ts';

const random = createRandom();
const keys = { audit: Buffer.alloc(32), secrets: Buffer.alloc(32, 7), cookies: [], jwks: { keys: [] } };
const SECRET = 'canary-secret-8841';
const APP: TppApp = {
  appId: 'app_lumen',
  sandboxId: 'sbx_one',
  clientId: 'lumen-books',
  clientName: 'Lumen Books',
  registeredName: 'Lumen Books OÜ (demo)',
  redirectUris: ['http://127.0.0.1:3001/callback'],
};

let database: OpenedDatabase;
let apps: TppApps;

beforeAll(async () => {
  database = await openTestDatabase();
  await database.query(`insert into sandbox (id, name) values ('sbx_one', 'One'), ('sbx_two', 'Two')`);
  apps = createTppApps({ db: database.db, config: { mode: 'development', keys }, random });
  await apps.upsert({ ...APP, clientSecret: SECRET });
});
afterAll(() => database.close());

const isClientSecret = async (clientId: string, secret: string) => (await apps.openClient(clientId))?.isSecret(secret) ?? false;

describe('applications', () => {
  it('are found by client id and by application id', async () => {
    expect(await apps.findByClientId('lumen-books')).toEqual(APP);
    expect(await apps.findByAppId('app_lumen')).toEqual(APP);
  });

  it('that are not registered are not found', async () => {
    expect(await apps.findByClientId('unknown')).toBeUndefined();
    expect(await apps.findByAppId('lumen-books')).toBeUndefined();
  });

  it('accept only their secret', async () => {
    expect(await isClientSecret('lumen-books', SECRET)).toBe(true);
    for (const wrong of ['', 'x', `${SECRET} `, SECRET.toUpperCase(), SECRET.slice(1)]) {
      expect(await isClientSecret('lumen-books', wrong)).toBe(false);
    }
    expect(await isClientSecret('unknown', '')).toBe(false);
    expect(await isClientSecret('unknown', SECRET)).toBe(false);
  });

  it('refuse a replaced secret and one that was copied from another row', async () => {
    await apps.upsert({ ...APP, appId: 'app_other', clientId: 'other-shop', clientSecret: 'another' });
    expect([await isClientSecret('lumen-books', SECRET), await isClientSecret('other-shop', 'another')]).toEqual([true, true]);
    const seal = (sealed: string) => database.query(`update tpp_app set client_secret_sealed = $1 where client_id = 'other-shop'`, [sealed]);
    await seal(sealText(keys.secrets, random, 'other-shop', 'newer'));
    expect([await isClientSecret('other-shop', 'another'), await isClientSecret('other-shop', 'newer')]).toEqual([false, true]);
    const { rows } = await sql<{ sealed: string }>`select client_secret_sealed as sealed from tpp_app where client_id = 'lumen-books'`.execute(
      database.db,
    );
    await seal(rows[0]?.sealed ?? '');
    await expect(isClientSecret('other-shop', SECRET)).rejects.toThrow();
  });

  it('accept the previous secret after a rotation until it expires', async () => {
    const previous = `update tpp_app set previous_secret_sealed = $1, previous_secret_until = now() + $2 * interval '1 second' where client_id = 'lumen-books'`;
    const sealed = sealText(keys.secrets, random, 'lumen-books', 'before');
    for (const [seconds, isAccepted] of [
      [60, true],
      [-1, false],
    ] as const) {
      await database.query(previous, [sealed, seconds]);
      expect([await isClientSecret('lumen-books', 'before'), await isClientSecret('lumen-books', SECRET)]).toEqual([isAccepted, true]);
    }
  });

  it('keep no readable secret in the database', async () => {
    const { rows } = await sql<{ text: string }>`select tpp_app::text as text from tpp_app`.execute(database.db);
    const stored = rows.map(({ text }) => text).join();
    for (const form of [SECRET, Buffer.from(SECRET).toString('base64url'), Buffer.from(SECRET).toString('hex')]) expect(stored).not.toContain(form);
  });

  it('are updated in place', async () => {
    await apps.upsert({ ...APP, clientName: 'Lumen', clientSecret: 'another' });
    expect((await apps.findByAppId('app_lumen'))?.clientName).toBe('Lumen');
    expect(await isClientSecret('lumen-books', SECRET)).toBe(false);
    await apps.upsert({ ...APP, clientSecret: SECRET });
  });

  it('never move to another sandbox', async () => {
    await expect(apps.upsert({ ...APP, sandboxId: 'sbx_two', clientSecret: SECRET })).rejects.toThrow();
    expect((await apps.findByAppId('app_lumen'))?.sandboxId).toBe('sbx_one');
  });

  it.each([[[]], [['http://shop.example/cb']], [['https://shop.example/cb#x']], [['https://a@shop.example/']]])(
    'with the redirect URIs %j are refused',
    async (redirectUris) => {
      await expect(apps.upsert({ ...APP, appId: 'app_bad', clientId: 'bad', redirectUris, clientSecret: SECRET })).rejects.toThrow(RangeError);
    },
  );
});

describe('a sealed secret', () => {
  const key = Buffer.alloc(32, 1);
  const sealed = sealText(key, random, 'client-a', SECRET);

  it('decrypts for its client', () => expect(openText(key, 'client-a', sealed)).toBe(SECRET));
  it('differs each time', () => expect(sealText(key, random, 'client-a', SECRET)).not.toBe(sealed));
  it('does not decrypt for another client', () => expect(() => openText(key, 'client-b', sealed)).toThrow());
  it('does not decrypt with another key', () => expect(() => openText(Buffer.alloc(32, 2), 'client-a', sealed)).toThrow());
  it('does not decrypt after a character changed', () => {
    const last = sealed.endsWith('A') ? 'B' : 'A';
    expect(() => openText(key, 'client-a', `${sealed.slice(0, -1)}${last}`)).toThrow();
  });
  it.each(['', 'v1', 'v2.a.b.c', `${sealed}.x`])('does not decrypt in the format %j', (text) => {
    expect(() => openText(key, 'client-a', text)).toThrow();
  });
});
