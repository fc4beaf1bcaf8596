/** The language on its way: from the application's request, or the browser's own, to the sign-in and the signing page. */
import { LOCALES } from '@portico/contract/values';
import { type Browser, enterSigning, jsonOf, member, obtainToken, signInAtBank } from '@portico/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type House, openHouse } from '../house/open-house.ts';
import { orderOf } from '../house/order-of.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

const createPayment = async (token: string) => (await house.tpp.createPayment(token, orderOf('1.00'))).scaRedirect;
/** The language of the sign-in page to which an answer leads. */
const localeOfSignIn = async (browser: Browser, location = '') => member(jsonOf(await browser.send('GET', `${location}/details`)), 'locale');

describe.each(LOCALES)('an application that asks for %s', (locale) => {
  it('is answered with a sign-in and a signing page in it, also in another browser and a later sign-in', async () => {
    const [customer] = house.customers;
    const browser = house.browse();
    const token = await obtainToken(browser, house.tpp, { ...customer, locale });
    const scaRedirect = await createPayment(token);
    const stranger = house.browse();
    const { headers } = await stranger.send('GET', scaRedirect);
    expect(await localeOfSignIn(stranger, headers.location)).toBe(locale);
    const { details } = await enterSigning(browser, scaRedirect, customer);
    expect(member(details, 'locale')).toBe(locale);
  });
});

describe('an application that asks for no language of ours', () => {
  it.each([
    ['', 'lv-LV,lv;q=0.9,en;q=0.8', 'lv'],
    ['tlh', 'ru', 'ru'],
    ['', 'de', 'en'],
    ['<script>', '', 'en'],
    ['et_EE', 'lt;q=0.3, ru;q=0.2', 'lt'],
  ])('(%j) in a browser that reads %j is answered in %s, at the sign-in and at the signature', async (asked, language, locale) => {
    const [customer] = house.customers;
    const browser = house.browse();
    const headers = { 'accept-language': language };
    const request = house.tpp.authorize(customer.country, asked);
    const opened = await browser.send('GET', request.address, { headers });
    expect(await localeOfSignIn(browser, opened.headers.location)).toBe(locale);
    const resumed = await browser.send('GET', await signInAtBank(browser, opened.headers.location ?? '', customer), { headers });
    const token = await request.redeem(resumed.headers.location ?? '');
    const { details } = await enterSigning(browser, await createPayment(token), customer);
    expect(member(details, 'locale')).toBe(locale);
  });
});

describe('the door of the bank’s own pages', () => {
  const open = (browser: Browser, locale: unknown, language: string) =>
    browser.send('POST', '/bank/sign-in', {
      body: { bankCountry: 'ee', returnTo: '/bank/permissions', ...(locale === undefined ? {} : { locale }) },
      headers: { 'accept-language': language },
    });
  it.each([
    ['ru', 'lv', 'ru'],
    [undefined, 'lv', 'lv'],
    [undefined, 'fr', 'en'],
  ])('asked for %s by a browser that reads %s opens in %s', async (asked, language, locale) => {
    const browser = house.browse();
    const { location } = Object(jsonOf(await open(browser, asked, language)));
    expect(await localeOfSignIn(browser, location)).toBe(locale);
  });
  it.each(['tlh', 'LT', '', 5, null, ['lt'], '__proto__', '<b>'])('refuses a language that there is not: %j', async (asked) => {
    const { status, text } = await open(house.browse(), asked, 'lv');
    expect([status, text]).toEqual([400, expect.stringContaining('FORMAT_ERROR')]);
  });
});
