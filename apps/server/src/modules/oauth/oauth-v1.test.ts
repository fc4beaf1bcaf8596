import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAudit } from '#modules/audit/index.ts';
import type { OpenedDatabase } from '#platform/db/open-database.ts';
import { openTestDatabase } from '../../testing/test-database.ts';
import { APP, Browser, type OAuthHouse, openOAuthHouse, REDIRECT_URI, SECRET } from './testing/oauth-house.ts';

let database: OpenedDatabase;
let house: OAuthHouse;

beforeAll(async () => {
  database = await openTestDatabase();
  house = await openOAuthHouse(database, createAudit({ keyAudit: Buffer.alloc(32, 1) }));
});
afterAll(async () => {
  await house.app.close();
  await database.close();
});

type Change = Readonly<Record<string, string | undefined>>;

/** The specification's sample, with its sample values. */
const REQUEST: Change = {
  client_id: APP.clientId,
  redirect_uri: REDIRECT_URI,
  fpgurl: REDIRECT_URI,
  bypass: 'true',
  bank_country: 'ee',
  realm: 'psd2',
  locale: 'en',
  response_type: 'code',
  scope: 'openid',
};
const EXCHANGE: Change = {
  client_id: APP.clientId,
  client_secret: SECRET,
  redirect_uri: REDIRECT_URI,
  realm: 'psd2',
  grant_type: 'authorization_code',
};

const toText = (values: Change) =>
  new URLSearchParams(Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined)).toString();
const address = (change: Change = {}, suffix = '') => `${house.publicUrl}/api/v1/am/oauth2/authorize?${toText({ ...REQUEST, ...change })}${suffix}`;

async function walk(url: string, browser = new Browser(house.publicUrl)): Promise<Response> {
  const first = await browser.send(url);
  const resume = first.headers.get('location') ?? '';
  return resume.includes('/am/') ? browser.send(resume) : first;
}

async function newCode(change: Change = {}): Promise<string> {
  const back = new URL((await walk(address(change))).headers.get('location') ?? '');
  return back.searchParams.get('code') ?? '';
}

async function postTo(path: string, body: string, type = 'application/x-www-form-urlencoded') {
  const response = await fetch(`${house.publicUrl}${path}`, { method: 'POST', body, headers: { 'content-type': type } });
  const answer: unknown = await response.json();
  return { status: response.status, body: Object.fromEntries(Object.entries(answer ?? {})), cache: response.headers.get('cache-control') };
}

const TOKEN = '/api/v1/openam/oauth2/access_token';
const exchange = (code: string, change: Change = {}) => postTo(TOKEN, toText({ ...EXCHANGE, code, ...change }));
const callApi = (token: unknown) => fetch(`${house.publicUrl}/api/v1/who`, { headers: { authorization: `Bearer ${String(token)}` } });

describe('version 1, as its sample calls are printed', () => {
  it('gives a code to the current test customer without a page, and a token for it', async () => {
    const back = await walk(address());
    expect(back.status).toBe(303);
    const url = new URL(back.headers.get('location') ?? '');
    expect(`${url.origin}${url.pathname}`).toBe(REDIRECT_URI);
    const answer = await exchange(url.searchParams.get('code') ?? '');
    expect(answer).toMatchObject({ status: 200, cache: 'no-store', body: { token_type: 'Bearer', expires_in: 3600, scope: 'openid' } });
    expect((await callApi(answer.body.access_token)).status).toBe(200);
  });

  it('reads the token parameters from a JSON body or from the query', async () => {
    const json = await postTo(TOKEN, JSON.stringify({ ...EXCHANGE, code: await newCode(), refresh_token: null }), 'application/json');
    expect(json.status).toBe(200);
    const query = await postTo(`${TOKEN}?${toText({ ...EXCHANGE, code: await newCode() })}`, '');
    expect(query.status).toBe(200);
  });

  it('accepts a country in upper case, a request without realm, bypass and fpgurl, and keeps a state', async () => {
    const page = await new Browser(house.publicUrl).send(
      address({ bypass: undefined, fpgurl: undefined, realm: undefined, bank_country: 'EE', state: 's' }),
    );
    expect(page.status).toBe(303);
    expect(page.headers.get('location')).toMatch(/^\/bank\/sign-in\//);
    expect(house.opened.at(-1)).toMatchObject({ bankCountry: 'ee', purpose: 'authorization' });
  });

  it('uses the same sign-in page, with fpgurl as its cancel address', async () => {
    const browser = new Browser(house.publicUrl);
    const page = await browser.send(address({ bypass: 'false' }));
    expect(house.opened.at(-1)).toMatchObject({ cancelTo: REDIRECT_URI });
    const completion = await browser.send(`${page.headers.get('location') ?? ''}/completion`, { method: 'POST' });
    const { location } = Object.fromEntries(Object.entries((await completion.json()) ?? {}));
    const back = await browser.send(String(location));
    expect(back.headers.get('location')).toMatch(/[?&]code=/);
  });

  it('signs the current test customer in at their bank, not at the bank_country of the request', async () => {
    const answer = await exchange(await newCode({ bank_country: 'lv' }));
    const who = await callApi(answer.body.access_token);
    expect([who.status, await who.json()]).toMatchObject([200, { bankCountry: 'ee' }]);
  });

  it('shows the page without a current test customer', async () => {
    house.current.sandboxId = 'sbx_two';
    expect((await walk(address())).headers.get('location')).toMatch(/^\/bank\/sign-in\//);
    house.current.sandboxId = 'sbx_one';
  });
});
