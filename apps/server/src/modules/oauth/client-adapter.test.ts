import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenedDatabase } from '#platform/db/open-database.ts';
import { openTestDatabase } from '../../testing/test-database.ts';
import type { OpenedClient } from '../tpp-apps/index.ts';
import { createClientAdapter, createForgetfulAdapter } from './client-adapter.ts';
import { APP } from './testing/oauth-house.ts';

let database: OpenedDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const opened: OpenedClient = { app: APP, isSecret: () => false };
const adapter = () =>
  createClientAdapter(
    { db: database.db, tppApps: { openClient: async (clientId) => (clientId === APP.clientId ? opened : undefined), openSealed: () => opened } },
    '',
  );

describe('a client of the authorization server', () => {
  it('is one of our applications as it is registered, held to the code flow, and its secret stays with the register', async () => {
    expect(await adapter().find(APP.clientId)).toEqual({
      client_id: 'lumen-books',
      client_name: 'Lumen Books',
      client_secret: 'compared by the application register',
      redirect_uris: ['http://127.0.0.1:3001/callback'],
      application_type: 'web',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      response_modes: ['query', 'fragment'],
      token_endpoint_auth_method: 'client_secret_post',
      require_auth_time: true,
    });
  });

  it('that is no application is none', async () => expect(await adapter().find('nobody')).toBeUndefined());

  it('is registered, changed and removed in the portal only', async () => {
    const { upsert, consume, destroy, revokeByGrantId, findByUid, findByUserCode } = adapter();
    const attempts = [upsert('lumen-books', {}, 60), consume('lumen-books'), destroy('lumen-books'), revokeByGrantId('grant')];
    for (const attempt of attempts) await expect(attempt).rejects.toThrow('Applications are registered in the portal, not here.');
    expect([await findByUid('lumen-books'), await findByUserCode('lumen-books')]).toEqual([undefined, undefined]);
  });
});

describe('the library’s browser session', () => {
  it('is never kept', async () => {
    const { upsert, find, consume, destroy, revokeByGrantId, findByUid, findByUserCode } = createForgetfulAdapter();
    await upsert('session', { uid: 'uid' }, 60);
    const found = [find('session'), findByUid('uid'), findByUserCode('code'), consume('session'), destroy('session'), revokeByGrantId('grant')];
    expect(await Promise.all(found)).toEqual(found.map(() => undefined));
  });
});
