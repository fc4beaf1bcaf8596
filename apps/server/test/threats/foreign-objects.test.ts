/**
 * T5: what belongs to somebody else is answered like what does not exist, by whatever way it is reached. The routes come from the running
 * server: one that names an object in its path and is in neither table below fails here on its first day.
 */
import { AccountListAnswer, TokenUserList } from '@portico/contract';
import { textOf } from '@portico/testkit';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PAYEES } from '#modules/bank-sandbox/index.ts';
import { type DevelopersHouse, openDevelopersHouse, type SendOptions, type WireReply } from '../house/open-developers-house.ts';

const [ADA, BEN] = ['dev_ada', 'dev_ben'];
const UNKNOWN_CUSTOMER = 'cus_00000000000000000000000000';
const UNKNOWN = {
  paymentId: 'pay_00000000000000000000000000',
  periodicPaymentId: 'pay_00000000000000000000000000',
  bulkPaymentId: 'pay_00000000000000000000000000',
  statementId: 'sta_00000000000000000000000000',
  certificateId: 'crt_00000000000000000000000000',
  endpointId: 'end_00000000000000000000000000',
  deliveryId: 'evt_00000000000000000000000000-1.end_00000000000000000000000000',
};

/** What one developer has. */
interface Estate {
  readonly bearer: string;
  readonly customerId: string;
  readonly iban: string;
  readonly paymentId: string;
  readonly periodicPaymentId: string;
  readonly bulkPaymentId: string;
  readonly statementId: string;
  readonly certificateId: string;
  readonly endpointId: string;
  readonly deliveryId: string;
}

interface Reach {
  readonly path: (target: Omit<Estate, 'bearer'>) => string;
  readonly body?: object;
  /** What its owner gets. */
  readonly works: number;
  /** What everybody else gets, as for what does not exist. */
  readonly denied?: number;
}

/** In an order in which all of it works for the owner. */
const OF_DEVELOPERS: Readonly<Record<string, Reach>> = {
  ...Object.fromEntries(
    ['PUT /revocation', 'DELETE /revocation', 'PUT /block', 'DELETE /block', 'DELETE '].map((act): [string, Reach] => {
      const [method = '', rest = ''] = act.split(' ');
      const path: Reach['path'] = ({ certificateId }) => `/api/tpp/certificates/${certificateId}${rest}`;
      return [`${method} /api/tpp/certificates/:certificateId${rest}`, { path, works: rest === '' ? 204 : 200 }];
    }),
  ),
  ...Object.fromEntries(
    (
      [
        ['PUT', '', 200, { kinds: ['payment'] }],
        ['POST', '/secret', 200],
        ['DELETE', '/previous-secret', 200],
        ['POST', '/tests', 202],
      ] as const
    ).map(([method, rest, works, body]): [string, Reach] => [
      `${method} /api/tpp/notifications/endpoints/:endpointId${rest}`,
      { path: ({ endpointId }) => `/api/tpp/notifications/endpoints/${endpointId}${rest}`, works, ...(body && { body }) },
    ]),
  ),
  'GET /api/tpp/notifications/deliveries/:deliveryId': {
    path: ({ deliveryId }) => `/api/tpp/notifications/deliveries/${deliveryId}`,
    works: 200,
  },
  'POST /api/tpp/notifications/deliveries/:deliveryId/retry': {
    path: ({ deliveryId }) => `/api/tpp/notifications/deliveries/${deliveryId}/retry`,
    works: 200,
  },
  'DELETE /api/tpp/notifications/endpoints/:endpointId': {
    path: ({ endpointId }) => `/api/tpp/notifications/endpoints/${endpointId}`,
    works: 204,
  },
  'GET /api/tpp/customers/:id/accounts': { path: ({ customerId }) => `/api/tpp/customers/${customerId}/accounts`, works: 200 },
  'PUT /api/tpp/customers/:id/scenario': {
    path: ({ customerId }) => `/api/tpp/customers/${customerId}/scenario`,
    body: { scenario: 'refuses' },
    works: 200,
  },
  'POST /api/tpp/customers/:id/accounts': {
    path: ({ customerId }) => `/api/tpp/customers/${customerId}/accounts`,
    body: { name: 'Third', currency: 'EUR', openingBalance: '0' },
    works: 201,
  },
  'DELETE /api/tpp/customers/:id/accounts/:iban': {
    path: ({ customerId, iban }) => `/api/tpp/customers/${customerId}/accounts/${iban}`,
    works: 204,
  },
  'DELETE /api/tpp/customers/:id': { path: ({ customerId }) => `/api/tpp/customers/${customerId}`, works: 204 },
};

