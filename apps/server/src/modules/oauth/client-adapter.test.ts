import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { sha256Hex } from '#platform/crypto/hash.ts';
import type { OpenedDatabase } from '#platform/db/open-database.ts';
import { createRandom } from '#platform/random.ts';
import { openTestDatabase } from '../../testing/test-database.ts';
import { createTppApps, type OpenedClient } from '../tpp-apps/index.ts';
import { upsertArtifact } from './artifact-store.ts';
import { createClientAdapter, createForgetfulAdapter } from './client-adapter.ts';
import { beginLibraryRequest } from './testing/library-request.ts';
import { APP } from './testing/oauth-house.ts';
import { currentTokenCall } from './token-family.ts';

let database: OpenedDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const opened: OpenedClient = { app: APP, roles: undefined, security: { profile: 'basic', signsRequests: false }, isSecret: () => false };
const adapter = () =>
  createClientAdapter(
    database.db,
    { openClient: async (clientId) => (clientId === APP.clientId ? opened : undefined), openSealed: () => opened },
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

/** One statement reads the code and its client together. */
describe('a client that comes with its own code or refresh token', () => {
  const ARTIFACTS = ['AuthorizationCode', 'RefreshTokenV1', 'AuthorizationCodeV1'].map((model) => ({ model, id: `id of ${model}` }));
  beforeAll(async () => {
    const { db } = database;
    await database.query(`insert into sandbox (id, name) values ('sbx_one', 'One')`);
    const keys = { audit: Buffer.alloc(32, 1), secrets: Buffer.alloc(32, 2), cookies: ['cookie-key'], jwks: { keys: [] } };
    await createTppApps({ db, config: { mode: 'development', keys }, random: createRandom() }).upsert({
      ...APP,
      clientSecret: 'canary-client-secret',
    });
    const { appId, clientId, sandboxId } = APP;
    const owner = { sandboxId, appId, clientId, customerId: 'cus_mari', grantHash: undefined, bankCountry: undefined, locale: undefined };
    for (const { model, id } of ARTIFACTS) await upsertArtifact(db, { model, idHash: sha256Hex(id), ...owner, payload: { kind: model } }, 60);
  });
  afterEach(() => vi.restoreAllMocks());

  /** Answers by which way the client was opened. */
  async function open(clientId: string, params: Readonly<Record<string, unknown>>, suffix = '') {
    beginLibraryRequest(params);
    const ways: string[] = [];
    const tppApps = {
      openClient: async (id: string) => {
        ways.push(`read ${id}`);
        return { ...opened, app: { ...APP, clientId: id } };
      },
      openSealed: ({ app }: { readonly app: typeof APP }) => {
        ways.push(`brought ${app.clientId}`);
        return { ...opened, app };
      },
    };
    const client = await createClientAdapter(database.db, tppApps, suffix).find(clientId);
    return { ways, client, call: currentTokenCall() };
  }

  it.each([
    [{ code: 'id of AuthorizationCode' }, '', 'AuthorizationCode'],
    [{ code: 'id of AuthorizationCodeV1' }, 'V1', 'AuthorizationCodeV1'],
    [{ refresh_token: 'id of RefreshTokenV1' }, 'V1', 'RefreshTokenV1'],
  ])('is opened by %o, which is remembered with it', async (params, suffix, model) => {
    const { ways, client, call } = await open(APP.clientId, params, suffix);
    expect(ways).toEqual([`brought ${APP.clientId}`]);
    expect(client?.client_id).toBe(APP.clientId);
    expect(call.client?.app.clientId).toBe(APP.clientId);
    expect(call.brought).toMatchObject({ model, idHash: sha256Hex(`id of ${model}`), artifact: { payload: { kind: model } } });
  });

  it.each<[string, string, Readonly<Record<string, unknown>>]>([
    ['is another’s', 'other-shop', { code: 'id of AuthorizationCode' }],
    ['nobody knows', APP.clientId, { code: 'unknown' }],
    ['is of another version', APP.clientId, { code: 'id of AuthorizationCodeV1' }],
    ['is in the wrong place', APP.clientId, { refresh_token: 'id of AuthorizationCode' }],
    ['comes twice', APP.clientId, { code: ['id of AuthorizationCode', 'id of AuthorizationCode'] }],
    ['is none', APP.clientId, {}],
  ])('is read by itself when what comes with it %s', async (_what, clientId, params) => {
    const { ways, client, call } = await open(clientId, params);
    expect(ways).toEqual([`read ${clientId}`]);
    expect(client?.client_id).toBe(clientId);
    expect(call.client?.app.clientId).toBe(clientId);
    expect(call.brought).toBeUndefined();
  });
});
