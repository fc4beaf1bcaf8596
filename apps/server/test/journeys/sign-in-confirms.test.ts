/** What a sign-in at the bank confirms in Latvia and Lithuania, over the whole server. Review of 25 November 2026, S2 and C3. */
import { TokenUser } from '@portico/contract';
import { type Browser, createTpp, enterSigning, obtainToken, openBrowser, SITE, type Tpp, textOf } from '@portico/testkit';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { overInject } from '../../src/testing/over-inject.ts';
import { EVERY_ACCOUNT } from '../house/access-pages.ts';
import { orderBody } from '../house/company-house.ts';
import { openPayersHouse, type PayersHouse } from '../house/open-payers-house.ts';

let house: PayersHouse;
beforeAll(async () => {
  house = await openPayersHouse('dev_confirms');
  const redirectionUris = [`${SITE}/callback`, `${house.config.publicUrl}/?m=authCode`];
  expect((await house.call('PUT', '/api/tpp', { redirectionUris })).status).toBe(200);
});
afterAll(() => house.close());

const login = ({ country, customer, authMethods }: TokenUser) => ({ country, ...customer, method: authMethods[0] ?? '' });

async function challenges(): Promise<number> {
  const { rows } = await house.database.query('select 1 from challenge');
  return rows.length;
}

/** The developer's application. */
async function ownTpp(): Promise<Tpp> {
  const { publicUrl } = house.config;
  const { body } = await house.call('GET', '/api/tpp');
  const clientSecret = textOf((await house.call('POST', '/api/tpp/secret/reveal')).body, 'clientSecret');
  return createTpp({ transport: overInject(house.app, publicUrl), publicUrl, clientId: textOf(body, 'clientId'), clientSecret, site: SITE });
}

/** A new consent, opened in this browser and confirmed. Counts the challenges that the bank sent meanwhile. */
async function confirmConsent(browser: Browser, customer: TokenUser) {
  const asked = await house.tpp('POST', '/api/v1/consents', { body: EVERY_ACCOUNT });
  const before = await challenges();
  const page = await enterSigning(browser, textOf(asked.body, '_links', 'scaRedirect', 'href'), login(customer), 'consent');
  const { status } = await page.submit({});
  return { status, challenges: (await challenges()) - before };
}

describe.each(['lv', 'lt'])('a consent of a customer in %s', (country) => {
  it('needs one challenge when the customer signs in for the consent, and none for the confirmation', async () => {
    const customer = await house.choose(country);
    const asked = await house.tpp('POST', '/api/v1/consents', { body: EVERY_ACCOUNT });
    const before = await challenges();
    const { page } = await house.enter(customer, asked, 'consent');
    expect((await page.submit({})).status).toBe(200);
    expect((await challenges()) - before).toBe(1);
  });

  it('is confirmed by the sign-in of the authorization request, once', async () => {
    const customer = await house.choose(country);
    const { browser } = await house.enter(customer, await house.tpp('POST', '/api/v1/consents', { body: EVERY_ACCOUNT }), 'consent');
    await obtainToken(browser, await ownTpp(), login(customer));
    expect(await confirmConsent(browser, customer)).toEqual({ status: 200, challenges: 0 });
    expect(await confirmConsent(browser, customer)).toEqual({ status: 200, challenges: 1 });
  });

  it('needs another challenge in every role that the person takes after the sign-in', async () => {
    const person = await house.choose(country);
    const made = await house.call('POST', '/api/tpp/customers', { country, type: 'company', companyName: 'Näidisköide', representedBy: person.id });
    const company = Value.Parse(TokenUser, made.body);
    const browser = openBrowser(overInject(house.app, house.config.publicUrl), house.config.publicUrl);
    await obtainToken(browser, await ownTpp(), login(person));
    for (const role of [company, person, company]) {
      expect((await browser.send('POST', '/bank/session/role', { body: { roleId: role.id } })).status).toBe(204);
      await house.call('POST', '/api/tpp/psu', { id: role.id, userName: role.userName });
      expect(await confirmConsent(browser, role)).toEqual({ status: 200, challenges: 1 });
    }
  });

  it('needs another challenge after the customer signed in to sign a payment', async () => {
    const customer = await house.choose(country);
    const { browser } = await house.enter(
      customer,
      await house.tpp('POST', '/api/v1/payments/sepa-credit-transfers', { body: orderBody('1.00') }),
      'payment',
    );
    expect(await confirmConsent(browser, customer)).toEqual({ status: 200, challenges: 1 });
  });
});

describe.each(['ee', 'lv', 'lt'])('a second payment within the bank session of a customer in %s', (country) => {
  it('opens without another sign-in and says whose session it is', async () => {
    const customer = await house.choose(country);
    const order = () => house.tpp('POST', '/api/v1/payments/sepa-credit-transfers', { body: orderBody('1.00') });
    const { browser } = await house.enter(customer, await order(), 'payment');
    const { body } = await order();
    const before = await challenges();
    const page = await enterSigning(browser, textOf(body, '_links', 'scaRedirect', 'href'), login(customer), 'payment');
    expect(await challenges()).toBe(before);
    expect(textOf(page.details, 'signedInAs')).toBe(`${customer.customer.name} ${customer.customer.surname}`);
  });
});