const OF_TOKENS: Readonly<Record<string, Reach>> = {
  'GET /api/v1/payments/:paymentProduct/:paymentId': { path: ({ paymentId }) => `/api/v1/payments/sepa-credit-transfers/${paymentId}`, works: 200 },
  'GET /api/v1/periodic-payments/:paymentProduct/:paymentId': {
    path: ({ periodicPaymentId }) => `/api/v1/periodic-payments/sepa-credit-transfers/${periodicPaymentId}`,
    works: 200,
  },
  'GET /api/v1/periodic-payments/:paymentProduct/:paymentId/status': {
    path: ({ periodicPaymentId }) => `/api/v1/periodic-payments/sepa-credit-transfers/${periodicPaymentId}/status`,
    works: 200,
  },
  'GET /api/v1/payments/:paymentProduct/:paymentId/status': {
    path: ({ paymentId }) => `/api/v1/payments/sepa-credit-transfers/${paymentId}/status`,
    works: 200,
  },
  'GET /api/v1/bulk-payments/:paymentProduct/:paymentId': {
    path: ({ bulkPaymentId }) => `/api/v1/bulk-payments/sepa-credit-transfers/${bulkPaymentId}`,
    works: 200,
  },
  'GET /api/v1/bulk-payments/:paymentProduct/:paymentId/status': {
    path: ({ bulkPaymentId }) => `/api/v1/bulk-payments/sepa-credit-transfers/${bulkPaymentId}/status`,
    works: 200,
  },
  ...authorisationsOf('payments', ({ paymentId }) => paymentId),
  ...authorisationsOf('bulk-payments', ({ bulkPaymentId }) => bulkPaymentId),
  ...authorisationsOf('periodic-payments', ({ periodicPaymentId }) => periodicPaymentId),
  ...Object.fromEntries(
    Object.entries({ GET: ['', '/status', '/transactions'], DELETE: [''] }).flatMap(([method, rests]) =>
      rests.map((rest): [string, Reach] => [
        `${method} /api/v1/transactions-statements/:statementId${rest}`,
        {
          path: ({ statementId }) => `/api/v1/transactions-statements/${statementId}${rest}`,
          // Nobody has signed it: its owner may not read it yet.
          works: method === 'DELETE' ? 204 : rest === '/transactions' ? 401 : 200,
          denied: 403,
        },
      ]),
    ),
  ),
};

/** Its owner, whose payment nobody has signed, is asked for headers before an authorisation begins, and takes the payment back at the end. */
function authorisationsOf(service: string, idOf: (target: Parameters<Reach['path']>[0]) => string): Readonly<Record<string, Reach>> {
  const calls = [
    ...['/authorisations', '/cancellation-authorisations'].flatMap((rest) => [
      { method: 'GET', rest, works: 200 },
      { method: 'POST', rest, works: 400 },
    ]),
    { method: 'DELETE', rest: '', works: 204 },
  ];
  return Object.fromEntries(
    calls.map(({ method, rest, works }): [string, Reach] => [
      `${method} /api/v1/${service}/:paymentProduct/:paymentId${rest}`,
      { path: (target) => `/api/v1/${service}/sepa-credit-transfers/${idOf(target)}${rest}`, works },
    ]),
  );
}

