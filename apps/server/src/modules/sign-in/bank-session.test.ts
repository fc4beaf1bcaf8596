import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sha256Hex } from '#platform/crypto/hash.ts';
import { openTestPlatform, type TestPlatform } from '../../testing/test-platform.ts';
import { createAudit } from '../audit/index.ts';
import { signOutCustomer } from './sign-out-customer.ts';
import { Browser, CODES, registerSignInHarness } from './testing/sign-in-harness.ts';

const appendAudit = createAudit({ keyAudit: Buffer.alloc(32, 1) }).append;

let house: TestPlatform;
let app: FastifyInstance;
beforeAll(async () => {
  house = await openTestPlatform({ appendAudit, config: { deviceAnswerSeconds: 0 } });
  app = await house.openApp();
  registerSignInHarness(app, house);
});
beforeEach(() => house.setClockOffset(0));
afterAll(async () => {
  await app.close();
  await house.database.close();
});

async function signedIn(): Promise<Browser> {
  const browser = new Browser(app, house.ownPage);
  await browser.signIn();
  return browser;
}
const isSignedIn = async (browser: Browser) => (await browser.session()) !== null;
const touch = (browser: Browser) => browser.send('GET', '/test/session?touch');

describe('the bank’s cookie', () => {
  it('is HttpOnly and SameSite, and lasts a day', async () => {
    const response = await new Browser(app, house.ownPage).signIn();
    const cookie = response.cookies.find(({ name }) => name === 'portico-bank');
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/', maxAge: 24 * 60 * 60 });
    expect(cookie?.value).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(cookie?.secure).toBeUndefined();
  });

  it('has the prefix __Host- on https, and the cookie of the sign-in __Secure-', async () => {
    const secure = await openTestPlatform({ appendAudit, config: { deviceAnswerSeconds: 0, publicUrl: 'https://portal.example' } });
    const server = await secure.openApp();
    registerSignInHarness(server, secure);
    const browser = new Browser(server, secure.ownPage);
    const opened = await browser.send('GET', '/test/open');
    const path = opened.json().path;
    await browser.authenticate(path, CODES.mari);
    const completed = await browser.send('POST', `${path}/completion`);
    expect(completed.cookies).toEqual([
      expect.objectContaining({ name: '__Host-portico-bank', secure: true, httpOnly: true, sameSite: 'Lax', path: '/' }),
    ]);
    expect(opened.cookies.map(({ name, secure: isSecure }) => [name, isSecure])).toEqual([
      ['__Secure-portico-sign-in', true],
      ['__Host-portico-device', true],
    ]);
    await server.close();
    await secure.database.close();
  });

  it('is stored as its hash only', async () => {
    const browser = await signedIn();
    const secret = browser.cookie('portico-bank') ?? '';
    const { rows } = await house.database.query('select * from bank_session where session_hash = $1', [sha256Hex(secret)]);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect(JSON.stringify((await house.database.query('select * from sign_in')).rows)).not.toContain(browser.cookie('portico-sign-in'));
  });

  it('gets a new value at every sign-in, not one that the browser sent', async () => {
    const browser = new Browser(app, house.ownPage);
    const planted = 'x'.repeat(43);
    browser.cookies.set('portico-bank /', { name: 'portico-bank', value: planted, path: '/' });
    await browser.signIn();
    expect(browser.cookie('portico-bank')).not.toBe(planted);
    expect(await isSignedIn(browser)).toBe(true);
  });

  it.each(['', 'x', 'x'.repeat(42), 'x'.repeat(43), `${'x'.repeat(42)}'`])('opens no session with the value “%s”', async (value) => {
    const browser = new Browser(app, house.ownPage);
    browser.cookies.set('portico-bank /', { name: 'portico-bank', value, path: '/' });
    expect(await isSignedIn(browser)).toBe(false);
  });
});

