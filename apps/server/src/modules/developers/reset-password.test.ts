/** Codes by mail: what one is good for, how often it may be tried, and what ends when it was right. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestPlatform } from '../../testing/test-platform.ts';
import { type IdentityHouse, OTHER_PASSWORD, openIdentityHouse, PASSWORD, type TestBrowser } from './testing/identity-harness.ts';

const appendAudit = async () => {};

const EMAIL = 'mari@example.com';

let house: IdentityHouse;
let owner: TestBrowser;
beforeAll(async () => {
  house = await openIdentityHouse(await openTestPlatform({ appendAudit }));
  owner = await house.register(EMAIL);
});
afterAll(() => house.close());
beforeEach(async () => {
  house.mails.length = 0;
  await house.database.query('delete from spent_allowance');
});

const wrong = { status: 400, body: { errors: [{ code: 'RESET_CODE_WRONG', path: 'code', text: expect.stringContaining('ask for a new one') }] } };

async function askForCode(browser = house.browse(), email = EMAIL): Promise<{ browser: TestBrowser; code: string }> {
  expect(await browser.send('POST', '/identity/forgot-password', { email })).toMatchObject({ status: 204, body: '' });
  return { browser, code: house.codeOf() };
}
const reset = (browser: TestBrowser, code: string, password = OTHER_PASSWORD, email = EMAIL) =>
  browser.send('POST', '/identity/reset-password', { email, code, password });
const other = (code: string) => String((Number(code) + 1) % 100_000_000).padStart(8, '0');

describe('a reset', () => {
  it('with the correct code changes the password, ends every session, sends a mail and starts no session', async () => {
    const elsewhere = house.browse();
    expect(await house.signIn(owner, EMAIL)).toMatchObject({ status: 200 });
    expect(await house.signIn(elsewhere, EMAIL)).toMatchObject({ status: 200 });
    const { browser, code } = await askForCode();
    expect(code).toMatch(/^\d{8}$/);
    expect(await reset(browser, ` ${code} `)).toMatchObject({ status: 204, body: '' });
    for (const one of [owner, elsewhere]) {
      expect((await one.send('GET', '/identity/session')).body).toMatchObject({ user: null });
      expect(await one.send('GET', '/guarded')).toMatchObject({ status: 401 });
    }
    expect((await browser.send('GET', '/identity/session')).body).toMatchObject({ user: null });
    expect(house.mails.at(-1)).toMatchObject({ to: EMAIL, subject: expect.stringContaining('was changed') });
    expect(await house.signIn(browser, EMAIL)).toMatchObject({ status: 401 });
    expect(await house.signIn(browser, EMAIL, OTHER_PASSWORD)).toMatchObject({ status: 200 });
  });

  it('with an invalid password is refused without using up the code', async () => {
    const { browser, code } = await askForCode();
    expect(await reset(browser, code, 'weak')).toMatchObject({ status: 400, body: { errors: [{ code: 'PASSWORD_INVALID' }] } });
    expect(await reset(browser, code, PASSWORD)).toMatchObject({ status: 204 });
  });
});

describe('a code', () => {
  it('is invalid after five wrong attempts: the sixth is refused even if correct', async () => {
    const { browser, code } = await askForCode();
    for (let tries = 0; tries < 5; tries += 1) expect(await reset(browser, other(code))).toMatchObject(wrong);
    expect(await reset(browser, code)).toMatchObject(wrong);
  });

  it('is accepted on the fifth attempt', async () => {
    const { browser, code } = await askForCode();
    for (let tries = 0; tries < 4; tries += 1) expect(await reset(browser, other(code))).toMatchObject(wrong);
    expect(await reset(browser, code, PASSWORD)).toMatchObject({ status: 204 });
  });

  it('allows five attempts among 30 simultaneous ones', async () => {
    const { browser, code } = await askForCode();
    const before = await house.rows('select tries from developer_reset_code order by expires_at desc limit 1');
    expect(before).toEqual([{ tries: 0 }]);
    const everyone = Promise.withResolvers<void>();
    const before30 = house.work.hashes + 30;
    house.work.meet = async () => (house.work.hashes === before30 ? everyone.resolve() : everyone.promise);
    const answers = await Promise.all(Array.from({ length: 30 }, () => reset(browser, other(code))));
    house.work.meet = async () => {};
    for (const answer of answers) expect(answer).toMatchObject(wrong);
    expect(await house.rows('select tries from developer_reset_code order by expires_at desc limit 1')).toEqual([{ tries: 5 }]);
    expect(await reset(browser, code)).toMatchObject(wrong);
  });

  it('is accepted once, also when it is sent twice simultaneously', async () => {
    const { browser, code } = await askForCode();
    const answers = await Promise.all([reset(browser, code, PASSWORD), reset(browser, code, PASSWORD)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 400]);
    expect(await reset(browser, code)).toMatchObject(wrong);
  });

  it.each([
    [599, 204],
    [601, 400],
  ])('after %i seconds gets the status %i', async (seconds, status) => {
    const { browser, code } = await askForCode();
    await house.database.query(`update developer_reset_code set expires_at = expires_at - $1::integer * interval '1 second'`, [seconds]);
    expect((await reset(browser, code, PASSWORD)).status).toBe(status);
  });

  it('is replaced by the next one of the same browser', async () => {
    const first = await askForCode();
    await house.database.query('delete from developer_reset_code');
    const second = await askForCode(first.browser);
    if (first.code !== second.code) expect(await reset(second.browser, first.code)).toMatchObject(wrong);
    expect(await reset(second.browser, second.code, PASSWORD)).toMatchObject({ status: 204 });
  });

  it('is refused in another browser, for another e-mail address, or without a request for it', async () => {
    const { browser, code } = await askForCode();
    await house.register('jaan@example.com');
    expect(await reset(house.browse(), code)).toMatchObject(wrong);
    const attacker = await askForCode();
    expect(await reset(attacker.browser, code)).toMatchObject(wrong);
    expect(await reset(browser, code, OTHER_PASSWORD, 'jaan@example.com')).toMatchObject(wrong);
    expect(await reset(browser, code, PASSWORD)).toMatchObject({ status: 204 });
  });

  it('stays valid after a thousand attempts in another browser', async () => {
    const { browser, code } = await askForCode();
    const attacker = house.browse();
    await attacker.send('POST', '/identity/forgot-password', { email: EMAIL });
    for (let tries = 0; tries < 1_000; tries += 1) expect((await reset(attacker, String(tries).padStart(8, '0'))).status).toBe(400);
    expect(await reset(browser, code, PASSWORD)).toMatchObject({ status: 204 });
  });

  it('is not sent to an e-mail address without an account, and a guessed one creates none', async () => {
    const browser = house.browse();
    await browser.send('POST', '/identity/forgot-password', { email: 'nobody@example.com' });
    expect(house.mails.at(-1)).toMatchObject({ to: 'nobody@example.com', text: expect.stringContaining('no account') });
    expect(house.codeOf()).toBe('');
    expect(await reset(browser, '00000000', PASSWORD, 'nobody@example.com')).toMatchObject(wrong);
    expect(await house.rows(`select email from developer where email like 'nobody%'`)).toEqual([]);
  });
});
