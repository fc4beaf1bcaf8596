/** The session: whose it is, how long it lives, what the guard refuses, and the end of an account. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestPlatform } from '../../testing/test-platform.ts';
import { type IdentityHouse, openIdentityHouse, PASSWORD, type TestBrowser } from './testing/identity-harness.ts';

const appendAudit = async () => {};

const deleted: string[] = [];
let house: IdentityHouse;
let failOnDelete = false;
beforeAll(async () => {
  house = await openIdentityHouse(await openTestPlatform({ appendAudit }), {
    onDeleted: async ({ tx }, developerId) => {
      // What stands above still finds the developer while it forgets its own.
      expect(tx.isTransaction).toBe(true);
      deleted.push(developerId);
      if (failOnDelete) throw new Error('an application could not be deleted');
    },
  });
});
afterAll(() => house.close());
beforeEach(() => house.database.query('delete from spent_allowance'));

async function signedIn(email: string): Promise<{ browser: TestBrowser; userId: string }> {
  const browser = await house.register(email);
  const { body } = await house.signIn(browser, email);
  const userId = typeof body === 'object' && body !== null && 'userId' in body ? String(body.userId) : '';
  expect(userId).toMatch(/^dev_/);
  return { browser, userId };
}
const age = (column: 'started_at' | 'last_seen_at', seconds: number) =>
  house.database.query(`update developer_session set ${column} = now() - $1::integer * interval '1 second'`, [seconds]);
const notSignedIn = { status: 401, body: { errors: [{ code: 'NOT_SIGNED_IN' }] } };

describe('an operator who signs a developer out', () => {
  it('ends the sessions in every browser and deletes the known browsers; the developer can sign in again', async () => {
    const { browser, userId } = await signedIn('lost@laptop.example');
    const second = house.browse();
    await house.signIn(second, 'lost@laptop.example');
    const { browser: other } = await signedIn('other@laptop.example');
    expect(await house.developers.signOut(userId)).toBe(2);
    for (const each of [browser, second]) expect(await each.send('GET', '/guarded')).toMatchObject(notSignedIn);
    expect(await other.send('GET', '/guarded')).toMatchObject({ status: 200 });
    const { rows } = await house.database.query('select 1 from developer_device where developer_id = $1', [userId]);
    expect(rows).toEqual([]);
    await house.signIn(browser, 'lost@laptop.example');
    expect(await browser.send('GET', '/guarded')).toMatchObject({ status: 200 });
  });

  it('does not count expired sessions or those of an unknown developer', async () => {
    const { userId } = await signedIn('asleep@laptop.example');
    await age('last_seen_at', 24 * 60 * 60);
    expect(await house.developers.signOut(userId)).toBe(0);
    expect(await house.developers.signOut(userId)).toBe(0);
    expect(await house.developers.signOut('dev_00000000000000000000000000')).toBe(0);
  });
});

describe('the guard', () => {
  let mari: { browser: TestBrowser; userId: string };
  let jaan: { browser: TestBrowser; userId: string };
  beforeAll(async () => {
    mari = await signedIn('mari@example.com');
    await house.database.query('delete from spent_allowance');
    jaan = await signedIn('jaan@example.com');
  });

  it.each([undefined, '', 'null'])('accepts the developer when Tpp-Id is %j', async (tppId) => {
    const answer = await mari.browser.send('GET', '/guarded', undefined, tppId === undefined ? {} : { headers: { 'tpp-id': tppId } });
    expect(answer).toMatchObject({ status: 200, body: { developerId: mari.userId, email: 'mari@example.com' } });
  });

  it('accepts the developer with the correct Tpp-Id', async () => {
    expect(await mari.browser.send('GET', '/guarded', undefined, { headers: { 'tpp-id': mari.userId } })).toMatchObject({ status: 200 });
  });

  it.each(['other', 'undefined', 'NULL', 'dev_00000000000000000000000000', 'mari@example.com'])(
    'refuses the Tpp-Id %j with 403 and keeps the session',
    async (given) => {
      const tppId = given === 'other' ? jaan.userId : given;
      const answer = await mari.browser.send('GET', '/guarded', undefined, { headers: { 'tpp-id': tppId } });
      expect(answer).toMatchObject({ status: 403, body: { errors: [{ code: 'TPP_ID_MISMATCH', path: 'header:Tpp-Id' }] } });
      expect(answer.headers['set-cookie']).toBeUndefined();
      expect(await mari.browser.send('GET', '/guarded')).toMatchObject({ status: 200 });
    },
  );

  it('refuses a Tpp-Id without a session, and invalid session cookies', async () => {
    expect(await house.browse().send('GET', '/guarded', undefined, { headers: { 'tpp-id': mari.userId } })).toMatchObject(notSignedIn);
    for (const value of ['x', 'A'.repeat(43), `${'A'.repeat(43)}'--`, 'null']) {
      const browser = house.browse();
      browser.jar.set('portico-dev', value);
      expect(await browser.send('GET', '/guarded')).toMatchObject(notSignedIn);
    }
  });

  it('does not read Tpp-Id on identity calls', async () => {
    const answer = await mari.browser.send('GET', '/identity/session', undefined, { headers: { 'tpp-id': jaan.userId } });
    expect(answer.body).toMatchObject({ user: { userId: mari.userId } });
  });
});

describe('a session', () => {
  const HOUR = 3_600;
  it.each([
    ['last_seen_at', 12 * HOUR - 5, 200],
    ['last_seen_at', 12 * HOUR + 1, 401],
    ['started_at', 7 * 24 * HOUR - 5, 200],
    ['started_at', 7 * 24 * HOUR + 1, 401],
  ] as const)('with %s %i seconds ago gets the status %i', async (column, seconds, status) => {
    const { browser } = await signedIn(`${column.replaceAll('_', '-')}-${seconds}@example.com`);
    await age(column, seconds);
    expect((await browser.send('GET', '/guarded')).status).toBe(status);
  });

  it('is extended by use, and stores the last use at most once a minute', async () => {
    const { browser } = await signedIn('awake@example.com');
    await age('last_seen_at', 11 * HOUR);
    await browser.send('GET', '/guarded');
    const seen = () =>
      house.rows(
        `select last_seen_at > now() - interval '30 seconds' as is_fresh from developer_session join developer using (developer_id) where email = 'awake@example.com'`,
      );
    expect(await seen()).toEqual([{ is_fresh: true }]);
    await age('last_seen_at', 50);
    await browser.send('GET', '/guarded');
    expect(await seen()).toEqual([{ is_fresh: false }]);
  });

  it('has an HttpOnly, SameSite cookie with a new value, not one that the browser sent', async () => {
    const browser = await house.register('fixed@example.com');
    const planted = 'P'.repeat(43);
    browser.jar.set('portico-dev', planted);
    const answer = await house.signIn(browser, 'fixed@example.com');
    const [session = ''] = [answer.headers['set-cookie'] ?? []].flat().map(String);
    expect(session).toMatch(/^portico-dev=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(session).not.toContain(planted);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('ends when its browser signs in again, and those of other browsers do not', async () => {
    const { browser } = await signedIn('again@example.com');
    const before = browser.jar.get('portico-dev') ?? '';
    const other = house.browse();
    await house.signIn(other, 'again@example.com');
    await house.signIn(browser, 'again@example.com');
    const old = house.browse();
    old.jar.set('portico-dev', before);
    expect(await old.send('GET', '/guarded')).toMatchObject(notSignedIn);
    expect(await browser.send('GET', '/guarded')).toMatchObject({ status: 200 });
    expect(await other.send('GET', '/guarded')).toMatchObject({ status: 200 });
  });

  it('cannot be resumed with its cookie after signing out; signing out twice succeeds', async () => {
    const { browser } = await signedIn('out@example.com');
    const kept = browser.jar.get('portico-dev') ?? '';
    expect((await browser.send('DELETE', '/identity/session')).status).toBe(204);
    expect((await browser.send('DELETE', '/identity/session')).status).toBe(204);
    browser.jar.set('portico-dev', kept);
    expect(await browser.send('GET', '/guarded')).toMatchObject(notSignedIn);
  });

  it('is resolved correctly among simultaneous calls, also with an ended and an unknown one', async () => {
    const people = await Promise.all(['first', 'second', 'third'].map((name) => signedIn(`${name}@together.example`)));
    const unknown = house.browse();
    unknown.jar.set('portico-dev', 'U'.repeat(43));
    const ended = people[1]?.browser;
    const cookie = ended?.jar.get('portico-dev') ?? '';
    await ended?.send('DELETE', '/identity/session');
    ended?.jar.set('portico-dev', cookie);
    const answers = await Promise.all([...people.map(({ browser }) => browser), unknown].map((browser) => browser.send('GET', '/guarded')));
    expect(answers.map(({ status }) => status)).toEqual([200, 401, 200, 401]);
    expect([answers[0]?.body, answers[2]?.body]).toMatchObject([{ email: 'first@together.example' }, { email: 'third@together.example' }]);
  });

  it.each(['https://evil.example', 'null', 'http://localhost:3000.evil.example'])('is not ended by a call with the origin %s', async (origin) => {
    const { browser } = await signedIn(`csrf-${origin.length}@example.com`);
    for (const path of ['/identity/session', '/identity/user']) {
      expect(await browser.send('DELETE', path, undefined, { headers: { origin } })).toMatchObject({
        status: 403,
        body: { errors: [{ code: 'ORIGIN_DENIED' }] },
      });
    }
    expect(await browser.send('GET', '/guarded')).toMatchObject({ status: 200 });
  });
});

describe('the check of the password', () => {
  it('requires a session', async () => {
    expect(await house.browse().send('POST', '/identity/password-check', { password: PASSWORD })).toMatchObject(notSignedIn);
  });
  it('accepts the password of the signed-in developer only', async () => {
    const { browser } = await signedIn('check@example.com');
    expect(await browser.send('POST', '/identity/password-check', { password: PASSWORD })).toMatchObject({ status: 204 });
    const refused = { status: 401, body: { errors: [{ code: 'CREDENTIALS_WRONG' }] } };
    expect(await browser.send('POST', '/identity/password-check', { password: 'Other-Passw0rd' })).toMatchObject(refused);
    expect(await browser.send('GET', '/guarded')).toMatchObject({ status: 200 });
  });
});

describe('a call that cannot be undone and has no field for a password', () => {
  const wrong = { status: 401, body: { errors: [{ code: 'CREDENTIALS_WRONG', path: 'password' }] } };
  const call = (browser: Awaited<ReturnType<typeof signedIn>>['browser']) => browser.send('GET', '/guarded-by-password');
  const give = (browser: Awaited<ReturnType<typeof signedIn>>['browser'], password: string) =>
    browser.send('POST', '/identity/password-check', { password });

  it('requires a session, also of the same subject', async () => {
    expect(await call(house.browse())).toMatchObject(notSignedIn);
    const { browser } = await signedIn('subject@example.com');
    await give(browser, PASSWORD);
    expect(await browser.send('GET', '/guarded-by-password', undefined, { headers: { 'tpp-id': 'dev_other' } })).toMatchObject({ status: 403 });
  });

  it('is allowed after the right password only, in this session only', async () => {
    const { browser } = await signedIn('given@example.com');
    const elsewhere = house.browse();
    await house.signIn(elsewhere, 'given@example.com');
    expect(await call(browser)).toMatchObject(wrong);
    expect(await give(browser, `${PASSWORD}!`)).toMatchObject({ status: 401 });
    expect(await call(browser)).toMatchObject(wrong);
    expect(await give(browser, PASSWORD)).toMatchObject({ status: 204 });
    expect(await call(browser)).toMatchObject({ status: 200 });
    expect(await call(elsewhere)).toMatchObject(wrong);
    await browser.send('DELETE', '/identity/session');
    await house.signIn(browser, 'given@example.com');
    expect(await call(browser)).toMatchObject(wrong);
  });

  it('is allowed for five minutes after the last password', async () => {
    const { browser } = await signedIn('minutes@example.com');
    const wait = (seconds: number) =>
      house.database.query(
        `update spent_allowance set expires_at = expires_at - interval '1 second' * $1::integer,
          spent_at = array(select spent - interval '1 second' * $1::integer from unnest(spent_at) as spent) where key like 'password-given:%'`,
        [seconds],
      );
    await give(browser, PASSWORD);
    await wait(290);
    await give(browser, PASSWORD);
    await wait(290);
    expect(await call(browser)).toMatchObject({ status: 200 });
    await wait(11);
    expect(await call(browser)).toMatchObject(wrong);
  });

  it('needs none where the account has none', async () => {
    const { browser, userId } = await signedIn('none@example.com');
    await house.database.query('update developer set password_hash = null where developer_id = $1', [userId]);
    expect(await call(browser)).toMatchObject({ status: 200 });
  });
});

describe('deleting the account', () => {
  it('requires a session', async () => {
    expect(await house.browse().send('DELETE', '/identity/user')).toMatchObject(notSignedIn);
  });

  it('ends every session, calls onDeleted in the same transaction, and frees the e-mail address', async () => {
    const { browser, userId } = await signedIn('gone@example.com');
    const elsewhere = house.browse();
    await house.signIn(elsewhere, 'gone@example.com');
    expect((await browser.send('DELETE', '/identity/user', { password: PASSWORD })).status).toBe(204);
    expect(deleted).toEqual([userId]);
    for (const one of [browser, elsewhere]) expect(await one.send('GET', '/guarded')).toMatchObject(notSignedIn);
    expect(await house.signIn(house.browse(), 'gone@example.com')).toMatchObject({ status: 401 });
    const { userId: next } = await signedIn('gone@example.com');
    expect(next).not.toBe(userId);
  });

  it.each([
    ['no password', undefined],
    ['no password in a body', {}],
    ['a wrong password', { password: `${PASSWORD}!` }],
  ])('is refused with %s, and changes nothing', async (_what, body) => {
    deleted.splice(0);
    const { browser } = await signedIn('asked@example.com');
    const refused = { status: 401, body: { errors: [{ code: 'CREDENTIALS_WRONG', path: 'password' }] } };
    expect(await browser.send('DELETE', '/identity/user', body)).toMatchObject(refused);
    expect(await browser.send('GET', '/guarded')).toMatchObject({ status: 200 });
    expect(deleted).toEqual([]);
  });

  it('is not reached by guessing: ten wrong passwords use up the attempts', async () => {
    const { browser } = await signedIn('guessed@example.com');
    for (let guess = 0; guess < 10; guess += 1) await browser.send('POST', '/identity/password-check', { password: `Guess-${guess}` });
    expect(await browser.send('POST', '/identity/password-check', { password: PASSWORD })).toMatchObject({ status: 429 });
    expect(await browser.send('DELETE', '/identity/user', { password: PASSWORD })).toMatchObject({ status: 429 });
  });

  it('needs no password where the account has none', async () => {
    const { browser, userId } = await signedIn('google@example.com');
    expect(await browser.send('GET', '/identity/session')).toMatchObject({ body: { hasPassword: true } });
    await house.database.query('update developer set password_hash = null where developer_id = $1', [userId]);
    expect(await browser.send('GET', '/identity/session')).toMatchObject({ body: { hasPassword: false } });
    expect((await browser.send('DELETE', '/identity/user')).status).toBe(204);
  });

  it('changes nothing when onDeleted fails', async () => {
    const { browser } = await signedIn('stays@example.com');
    failOnDelete = true;
    expect((await browser.send('DELETE', '/identity/user', { password: PASSWORD })).status).toBe(500);
    failOnDelete = false;
    expect(await browser.send('GET', '/guarded')).toMatchObject({ status: 200 });
    expect(await house.signIn(house.browse(), 'stays@example.com', PASSWORD)).toMatchObject({ status: 200 });
  });

  it('by an operator ends every session; they find developers by id or e-mail address', async () => {
    const { browser, userId } = await signedIn('operated@example.com');
    const found = { developerId: userId, email: 'operated@example.com' };
    expect(await house.developers.findDeveloper({ email: ' Operated@example.com' })).toEqual(found);
    expect(await house.developers.findDeveloper({ developerId: userId })).toEqual(found);
    expect(await house.developers.findDeveloper({ email: 'no address' })).toBeUndefined();
    expect(await house.developers.deleteDeveloper(userId)).toBe(true);
    expect(await house.developers.deleteDeveloper(userId)).toBe(false);
    expect(await browser.send('GET', '/guarded')).toMatchObject(notSignedIn);
  });
});