/** Objects of nobody in particular, and those whose own tests stand elsewhere. */
const ELSEWHERE: readonly RegExp[] = [
  /authorize\/:uid$/,
  /^\w+ \/api\/fallback\/v1\//,
  /^\w+ \/api\/v1\/(consents|accounts)\/:/,
  /^\w+ \/api\/v1\/((periodic|bulk)-)?payments\/:paymentProduct$/,
  /authorisations\/:authorisationId$/,
  /^GET \/api\/tpp\/requests\/:id$/,
];

let house: DevelopersHouse;
let ada: Estate;
let ben: Estate;
beforeAll(async () => {
  house = await openDevelopersHouse();
  ada = await openEstate(ADA);
  ben = await openEstate(BEN);
});
afterAll(() => house.close());

/** What a payment's text may hold of a developer. */
const markOf = (developer: string): string => developer.replace('_', '-');
const tokenOf = async (developer: string): Promise<string> => {
  const users = Value.Parse(TokenUserList, (await house.send(developer, 'GET', '/api/tpp/psu')).body);
  return users.find(({ access_token: token }) => token !== undefined)?.access_token ?? '';
};
const field = ({ body }: WireReply, name: string): string => textOf(body, name);

async function openEstate(developer: string): Promise<Estate> {
  expect((await house.send(developer, 'POST', '/api/tpp')).status).toBe(204);
  const person = { country: 'ee', type: 'person', firstName: 'Mari', surname: 'Näidis' };
  const customerId = field(await house.send(developer, 'POST', '/api/tpp/customers', { body: person }), 'id');
  const account = { name: 'Second', currency: 'EUR', openingBalance: '0' };
  const iban = field(await house.send(developer, 'POST', `/api/tpp/customers/${customerId}/accounts`, { body: account }), 'iban');
  const certificate = { roles: ['ais'], lifetime: 'year', keyType: 'p256' };
  const issued = await house.send(developer, 'POST', '/api/tpp/certificates', { body: certificate });
  const endpoint = { url: 'https://shop.example/hooks', kinds: ['payment'] };
  const added = await house.send(developer, 'POST', '/api/tpp/notifications/endpoints', { body: endpoint });
  const deliveries = await house.send(developer, 'GET', '/api/tpp/notifications/deliveries');
  const bearer = await tokenOf(developer);
  const order = {
    instructedAmount: { amount: '1.00', currency: 'EUR' },
    creditorAccount: { iban: PAYEES.lumenBooks.iban },
    creditorName: PAYEES.lumenBooks.name,
    remittanceInformationUnstructured: `Order of ${markOf(developer)}`,
  };
  const headers = { 'psu-ip-address': '192.0.2.1', 'tpp-redirect-uri': `${house.config.publicUrl}/paid` };
  const made = await house.send(undefined, 'POST', '/api/v1/payments/sepa-credit-transfers', { bearer, headers, body: order });
  const schedule = { startDate: new Date(Date.now() + 7 * 24 * 60 * 60_000).toISOString().slice(0, 10), frequency: 'Monthly' };
  const periodic = { ...order, ...schedule };
  const agreed = await house.send(undefined, 'POST', '/api/v1/periodic-payments/sepa-credit-transfers', { bearer, headers, body: periodic });
  const bulk = { payments: [order, order] };
  const many = await house.send(undefined, 'POST', '/api/v1/bulk-payments/sepa-credit-transfers', { bearer, headers, body: bulk });
  const [own] = Value.Parse(AccountListAnswer, (await house.send(undefined, 'GET', '/api/v1/account-list', { bearer })).body).accounts;
  const statement = { account: { iban: own?.iban }, dateFrom: '2026-01-01', dateTo: '2026-06-30' };
  const asked = await house.send(undefined, 'POST', '/api/v1/transactions-statements', { bearer, headers, body: statement });
  const ids = {
    paymentId: field(made, 'paymentId'),
    periodicPaymentId: field(agreed, 'paymentId'),
    bulkPaymentId: field(many, 'paymentId'),
    statementId: field(asked, 'statementId'),
    certificateId: textOf(issued.body, 'certificates', '0', 'certificateId'),
    endpointId: textOf(added.body, 'endpoint', 'endpointId'),
    deliveryId: textOf(deliveries.body, 'items', '0', 'deliveryId'),
  };
  return { bearer, customerId, iban, ...ids };
}

