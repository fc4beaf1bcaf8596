/**
 * The bank puts another person in the place of a company's representative between the sign-in of an authorization request and its code, token
 * or refreshed token. Nothing is given for the sign-in of the former one. Threats T5 and T10.
 */
import { randomUUID } from 'node:crypto';
import { type Browser, jsonOf, member, openBrowser, SITE, signInAtBank, textOf } from '@portico/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { overInject } from '../../src/testing/over-inject.ts';
import { type FallbackDesk, openFallbackDesk } from '../house/fallback-desk.ts';
import { openPermissionsHouse, type PermissionsHouse } from '../house/permissions-house.ts';
import { openPeople, type People, type Person } from '../house/walk/people.ts';

const VERSIONS = [
  { at: '/api/v2/am/realms/psd2/protocol/openid-connect/auth', token: '/api/v2/openam/token' },
  { at: '/api/v1/am/oauth2/authorize', token: '/api/v1/openam/oauth2/access_token' },
] as const;
const WAIT = { interval: 20 };
const REDIRECT_URI = `${SITE}/`;

let house: PermissionsHouse;
let desk: FallbackDesk;
let people: People;
let first: Person;
let second: Person;
let third: Person;
beforeAll(async () => {
  house = await openPermissionsHouse('dev_oauth_people');
  desk = await openFallbackDesk(house, 'dev_oauth_people');
  people = await openPeople(house);
  [first, second] = [people.holders.company, people.holders.coSigner];
  [, , third = first] = people.persons;
});
afterEach(() => people.replace(first, second));
afterAll(() => house.close());

const browse = () => openBrowser(overInject(house.app, house.config.publicUrl), house.config.publicUrl);

