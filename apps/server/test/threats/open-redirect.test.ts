/** T1: whatever a provider or a link names as the way back, the customer leaves only for an origin the provider has registered. */
import { randomUUID } from 'node:crypto';
import { enterSigning, jsonOf, obtainToken } from '@portico/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PAYEES } from '#modules/bank-sandbox/index.ts';
import { DEMO_CLIENT_ID, demoClientSecret } from '../../src/app/demo/demo-tpp.ts';
import { HOSTILE_URLS, REGISTERED_URIS } from '../../src/testing/hostile-urls.ts';
import { overInject } from '../../src/testing/over-inject.ts';
import { createAccessPages, EVERY_ACCOUNT } from '../house/access-pages.ts';
import { type House, openHouse } from '../house/open-house.ts';

const SUCCESS = 'https://shop.example/orders/17/paid?from=bank&x=%20';
const FAILURE = 'https://pay.shop.example:8443/orders/17/not-paid';

const routes: { method: string; url: string }[] = [];
let house: House;
let token: string;
let iban: string;

/** Everything that sends a customer to sign: its path, its signing page, a body that is accepted. */
const INITIATIONS = [
  {
    path: '/api/v1/payments/instant-sepa-credit-transfers',
    kind: 'payment',
    body: () => ({
      instructedAmount: { amount: '1.00', currency: 'EUR' },
      creditorAccount: { iban: PAYEES.lumenBooks.iban },
      creditorName: PAYEES.lumenBooks.name,
    }),
  },
  { path: '/api/v1/consents', kind: 'consent', body: () => EVERY_ACCOUNT },
  {
    path: '/api/v1/transactions-statements',
    kind: 'transactions-statement',
    body: () => ({ account: { iban }, dateFrom: '2026-01-01', dateTo: '2026-06-30' }),
  },
] as const;
type Initiation = (typeof INITIATIONS)[number];

beforeAll(async () => {
  house = await openHouse({ onRoute: (route) => void routes.push(route) });
  const { tppApps } = house.portico.modules;
  const demo = await tppApps.findByClientId(DEMO_CLIENT_ID);
  if (demo === undefined) throw new Error('The seed made no application.');
  await tppApps.upsert({ ...demo, redirectUris: REGISTERED_URIS, clientSecret: demoClientSecret(house.config) });
  token = await house.token(house.browse());
  iban = await createAccessPages(house.config.publicUrl, [overInject(house.portico.app, house.config.publicUrl)]).firstIban(token);
});
afterAll(() => house.close());

function initiate({ path, body }: Initiation, addresses: Readonly<Record<string, string>>, more: object = {}) {
  return house.portico.app.inject({
    method: 'POST',
    url: path,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'x-request-id': randomUUID(),
      'psu-ip-address': '192.0.2.1',
      ...Object.fromEntries(Object.entries(addresses).map(([name, value]) => [name.toLowerCase(), value])),
    },
    payload: { ...body(), ...more },
  });
}

const NOTHING = { payment: 0, consent: 0, transactions_statement: 0 };

async function countStored(): Promise<unknown> {
  const counts = Object.keys(NOTHING).map((table) => `(select count(*)::int from ${table}) as ${table}`);
  return (await house.database.query(`select ${counts.join(', ')}`)).rows[0];
}

