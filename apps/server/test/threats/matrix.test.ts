/**
 * T5, the whole table: every route of the closed list that somebody owns something behind, called by everybody who is not that somebody with
 * that object and with one that does not exist. Nobody gets it, nobody can tell the two apart, and nothing is changed.
 */
import { createTpp, obtainToken, SITE, textOf } from '@portico/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { overInject } from '../../src/testing/over-inject.ts';
import { type Estate, openEstate } from '../house/estate.ts';
import { type House, openHouse } from '../house/open-house.ts';
import { type Door, type OfferedRoute, offeredRoutes } from '../house/surface.ts';

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const;
/** Who may be where the door is open. */
const OWNERS: Readonly<Partial<Record<Door, string>>> = {
  developer: 'developer',
  token: 'application',
  fallback: 'application',
  signing: 'customer',
  signIn: 'customer',
  customer: 'customer',
  device: 'customer',
};
/** Answered to everybody: with nothing, or with what is theirs. */
const FOR_ALL = [
  'GET /identity/session',
  'DELETE /identity/session',
  'GET /bank/session',
  'GET /bank/session/roles',
  'DELETE /bank/session',
  'GET /bank/device/challenges',
  'PUT /bank/device',
  'GET /api/prefills',
];
/** So that it is the owner who is missing, not the form. */
const BODIES: Readonly<Record<string, object>> = {
  'POST /identity/second-factor': { code: '123456' },
  'PUT /api/tpp/customers/:id/scenario': { scenario: 'refuses' },
  'POST /api/tpp/customers/:id/accounts': { name: 'Third', currency: 'EUR', openingBalance: '0' },
  'PUT /api/tpp/notifications/endpoints/:endpointId': { isEnabled: false },
  'POST /bank/device/challenges/:challengeId/answer': { answer: 'approve' },
  'POST /bank/device/links': { link: 'https://bank.example/' },
  'POST /bank/device/challenges/:challengeId/calculator': { number: '123456' },
  'POST /bank/sign-in/:id/authentication': { method: 'SMART_ID', nationalIdentityNumber: '38001085718' },
  'POST /bank/sign-in/:id/response': { response: '12345678' },
  'POST /bank/sign-in/:id/role': { roleId: 'cus_unknown' },
  'POST /bank/session/role': { roleId: 'cus_unknown' },
  'POST /bank/to-sign/payments/:paymentId/response': { response: '12345678' },
  'PUT /api/ui/consent': { accounts: [] },
};

/** What an estate does not have, and what would replace its token. */
const NOT_THERE =
  /:authorisationId|:transactionId|:uid|\/to-sign\/payments\/:|customer\/details|payment\/fee|(?:periodic-payment|bulk-payment|consent|statement)\/details|client-payload|\/refresh/;
/** Of the request itself; pages of the authorization server name it. */
const REQUEST_ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

const EXPIRED = 'a developer, an application and a customer whose sessions and tokens have expired';
const TWIN = 'another application of the same customer';
/** What a token opens for every application of its customer, and what an application has of its own. */
const OF_EVERY_APPLICATION = /account-list$|client-payload|sandbox\/reset|^POST /;

interface Role {
  readonly name: string;
  headersAt(route: OfferedRoute, path: string): Readonly<Record<string, string>>;
}

let house: House;
let ada: Estate;
let ben: Estate;
let roles: readonly Role[];
let marks: readonly string[];

beforeAll(async () => {
  house = await openHouse({ settings: { PORTICO_RATE_LIMIT_PER_MINUTE: '0' } });
  ada = await openEstate(house);
  ben = await openEstate(house);
  const cleo = await openEstate(house);
  await house.portico.platform.write((context) => house.portico.modules.tppApps.setSuspended(context, cleo.clientId, true));
  marks = [ada.email, ada.clientId, ada.signingId, ...Object.values(ada.ids)].filter((mark) => mark.length > 12);
  roles = [
    { name: 'nobody', headersAt: () => ({}) },
    ...[ada, ben].flatMap((estate) => rolesOf(estate, estate === ada ? 'A' : 'B')),
    { ...application(cleo), name: 'a suspended application' },
    await ended(),
    await expired(),
    await twin(),
  ];
});
afterAll(() => house.close());

const developer = ({ developer: browser }: Estate) => ({ headersAt: (_: OfferedRoute, path: string) => ({ cookie: browser.cookieHeader(path) }) });
const customer = ({ customer: browser, signingId }: Estate) => ({
  headersAt: (_: OfferedRoute, path: string) => ({ cookie: browser.cookieHeader(path), 'signing-id': signingId }),
});
const application = ({ token, basic, fallbackSession, ids }: Estate) => ({
  headersAt: ({ door }: OfferedRoute) =>
    door === 'fallback'
      ? { authorization: basic, 'fallback-session': fallbackSession }
      : { authorization: `Bearer ${token}`, 'consent-id': ids.consentId ?? '' },
});
const rolesOf = (estate: Estate, letter: string): readonly Role[] => [
  { ...developer(estate), name: `developer ${letter}` },
  { ...customer(estate), name: `customer ${letter}` },
  { ...application(estate), name: `application ${letter}` },
];

