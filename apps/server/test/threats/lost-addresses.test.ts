/**
 * T1 and T10: what an application may no longer use as a redirect URI is not followed by anything that was started before: not by the signing
 * page of any kind, not by the sign-in before it, not by the second signatory's page, and no code for it is redeemed.
 */
// Review of 25 November 2026, O1 and S12: the second attack.
import { randomUUID } from 'node:crypto';
import { SIGNING_KINDS, type SigningKind } from '@portico/contract';
import { enterSigning, jsonOf, member, SITE, signInAtBank, textOf } from '@portico/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DEMO_CLIENT_ID, demoClientSecret } from '../../src/app/demo/demo-tpp.ts';
import { type House, openHouse } from '../house/open-house.ts';
import { askToSign } from '../house/things-to-sign.ts';

const [KEPT, LOST] = ['https://kept.example', 'https://lost.example'];
const ALL = [`${SITE}/callback`, `${KEPT}/cb`, `${LOST}/cb`];
const WITHOUT_LOST = ALL.filter((uri) => !uri.startsWith(LOST));

let house: House;
let token: string;
let iban: string;

beforeAll(async () => {
  house = await openHouse({ settings: { PORTICO_RATE_LIMIT_PER_MINUTE: '0' } });
  await register(ALL);
  token = await house.token(house.browse());
  iban = textOf(await call('GET', '/account-list'), 'accounts', '0', 'iban');
});
beforeEach(() => register(ALL));
afterAll(() => house.close());

async function register(redirectUris: readonly string[]): Promise<void> {
  const { tppApps } = house.portico.modules;
  await house.portico.platform.write((context) => tppApps.setSuspended(context, DEMO_CLIENT_ID, false));
  const demo = await tppApps.findByClientId(DEMO_CLIENT_ID);
  if (demo === undefined) throw new Error('The seed made no application.');
  await tppApps.upsert({ ...demo, redirectUris, clientSecret: demoClientSecret(house.config) });
}

/** Ways in which an address ends to be the application's. */
const LOSSES: Readonly<Record<string, () => Promise<unknown>>> = {
  'its owner removes the redirect URI': () => register(WITHOUT_LOST),
  'its owner registers another port of the host': () => register([...WITHOUT_LOST, `${LOST}:8443/cb`]),
  'its owner registers a name below the host': () => register([...WITHOUT_LOST, 'https://www.lost.example/cb']),
  'an operator suspends the application': () =>
    house.portico.platform.write((context) => house.portico.modules.tppApps.setSuspended(context, DEMO_CLIENT_ID, true)),
};

const BOTH_LOST = { 'tpp-redirect-uri': `${LOST}/paid`, 'tpp-nok-redirect-uri': `${LOST}/not-paid` };

async function call(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object, addresses: object = {}): Promise<unknown> {
  const headers = { authorization: `Bearer ${token}`, 'x-request-id': randomUUID(), 'psu-ip-address': '192.0.2.7', ...addresses };
  const url = `/api/v1${path}`;
  const { statusCode, body: text } = await house.portico.app.inject({ method, url, headers, ...(body === undefined ? {} : { payload: body }) });
  if (statusCode >= 300) throw new Error(`${method} ${path}: ${statusCode} ${text}`);
  return JSON.parse(text);
}

/** Sends the customer to sign a thing of this kind. @returns the `scaRedirect`. */
const initiate = (kind: SigningKind, addresses: object): Promise<string> =>
  askToSign(kind, {
    browser: house.browse(),
    customer: house.customers[0],
    iban,
    call: (method, path, body) => call(method, path, body, addresses),
  });

const addressesOf = (body: unknown) => [member(body, 'tppSuccessUrl'), member(body, 'tppFailureUrl')];

/** The customer's open page, and how it reads its session again. */
async function enter(kind: SigningKind, addresses: object) {
  const browser = house.browse();
  const page = await enterSigning(browser, await initiate(kind, addresses), house.customers[0], kind);
  const read = () => browser.send('GET', `/api/ui/${kind.replace('-cancellation', '')}/details`, { headers: page.headers });
  return { ...page, read };
}

describe.each(SIGNING_KINDS)('the signing page of a %s', (kind) => {
  it.each(Object.entries(LOSSES))('names no address any more after %s, open or ended', async (_what, lose) => {
    const page = await enter(kind, BOTH_LOST);
    expect(addressesOf(page.details)).toEqual([`${LOST}/paid`, `${LOST}/not-paid`]);
    await lose();
    const open = await page.read();
    expect([open.status, open.text.includes('lost.example')]).toEqual([200, false]);
    const refused = await page.refuse();
    expect([refused.status, refused.text.includes('lost.example')]).toEqual([200, false]);
    const ended = await page.read();
    expect([ended.status, addressesOf(jsonOf(ended))]).toEqual([410, [undefined, undefined]]);
    expect(member(jsonOf(ended), 'tppName')).toEqual(member(page.details, 'tppName'));
    await register(ALL);
    expect(addressesOf(jsonOf(await page.read()))).toEqual([`${LOST}/paid`, `${LOST}/not-paid`]);
  });

  it('keeps a return address whose origin is still registered', async () => {
    const page = await enter(kind, { 'tpp-redirect-uri': `${KEPT}/paid`, 'tpp-nok-redirect-uri': `${LOST}/not-paid` });
    await register(WITHOUT_LOST);
    expect(addressesOf(jsonOf(await page.read()))).toEqual([`${KEPT}/paid`, undefined]);
  });

  it('redirects to the front page when the customer cancels the sign-in before it', async () => {
    const browser = house.browse();
    const { location = '' } = (await browser.send('GET', await initiate(kind, BOTH_LOST))).headers;
    expect(location).toContain('/bank/sign-in/');
    await register(WITHOUT_LOST);
    const left = await browser.send('DELETE', location);
    expect([left.status, jsonOf(left)]).toEqual([200, { location: '/' }]);
  });
});