/** What a caller can see, without what differs for every request. */
function visible({ status, headers, text }: WireReply): unknown {
  const { date: _date, 'x-request-id': _id, ...others } = headers;
  return { status, headers: others, text };
}

/** One fingerprint of everything that has an owner. */
async function snapshot(): Promise<unknown> {
  const tables = [
    'customer',
    'account',
    'account_balance',
    'payment',
    'transactions_statement',
    'client_payload',
    'current_customer',
    'tpp_app',
    'app_certificate',
    'test_certificate',
    'notification_endpoint',
    'notification_delivery',
    'sandbox',
    'oauth_artifact',
  ];
  const columns = tables.map((table) => `(select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) from ${table} t) as ${table}`);
  return (await house.database.query(`select ${columns.join(', ')}`)).rows[0];
}

const callOf = (route: string, { path, body }: Reach, target: Parameters<Reach['path']>[0]) => ({
  method: route.split(' ')[0] ?? '',
  url: path(target),
  options: body === undefined ? {} : { body },
});
const send = (developer: string | undefined, call: ReturnType<typeof callOf>, more: SendOptions = {}) =>
  house.send(developer, call.method, call.url, { ...call.options, ...more });

describe('an object of another developer', () => {
  it('is checked here on every route that names an object', () => {
    const named = house.routes
      .filter(({ method, url }) => /^\/api\/(tpp|v1|fallback)\/.*:/.test(url) && !['HEAD', 'OPTIONS'].includes(method))
      .map(({ method, url }) => `${method} ${url}`)
      .filter((route) => !ELSEWHERE.some((pattern) => pattern.test(route)));
    expect(named.toSorted()).toEqual([...Object.keys(OF_DEVELOPERS), ...Object.keys(OF_TOKENS)].toSorted());
  });

  it('gets the 404 of an unknown one, byte for byte, on every route of developers, and is not changed', async () => {
    const before = await snapshot();
    for (const [route, reach] of Object.entries(OF_DEVELOPERS)) {
      const foreign = await send(ADA, callOf(route, reach, ben));
      const missing = await send(ADA, callOf(route, reach, { ...ben, ...UNKNOWN, customerId: UNKNOWN_CUSTOMER }));
      expect([route, foreign.status, visible(foreign)]).toEqual([route, 404, visible(missing)]);
    }
    // An own customer does not open the account of another's.
    const mixed = (iban: string) => house.send(ADA, 'DELETE', `/api/tpp/customers/${ada.customerId}/accounts/${iban}`);
    expect(visible(await mixed(ben.iban))).toEqual(visible(await mixed('EE381010220300000000')));
    expect(await snapshot()).toEqual(before);
  });

  it('cannot be chosen as the customer of the token', async () => {
    const before = await snapshot();
    const choose = (id: string) => house.send(ADA, 'POST', '/api/tpp/psu', { body: { id, userName: 'x' } });
    const foreign = await choose(ben.customerId);
    expect([foreign.status, visible(foreign)]).toEqual([404, visible(await choose(UNKNOWN_CUSTOMER))]);
    expect(await snapshot()).toEqual(before);
  });

  it('gets the refusal of an unknown one, byte for byte, on every route of tokens', async () => {
    for (const [route, reach] of Object.entries(OF_TOKENS)) {
      const as = (target: Estate) => send(undefined, callOf(route, reach, target), { bearer: ada.bearer });
      const foreign = await as(ben);
      expect([route, foreign.status, visible(foreign)]).toEqual([route, reach.denied ?? 404, visible(await as({ ...ben, ...UNKNOWN }))]);
    }
  });

  it('is unknown to a funds confirmation, like an account of another customer', async () => {
    const ask = (iban: string) =>
      house.send(undefined, 'POST', '/api/v1/funds-confirmations', {
        bearer: ada.bearer,
        body: { account: { iban }, instructedAmount: { amount: '0.01', currency: 'EUR' } },
      });
    const unknown = visible(await ask('EE382200221020145685'));
    // The second is the same developer's, but of another customer than the token's.
    for (const iban of [ben.iban, ada.iban]) {
      const foreign = await ask(iban);
      expect([foreign.status, visible(foreign)]).toEqual([400, unknown]);
    }
    const own = await house.send(undefined, 'GET', '/api/v1/account-list', { bearer: ada.bearer });
    const iban = textOf(own.body, 'accounts', '0', 'iban');
    const answer = await ask(iban);
    expect([answer.status, answer.text]).toEqual([200, '{"fundsAvailable":true}']);
  });

  it('is not read, deleted or reset with another token', async () => {
    const payload = (bearer: string) => house.send(undefined, 'GET', '/api/v1/client-payload?apiId=payments', { bearer });
    expect((await payload(ben.bearer)).text).toContain(markOf(BEN));
    expect((await payload(ada.bearer)).text).not.toContain(markOf(BEN));
    expect((await house.send(undefined, 'GET', '/api/v1/account-list', { bearer: ada.bearer })).text).not.toContain(ben.iban);
    expect((await house.send(undefined, 'DELETE', '/api/v1/client-payload', { bearer: ada.bearer })).status).toBe(204);
    expect((await house.send(undefined, 'DELETE', '/api/v1/sandbox/reset', { bearer: ada.bearer })).status).toBe(204);
    expect((await payload(ada.bearer)).body).toMatchObject({ payload: null });
    expect((await payload(ben.bearer)).text).toContain(markOf(BEN));
  });
});