/** Everything that A once had: the sessions were ended, the token was replaced. */
async function ended(): Promise<Role> {
  const dora = await openEstate(house);
  const cookies = new Map<string, string>();
  for (const path of ['/', '/api/tpp', '/identity', '/bank', '/bank/sign-in', '/api/ui'])
    cookies.set(path, `${dora.developer.cookieHeader(path)}; ${dora.customer.cookieHeader(path)}`);
  const asPage = { origin: house.config.publicUrl, 'content-type': 'application/json', 'x-request-id': crypto.randomUUID() };
  expect((await dora.developer.send('GET', '/api/tpp/refresh', { headers: asPage })).status).toBe(200);
  await dora.developer.send('DELETE', '/identity/session');
  await dora.customer.send('DELETE', '/bank/session');
  return {
    name: 'somebody whose sessions have ended',
    headersAt: (route) => ({
      cookie: [...cookies.values()].join('; '),
      'signing-id': dora.signingId,
      ...(route.door === 'token' ? { authorization: `Bearer ${dora.token}` } : {}),
    }),
  };
}

/** Everything that a developer, an application and a customer once had: a day went by on the test clock, and the portal's session is old. */
async function expired(): Promise<Role> {
  const eve = await openEstate(house);
  const advanced = await eve.developer.send('POST', '/api/tpp/clock/advance', { body: { days: 1 } });
  expect(advanced.status).toBe(200);
  const old = `update developer_session set last_seen_at = now() - interval '30 days'
    where developer_id = (select developer_id from tpp_app where client_id = $1) returning developer_id`;
  expect((await house.database.query(old, [eve.clientId])).rows).not.toEqual([]);
  const [asDeveloper, asCustomer, asApplication] = [developer(eve), customer(eve), application(eve)];
  return {
    name: EXPIRED,
    headersAt: (route, path) => ({
      ...asCustomer.headersAt(route, path),
      ...asApplication.headersAt(route),
      cookie: `${asDeveloper.headersAt(route, path).cookie}; ${asCustomer.headersAt(route, path).cookie}`,
    }),
  };
}

/** A second application to which the customer of A signed in, too. It knows the consent of the first. */
async function twin(): Promise<Role> {
  const app = { clientId: 'twin-of-a', clientSecret: 'a secret of the second application, 0123456789' };
  const { rows } = await house.database.query('select sandbox_id from tpp_app where client_id = $1', [ada.clientId]);
  await house.portico.modules.tppApps.upsert({
    ...app,
    ...{ appId: 'app_twin', sandboxId: textOf(rows[0], 'sandbox_id'), clientName: 'Second', registeredName: 'Second OÜ' },
    redirectUris: [`${SITE}/callback`],
  });
  const { publicUrl } = house.config;
  const tpp = createTpp({ transport: overInject(house.portico.app, publicUrl), publicUrl, ...app, site: SITE });
  const token = await obtainToken(house.browse(), tpp, ada.otherLogin);
  const headers = { authorization: `Bearer ${token}`, 'consent-id': ada.ids.consentId ?? '' };
  const mine = await house.portico.app.inject({ url: '/api/v1/account-list', headers: { ...headers, 'x-request-id': crypto.randomUUID() } });
  expect(mine.body).toContain(ada.ids.from);
  return { name: TWIN, headersAt: () => headers };
}

const owned = () => offeredRoutes({ mode: 'development', bank: 'sandbox' }).filter(({ door }) => OWNERS[door] !== undefined);
const nameOf = ({ method, url }: OfferedRoute) => `${method} ${url}`;
const missing = (id: string) => (id.startsWith('EE') ? 'EE382200221020145685' : `${id.slice(0, -6)}000000`);

/** What an address calls it, in what the estate has. */
function idAt(url: string, name: string): string {
  const service = /^\/api\/v1\/((?:periodic-|bulk-)?payments)\//.exec(url)?.[1];
  const at = (prefix: string) => url.startsWith(prefix);
  const key =
    name === 'paymentId'
      ? (service ?? (at('/api/fallback') ? 'fallbackPaymentId' : 'payments'))
      : name === 'id'
        ? at('/api/tpp/customers')
          ? 'customerId'
          : at('/api/tpp/requests')
            ? 'requestId'
            : 'signInId'
        : name === 'signInId'
          ? 'fallbackSignInId'
          : name === 'uid'
            ? 'signInId'
            : name === 'permissionId'
              ? 'consentId'
              : name === 'iban' && at('/api/fallback')
                ? 'from'
                : name;
  return key;
}

/** `change`: of the ids that are asked for. */
function pathOf({ url }: OfferedRoute, { ids }: Estate, change: (id: string) => string = (id) => id): string {
  const path = url.replaceAll(/:(\w+)/g, (_, name: string) => {
    if (name === 'paymentProduct') return 'sepa-credit-transfers';
    if (['authorisationId', 'transactionId'].includes(name)) return 'unknown';
    const id = ids[idAt(url, name)];
    if (id === undefined) throw new Error(`${url}: the estate has nothing for ${name}.`);
    return encodeURIComponent(change(id));
  });
  if (url === '/api/ui/account/balance') return `${path}?iban=${change(ids.from ?? '')}`;
  return url.endsWith('/:accountId/transactions')
    ? `${path}?bookingStatus=booked&dateFrom=${new Date(Date.now() - 7 * 24 * 60 * 60_000).toISOString().slice(0, 10)}`
    : path;
}

