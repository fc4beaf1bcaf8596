/** Where a developer is logged in, and the end of a session from another browser. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestPlatform } from '../../testing/test-platform.ts';
import { browserName } from './browser-name.ts';
import { type IdentityHouse, openIdentityHouse, type TestBrowser } from './testing/identity-harness.ts';

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
const EMAIL = 'mari@sessions.example';

let house: IdentityHouse;
let first: TestBrowser;
let second: TestBrowser;
let third: TestBrowser;
beforeAll(async () => {
  house = await openIdentityHouse(await openTestPlatform({ appendAudit: async () => {} }));
  first = await house.register(EMAIL);
});
afterAll(() => house.close());
beforeEach(async () => {
  await house.database.query('delete from spent_allowance');
  await house.database.query('delete from developer_session');
  [second, third] = [house.browse(), house.browse()];
  await house.signIn(first, EMAIL, undefined, { headers: { 'user-agent': FIREFOX } });
  await house.signIn(second, EMAIL, undefined, { headers: { 'user-agent': IPHONE } });
  await house.signIn(third, EMAIL, undefined, { headers: { 'user-agent': 'curl/8.14.1' } });
});

const listOf = async (browser: TestBrowser): Promise<readonly Record<string, unknown>[]> => {
  const { status, body } = await browser.send('GET', '/identity/sessions');
  expect(status).toBe(200);
  return Object(body).sessions;
};
const idOf = async (browser: TestBrowser) => String((await listOf(browser))[0]?.id);
const isLoggedIn = async (browser: TestBrowser) => (await browser.send('GET', '/guarded')).status === 200;

describe('the list of sessions', () => {
  it('has each browser with its name, that of the caller first, and nothing that opens a session', async () => {
    const sessions = await listOf(second);
    expect(sessions.map(({ browser, isCurrent }) => [browser, isCurrent])).toEqual([
      ['Safari on iOS', true],
      ...sessions.slice(1).map(({ browser }) => [browser, false]),
    ]);
    expect(new Set(sessions.map(({ browser }) => browser))).toEqual(new Set(['Safari on iOS', 'Firefox on Windows', null]));
    const { rows } = await house.database.query('select session_hash from developer_session');
    for (const row of rows) expect(JSON.stringify(sessions)).not.toContain(String(Object(row).session_hash));
  });

  it('has no session that has expired, and none of another developer', async () => {
    const other = await house.register('other@sessions.example');
    await house.signIn(other, 'other@sessions.example');
    const id = await idOf(third);
    await house.database.query(`update developer_session set last_seen_at = now() - interval '13 hours' where session_id = $1`, [id]);
    expect((await listOf(first)).map((session) => session.id)).not.toContain(id);
    expect(await listOf(first)).toHaveLength(2);
    expect(await listOf(other)).toHaveLength(1);
  });
});

describe('the end of a session from another browser', () => {
  it('is the end of that session alone, at once', async () => {
    expect((await first.send('DELETE', `/identity/sessions/${await idOf(second)}`)).status).toBe(204);
    expect(await Promise.all([first, second, third].map(isLoggedIn))).toEqual([true, false, true]);
  });

  it('is refused a second time, after it has expired, for another developer’s session and for an invented one', async () => {
    const other = await house.register('stranger@sessions.example');
    await house.signIn(other, 'stranger@sessions.example');
    const [ended, expired] = [await idOf(second), await idOf(third)];
    await first.send('DELETE', `/identity/sessions/${ended}`);
    await house.database.query(`update developer_session set started_at = now() - interval '8 days' where session_id = $1`, [expired]);
    for (const id of [ended, expired, await idOf(other), `dse_${'0'.repeat(26)}`]) {
      expect([id, await first.send('DELETE', `/identity/sessions/${id}`)]).toMatchObject([
        id,
        { status: 404, body: { errors: [{ code: 'NOT_FOUND' }] } },
      ]);
    }
    expect(await isLoggedIn(other)).toBe(true);
  });

  it.each(['x', 'dse_', '%25', 'dse_ABCDEFGHIJKLMNOPQRSTUVWXYZ', `dse_${'a'.repeat(41)}`])('is refused with the id %j', async (id) => {
    expect((await first.send('DELETE', `/identity/sessions/${id}`)).status).toBe(404);
    expect(await isLoggedIn(second)).toBe(true);
  });

  it('ends all others and forgets their browsers', async () => {
    expect((await third.send('DELETE', '/identity/sessions')).status).toBe(204);
    expect(await Promise.all([first, second, third].map(isLoggedIn))).toEqual([false, false, true]);
    expect(await house.rows('select 1 from developer_device join developer using (developer_id) where email = $1', [EMAIL])).toHaveLength(1);
  });

  it.each([
    ['GET', ''],
    ['DELETE', ''],
    ['DELETE', `/dse_${'0'.repeat(26)}`],
  ] as const)('needs a session: %s %s', async (method, rest) => {
    expect(await house.browse().send(method, `/identity/sessions${rest}`)).toMatchObject({
      status: 401,
      body: { errors: [{ code: 'NOT_SIGNED_IN' }] },
    });
  });
});

describe('a browser', () => {
  it.each([
    [FIREFOX, 'Firefox on Windows'],
    [IPHONE, 'Safari on iOS'],
    ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36', 'Chrome on Linux'],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0',
      'Microsoft Edge on Windows',
    ],
  ])('is named by its header: %s', (header, name) => {
    expect(browserName(header)).toBe(name);
  });

  it.each([undefined, '', ' ', 'curl/8.14.1', '<script>alert(1)</script>', 'Mozilla/5.0 '.repeat(100), '\u202e\u0000'])(
    'has no name: %j',
    (header) => {
      expect(browserName(header)).toBeUndefined();
    },
  );
});
