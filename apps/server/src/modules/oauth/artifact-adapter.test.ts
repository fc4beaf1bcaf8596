import { sql } from 'kysely';
import type { AdapterPayload } from 'oidc-provider';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { sha256Hex } from '#platform/crypto/hash.ts';
import type { OpenedDatabase } from '#platform/db/open-database.ts';
import type { AppendAudit } from '#platform/db/run-write.ts';
import { createWriteDoor } from '#platform/db/run-write-door.ts';
import { createRandom } from '#platform/random.ts';
import { openTestDatabase } from '../../testing/test-database.ts';
import { createTppApps } from '../tpp-apps/index.ts';
import { createArtifactAdapter } from './artifact-adapter.ts';
import type { FoundArtifact, FoundGrant } from './artifact-store.ts';
import { beginLibraryRequest } from './testing/library-request.ts';
import { APP } from './testing/oauth-house.ts';
import { currentTokenCall } from './token-family.ts';

let database: OpenedDatabase;
let audited: string[];
let adapterOf: (kind: string, suffix?: string) => ReturnType<typeof createArtifactAdapter>;

beforeAll(async () => {
  database = await openTestDatabase();
  const { db } = database;
  await database.query(`insert into sandbox (id, name) values ('sbx_one', 'One')`);
  const keys = { audit: Buffer.alloc(32, 1), secrets: Buffer.alloc(32, 2), cookies: ['cookie-key'], jwks: { keys: [] } };
  const tppApps = createTppApps({ db, config: { mode: 'development', keys }, random: createRandom() });
  await tppApps.upsert({ ...APP, clientSecret: 'canary-client-secret' });
  const appendAudit: AppendAudit = async (_tx, entries) => void audited.push(...entries.map(({ chain, event }) => `${chain} ${event}`));
  const write = createWriteDoor({ db, appendAudit, log: pino({ level: 'silent' }) });
  adapterOf = (kind, suffix = '') => createArtifactAdapter({ db, write, tppApps }, kind, suffix);
});
afterAll(() => database.close());
beforeEach(async () => {
  audited = [];
  await database.query('delete from oauth_artifact');
});
afterEach(() => vi.restoreAllMocks());

/** As the library hands it over: with what it calls the id. */
const payloadOf = (id: string, change: AdapterPayload = {}): AdapterPayload => ({ jti: id, kind: 'x', clientId: APP.clientId, ...change });
const GRANT: AdapterPayload = { accountId: 'sbx_one:cus_mari' };

interface StoredRow {
  readonly model: string;
  readonly id_hash: string;
  readonly customer_id: string | null;
  readonly grant_hash: string | null;
  readonly bank_country: string | null;
  readonly locale: string | null;
  readonly text: string;
}
const stored = async (): Promise<readonly StoredRow[]> =>
  (await sql<StoredRow>`select *, oauth_artifact::text as text from oauth_artifact order by model`.execute(database.db)).rows;

