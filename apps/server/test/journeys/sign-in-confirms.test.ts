/** What a sign-in at the bank confirms in Latvia and Lithuania, over the whole server. Review of 25 November 2026, S2 and C3. */
import { TokenUser } from '@portico/contract';
import { type Browser, createTpp, enterSigning, jsonOf, member, obtainToken, openBrowser, SITE, type Tpp, textOf } from '@portico/testkit';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { overInject } from '../../src/testing/over-inject.ts';
import { type AccessPages, createAccessPages, EVERY_ACCOUNT } from '../house/access-pages.ts';
import { orderBody } from '../house/company-house.ts';
import { type CoreHouse, openCoreHouse } from '../house/core-house.ts';
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

describe('at a bank with its own core', () => {
  /** One person with two roles, whom the core names in the country that is asked for. */
  const MAI = { nationalIdentityNumber: '49001019977', method: 'SMART_ID' };
  const SAID = { lv: 'Pieslēgšanās bankai', lt: 'Prisijungimas prie banko' } as const;
  let core: CoreHouse;
  let country: keyof typeof SAID = 'lv';
  const people = new Map<unknown, object>();
  /** What the core's devices showed, and to which customer. */
  const shown: { readonly customerId: unknown; readonly text: string }[] = [];
  let pages: AccessPages;
  let twin: Tpp;

  beforeAll(async () => {
    core = await openCoreHouse({
      changeAnswer(call, asked, answer) {
        if (call === 'read-terms') return { ...answer, authMethods: { ee: ['SMART_ID'], lv: ['SMART_ID'], lt: ['SMART_ID'] } };
        if (call === 'authenticate') shown.push({ customerId: member(asked, 'customerId'), text: textOf(asked, 'displayText') });
        if (call !== 'find-customer') return answer;
        const found = people.get(member(asked, 'customerId') ?? member(asked, 'nationalIdentityNumber'));
        return { customer: found === undefined ? null : { ...found, country } };
      },
    });
    for (const customerId of ['c-3001', 'c-3002'])
      people.set(customerId, Object(member(await core.core().ask('find-customer', { customerId }), 'customer')));
    people.set(MAI.nationalIdentityNumber, people.get('c-3001') ?? {});
    pages = createAccessPages(core.config.publicUrl, [core.transport]);
    // Names say nothing: both applications have the same ones.
    const demo = await core.portico.modules.tppApps.findByClientId('demo-tpp');
    if (demo === undefined) throw new Error('There is no demo application.');
    const app = { clientId: 'twin-of-demo', clientSecret: 'a secret of the second application, 0123456789' };
    await core.portico.modules.tppApps.upsert({ ...demo, appId: 'app_twin', ...app });
    twin = createTpp({ transport: core.transport, publicUrl: core.config.publicUrl, site: SITE, ...app });
  });
  afterAll(() => core.close());

  const login = (role?: string) => ({ country, ...MAI, ...(role === undefined ? {} : { role }) });
  /** Signs a new consent of the application of this token. Returns what the devices showed meanwhile. */
  async function confirm(browser: Browser, token: string, role?: string) {
    const asked = await pages.ask(token, 'consent', EVERY_ACCOUNT);
    const before = shown.length;
    const page = await enterSigning(browser, asked.scaRedirect, login(role), 'consent');
    expect((await page.submit({})).status).toBe(200);
    return [...new Map(shown.slice(before).map((each) => [each.text, each])).values()];
  }

  describe.each(['lv', 'lt'] as const)('a person of two roles in %s', (place) => {
    beforeAll(() => {
      country = place;
    });

    it('is asked for the sign-in in their language, and not again for the first consent of its application', async () => {
      const browser = core.browse();
      const before = shown.length;
      const token = await obtainToken(browser, core.tpp, { ...login(), locale: place });
      expect(shown.length).toBeGreaterThan(before);
      for (const { text } of shown.slice(before)) expect(text).toContain(SAID[place]);
      expect(await confirm(browser, token)).toEqual([]);
      expect(await confirm(browser, token)).toHaveLength(1);
    });

    it('is asked for the consent of another application with the same names', async () => {
      const elsewhere = await obtainToken(core.browse(), twin, login());
      const browser = core.browse();
      await obtainToken(browser, core.tpp, login());
      expect(await confirm(browser, elsewhere)).toEqual([{ customerId: 'c-3001', text: expect.any(String) }]);
    });

    it('is asked for the consent in a role that is taken after the sign-in, as the customer of that role', async () => {
      const company = 'Näidisköide OÜ';
      const token = await obtainToken(core.browse(), core.tpp, login(company));
      const browser = core.browse();
      await obtainToken(browser, core.tpp, login());
      const roles = jsonOf(await browser.send('GET', '/bank/session/roles'));
      expect(JSON.stringify(roles)).toContain(company);
      expect((await browser.send('POST', '/bank/session/role', { body: { roleId: 'c-3002' } })).status).toBe(204);
      expect(await confirm(browser, token, company)).toEqual([{ customerId: 'c-3002', text: expect.any(String) }]);
    });
  });
});