describe('the addresses of what is to be signed', () => {
  async function expectAllRefused(header: string): Promise<void> {
    // An empty header is an absent one, and only the first address must be there.
    const hostile = HOSTILE_URLS.filter(([why]) => why !== 'empty');
    expect(hostile.length).toBeGreaterThanOrEqual(60);
    const accepted: string[] = [];
    for (const initiation of INITIATIONS) {
      for (const [why, url] of hostile) {
        const { statusCode, body } = await initiate(initiation, { 'TPP-Redirect-URI': SUCCESS, 'TPP-Nok-Redirect-URI': FAILURE, [header]: url });
        if (statusCode !== 400 || !body.includes('"FORMAT_ERROR"') || !body.includes(`"header:${header}"`))
          accepted.push(`${initiation.path}, ${why}: ${statusCode} ${body}`);
      }
    }
    expect(accepted).toEqual([]);
    expect(await countStored()).toEqual(NOTHING);
  }

  it('for success are refused in every hostile spelling, and nothing is stored', () => expectAllRefused('TPP-Redirect-URI'));

  it('for failure are refused in every hostile spelling, and nothing is stored', () => expectAllRefused('TPP-Nok-Redirect-URI'));

  it('are required, sent once and only as headers', async () => {
    for (const initiation of INITIATIONS) {
      expect((await initiate(initiation, {})).json()).toMatchObject({ tppMessages: [{ code: 'FORMAT_ERROR', path: 'header:TPP-Redirect-URI' }] });
      expect((await initiate(initiation, { 'TPP-Redirect-URI': `${SUCCESS}, ${SUCCESS}` })).statusCode).toBe(400);
      for (const field of ['tppSuccessUrl', 'tppFailureUrl', 'redirectUri']) {
        const response = await initiate(initiation, { 'TPP-Redirect-URI': SUCCESS }, { [field]: 'https://evil.example' });
        expect([response.statusCode, response.json()], field).toMatchObject([400, { tppMessages: [{ code: 'FORMAT_ERROR', path: field }] }]);
      }
    }
    expect(await countStored()).toEqual(NOTHING);
  });

  it('of another application are refused', async () => {
    const { tppApps } = house.portico.modules;
    const demo = await tppApps.findByClientId(DEMO_CLIENT_ID);
    if (demo === undefined) throw new Error('The seed made no application.');
    const other = { ...demo, appId: 'app_other', clientId: 'other', redirectUris: ['https://other.example/cb'], clientSecret: 'x' };
    await tppApps.upsert(other);
    for (const initiation of INITIATIONS) {
      expect((await initiate(initiation, { 'TPP-Redirect-URI': 'https://other.example/cb' })).statusCode, initiation.path).toBe(400);
    }
  });

  it('reach the signing page unchanged, although its link has other addresses', async () => {
    const browser = house.browse();
    await obtainToken(browser, house.tpp, house.customers[0]);
    for (const initiation of INITIATIONS) {
      const created = await initiate(initiation, { 'TPP-Redirect-URI': SUCCESS, 'TPP-Nok-Redirect-URI': FAILURE });
      const { _links } = created.json<{ _links: { scaRedirect: { href: string } } }>();
      const link = `${_links.scaRedirect.href}?tppSuccessUrl=https://evil.example&tppFailureUrl=//evil.example&m=https://evil.example`;
      const entered = await browser.send('GET', link);
      const entryCode = new URL(entered.headers.location ?? '', house.config.publicUrl).searchParams.get('entry') ?? '';
      const details = await browser.send('GET', `/api/ui/${initiation.kind}/details`, { headers: { 'signing-entry': entryCode } });
      expect(jsonOf(details)).toMatchObject({ tppSuccessUrl: SUCCESS, tppFailureUrl: FAILURE });
    }
  });
});

