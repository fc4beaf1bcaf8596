import { describe, expect, it } from 'vitest';
import { sha256Hex } from '#platform/crypto/hash.ts';
import type { FoundToken } from './artifact-store.ts';
import type { TokenHolder } from './oauth.ts';
import { createRequireToken } from './require-token.ts';
import { BASIC_GUARD } from './security/binding-check.ts';

/** Every character of RFC 6750 §2.1 `b64token`. */
const TOKEN = 'aZ09._~+/-==';
const HOLDER: TokenHolder = {
  appId: 'app_lumen',
  clientId: 'lumen-books',
  sandboxId: 'sbx_one',
  customerId: 'cus_mari',
  bankCountry: 'ee',
  locale: 'et',
  roles: ['ais'],
  profile: 'basic',
  signsRequests: false,
};
const FOUND: FoundToken = { ...HOLDER, isExpired: false, isSuspended: false, nowMs: 0 };

/** Of one token that is known. */
function guardOver(change: Partial<FoundToken> = {}) {
  const holders = new WeakMap<object, TokenHolder>();
  const guard = createRequireToken(async (idHash) => (idHash === sha256Hex(TOKEN) ? { ...FOUND, ...change } : undefined), holders);
  return { guard, holders };
}

const requestWith = (authorization: string | undefined) => ({ headers: authorization === undefined ? {} : { authorization } });
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => 'passed',
    (refusal: unknown) => refusal,
  );
const text = (part: string) => expect.stringContaining(part);

describe('the guard of the API', () => {
  it.each([`Bearer ${TOKEN}`, `bearer ${TOKEN}`])('accepts %s and stores its holder', async (authorization) => {
    const { guard, holders } = guardOver();
    const request = requestWith(authorization);
    expect(await guard(request)).toEqual(HOLDER);
    expect(holders.get(request)).toEqual(HOLDER);
  });

  it('names no error when the request has no credentials (RFC 6750 §3)', async () => {
    expect(await refusalOf(guardOver().guard(requestWith(undefined)))).toMatchObject({
      status: 401,
      code: 'TOKEN_UNKNOWN',
      message: text('carries no access token. Send it'),
      options: { path: 'header:Authorization', headers: { 'www-authenticate': 'Bearer realm="psd2"' } },
    });
  });

  it.each([
    'Bearer',
    'Bearer ',
    `xBearer ${TOKEN}`,
    `Bearer  ${TOKEN}`,
    `Bearer ${TOKEN} more`,
    `Basic ${TOKEN}`,
    `Bearer ${'a'.repeat(513)}`,
    'Bearer ==',
  ])('refuses the malformed header %s', async (authorization) => {
    expect(await refusalOf(guardOver().guard(requestWith(authorization)))).toMatchObject({
      status: 401,
      code: 'TOKEN_INVALID',
      message: text('cannot be read. Send it'),
      options: { path: 'header:Authorization', headers: { 'www-authenticate': 'Bearer realm="psd2", error="invalid_request"' } },
    });
  });

  it.each([
    ['Bearer <your access token>', false, 'the access token of the sign-in in their place'],
    ['Bearer {token}', false, 'the access token of the sign-in in their place'],
    ['DPoP <your access token>', true, 'the token of a test customer, from https://portal.example/#/tokens, in their place'],
  ])('says what to put into the sample %s', async (authorization, isSandbox, words) => {
    const settings = { ...BASIC_GUARD, isSandbox, origins: ['https://api.example', 'https://portal.example'] };
    const guard = createRequireToken(() => Promise.resolve(undefined), new WeakMap(), settings);
    expect(await refusalOf(guard(requestWith(authorization)))).toMatchObject({ status: 401, code: 'TOKEN_INVALID', message: text(words) });
  });

  it('refuses an unknown token', async () => {
    expect(await refusalOf(guardOver().guard(requestWith(`Bearer ${TOKEN}=`)))).toMatchObject({
      status: 401,
      code: 'TOKEN_UNKNOWN',
      message: text('not known or was revoked. Let the customer sign in again.'),
      options: { path: 'header:Authorization', headers: { 'www-authenticate': 'Bearer realm="psd2", error="invalid_token"' } },
    });
  });

  it('refuses a token that has expired', async () => {
    expect(await refusalOf(guardOver({ isExpired: true }).guard(requestWith(`Bearer ${TOKEN}`)))).toMatchObject({
      status: 401,
      code: 'TOKEN_EXPIRED',
      message: text('has expired. Let the customer sign in again.'),
      options: { path: 'header:Authorization', headers: { 'www-authenticate': 'Bearer realm="psd2", error="invalid_token"' } },
    });
  });

  it('refuses a suspended application, also with an expired token', async () => {
    expect(await refusalOf(guardOver({ isSuspended: true, isExpired: true }).guard(requestWith(`Bearer ${TOKEN}`)))).toMatchObject({
      status: 403,
      code: 'SERVICE_BLOCKED',
      message: text('has suspended this application. Nothing was done.'),
      options: { path: 'header:Authorization' },
    });
  });

  it.each([{ customerId: undefined }, { bankCountry: undefined }, { locale: undefined }])(
    'fails for a stored token without all its members: %j',
    async (missing) => {
      await expect(guardOver(missing).guard(requestWith(`Bearer ${TOKEN}`))).rejects.toThrow('stored without its customer');
    },
  );
});