const VERSIONS = [
  { at: '/api/v2/am/realms/psd2/protocol/openid-connect/auth', token: '/api/v2/openam/token', revoke: '/api/v2/openam/token/revocation' },
  { at: '/api/v1/am/oauth2/authorize', token: '/api/v1/openam/oauth2/access_token', revoke: '/api/v1/openam/oauth2/token/revoke' },
] as const;

function authorize(change: Readonly<Record<string, string>>): string {
  const params = { client_id: DEMO_CLIENT_ID, response_type: 'code', scope: 'openid', state: 's', nonce: 'n', bank_country: 'ee' };
  return new URLSearchParams({ ...params, ...change }).toString();
}

describe.each(VERSIONS)('the sign-in of an authorization at $at', ({ at }) => {
  it('redirects to the redirect URI instead of a removed fpgurl', async () => {
    const browser = house.browse();
    const query = authorize({ redirect_uri: `${KEPT}/cb`, fpgurl: `${LOST}/back` });
    const { location = '' } = (await browser.send('GET', `${at}?${query}`)).headers;
    await register(WITHOUT_LOST);
    const left = await browser.send('DELETE', location);
    expect([left.status, left.text.includes('lost.example')]).toEqual([200, false]);
    expect(textOf(jsonOf(left), 'location')).not.toBe('/');
  });
});

describe.each(VERSIONS)('an authorization code (token endpoint $token)', ({ at, token: endpoint }) => {
  const secret = () => ({ client_id: DEMO_CLIENT_ID, client_secret: demoClientSecret(house.config) });

  async function obtainCode(redirectUri: string): Promise<string> {
    const browser = house.browse();
    const { location = '' } = (await browser.send('GET', `${at}?${authorize({ redirect_uri: redirectUri })}`)).headers;
    const { location: sent = '' } = (await browser.send('GET', await signInAtBank(browser, location, house.customers[0]))).headers;
    return new URL(sent).searchParams.get('code') ?? '';
  }

  async function exchange(code: string, redirectUri = `${LOST}/cb`) {
    const form = new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri: redirectUri, ...secret() });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const { statusCode, body } = await house.portico.app.inject({ method: 'POST', url: endpoint, headers, payload: form.toString() });
    const answer: unknown = JSON.parse(body);
    return { outcome: [statusCode, member(answer, 'error')], accessToken: member(answer, 'access_token') };
  }

  it.each(Object.entries(LOSSES).filter(([what]) => !what.includes('suspends')))('is not redeemed after %s', async (_what, lose) => {
    const code = await obtainCode(`${LOST}/cb`);
    await lose();
    expect((await exchange(code)).outcome).toEqual([400, 'invalid_grant']);
    expect((await exchange(code, `${KEPT}/cb`)).outcome).toEqual([400, 'invalid_grant']);
  });

  it('is not redeemed after its redirect URI was replaced by another path of the origin', async () => {
    const code = await obtainCode(`${LOST}/cb`);
    await register([...WITHOUT_LOST, `${LOST}/other`]);
    expect((await exchange(code)).outcome).toEqual([400, 'invalid_grant']);
    expect((await exchange(code, `${LOST}/other`)).outcome).toEqual([400, 'invalid_grant']);
  });

  it('is not redeemed while an operator has suspended the application', async () => {
    const code = await obtainCode(`${LOST}/cb`);
    await LOSSES['an operator suspends the application']?.();
    expect((await exchange(code)).outcome).toEqual([401, 'invalid_client']);
  });

  it('is redeemed while its redirect URI is registered; reuse afterwards revokes its access token', async () => {
    const code = await obtainCode(`${LOST}/cb`);
    const { outcome, accessToken } = await exchange(code);
    expect(outcome).toEqual([200, undefined]);
    const read = async () => {
      const headers = { authorization: `Bearer ${accessToken}`, 'x-request-id': randomUUID(), 'psu-ip-address': '192.0.2.7' };
      return (await house.portico.app.inject({ url: '/api/v1/account-list', headers })).statusCode;
    };
    await register(WITHOUT_LOST);
    expect(await read()).toBe(200);
    expect((await exchange(code)).outcome).toEqual([400, 'invalid_grant']);
    expect(await read()).toBe(401);
  });
});