async function call(route: OfferedRoute, role: Role, path: string) {
  const method = METHODS.find((known) => known === route.method) ?? 'GET';
  const body = BODIES[nameOf(route)];
  const {
    statusCode,
    headers,
    body: text,
  } = await house.portico.app.inject({
    method,
    url: path,
    headers: {
      ...{ host: 'localhost:3000', origin: house.config.publicUrl, 'content-type': 'application/json', 'x-request-id': crypto.randomUUID() },
      ...{ 'psu-ip-address': '192.0.2.1', 'tpp-redirect-uri': 'http://127.0.0.1:3001/back' },
      ...role.headersAt(route, path),
    },
    ...(body === undefined || method === 'GET' ? {} : { payload: body }),
  });
  const { date: _date, 'x-request-id': _id, 'content-length': _length, ...others } = headers;
  return { status: statusCode, text, seen: JSON.stringify([statusCode, others, text]).replaceAll(REQUEST_ID, '') };
}

const isOwner = (route: OfferedRoute, { name }: Role) => name === `${OWNERS[route.door]} A`;
/** The same sort of caller: what names nobody is his own there. */
const isPeer = (route: OfferedRoute, { name }: Role) => name.startsWith(`${OWNERS[route.door]} `);
const hasObject = ({ url }: OfferedRoute) => /:(?!paymentProduct)/.test(url) || url === '/api/ui/account/balance';
const answers = (status: number) => status < 400;

async function fingerprint(): Promise<unknown> {
  const tables = [
    'customer',
    'account',
    'account_balance',
    'payment',
    'consent',
    'transactions_statement',
    'tpp_app',
    'app_certificate',
    'test_certificate',
    'notification_endpoint',
    'notification_delivery',
    'developer',
    'ledger_entry',
    'sign_in',
    'signing_session',
    'challenge',
  ];
  const columns = tables.map((table) => `(select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) from ${table} t) as ${table}`);
  return (await house.database.query(`select ${columns.join(', ')}`)).rows[0];
}

describe('an owned object', () => {
  it('is behind every route except those for everyone, beginners and clients', () => {
    const others = offeredRoutes({ mode: 'development', bank: 'sandbox' }).filter(({ door }) => OWNERS[door] === undefined);
    expect(new Set(others.map(({ door }) => door))).toEqual(new Set(['everyone', 'beginner', 'client']));
    expect(owned().length).toBeGreaterThan(140);
  });

  it('is not in the responses to others on routes without an id', async () => {
    const wrong: string[] = [];
    for (const route of owned().filter((each) => !hasObject(each))) {
      for (const role of roles.filter((each) => !isOwner(route, each))) {
        // What changes something of the caller's own is his to change.
        if (isPeer(route, role) && route.method !== 'GET') continue;
        if (route.url === '/api/tpp/refresh' && isPeer(route, role)) continue;
        if (role.name === TWIN && OF_EVERY_APPLICATION.test(nameOf(route))) continue;
        const { status, text } = await call(route, role, pathOf(route, ada));
        const mayAnswer = isPeer(route, role) || FOR_ALL.includes(nameOf(route));
        if ((answers(status) && !mayAnswer) || marks.some((mark) => text.includes(mark)))
          wrong.push(`${nameOf(route)} by ${role.name}: ${status} ${text.slice(0, 200)}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('gets for all others the refusal of an unknown one, and is not changed', async () => {
    const before = await fingerprint();
    const wrong: string[] = [];
    let cells = 0;
    for (const route of owned().filter(hasObject)) {
      for (const role of roles.filter((each) => !isOwner(route, each))) {
        cells += 1;
        const foreign = await call(route, role, pathOf(route, ada));
        const unknown = await call(route, role, pathOf(route, ada, missing));
        const isTold = foreign.seen.replaceAll(pathOf(route, ada), '') !== unknown.seen.replaceAll(pathOf(route, ada, missing), '');
        if (answers(foreign.status) || isTold)
          wrong.push(`${nameOf(route)} by ${role.name}: ${foreign.seen.slice(0, 300)} / ${unknown.seen.slice(0, 300)}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(cells).toBeGreaterThan(500);
    expect(await fingerprint()).toEqual(before);
  });

  it('can be read by its owner', async () => {
    const closed: string[] = [];
    for (const route of owned().filter(({ method }) => method === 'GET')) {
      const role = roles.find((each) => isOwner(route, each));
      if (role === undefined || NOT_THERE.test(route.url)) continue;
      const { status, text } = await call(route, role, pathOf(route, ada));
      if (!answers(status)) closed.push(`${nameOf(route)}: ${status} ${text.slice(0, 160)}`);
    }
    expect(closed).toEqual([]);
  });
});