describe('the addresses of what is started later', () => {
  const hostile = HOSTILE_URLS.filter(([why]) => why !== 'empty');
  const ORDINARY = '/api/v1/payments/sepa-credit-transfers';
  const inAWeek = () => new Date(Date.now() + 7 * 24 * 60 * 60_000).toISOString().slice(0, 10);

  function call(method: 'POST' | 'DELETE', url: string, headers: Readonly<Record<string, string>>, payload?: object) {
    const own = { authorization: `Bearer ${token}`, 'x-request-id': randomUUID(), 'psu-ip-address': '192.0.2.1' };
    return house.portico.app.inject({ method, url, headers: { ...own, ...headers }, ...(payload === undefined ? {} : { payload }) });
  }

  /** Answers its address. */
  async function order(headers: Readonly<Record<string, string>>): Promise<{ self: string; scaRedirect: string }> {
    const response = await call('POST', ORDINARY, headers, { ...INITIATIONS[0].body(), requestedExecutionDate: inAWeek() });
    const { paymentId, _links } = response.json<{ paymentId: string; _links: { scaRedirect?: { href: string } } }>();
    return { self: `${ORDINARY}/${paymentId}`, scaRedirect: _links.scaRedirect?.href ?? '' };
  }

  async function signedAhead(): Promise<string> {
    const { self, scaRedirect } = await order({ 'tpp-redirect-uri': SUCCESS });
    const page = await enterSigning(house.browse(), scaRedirect, house.customers[0]);
    const [first = ''] = await page.ibans();
    expect((await page.sign(first)).status).toBe(200);
    return self;
  }

  /** Signed by the first of two. */
  async function awaited(): Promise<string> {
    const self = await signedAhead();
    const signatories = JSON.stringify([{ customerId: 'cus_second', name: 'Teine Näidis', state: 'awaited' }]);
    await house.database.query(`update payment set status = 'PATC', signatories = $2::jsonb where payment_id = $1`, [
      self.split('/').at(-1) ?? '',
      signatories,
    ]);
    return self;
  }

  it.each<[string, 'POST' | 'DELETE', () => Promise<string>]>([
    ['the authorisation of the second signatory', 'POST', async () => `${await awaited()}/authorisations`],
    ['a cancellation', 'DELETE', signedAhead],
    ['the authorisation of a cancellation', 'POST', async () => `${await signedAhead()}/cancellation-authorisations`],
    [
      'an authorisation',
      'POST',
      async () => `${(await order({ 'tpp-redirect-uri': SUCCESS, 'tpp-explicit-authorisation-preferred': 'true' })).self}/authorisations`,
    ],
  ])('%s, are refused in every hostile spelling, and start no signing session', async (_what, method, make) => {
    const url = await make();
    const sessions = async () =>
      (
        await house.database.query(
          'select session_id from signing_session union all select payment_id from payment where second_authorisation is not null',
        )
      ).rows.length;
    const before = await sessions();
    const accepted: string[] = [];
    for (const [why, address] of hostile) {
      for (const header of ['tpp-redirect-uri', 'tpp-nok-redirect-uri']) {
        const { statusCode, body } = await call(method, url, { 'tpp-redirect-uri': SUCCESS, [header]: address });
        if (statusCode !== 400 || !body.includes('"FORMAT_ERROR"')) accepted.push(`${header}, ${why}: ${statusCode} ${body}`);
      }
    }
    expect(accepted).toEqual([]);
    expect(await sessions()).toBe(before);
    expect((await call(method, url, { 'tpp-redirect-uri': SUCCESS, 'tpp-nok-redirect-uri': FAILURE })).statusCode).toBe(
      method === 'DELETE' ? 202 : 201,
    );
  });
});

describe('an address inside a link to Portico', () => {
  const NAMES = ['m', 'url', 'uri', 'next', 'redirect', 'redirect_uri', 'return', 'returnTo', 'tppSuccessUrl', 'tppFailureUrl', 'fpgurl', 'entry'];
  const EVIL = [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'javascript:alert(1)',
    '%0d%0aLocation:%20https://evil.example',
  ];

  it('is never the target of a redirect, in the query of any route', async () => {
    const gets = routes
      .filter(({ method, url }) => method === 'GET' && !url.includes('*'))
      .map(({ url }) => url.replaceAll(/:[A-Za-z]+/g, 'unknown'));
    expect(gets.length).toBeGreaterThan(20);
    const led: string[] = [];
    for (const path of gets) {
      for (const evil of EVIL) {
        const { headers } = await house.portico.app.inject({ url: `${path}?${NAMES.map((name) => `${name}=${evil}`).join('&')}` });
        if (!staysHere(headers.location)) led.push(`${path}: ${headers.location}`);
      }
    }
    expect(led).toEqual([]);
  });

  it('is never the target of a redirect, as the path', async () => {
    for (const path of [
      '//evil.example/welcome',
      '//evil.example',
      '/\\evil.example',
      '/%2f%2fevil.example',
      '/https://evil.example',
      '/welcome//evil.example',
    ]) {
      const { headers } = await house.portico.app.inject({ url: path });
      expect(staysHere(headers.location), path).toBe(true);
    }
  });

  function staysHere(location: string | undefined): boolean {
    return location === undefined || new URL(location, house.config.publicUrl).origin === house.config.publicUrl;
  }
});