describe('a stored artifact', () => {
  it('is returned unchanged, and is found by its id, of which only the hash is stored', async () => {
    const id = 'an-interaction-id-of-21-letters';
    const kept = { returnTo: `https://bank.example/auth/${id}`, params: { client_id: APP.clientId } };
    await adapterOf('Interaction', 'V1').upsert(id, payloadOf(id, { ...kept, clientId: undefined }), 60);
    expect(await adapterOf('Interaction', 'V1').find(id)).toEqual({ jti: id, kind: 'x', ...kept });
    const [row] = await stored();
    expect(row).toMatchObject({
      model: 'InteractionV1',
      id_hash: sha256Hex(id),
      customer_id: null,
      grant_hash: null,
      bank_country: null,
      locale: null,
    });
    expect(row?.text).not.toContain(id);
    expect(await adapterOf('Interaction').find(id)).toBeUndefined();
    expect(await adapterOf('Interaction', 'V1').find(sha256Hex(id))).toBeUndefined();
  });

  it('without returnTo is returned without it', async () => {
    await adapterOf('AuthorizationCode').upsert('code', payloadOf('code'), 60);
    expect(await adapterOf('AuthorizationCode').find('code')).toEqual(payloadOf('code'));
  });

  it('is not found after it has expired', async () => {
    await adapterOf('AuthorizationCode').upsert('code', payloadOf('code'), 0);
    expect(await adapterOf('AuthorizationCode').find('code')).toBeUndefined();
  });

  it('requires a lifetime, an application, and a customer of the application’s sandbox', async () => {
    const { upsert } = adapterOf('AuthorizationCode', 'V1');
    // The library may omit the lifetime, although its type requires one.
    await expect(Reflect.apply(upsert, undefined, ['code', payloadOf('code')])).rejects.toThrow('wants to keep a AuthorizationCodeV1 for ever');
    await expect(upsert('code', payloadOf('code', { clientId: 'nobody' }), 60)).rejects.toMatchObject({
      error: 'invalid_client',
      allow_redirect: false,
    });
    await expect(upsert('code', payloadOf('code', { clientId: undefined }), 60)).rejects.toThrow('belongs to no application');
    await expect(upsert('code', payloadOf('code', { accountId: 'sbx_two:cus_mari' }), 60)).rejects.toThrow(
      'A AuthorizationCodeV1 joins an application and a customer of two sandboxes.',
    );
    expect(await stored()).toEqual([]);
  });

  it('of a sign-in has its customer; the grant also has bank country and language', async () => {
    await adapterOf('Grant').upsert('grant', payloadOf('grant', GRANT), 60);
    await adapterOf('AuthorizationCode').upsert('code', payloadOf('code', { ...GRANT, grantId: 'grant' }), 60);
    const family = { customer_id: 'cus_mari', grant_hash: sha256Hex('grant') };
    expect(await stored()).toMatchObject([
      { model: 'AuthorizationCode', ...family, bank_country: null, locale: null },
      { model: 'Grant', ...family, bank_country: 'ee', locale: 'en' },
    ]);
  });

  it.each(['AccessToken', 'RefreshToken'])('is not written separately for a %s, but with the use of its code or refresh token', async (kind) => {
    await adapterOf(kind).upsert('token', payloadOf('token', { ...GRANT, grantId: 'grant' }), 60);
    expect(await stored()).toEqual([]);
  });

  it('is consumed only as part of a sign-in', async () => {
    await expect(adapterOf('AuthorizationCode', 'V1').consume('code')).rejects.toThrow('A AuthorizationCodeV1 is used that belongs to no sign-in.');
  });

  it('is not found by uid or user code', async () => {
    const { findByUid, findByUserCode } = adapterOf('Interaction');
    await adapterOf('Interaction').upsert('id', payloadOf('id', { uid: 'uid', userCode: 'code' }), 60);
    expect([await findByUid('uid'), await findByUserCode('code')]).toEqual([undefined, undefined]);
  });
});

describe('a family of tokens', () => {
  const chain = `authorization:${sha256Hex('grant').slice(0, 32)}`;
  beforeEach(async () => {
    await adapterOf('Grant').upsert('grant', payloadOf('grant', GRANT), 60);
    await adapterOf('AuthorizationCode').upsert('code', payloadOf('code', { ...GRANT, grantId: 'grant' }), 60);
    await adapterOf('AuthorizationCode').upsert('other', payloadOf('other', GRANT), 60);
  });
  const left = async () => (await stored()).map(({ id_hash }) => id_hash);

  it.each<[string, () => Promise<unknown>]>([
    ['one of its tokens is revoked', () => adapterOf('AuthorizationCode').destroy('code')],
    ['the library ends it', () => adapterOf('AuthorizationCode').revokeByGrantId('grant')],
  ])('is deleted when %s, and other artifacts are not', async (_name, end) => {
    await end();
    expect(await left()).toEqual([sha256Hex('other')]);
    expect(audited).toEqual([`${chain} token.revoked`]);
  });

  it('is deleted when its code is used again, also after the code has expired', async () => {
    await database.query('update oauth_artifact set consumed_at = now()');
    expect(await adapterOf('AuthorizationCode').find('code')).toMatchObject({ jti: 'code', consumed: true });
    expect(audited).toEqual([]);
    await sql`update oauth_artifact set expires_at = now() - interval '1 second' where id_hash = ${sha256Hex('code')}`.execute(database.db);
    expect(await adapterOf('AuthorizationCode').find('code')).toBeUndefined();
    expect(await left()).toEqual([sha256Hex('other')]);
    expect(audited).toEqual([`${chain} token.revoked`]);
  });

  it('is kept when an unused code is sent after it has expired', async () => {
    await sql`update oauth_artifact set expires_at = now() - interval '1 second' where id_hash = ${sha256Hex('code')}`.execute(database.db);
    expect(await adapterOf('AuthorizationCode').find('code')).toBeUndefined();
    expect([await left(), audited]).toMatchObject([{ length: 3 }, []]);
  });

  it('is kept when an artifact without a family is deleted', async () => {
    await adapterOf('AuthorizationCode').destroy('other');
    expect([(await left()).includes(sha256Hex('other')), (await left()).length, audited]).toEqual([false, 2, []]);
    await adapterOf('AuthorizationCode').destroy('other');
  });
});

