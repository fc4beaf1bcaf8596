import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAudit } from '#modules/audit/index.ts';
import type { OpenedDatabase } from '#platform/db/open-database.ts';
import { setClock } from '../../testing/set-clock.ts';
import { openTestDatabase } from '../../testing/test-database.ts';
import { APP, type OAuthHouse, openOAuthHouse, REDIRECT_URI } from './testing/oauth-house.ts';
import { type Change, createOAuthJourney, FORM, toForm } from './testing/oauth-journey.ts';

let database: OpenedDatabase;
let house: OAuthHouse;
let hint: string;
let hintOfVersion1: string;
const SESSION = { sandboxId: 'sbx_one', customerId: 'cus_mari' };
const PATH = '/api/v2/am/realms/psd2/protocol/openid-connect/logout';

beforeAll(async () => {
  database = await openTestDatabase();
  house = await openOAuthHouse(database, createAudit({ keyAudit: Buffer.alloc(32, 1) }));
  hint = String((await createOAuthJourney(house, 'v2').newTokens()).id_token);
  hintOfVersion1 = String((await createOAuthJourney(house, 'v1').newTokens()).id_token);
});
afterAll(async () => {
  await house.app.close();
  await database.close();
});
beforeEach(() => {
  house.bank.session = SESSION;
});

async function end(parameters: Change, suffix = '') {
  const response = await fetch(`${house.publicUrl}${PATH}?${toForm(parameters)}${suffix}`, { redirect: 'manual' });
  return {
    status: response.status,
    location: response.headers.get('location'),
    cache: response.headers.get('cache-control'),
    text: await response.text(),
  };
}

/** The hint with another payload, as a forger would send it. */
function forged(change: Readonly<Record<string, unknown>>): string {
  const [head = '', payload = '', signature = ''] = hint.split('.');
  const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
  return [head, Buffer.from(JSON.stringify({ ...Object(claims), ...change })).toString('base64url'), signature].join('.');
}

describe('the end-session endpoint signs the customer out', () => {
  it('and redirects to post_logout_redirect_uri with the state', async () => {
    const answer = await end({ id_token_hint: hint, post_logout_redirect_uri: REDIRECT_URI, state: 'a b', client_id: APP.clientId });
    expect([answer.status, answer.location, answer.cache]).toEqual([303, `${REDIRECT_URI}?state=a+b`, 'no-store']);
    expect(house.bank.session).toBeUndefined();
  });

  it('and shows a page without a post_logout_redirect_uri', async () => {
    const answer = await end({ id_token_hint: hint });
    expect([answer.status, house.bank.session]).toEqual([200, undefined]);
    expect(answer.text).toContain('You are signed out');
  });

  it('also with empty parameters, which count as absent', async () => {
    const answer = await end({ id_token_hint: hint, client_id: '', post_logout_redirect_uri: '' });
    expect([answer.status, house.bank.session]).toEqual([200, undefined]);
  });

  it('also for a form, which is redirected to GET so that the browser sends the bank’s cookie', async () => {
    const body = toForm({ id_token_hint: hint, post_logout_redirect_uri: REDIRECT_URI });
    const response = await fetch(`${house.publicUrl}${PATH}`, { method: 'POST', headers: { 'content-type': FORM }, body, redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([303, `${PATH}?${body}`]);
    expect(house.bank.session).toBe(SESSION);
  });

  it('also with an expired ID token', async () => {
    await setClock(database, 86_400_000, 'sbx_one');
    expect((await end({ id_token_hint: hint })).status).toBe(200);
    await setClock(database, 0, 'sbx_one');
  });

  it('but not another customer who has signed in since', async () => {
    const other = { ...SESSION, customerId: 'cus_other' };
    house.bank.session = other;
    expect((await end({ id_token_hint: hint, post_logout_redirect_uri: REDIRECT_URI })).status).toBe(303);
    expect(house.bank.session).toBe(other);
  });

  it('and redirects also without a session', async () => {
    house.bank.session = undefined;
    expect((await end({ id_token_hint: hint, post_logout_redirect_uri: REDIRECT_URI })).location).toBe(REDIRECT_URI);
  });
});

describe('the end-session endpoint returns 400 without signing out or redirecting for', () => {
  it.each<[string, () => Change, string?]>([
    ['no ID token', () => ({ post_logout_redirect_uri: REDIRECT_URI })],
    ['a client id alone', () => ({ client_id: APP.clientId, post_logout_redirect_uri: REDIRECT_URI })],
    ['what is no token', () => ({ id_token_hint: 'x.y.z' })],
    ['an ID token whose subject was changed', () => ({ id_token_hint: forged({ sub: 'sbx_one:cus_other' }) })],
    ['an ID token of another application', () => ({ id_token_hint: forged({ aud: 'other-shop' }) })],
    ['an ID token of an unknown application', () => ({ id_token_hint: forged({ aud: 'nobody' }) })],
    ['an ID token with a NUL character', () => ({ id_token_hint: forged({ aud: 'a\u0000b' }) })],
    ['an ID token of the other version', () => ({ id_token_hint: hintOfVersion1 })],
    ['an unsigned ID token', () => ({ id_token_hint: `${Buffer.from('{"alg":"none"}').toString('base64url')}.${hint.split('.')[1]}.` })],
    ['another client id than the token’s', () => ({ id_token_hint: hint, client_id: 'other-shop' })],
    ['an address that is not registered', () => ({ id_token_hint: hint, post_logout_redirect_uri: 'https://evil.example/' })],
    ['a longer address', () => ({ id_token_hint: hint, post_logout_redirect_uri: `${REDIRECT_URI}/x` })],
    ['an address with a query', () => ({ id_token_hint: hint, post_logout_redirect_uri: `${REDIRECT_URI}?x=1` })],
    [
      'two addresses',
      () => ({ id_token_hint: hint, post_logout_redirect_uri: REDIRECT_URI }),
      '&post_logout_redirect_uri=https%3A%2F%2Fevil.example',
    ],
    [
      'two addresses, of which the last is registered',
      () => ({ id_token_hint: hint, post_logout_redirect_uri: 'https://evil.example/' }),
      `&post_logout_redirect_uri=${encodeURIComponent(REDIRECT_URI)}`,
    ],
    ['two ID tokens', () => ({ id_token_hint: hint }), '&id_token_hint=x'],
  ])('%s', async (_what, parameters, suffix) => {
    const answer = await end(parameters(), suffix);
    expect([answer.status, answer.location, house.bank.session]).toEqual([400, null, SESSION]);
    expect(answer.text).toContain('This request cannot be continued');
    expect(answer.text).toContain('You were not signed out.');
    expect(answer.text).toContain('invalid_request');
  });

  it.each<[string, () => Change]>([
    ['id_token_hint is missing', () => ({ client_id: APP.clientId })],
    ['id_token_hint must be an ID token that this issuer gave', () => ({ id_token_hint: forged({ sub: 'sbx_one:cus_other' }) })],
    ['client_id must be the one that id_token_hint was given to', () => ({ id_token_hint: hint, client_id: 'other-shop' })],
    ['post_logout_redirect_uri must be, character by character,', () => ({ id_token_hint: hint, post_logout_redirect_uri: 'https://evil.example/' })],
  ])('a request, and names what the developer has to correct: %s', async (said, parameters) =>
    expect((await end(parameters())).text).toContain(said),
  );
});
