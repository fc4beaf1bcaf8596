/** FAPI 2.0 Security Profile Final at the token endpoint and at the API; see `authorization.test.ts`. */
import { UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAudit } from '#modules/audit/index.ts';
import type { OpenedDatabase } from '#platform/db/open-database.ts';
import { openTestDatabase } from '../../../testing/test-database.ts';
import { type Claims, createFapiClient, createKey, type FapiClient, type Key, PAR, type Sender, TOKEN } from '../testing/fapi-client.ts';
import { APP, type OAuthHouse, openOAuthHouse, SECRET } from '../testing/oauth-house.ts';

const OTHER = { appId: 'app_other', clientId: 'other-shop' };

let database: OpenedDatabase;
let house: OAuthHouse;
let tpp: FapiClient;
let other: FapiClient;

beforeAll(async () => {
  database = await openTestDatabase();
  house = await openOAuthHouse(database, createAudit({ keyAudit: Buffer.alloc(32, 1) }), { hasMtls: true });
});
afterAll(async () => {
  await house.app.close();
  await database.close();
});
const now = () => Math.floor(Date.now() / 1000);

describe.each<Sender>(['dpop', 'certificate'])('a provider with the profile fapi2, by %s', (sender) => {
  beforeAll(async () => {
    tpp = await createFapiClient(house, database, sender);
    other = await createFapiClient(house, database, sender, OTHER);
  });

  it('AccessTokenTypeHeaderCaseSensitivity', async () => {
    const { access_token } = await tpp.newTokens();
    for (const scheme of sender === 'dpop' ? ['dpop', 'DPOP', 'DPoP'] : ['bearer', 'BEARER', 'Bearer']) {
      expect((await tpp.call(access_token, {}, scheme)).status).toBe(200);
    }
  });

  it('EnsureClientIdInTokenEndpoint', async () => {
    const code = await tpp.newCode();
    const { status, body } = await tpp.exchange(code, { client_id: 'other-shop' });
    expect([status, body.access_token]).toEqual([expect.any(Number), undefined]);
    expect(status).toBeGreaterThanOrEqual(400);
  });

  it('EnsureHolderOfKeyRequired', async () => {
    const nothing = sender === 'dpop' ? { proof: undefined } : { certificate: undefined };
    expect((await tpp.exchange(await tpp.newCode(), {}, nothing)).status).toBeGreaterThanOrEqual(400);
    const { access_token } = await tpp.newTokens();
    expect((await tpp.call(access_token, nothing)).status).toBe(401);
    expect((await tpp.call(access_token, nothing, sender === 'dpop' ? 'Bearer' : 'DPoP')).status).toBe(401);
  });

  it('EnsureAuthorizationCodeIsBoundToClient', async () => {
    expect(await other.exchange(await tpp.newCode())).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });

  it('AttemptReuseAuthorizationCodeAfterOneSecond', async () => {
    const code = await tpp.newCode();
    const { body } = await tpp.exchange(code);
    expect(await tpp.exchange(code)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    expect((await tpp.call(body.access_token)).code).toBe('TOKEN_UNKNOWN');
  });

  it('a code that comes 20 times at once gives one answer with tokens', async () => {
    const code = await tpp.newCode();
    const answers = await Promise.all(Array.from({ length: 20 }, () => tpp.exchange(code)));
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    expect(answers.filter(({ status }) => status !== 200).every(({ body }) => body.error === 'invalid_grant')).toBe(true);
  });

  it('AttemptToUseExpiredAuthCode', async () => {
    const code = await tpp.newCode();
    await database.query(`update oauth_artifact set expires_at = now() where model = 'AuthorizationCode'`);
    expect(await tpp.exchange(code)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });

  it.each([
    ['PAREnsurePKCECodeVerifierRequired', { code_verifier: undefined }],
    ['PARIncorrectPKCECodeVerifierRejected', { code_verifier: 'w'.repeat(43) }],
  ])('%s', async (_module, change) => {
    expect(await tpp.exchange(await tpp.newCode(), change)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });

  it('RefreshToken', async () => {
    const tokens = await tpp.newTokens();
    for (let time = 1; time <= 3; time += 1) {
      const { status, body } = await tpp.refresh(tokens.refresh_token);
      expect([status, body.refresh_token]).toEqual([200, tokens.refresh_token]);
      expect((await tpp.call(body.access_token)).status).toBe(200);
    }
    expect(await other.refresh(tokens.refresh_token)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    expect((await tpp.call(tokens.access_token)).status).toBe(200);
  });

  it('a refresh token gives nothing after its sign-in ended, also at the same time', async () => {
    const { refresh_token } = await tpp.newTokens();
    await database.query(`delete from oauth_artifact where model = 'Grant'`);
    expect(await tpp.refresh(refresh_token)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });

  it('the secret proves nothing', async () => {
    const secret = { assertion: undefined, certificate: undefined };
    const refused = await tpp.exchange(await tpp.newCode(), { client_secret: SECRET }, secret);
    expect(refused).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
    expect((await tpp.push({ client_secret: SECRET }, secret)).status).toBe(401);
  });

  it('version 1 does not serve it', async () => {
    const body = new URLSearchParams({ client_id: APP.clientId, client_secret: SECRET, grant_type: 'refresh_token', refresh_token: 'x' });
    const response = await fetch(`${house.publicUrl}/api/v1/openam/oauth2/access_token`, { method: 'POST', body });
    const answer = JSON.parse(await response.text());
    expect([response.status, answer]).toMatchObject([401, { error: 'invalid_client', error_description: expect.stringContaining('version 2') }]);
    const page = await fetch(`${house.publicUrl}/api/v1/am/oauth2/authorize?client_id=${APP.clientId}&response_type=code&redirect_uri=x`, {
      redirect: 'manual',
    });
    expect(page.status).toBe(400);
  });

  it('an ID token is signed with an accepted algorithm', async () => {
    const { id_token } = await tpp.newTokens();
    expect(JSON.parse(Buffer.from(String(id_token).split('.')[0] ?? '', 'base64url').toString()).alg).toBe('ES256');
  });
});

describe('private_key_jwt at the token endpoint', () => {
  beforeAll(async () => {
    tpp = await createFapiClient(house, database, 'dpop');
  });

  it.each<readonly [string, () => Promise<string | undefined>, number]>([
    ['EnsureSignedClientAssertionWithRS256Fails', () => tpp.assertion({}, { by: tpp.rsaKey }), 401],
    ['EnsureClientAssertionInTokenEndpoint', async () => undefined, 401],
    ['EnsureClientAssertionWithExpIs5MinutesInPastFails', () => tpp.assertion({ exp: now() - 300 }), 401],
    ['EnsureClientAssertionWithWrongAudFails', () => tpp.assertion({ aud: 'https://other.example' }), 401],
    ['EnsureClientAssertionWithNoSubFails', () => tpp.assertion({ sub: undefined }), 401],
    [
      'no signature',
      async () =>
        new UnsecuredJWT({ aud: house.issuer }).setIssuer(APP.clientId).setSubject(APP.clientId).setJti('x').setExpirationTime('1m').encode(),
      401,
    ],
    ['no JWT', async () => 'x.y.z', 400],
  ])('%s', async (_module, make, status) => {
    const code = await tpp.newCode();
    const refused = await tpp.exchange(code, {}, { assertion: await make() });
    expect([refused.status, refused.body.access_token]).toEqual([status, undefined]);
    expect((await tpp.exchange(code)).status).toBe(200);
  });

  it('PS256 and EdDSA are accepted', async () => {
    for (const alg of ['PS256', 'EdDSA']) {
      const by = await createKey(alg, alg);
      await database.query(`update tpp_app set jwks = $1::jsonb where app_id = $2`, [JSON.stringify({ keys: [by.jwk] }), APP.appId]);
      expect((await tpp.push({}, { assertion: await tpp.assertion({}, { by }) })).status).toBe(201);
    }
    tpp = await createFapiClient(house, database, 'dpop');
  });
});

describe('DPoP', () => {
  let key: Key;
  beforeAll(async () => {
    tpp = await createFapiClient(house, database, 'dpop');
    key = await createKey();
  });

  it.each<readonly [string, (path: string) => Claims]>([
    ['CheckDpopProofNbfExp', () => ({ nbf: now(), exp: now() + 300 })],
    ['EnsureDpopProofWithIat10SecondsBeforeSucceeds', () => ({ iat: now() - 10 })],
    ['EnsureDpopProofWithIat10SecondsAfterSucceeds', () => ({ iat: now() + 10 })],
    ['an address with a query', (path) => ({ htu: `${tpp.origin}${path}?a=b#c` })],
  ])('%s', async (_module, change) => {
    const { status, body } = await tpp.exchange(await tpp.newCode(), {}, { proof: await tpp.proof({ path: TOKEN }, change(TOKEN)) });
    expect(status).toBe(200);
    expect((await tpp.call(body.access_token, { proof: await tpp.whoProof(body.access_token, change('/api/v1/who')) })).status).toBe(200);
  });

  it('EnsureMismatchedDpopJktFails', async () => {
    expect((await tpp.push({ dpop_jkt: key.jkt }, { proof: await tpp.proof({ path: PAR }) })).status).toBe(400);
  });

  it('EnsureTokenEndpointFailsWithMismatchedDpopProofJkt', async () => {
    const code = await tpp.newCode({}, { proof: await tpp.proof({ path: PAR }, {}, { by: key }) });
    expect(await tpp.exchange(code)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });

  it('EnsureTokenEndpointFailsWithMismatchedDpopJkt', async () => {
    expect(await tpp.exchange(await tpp.newCode({ dpop_jkt: key.jkt }))).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });

  it('EnsureDpopProofAtParEndpointBindingSuccess', async () => {
    expect((await tpp.exchange(await tpp.newCode({}, { proof: await tpp.proof({ path: PAR }) }))).status).toBe(200);
  });

  it('EnsureDpopAuthCodeBindingSuccess', async () => {
    expect((await tpp.exchange(await tpp.newCode({ dpop_jkt: tpp.dpopKey.jkt }))).status).toBe(200);
  });

  const NEGATIVE: readonly (readonly [string, Claims, { header?: object; foreign?: boolean }])[] = [
    ['no jti', { jti: undefined }, {}],
    ['no htm', { htm: undefined }, {}],
    ['another htm', { htm: 'PUT' }, {}],
    ['no htu', { htu: undefined }, {}],
    ['another htu', { htu: 'https://other.example/' }, {}],
    ['an htu that is no address', { htu: 'x' }, {}],
    ['no iat', { iat: undefined }, {}],
    ['an iat of 70 s ago', { iat: now() - 70 }, {}],
    ['an iat in an hour', { iat: now() + 3600 }, {}],
    ['a clock one day ahead', { iat: now() + 86_400 }, {}],
    ['a clock one day behind', { iat: now() - 86_400 }, {}],
    ['another typ', {}, { header: { typ: 'JWT' } }],
    ['no key', {}, { header: { jwk: undefined } }],
    ['another key in its header', {}, { foreign: true }],
  ];
  const headerOf = async ({ header = {}, foreign = false }: { header?: object; foreign?: boolean }) =>
    foreign ? { header: { jwk: (await createKey()).jwk } } : { header };

  it.each(NEGATIVE)('DpopNegativeTests at the token endpoint: %s', async (_what, change, spoiled) => {
    const code = await tpp.newCode();
    const proof = await tpp.proof({ path: TOKEN }, change, await headerOf(spoiled));
    const refused = await tpp.exchange(code, {}, { proof });
    expect([refused.status, refused.body.access_token]).toEqual([400, undefined]);
    expect(String(refused.body.error)).toMatch(/^invalid_(?:dpop_proof|grant)$/);
  });

  it.each([
    ...NEGATIVE,
    ['no ath', { ath: undefined }, {}],
    ['ath of another token', { ath: 'A'.repeat(43) }, {}],
    ['a nonce', { nonce: 'x' }, {}],
    ['an endless jti', { jti: 'j'.repeat(300) }, {}],
  ] as typeof NEGATIVE)('DpopNegativeTests at the API: %s', async (_what, change, spoiled) => {
    const { access_token } = await tpp.newTokens();
    const refused = await tpp.call(access_token, { proof: await tpp.whoProof(access_token, change, await headerOf(spoiled)) });
    expect(refused).toMatchObject({ status: 401, code: 'TOKEN_INVALID', challenge: expect.stringContaining('error="invalid_dpop_proof"') });
    expect((await tpp.call(access_token)).status).toBe(200);
  });

  it.each(['x', '..', 'a.b.c', 'bnVsbA.bnVsbA.', `${'e30.'.repeat(4)}e30`])(
    'refuses %j as a proof at the endpoints for tokens and requests',
    async (proof) => {
      const code = await tpp.newCode();
      for (const { status, body } of [await tpp.exchange(code, {}, { proof }), await tpp.push({}, { proof })])
        expect([status, body.error]).toEqual([400, 'invalid_dpop_proof']);
    },
  );

  it('DpopNegativeTests: a proof with another key, no proof, two proofs, or a token as Bearer', async () => {
    const { access_token } = await tpp.newTokens();
    const proof = await tpp.whoProof(access_token);
    const refused = [
      await tpp.call(access_token, { proof: await tpp.whoProof(access_token, {}, { by: key }) }),
      await tpp.call(access_token, { proof: undefined }),
      await tpp.call(access_token, { proof: `${proof}, ${proof}` }),
      await tpp.call(access_token, { proof }, 'Bearer'),
    ];
    expect(refused.map(({ status, code }) => [status, code])).toEqual(refused.map(() => [401, 'TOKEN_INVALID']));
  });

  it('DpopNegativeTests: a proof works once at the token endpoint and once at the API', async () => {
    const proof = await tpp.proof({ path: TOKEN });
    const { body } = await tpp.exchange(await tpp.newCode(), {}, { proof });
    expect((await tpp.exchange(await tpp.newCode(), {}, { proof })).status).toBe(400);
    const called = await tpp.whoProof(body.access_token);
    const answers = await Promise.all(Array.from({ length: 20 }, () => tpp.call(body.access_token, { proof: called })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 19 }, () => 401)]);
  });

  it('a refreshed token is bound to the key of its proof', async () => {
    const tokens = await tpp.newTokens();
    const { body } = await tpp.refresh(tokens.refresh_token, { proof: await tpp.proof({ path: TOKEN }, {}, { by: key }) });
    expect((await tpp.call(body.access_token)).status).toBe(401);
    expect((await tpp.call(body.access_token, { proof: await tpp.whoProof(body.access_token, {}, { by: key }) })).status).toBe(200);
    expect((await tpp.refresh(tokens.refresh_token, { proof: undefined })).status).toBe(400);
  });
});
