import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createAudit } from '#modules/audit/index.ts';
import type { OpenedDatabase } from '#platform/db/open-database.ts';
import { setClock } from '../../testing/set-clock.ts';
import { openTestDatabase } from '../../testing/test-database.ts';
import { type OAuthHouse, openOAuthHouse } from './testing/oauth-house.ts';
import { createOAuthJourney, type OAuthJourney } from './testing/oauth-journey.ts';

let database: OpenedDatabase;
let house: OAuthHouse;
let tpp: OAuthJourney;
const audit = createAudit({ keyAudit: Buffer.alloc(32, 1) });
const DAY_MS = 24 * 60 * 60 * 1000;
const REFUSED = { status: 400, body: { error: 'invalid_grant' } };

beforeAll(async () => {
  database = await openTestDatabase();
  house = await openOAuthHouse(database, audit);
  tpp = createOAuthJourney(house);
});
afterAll(async () => {
  await house.app.close();
  await database.close();
});
afterEach(() => passTime(0));

const passTime = (ms: number) => setClock(database, ms, 'sbx_one');

async function countTokens(): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from oauth_artifact where model in ('AccessToken', 'RefreshToken')`.execute(database.db);
  return rows[0]?.count ?? 0;
}

async function readAudit(): Promise<{ chain: string; event: string }[]> {
  const entries: { chain: string; event: string }[] = [];
  for await (const { chain, event } of audit.export(database.db)) entries.push({ chain, event });
  return entries;
}

describe('a refresh token', () => {
  it('gives a new access token and a new refresh token, for the same customer, bank and language', async () => {
    const first = await tpp.newTokens({ locale: 'et' });
    const { status, body } = await tpp.refresh(first.refresh_token);
    expect([status, body.token_type, body.expires_in, body.scope]).toEqual([200, 'Bearer', 3600, 'openid']);
    expect(body.refresh_token).not.toBe(first.refresh_token);
    expect(body.access_token).not.toBe(first.access_token);
    expect(await tpp.callApi(body.access_token)).toMatchObject({ status: 200, who: { customerId: 'cus_mari', bankCountry: 'ee', locale: 'et' } });
    expect((await tpp.callApi(first.access_token)).status).toBe(200);
  });

  it('comes and goes in JSON, as the sample of version 2 is printed', async () => {
    const { refresh_token } = await tpp.newTokens();
    const sample = { client_id: 'lumen-books', client_secret: 'canary-client-secret', grant_type: 'refresh_token', code: '', refresh_token };
    expect((await tpp.post(JSON.stringify(sample), { 'content-type': 'application/json' })).status).toBe(200);
  });

  it('comes in the query of version 1, with the realm and redirect URI that its clients send along', async () => {
    const openam = createOAuthJourney(house, 'v1');
    const { refresh_token } = await openam.newTokens();
    const query = new URLSearchParams({
      client_id: 'lumen-books',
      client_secret: 'canary-client-secret',
      grant_type: 'refresh_token',
      refresh_token: String(refresh_token),
      redirect_uri: 'http://127.0.0.1:3001/callback',
      realm: 'psd2',
    });
    expect((await openam.post('', undefined, `?${query.toString()}`)).status).toBe(200);
  });

  it('lets a chain of refreshes run on', async () => {
    let { refresh_token } = await tpp.newTokens();
    for (let turn = 0; turn < 4; turn += 1) {
      const { status, body } = await tpp.refresh(refresh_token);
      expect(status).toBe(200);
      refresh_token = body.refresh_token;
    }
  });

  it('works after the access token has run out, the code too', async () => {
    const { refresh_token } = await tpp.newTokens();
    await passTime(30 * DAY_MS);
    const { body } = await tpp.refresh(refresh_token);
    expect((await tpp.callApi(body.access_token)).status).toBe(200);
  });

  it('is worth nothing as an access token', async () => {
    const { refresh_token } = await tpp.newTokens();
    expect(await tpp.callApi(refresh_token)).toMatchObject({ status: 401, code: 'TOKEN_UNKNOWN' });
  });
});

describe('a rotated refresh token that comes again', () => {
  it('ends everything that came from its sign-in, and nothing else', async () => {
    const [first, bystander] = [await tpp.newTokens(), await tpp.newTokens()];
    const second = (await tpp.refresh(first.refresh_token)).body;
    expect(await tpp.refresh(first.refresh_token)).toMatchObject(REFUSED);
    expect(await tpp.callApi(first.access_token)).toMatchObject({ status: 401, code: 'TOKEN_UNKNOWN' });
    expect(await tpp.callApi(second.access_token)).toMatchObject({ status: 401, code: 'TOKEN_UNKNOWN' });
    expect(await tpp.refresh(second.refresh_token)).toMatchObject(REFUSED);
    expect((await tpp.callApi(bystander.access_token)).status).toBe(200);
    expect((await tpp.refresh(bystander.refresh_token)).status).toBe(200);
  });

  it('does so months later', async () => {
    const first = await tpp.newTokens();
    const second = (await tpp.refresh(first.refresh_token)).body;
    await passTime(100 * DAY_MS);
    expect(await tpp.refresh(first.refresh_token)).toMatchObject(REFUSED);
    expect(await tpp.refresh(second.refresh_token)).toMatchObject(REFUSED);
  });

  it('is what the second of two simultaneous refreshes is: one gets tokens, and they are dead', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { refresh_token, access_token } = await tpp.newTokens();
      const answers = await Promise.all(Array.from({ length: 6 }, () => tpp.refresh(refresh_token)));
      const given = answers.filter(({ status }) => status === 200);
      expect(given.length).toBe(1);
      expect(answers.filter(({ status }) => status !== 200).every(({ status, body }) => status === 400 && body.error === 'invalid_grant')).toBe(true);
      expect((await tpp.callApi(given[0]?.body.access_token)).status).toBe(401);
      expect((await tpp.callApi(access_token)).status).toBe(401);
      expect(await tpp.refresh(given[0]?.body.refresh_token)).toMatchObject(REFUSED);
    }
  });

  it('is written in the audit log once', async () => {
    const before = new Set((await readAudit()).map(({ chain }) => chain));
    const first = await tpp.newTokens();
    await tpp.refresh(first.refresh_token);
    await tpp.refresh(first.refresh_token);
    await tpp.refresh(first.refresh_token);
    const written = (await readAudit()).filter(({ chain }) => !before.has(chain));
    expect(written.map(({ event }) => event)).toEqual(['token.issued', 'token.refreshed', 'token.revoked']);
    expect((await audit.verify(database.db)).findings).toEqual([]);
  });
});

describe('the chain of refreshes ends 180 days after the sign-in', () => {
  it('whenever it was last refreshed', async () => {
    let { refresh_token } = await tpp.newTokens();
    for (const days of [60, 120, 179]) {
      await passTime(days * DAY_MS);
      const { status, body } = await tpp.refresh(refresh_token);
      expect(status).toBe(200);
      refresh_token = body.refresh_token;
    }
    await passTime(180 * DAY_MS + 1000);
    expect(await tpp.refresh(refresh_token)).toMatchObject(REFUSED);
  });

  it('to the minute, and the last access token ends with it', async () => {
    const { refresh_token } = await tpp.newTokens();
    await passTime(180 * DAY_MS - 10 * 60_000);
    const { status, body } = await tpp.refresh(refresh_token);
    expect(status).toBe(200);
    expect(body.expires_in).toBeGreaterThan(9 * 60);
    expect(body.expires_in).toBeLessThanOrEqual(10 * 60);
    await passTime(180 * DAY_MS + 1000);
    expect(await tpp.callApi(body.access_token)).toMatchObject({ status: 401, code: 'TOKEN_EXPIRED' });
    expect(await tpp.refresh(body.refresh_token)).toMatchObject(REFUSED);
  });
});

describe('a refresh is refused', () => {
  it.each([
    ['to another application', { client_id: 'other-shop' }, 400, 'invalid_grant'],
    ['with a wrong secret', { client_secret: 'wrong' }, 401, 'invalid_client'],
    ['without a secret', { client_secret: undefined }, 401, 'invalid_client'],
    ['without a token', { refresh_token: undefined }, 400, 'invalid_request'],
    ['for a wider scope', { scope: 'openid offline_access' }, 400, 'invalid_scope'],
  ])('%s, and the token stays good', async (_what, change, status, error) => {
    const { refresh_token } = await tpp.newTokens();
    expect(await tpp.refresh(refresh_token, change)).toMatchObject({ status, body: { error } });
    expect((await tpp.refresh(refresh_token)).status).toBe(200);
  });

  it('by the other version, and for an access token or a code', async () => {
    const { refresh_token, access_token } = await tpp.newTokens();
    expect(await createOAuthJourney(house, 'v1').refresh(refresh_token)).toMatchObject(REFUSED);
    expect(await tpp.refresh(access_token)).toMatchObject(REFUSED);
    expect(await tpp.refresh(await tpp.newCode())).toMatchObject(REFUSED);
    expect(await tpp.exchange(String(refresh_token))).toMatchObject(REFUSED);
  });

  it('when the token comes twice', async () => {
    const { refresh_token } = await tpp.newTokens();
    const form = `client_id=lumen-books&client_secret=canary-client-secret&grant_type=refresh_token&refresh_token=${String(refresh_token)}`;
    expect(await tpp.post(`${form}&refresh_token=${String(refresh_token)}`)).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
    expect((await tpp.post(form)).status).toBe(200);
  });

  it('after either token of its sign-in was revoked', async () => {
    for (const name of ['refresh_token', 'access_token']) {
      const tokens = await tpp.newTokens();
      expect((await tpp.revoke(tokens[name])).status).toBe(200);
      expect((await tpp.callApi(tokens.access_token)).status).toBe(401);
      expect(await tpp.refresh(tokens.refresh_token)).toMatchObject(REFUSED);
    }
  });

  it('but another application cannot revoke it', async () => {
    const { refresh_token } = await tpp.newTokens();
    await tpp.revoke(refresh_token, { client_id: 'other-shop' });
    expect((await tpp.refresh(refresh_token)).status).toBe(200);
  });

  it('while the application is suspended', async () => {
    const { refresh_token } = await tpp.newTokens();
    await sql`update tpp_app set suspended_at = now() where client_id = 'lumen-books'`.execute(database.db);
    const answer = await tpp.refresh(refresh_token);
    await sql`update tpp_app set suspended_at = null where client_id = 'lumen-books'`.execute(database.db);
    expect(answer).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
  });
});

describe('a refused token call', () => {
  it('writes nothing', async () => {
    const code = await tpp.newCode();
    const before = await countTokens();
    await tpp.exchange(code, { code_verifier: 'w'.repeat(43) });
    await tpp.exchange(code, { client_id: 'other-shop' });
    expect(await countTokens()).toBe(before);
    expect((await tpp.exchange(code)).status).toBe(200);
    expect(await countTokens()).toBe(before + 2);
  });

  it('says what to do, in words that do not tell which part was wrong', async () => {
    const [code, { refresh_token }] = [await tpp.newCode(), await tpp.newTokens()];
    const refusals = [
      await tpp.exchange('x'.repeat(43)),
      await tpp.exchange(code, { client_id: 'other-shop' }),
      await tpp.exchange(code, { code_verifier: 'w'.repeat(43) }),
      await tpp.refresh(refresh_token, { client_id: 'other-shop' }),
      await tpp.refresh('x'.repeat(43)),
    ];
    expect(new Set(refusals.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(refusals[0]?.body.error_description).toContain('Let the customer sign in again.');
  });

  it('is answered to a program, never with a page, even when its library accepts one', async () => {
    const answer = await tpp.post('grant_type=x', { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' });
    expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
  });
});
