/** The door of the bank's own pages: where it leads, who is signed in, and for how long. */
import { BankVisit } from '@portico/contract';
import { type Browser, jsonOf, signInAtBank, textOf } from '@portico/testkit';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CompanyHouse, openCompanyHouse } from '../house/company-house.ts';

let house: CompanyHouse;
beforeAll(async () => {
  house = await openCompanyHouse('dev_door');
});
afterAll(() => house.close());

const open = (browser: Browser, returnTo: string) => browser.send('POST', '/bank/sign-in', { body: { bankCountry: 'ee', returnTo } });
const visit = async (browser: Browser, method: 'GET' | 'POST' = 'GET') => Value.Parse(BankVisit, jsonOf(await browser.send(method, '/bank/session')));

describe('the sign-in at the bank’s own pages', () => {
  it.each(['/bank/to-sign', '/bank/to-sign/pay_01jd4x9k2mqv7w8y5z3a6b1c0d', '/bank/permissions', '/bank/permissions/cns_1', '/bank/receipts/rcp-1'])(
    'redirects to %s afterwards',
    async (page) => {
      const { browser } = await house.coSigner();
      const { customer } = house.company;
      const opened = await open(browser, page);
      expect(await signInAtBank(browser, textOf(jsonOf(opened), 'location'), { country: 'ee', ...customer, method: 'SMART_ID' })).toBe(page);
    },
  );

  it.each([
    '',
    '/',
    '/bank',
    '/bank/sign-in/x',
    '/bank/device',
    '/bank/sca/x',
    '/bank/permissions/',
    '/bank/permissions/a/b',
    '/bank/permissions/../device',
    '/bank/permissions/%2e%2e',
    '/bank/permissions?x=1',
    '/bank/permissions#x',
    '/bank/permissionsx',
    ' /bank/permissions',
    '/bank/permissions\n',
    '//evil.example/bank/permissions',
    'https://evil.example/bank/permissions',
    '/\\evil.example',
    'javascript:alert(1)',
    `/bank/permissions/${'x'.repeat(65)}`,
  ])('refuses the return address %j', async (page) => {
    const { browser } = await house.coSigner();
    const { status, text } = await open(browser, page);
    expect([status, text]).toEqual([400, expect.stringContaining('FORMAT_ERROR')]);
  });

  it('returns the customer who is signed in and the seconds left', async () => {
    const { browser } = await house.coSigner();
    const { visitor, secondsLeft } = await visit(browser);
    expect(visitor).toEqual({ name: 'Kaur Kaasallkiri', bankCountry: 'ee', authMethod: 'SMART_ID', company: house.company.companyName });
    expect(secondsLeft).toBeGreaterThan(290);
  });

  it('is not extended by reading the session, and expires after five minutes', async () => {
    const { browser } = await house.coSigner();
    await house.advance({ minutes: 3 });
    expect((await visit(browser)).secondsLeft).toBeLessThan(125);
    await house.advance({ minutes: 2 });
    const { status, text } = await browser.send('GET', '/bank/session');
    expect([status, text]).toEqual([410, expect.stringContaining('SIGN_IN_UNKNOWN')]);
  });

  it('is extended while the customer is active, for thirty minutes at most', async () => {
    const { browser } = await house.coSigner();
    for (let minutes = 4; minutes <= 28; minutes += 4) {
      await house.advance({ minutes: 4 });
      expect((await visit(browser, 'POST')).secondsLeft).toBeGreaterThan(minutes < 26 ? 290 : 110);
    }
    await house.advance({ minutes: 2 });
    expect((await browser.send('POST', '/bank/session')).status).toBe(410);
  });

  it('ends when the customer signs out, and signing out twice is allowed', async () => {
    const { browser } = await house.coSigner();
    expect((await browser.send('DELETE', '/bank/session')).status).toBe(204);
    expect((await browser.send('GET', '/bank/session')).status).toBe(410);
    expect((await browser.send('DELETE', '/bank/session')).status).toBe(204);
  });
});