describe('the bank session', () => {
  it('is ended by an operator in every browser, and the number is returned', async () => {
    const customers = async () =>
      (await house.database.query('select customer_id, sign_in_id from bank_session order by signed_in_at desc limit 1')).rows[0];
    const signOut = (customerId: string) => house.platform.write((context) => signOutCustomer(context, customerId));
    await signedIn();
    const { customer_id: customerId } = Object(await customers());
    // Ends the sessions that earlier tests left open.
    await signOut(customerId);
    const [first, second] = [await signedIn(), await signedIn()];
    const { sign_in_id: signInId } = Object(await customers());
    expect(await signOut('cus_nobody')).toBe(0);
    expect([await isSignedIn(first), await isSignedIn(second)]).toEqual([true, true]);
    expect(await signOut(customerId)).toBe(2);
    expect([await isSignedIn(first), await isSignedIn(second)]).toEqual([false, false]);
    expect((await house.auditOf(`sign-in:${signInId}`)).at(-1)).toBe('bank-session.ended');
    expect(await signOut(customerId)).toBe(0);
  });

  it('is not counted by an operator after it expired, and stays expired when the clock is set back', async () => {
    const browser = await signedIn();
    const { customer_id: customerId, sign_in_id: signInId } = Object(
      (await house.database.query('select customer_id, sign_in_id from bank_session order by signed_in_at desc limit 1')).rows[0],
    );
    await house.setClockOffset(301);
    expect(await house.platform.write((context) => signOutCustomer(context, customerId))).toBe(0);
    await house.setClockOffset(0);
    expect(await isSignedIn(browser)).toBe(false);
    expect((await house.auditOf(`sign-in:${signInId}`)).at(-1)).toBe('bank-session.expired');
  });

  it('ends after five minutes without activity', async () => {
    const browser = await signedIn();
    await house.setClockOffset(299);
    expect(await isSignedIn(browser)).toBe(true);
    await house.setClockOffset(301);
    expect(await isSignedIn(browser)).toBe(false);
  });

  it('is extended by activity, but not by reading it', async () => {
    const [active, watched] = [await signedIn(), await signedIn()];
    await house.setClockOffset(200);
    await touch(active);
    await watched.session();
    await house.setClockOffset(400);
    expect([await isSignedIn(active), await isSignedIn(watched)]).toEqual([true, false]);
  });

  it('ends after thirty minutes also with activity', async () => {
    const browser = await signedIn();
    for (let seconds = 240; seconds < 1790; seconds += 240) {
      await house.setClockOffset(seconds);
      await touch(browser);
    }
    await house.setClockOffset(1790);
    expect((await touch(browser)).json().session).not.toBeNull();
    await house.setClockOffset(1801);
    expect(await isSignedIn(browser)).toBe(false);
  });

  it('stays ended when the test clock is turned back', async () => {
    const browser = await signedIn();
    await house.setClockOffset(301);
    expect(await isSignedIn(browser)).toBe(false);
    await house.setClockOffset(10);
    expect(await isSignedIn(browser)).toBe(false);
  });

  it('ends when a customer signs in again in its browser', async () => {
    const browser = await signedIn();
    const before = new Browser(app, house.ownPage);
    for (const [key, cookie] of browser.cookies) before.cookies.set(key, cookie);
    expect(await isSignedIn(before)).toBe(true);
    await browser.signIn();
    expect([await isSignedIn(browser), await isSignedIn(before)]).toEqual([true, false]);
  });

  it('is not ended by a sign-in that fails', async () => {
    const browser = await signedIn();
    expect((await browser.signIn(CODES.refuses)).statusCode).toBe(422);
    expect(await browser.session()).toMatchObject({ customerId: 'cus_mari' });
  });

  it('ends by signing out, also repeated, while the cookie still identifies the browser', async () => {
    const browser = await signedIn();
    expect((await browser.send('DELETE', '/bank/session')).statusCode).toBe(204);
    expect((await browser.send('DELETE', '/bank/session')).statusCode).toBe(204);
    expect(await isSignedIn(browser)).toBe(false);
    expect((await browser.send('GET', '/test/session')).json().browser).toBe(sha256Hex(browser.cookie('portico-bank') ?? ''));
  });

  it('is not ended by a page of another site', async () => {
    const browser = await signedIn();
    const evil = new Browser(app, { ...house.ownPage, origin: 'https://evil.example' });
    for (const [key, cookie] of browser.cookies) evil.cookies.set(key, cookie);
    expect((await evil.send('DELETE', '/bank/session')).statusCode).toBe(403);
    expect(await isSignedIn(browser)).toBe(true);
  });

  it('is not required for signing out', async () => {
    expect((await new Browser(app, house.ownPage).send('DELETE', '/bank/session')).statusCode).toBe(204);
  });

  it('belongs to the device cookie of its browser', async () => {
    const browser = await signedIn();
    expect((await browser.session()).deviceKeyHash).toBe(sha256Hex(browser.cookie('portico-device') ?? ''));
  });
});
