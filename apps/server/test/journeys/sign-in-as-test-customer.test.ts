/** One press signs a developer in as their own test customer: who is offered, to whom, and that the device is asked as for anybody. */
// Review of 25 November 2026, portal, row 8; threat T10.
import { randomUUID } from 'node:crypto';
import { TokenUserList } from '@portico/contract';
import { type Browser, becomeDeveloper, createTpp, jsonOf, member, openBrowser, textOf } from '@portico/testkit';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { overInject } from '../../src/testing/over-inject.ts';
import { type House, openHouse } from '../house/open-house.ts';
import { orderOf } from '../house/order-of.ts';

let house: House;
/** Of a developer with an application, whose current customer is Estonian. */
let ada: Browser;
beforeAll(async () => {
  house = await openHouse();
  ada = house.browse();
  await becomeDeveloper(ada);
  await activate(ada, ({ country, type }) => country === 'ee' && type === 'company');
});
afterAll(() => house.close());

const usersOf = async (browser: Browser) => Value.Parse(TokenUserList, jsonOf(await browser.send('GET', '/api/tpp/psu')));

async function activate(browser: Browser, isWanted: (user: TokenUserList[number]) => boolean): Promise<TokenUserList[number]> {
  const user = (await usersOf(browser)).find(isWanted);
  if (user === undefined) throw new Error('There is no such test customer.');
  const { id, userName } = user;
  expect((await browser.send('POST', '/api/tpp/psu', { body: { id, userName } })).status).toBe(200);
  const active = (await usersOf(browser)).find((each) => each.id === id);
  return active ?? user;
}

/** The page's path of a sign-in for the bank's own pages. */
async function openDoor(browser: Browser, bankCountry: string): Promise<string> {
  return textOf(jsonOf(await browser.send('POST', '/bank/sign-in', { body: { bankCountry, returnTo: '/bank/permissions' } })), 'location');
}
const offered = async (browser: Browser, page: string) => member(jsonOf(await browser.send('GET', `${page}/details`)), 'testCustomer');
const isCompanyOf = (country: string) => (user: TokenUserList[number]) => user.country === country && user.type === 'company';

describe('a developer who is signed in to the portal', () => {
  it('is offered the current customer of the sandbox, by the name of the person', async () => {
    const { customer } = (await usersOf(ada)).find(isCompanyOf('ee')) ?? expect.fail('no company');
    expect(await offered(ada, await openDoor(ada, 'ee'))).toEqual({
      name: `${customer.name} ${customer.surname}`,
      method: 'SMART_ID',
      nationalIdentityNumber: customer.nationalIdentityNumber,
    });
  });

  it.each(['lv', 'lt'])('is offered a customer of the country where the current one does not live: %s', async (country) => {
    const codes = (await usersOf(ada)).filter((user) => user.country === country).map(({ customer }) => customer.nationalIdentityNumber);
    expect(codes).toContain(member(await offered(ada, await openDoor(ada, country)), 'nationalIdentityNumber'));
  });

  it('is signed in when the device has approved, and not before', async () => {
    const page = await openDoor(ada, 'ee');
    const customer = await offered(ada, page);
    const body = { method: member(customer, 'method'), nationalIdentityNumber: member(customer, 'nationalIdentityNumber') };
    expect((await ada.send('POST', `${page}/completion`, { body: {} })).status).not.toBe(200);
    expect((await ada.send('POST', `${page}/authentication`, { body })).status).toBe(200);
    expect(textOf(jsonOf(await ada.send('GET', `${page}/challenge`)), 'state')).toBe('approved');
    expect(jsonOf(await ada.send('POST', `${page}/completion`, { body: {} }))).toEqual({ location: '/bank/permissions' });
  });

  it('is offered the customer of the payment, also where another one is current', async () => {
    const browser = house.browse();
    await becomeDeveloper(browser);
    const payer = await activate(browser, ({ country, type }) => country === 'lv' && type === 'person');
    const { scaRedirect } = await ownTpp().createPayment(payer.access_token ?? '', orderOf('1.00'));
    await activate(browser, isCompanyOf('lv'));
    const page = (await browser.send('GET', new URL(scaRedirect).pathname)).headers.location ?? '';
    expect(member(await offered(browser, page), 'nationalIdentityNumber')).toBe(payer.customer.nationalIdentityNumber);
  });

  it('is offered the customer of the payment that another application of theirs sent', async () => {
    const browser = house.browse();
    await becomeDeveloper(browser);
    const second = jsonOf(await browser.send('POST', '/api/tpp/applications', { body: { clientName: 'Second' } }));
    const headers = { 'tpp-client-id': textOf(second, 'clientId') };
    const users = Value.Parse(TokenUserList, jsonOf(await browser.send('GET', '/api/tpp/psu', { headers })));
    const payer = users.find((user) => user.access_token !== undefined);
    const { scaRedirect } = await ownTpp().createPayment(payer?.access_token ?? '', orderOf('1.00'));
    const page = (await browser.send('GET', new URL(scaRedirect).pathname)).headers.location ?? '';
    expect(member(await offered(browser, page), 'nationalIdentityNumber')).toBe(payer?.customer.nationalIdentityNumber);
    expect(await offered(ada, page)).toBeUndefined();
  });
});

/** Creates payments with any token; it asks for none itself. */
const ownTpp = () =>
  createTpp({
    transport: overInject(house.portico.app, house.config.publicUrl),
    publicUrl: house.config.publicUrl,
    clientId: randomUUID(),
    clientSecret: '',
    site: house.config.publicUrl,
  });

describe('no test customer is offered', () => {
  it('without a session at the portal', async () => {
    const browser = house.browse();
    expect(await offered(browser, await openDoor(browser, 'ee'))).toBeUndefined();
  });

  it('after the developer has logged out', async () => {
    const browser = house.browse();
    await becomeDeveloper(browser);
    const page = await openDoor(browser, 'ee');
    expect(await offered(browser, page)).toBeDefined();
    expect((await browser.send('DELETE', '/identity/session')).status).toBe(204);
    expect(await offered(browser, page)).toBeUndefined();
  });

  it('to a developer without an application', async () => {
    const browser = house.browse();
    const { password } = await becomeDeveloper(browser);
    expect((await browser.send('POST', '/identity/password-check', { body: { password } })).status).toBe(204);
    expect((await browser.send('DELETE', '/api/tpp')).status).toBe(204);
    expect(await offered(browser, await openDoor(browser, 'ee'))).toBeUndefined();
  });

  it('to a developer whom the application of another sends to the bank', async () => {
    const page = (await ada.send('GET', house.tpp.authorize('ee').address)).headers.location ?? '';
    expect(page).toMatch(/^\/bank\/sign-in\//);
    expect(await offered(ada, page)).toBeUndefined();
  });

  it('to a developer who opens the payment of another', async () => {
    const { scaRedirect } = await house.tpp.createPayment(await house.token(house.browse()), orderOf('1.00'));
    const page = (await ada.send('GET', new URL(scaRedirect).pathname)).headers.location ?? '';
    expect(page).toMatch(/^\/bank\/sign-in\//);
    expect(await offered(ada, page)).toBeUndefined();
  });

  it('with cookies that no session has', async () => {
    const browser = openBrowser(overInject(house.portico.app, house.config.publicUrl), house.config.publicUrl);
    const page = await openDoor(browser, 'ee');
    const answer = await browser.send('GET', `${page}/details`, {
      headers: { cookie: `${browser.cookieHeader(page)}; portico-dev=${'A'.repeat(43)}` },
    });
    expect(member(jsonOf(answer), 'testCustomer')).toBeUndefined();
  });
});