describe('an object, without a session or a valid token', () => {
  it('gets the same 401 whether it exists or not', async () => {
    const before = await snapshot();
    for (const [route, reach] of Object.entries(OF_DEVELOPERS)) {
      const known = await send(undefined, callOf(route, reach, ben));
      const unknown = await send(undefined, callOf(route, reach, { ...ben, customerId: UNKNOWN_CUSTOMER }));
      expect([route, known.status, visible(known)]).toEqual([route, 401, visible(unknown)]);
    }
    for (const [route, reach] of Object.entries(OF_TOKENS)) {
      for (const options of [{}, { bearer: 'A'.repeat(43) }]) {
        const known = await send(undefined, callOf(route, reach, ben), options);
        const unknown = await send(undefined, callOf(route, reach, { ...ben, ...UNKNOWN }), options);
        expect([route, known.status, visible(known)]).toEqual([route, 401, visible(unknown)]);
      }
    }
    expect(await snapshot()).toEqual(before);
  });

  it('gets 401 for a replaced token', async () => {
    const old = await tokenOf(BEN);
    expect((await house.send(BEN, 'GET', '/api/tpp/refresh')).status).toBe(200);
    for (const [route, reach] of Object.entries(OF_TOKENS)) {
      expect([route, (await send(undefined, callOf(route, reach, ben), { bearer: old })).status]).toEqual([route, 401]);
    }
  });
});

describe('an own object', () => {
  it('works on each of these routes', async () => {
    const bearer = await tokenOf(BEN);
    for (const [route, reach] of Object.entries(OF_TOKENS)) {
      expect([route, (await send(undefined, callOf(route, reach, ben), { bearer })).status]).toEqual([route, reach.works]);
    }
    for (const [route, reach] of Object.entries(OF_DEVELOPERS)) {
      expect([route, (await send(BEN, callOf(route, reach, ben))).status]).toEqual([route, reach.works]);
    }
  });
});