describe('one call of the library', () => {
  const found = (change: Partial<FoundArtifact> = {}): FoundArtifact => ({
    grantHash: undefined,
    payload: { kind: 'brought' },
    isConsumed: false,
    secondsLeft: 60,
    readAt: new Date('2026-11-20T12:00:00.000Z'),
    grant: undefined,
    client: undefined,
    ...change,
  });
  const grantOf = (id: string, change: Partial<FoundGrant> = {}): FoundGrant => ({
    grantHash: sha256Hex(id),
    sandboxId: 'sbx_one',
    appId: APP.appId,
    customerId: 'cus_mari',
    payload: { kind: 'remembered' },
    bankCountry: 'ee',
    secondsLeft: 60,
    readAt: new Date('2026-11-20T12:00:00.000Z'),
    ...change,
  });

  it('stores a sign-in with the bank country and language of its parameters', async () => {
    beginLibraryRequest({ bank_country: 'lt' }, 'lv');
    await adapterOf('Grant').upsert('grant', payloadOf('grant', GRANT), 60);
    expect(await stored()).toMatchObject([{ model: 'Grant', bank_country: 'lt', locale: 'lv' }]);
  });

  it.each(['AccessToken', 'RefreshToken'])('collects a %s without its id until the tokens are written', async (kind) => {
    beginLibraryRequest();
    await adapterOf(kind, 'V1').upsert('token', payloadOf('token', { grantId: 'grant' }), 3600);
    const { jti: _jti, ...payload } = payloadOf('token', { grantId: 'grant' });
    expect(currentTokenCall().issued).toEqual([{ model: `${kind}V1`, idHash: sha256Hex('token'), payload, ttlSeconds: 3600 }]);
  });

  it('writes a code immediately', async () => {
    beginLibraryRequest();
    await adapterOf('AuthorizationCode').upsert('code', payloadOf('code'), 60);
    expect(currentTokenCall().issued).toEqual([]);
  });

  it('loads the grant together with the code, and consumes the code as part of it', async () => {
    await adapterOf('Grant').upsert('grant', payloadOf('grant', GRANT), 60);
    await adapterOf('AuthorizationCode').upsert('code', payloadOf('code', { ...GRANT, grantId: 'grant' }), 60);
    beginLibraryRequest();
    await adapterOf('AuthorizationCode').find('code');
    expect(currentTokenCall().grant).toMatchObject({ grantHash: sha256Hex('grant'), customerId: 'cus_mari' });
    await adapterOf('AuthorizationCode').consume('code');
    expect(currentTokenCall().used).toEqual({ model: 'AuthorizationCode', idHash: sha256Hex('code'), grantHash: sha256Hex('grant') });
  });

  it('keeps its grant when it reads an artifact without one', async () => {
    await adapterOf('AuthorizationCode').upsert('other', payloadOf('other', GRANT), 60);
    beginLibraryRequest();
    const grant = grantOf('grant');
    currentTokenCall().grant = grant;
    await adapterOf('AuthorizationCode').find('other');
    expect(currentTokenCall().grant).toBe(grant);
  });

  it('reads a grant once', async () => {
    beginLibraryRequest();
    currentTokenCall().grant = grantOf('grant');
    expect(await adapterOf('Grant').find('grant')).toEqual({ kind: 'remembered', jti: 'grant' });
  });

  it.each<[string, string, FoundGrant]>([
    ['whose time is over', 'Grant', grantOf('grant', { secondsLeft: 0 })],
    ['that is another one', 'Grant', grantOf('other')],
    ['as anything else', 'Session', grantOf('grant')],
  ])('does not return a grant %s', async (_what, kind, grant) => {
    beginLibraryRequest();
    currentTokenCall().grant = grant;
    expect(await adapterOf(kind).find('grant')).toBeUndefined();
  });

  it('uses an artifact that was loaded with its client once', async () => {
    beginLibraryRequest();
    currentTokenCall().brought = { model: 'AuthorizationCodeV1', idHash: sha256Hex('code'), artifact: found({ grant: grantOf('grant') }) };
    expect(await adapterOf('AuthorizationCode', 'V1').find('code')).toEqual({ kind: 'brought', jti: 'code' });
    expect(currentTokenCall().grant).toEqual(grantOf('grant'));
    expect(await adapterOf('AuthorizationCode', 'V1').find('code')).toBeUndefined();
  });

  it.each([
    ['of another version', { model: 'AuthorizationCode', idHash: sha256Hex('code') }],
    ['of another id', { model: 'AuthorizationCodeV1', idHash: sha256Hex('other') }],
  ])('does not use an artifact that was loaded with its client and is %s', async (_what, key) => {
    beginLibraryRequest();
    const brought = { ...key, artifact: found() };
    currentTokenCall().brought = brought;
    expect(await adapterOf('AuthorizationCode', 'V1').find('code')).toBeUndefined();
    expect(currentTokenCall().brought).toBe(brought);
  });

  it('does not use an artifact that has expired', async () => {
    beginLibraryRequest();
    currentTokenCall().brought = {
      model: 'AuthorizationCode',
      idHash: sha256Hex('code'),
      artifact: found({ secondsLeft: 0, grant: grantOf('grant') }),
    };
    expect(await adapterOf('AuthorizationCode').find('code')).toBeUndefined();
    expect(currentTokenCall().grant).toBeUndefined();
  });
});