describe.each(VERSIONS)('an authorization at $at', ({ at, token: endpoint }) => {
  async function begin(more: Readonly<Record<string, string>> = {}): Promise<{ browser: Browser; location: string }> {
    const browser = browse();
    const params = { client_id: desk.clientId, response_type: 'code', scope: 'openid', state: 's', nonce: 'n', bank_country: 'ee', ...more };
    const query = new URLSearchParams({ ...params, redirect_uri: REDIRECT_URI });
    return { browser, location: (await browser.send('GET', `${at}?${query}`)).headers.location ?? '' };
  }
  /** The application gets what the last redirect carries. */
  const arrive = async (browser: Browser, way: string) => new URL((await browser.send('GET', way)).headers.location ?? '', SITE).searchParams;

  async function signIn(nationalIdentityNumber = people.holders.company.code): Promise<URLSearchParams> {
    const { browser, location } = await begin();
    return arrive(browser, await signInAtBank(browser, location, { country: 'ee', nationalIdentityNumber, method: 'SMART_ID' }));
  }

  async function exchange(form: Readonly<Record<string, string>>) {
    const secret = { client_id: desk.clientId, client_secret: desk.clientSecret };
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const payload = new URLSearchParams({ ...form, ...secret }).toString();
    const { statusCode, body } = await house.app.inject({ method: 'POST', url: endpoint, headers, payload });
    return { said: [statusCode, member(JSON.parse(body), 'error')], body: JSON.parse(body) as unknown };
  }
  const redeem = (code: string) => exchange({ grant_type: 'authorization_code', code, redirect_uri: REDIRECT_URI });
  const refresh = (given: unknown) => exchange({ grant_type: 'refresh_token', refresh_token: textOf(given, 'refresh_token') });
  async function readWith(given: unknown): Promise<number> {
    const headers = { authorization: `Bearer ${textOf(given, 'access_token')}`, 'x-request-id': randomUUID(), 'psu-ip-address': '192.0.2.7' };
    return (await house.app.inject({ url: '/api/v1/account-list', headers })).statusCode;
  }
  const codeOf = (arrived: URLSearchParams) => arrived.get('code') ?? '';

  it('returns no code for an approval of the former representative', async () => {
    const { browser, location } = await begin();
    await browser.send('PUT', '/bank/device', { body: { automatic: true } });
    const login = { nationalIdentityNumber: first.code, method: 'SMART_ID' };
    expect((await browser.send('POST', `${location}/authentication`, { body: login })).status).toBe(200);
    await expect.poll(async () => member(jsonOf(await browser.send('GET', `${location}/challenge`)), 'state'), WAIT).toBe('approved');
    await people.replace(third, second);
    const completed = await browser.send('POST', `${location}/completion`);
    const arrived = await arrive(browser, textOf(jsonOf(completed), 'location'));
    expect([arrived.get('code'), arrived.get('error'), arrived.get('state')]).toEqual([null, 'access_denied', 's']);
  });

  it('returns no code when the person is replaced during the redirect to the application', async () => {
    const { browser, location } = await begin();
    const way = await signInAtBank(browser, location, { country: 'ee', nationalIdentityNumber: first.code, method: 'SMART_ID' });
    await people.replace(third, second);
    const arrived = await arrive(browser, way);
    expect([arrived.get('code'), arrived.get('error')]).toEqual([null, 'access_denied']);
  });

  it('returns no token for a code of the former representative', async () => {
    const code = codeOf(await signIn());
    await people.replace(third, second);
    expect((await redeem(code)).said).toEqual([400, 'invalid_grant']);
    expect((await redeem(codeOf(await signIn()))).said).toEqual([200, undefined]);
  });

  it('refreshes no token of the former representative; the successor gets new ones', async () => {
    const { body: given } = await redeem(codeOf(await signIn()));
    await people.replace(third, second);
    expect((await refresh(given)).said).toEqual([400, 'invalid_grant']);
    const { body: successors } = await redeem(codeOf(await signIn()));
    expect((await refresh(successors)).said).toEqual([200, undefined]);
    expect((await refresh(given)).said).toEqual([400, 'invalid_grant']);
  });

  it('does not refresh a refreshed token either, until the bank takes the replacement back', async () => {
    const { body: refreshed } = await refresh((await redeem(codeOf(await signIn()))).body);
    await people.replace(third, second);
    expect((await refresh(refreshed)).said).toEqual([400, 'invalid_grant']);
    await people.replace(first, second);
    expect((await refresh(refreshed)).said).toEqual([200, undefined]);
  });

  it('does not revoke an access token that was issued before', async () => {
    const { body: given } = await redeem(codeOf(await signIn()));
    await people.replace(third, second);
    expect(await readWith(given)).toBe(200);
  });

  it('continues for the same national identity number under another name', async () => {
    const code = codeOf(await signIn());
    await people.replace({ ...first, surname: 'Näidis-Uus' }, second);
    const { said, body } = await redeem(code);
    expect([said, (await refresh(body)).said]).toEqual([
      [200, undefined],
      [200, undefined],
    ]);
  });

  it('continues for a grant of an earlier version, which does not name the person', async () => {
    const { body: given } = await redeem(codeOf(await signIn()));
    await house.database.query(`update oauth_artifact set payload = payload - 'portico.representative' where model = 'Grant'`);
    await people.replace(third, second);
    expect((await refresh(given)).said).toEqual([200, undefined]);
  });

  it('refreshes no token of a sign-in that bypassed the page', async () => {
    await house.tokenOf(house.company);
    const { browser, location } = await begin({ bypass: 'true' });
    const { body: given } = await redeem(codeOf(await arrive(browser, location)));
    await people.replace(third, second);
    expect((await refresh(given)).said).toEqual([400, 'invalid_grant']);
  });

  it('does not store the person for a customer who is a person', async () => {
    const { body: given } = await redeem(codeOf(await signIn(people.holders.person.code)));
    const { rows } = await house.database.query(
      `select payload ? 'portico.representative' as "isKept" from oauth_artifact where model = 'Grant' and customer_id = $1`,
      [people.ids.person],
    );
    expect(rows).toContainEqual({ isKept: false });
    expect(rows).not.toContainEqual({ isKept: true });
    expect((await refresh(given)).said).toEqual([200, undefined]);
  });
});
