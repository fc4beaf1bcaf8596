/** `bypass=true` on version 2: only the page is left out, for the sandbox's current test customer, and nothing else is weaker for it. */
import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createAudit } from '#modules/audit/index.ts';
import type { OpenedDatabase } from '#platform/db/open-database.ts';
import { openTestDatabase } from '../../testing/test-database.ts';
import { APP, Browser, type OAuthHouse, openOAuthHouse, REDIRECT_URI, SECRET } from './testing/oauth-house.ts';

type Change = Readonly<Record<string, string | undefined>>;

const VERIFIER = 'v'.repeat(43);
const CUSTOMER = 'cus_mari';
const SIGN_IN_PAGE = /^\/bank\/sign-in\/[\w-]{21,}$/;
const REQUEST: Change = {
  client_id: APP.clientId,
  redirect_uri: REDIRECT_URI,
  response_type: 'code',
  scope: 'openid',
  state: 'state-1',
  bypass: 'true',
  bank_country: 'ee',
  code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
  code_challenge_method: 'S256',
};

let database: OpenedDatabase;
let house: OAuthHouse;
let houseOfBank: OAuthHouse;
beforeAll(async () => {
  database = await openTestDatabase();
  const audit = createAudit({ keyAudit: Buffer.alloc(32, 1) });
  house = await openOAuthHouse(database, audit);
  houseOfBank = await openOAuthHouse(database, audit, { isSandbox: false });
});
afterEach(() => void Object.assign(house.current, { sandboxId: APP.sandboxId, customerId: CUSTOMER }));
afterAll(async () => {
  await house.app.close();
  await houseOfBank.app.close();
  await database.close();
});

const toText = (values: Change) =>
  new URLSearchParams(Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined)).toString();

/** Where the browser is sent, without and with following its way through the authorization server. */
async function authorize(change: Change = {}, suffix = '', { issuer, publicUrl } = house): Promise<{ status: number; first: string; back: string }> {
  const browser = new Browser(publicUrl);
  const answer = await browser.send(`${issuer}/am/realms/psd2/protocol/openid-connect/auth?${toText({ ...REQUEST, ...change })}${suffix}`);
  const first = answer.headers.get('location') ?? '';
  const resumed = first.includes('/openid-connect/auth/') ? await browser.send(first) : answer;
  return { status: answer.status, first, back: resumed.headers.get('location') ?? '' };
}

async function exchange(code: string, change: Change = {}): Promise<Readonly<Record<string, unknown>>> {
  const form = { client_id: APP.clientId, client_secret: SECRET, redirect_uri: REDIRECT_URI, grant_type: 'authorization_code', code };
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const answer = await fetch(`${house.issuer}/openam/token`, { method: 'POST', headers, body: toText({ ...form, ...change }) });
  return Object.fromEntries(Object.entries((await answer.json()) ?? {}));
}

const codeIn = (address: string) => new URL(address).searchParams.get('code') ?? '';
const claimsOf = (idToken: unknown) => JSON.parse(Buffer.from(String(idToken).split('.')[1] ?? '', 'base64url').toString());

describe('bypass=true on version 2', () => {
  it.each<[string, Change, Change]>([
    ['a challenge', {}, { code_verifier: VERIFIER }],
    ['a nonce', { code_challenge: undefined, code_challenge_method: undefined, nonce: 'nonce-1' }, {}],
  ])('signs the current test customer in without a page, with %s', async (_with, change, proof) => {
    const { back } = await authorize(change);
    const url = new URL(back);
    expect([`${url.origin}${url.pathname}`, url.searchParams.get('state'), url.searchParams.get('iss')]).toEqual([
      REDIRECT_URI,
      'state-1',
      house.issuer,
    ]);
    const token = await exchange(codeIn(back), proof);
    expect(claimsOf(token.id_token)).toMatchObject({ aud: APP.clientId, ...(change.nonce === undefined ? {} : { nonce: change.nonce }) });
    const who = await fetch(`${house.publicUrl}/api/v1/who`, { headers: { authorization: `Bearer ${String(token.access_token)}` } });
    expect([who.status, await who.json()]).toMatchObject([200, { customerId: CUSTOMER, sandboxId: APP.sandboxId, bankCountry: 'ee' }]);
  });

  it('gives a code that works once, and only with what belongs to it', async () => {
    expect(await exchange(codeIn((await authorize()).back), { code_verifier: 'w'.repeat(43) })).toMatchObject({ error: 'invalid_grant' });
    expect(await exchange(codeIn((await authorize()).back), { code_verifier: VERIFIER, client_id: 'other-shop' })).toMatchObject({
      error: 'invalid_grant',
    });
    expect(await exchange(codeIn((await authorize()).back), { code_verifier: VERIFIER, client_secret: 'wrong' })).toMatchObject({
      error: 'invalid_client',
    });
    const code = codeIn((await authorize()).back);
    expect(await exchange(code, { code_verifier: VERIFIER })).toMatchObject({ token_type: 'Bearer' });
    expect(await exchange(code, { code_verifier: VERIFIER })).toMatchObject({ error: 'invalid_grant' });
  });

  it('needs a challenge or a nonce all the same', async () => {
    const { back } = await authorize({ code_challenge: undefined, code_challenge_method: undefined });
    expect(new URL(back).searchParams.get('error')).toBe('invalid_request');
  });

  it.each<[string, Change]>([
    ['an unknown client', { client_id: 'nobody' }],
    ['an unregistered redirect URI', { redirect_uri: 'https://evil.example/callback' }],
    ['a back address of another origin', { fpgurl: 'https://evil.example/' }],
    ['an unknown country', { bank_country: 'se' }],
  ])('never redirects for %s', async (_what, change) => {
    expect(await authorize(change)).toEqual({ status: 400, first: '', back: '' });
  });

  it('sent twice is refused', async () => {
    const { status, back } = await authorize({}, '&bypass=true');
    expect([status, back.includes('code=')]).toEqual([expect.any(Number), false]);
  });

  it.each(['false', '', 'TRUE', '1', 'yes'])('is not meant by %j: the page is shown', async (bypass) => {
    expect((await authorize({ bypass })).first).toMatch(SIGN_IN_PAGE);
  });

  it.each([
    ['nobody is current', { sandboxId: 'sbx_two' }],
    ['the current customer is gone', { customerId: 'cus_gone' }],
  ])('shows the page when %s', async (_when, change) => {
    Object.assign(house.current, change);
    expect((await authorize()).first).toMatch(SIGN_IN_PAGE);
  });

  it('never signs in a customer of another sandbox', async () => {
    expect((await authorize({ client_id: 'shop-elsewhere' })).first).toMatch(SIGN_IN_PAGE);
  });

  it('means nothing where no sandbox bank stands behind the server', async () => {
    expect((await authorize({}, '', houseOfBank)).first).toMatch(SIGN_IN_PAGE);
  });
});
