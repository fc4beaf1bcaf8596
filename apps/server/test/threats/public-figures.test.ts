/**
 * T35: what is published about the services is what the bank's service did for callers it knows. No stranger, and no customer of a sandbox,
 * can turn a service down, up or slow, or write into another's request log as they like.
 */
// Review of 25 November 2026, S6 and S7.
import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { fastify } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { reachBank } from '#modules/bank-sandbox/index.ts';
import { networkOf, networksOf } from '#platform/allowances/network-of.ts';
import { limitAnonymousWrites } from '#platform/http/anonymous-writes.ts';
import { createHourlyBudget } from '#platform/http/hourly-budget.ts';
import { noting } from '#platform/request-notes.ts';
import { ANONYMOUS_WRITES } from '../../src/app/anonymous-writes.ts';
import { DEMO_CLIENT_ID, demoClientSecret } from '../../src/app/demo/demo-tpp.ts';
import { exchangeRaw } from '../../src/testing/raw-exchange.ts';
import { type House, openHouse } from '../house/open-house.ts';
import { offeredRoutes } from '../house/surface.ts';

/** Of one application and one network. */
const CLAIMS_PER_HOUR = 120;
/** More than make a service down. */
const TIMES = 8;

let house: House;
let token: string;

beforeAll(async () => {
  house = await openHouse();
  token = await house.token(house.browse());
  await house.portico.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => house.close());

beforeEach(async () => {
  await house.portico.modules.requestLog.flush();
  for (const table of ['request_measure', 'request_log', 'status_hour', 'status_service']) await house.database.query(`delete from ${table}`);
});

const send = (method: string, url: string, headers: Readonly<Record<string, string>> = {}, payload?: string) =>
  house.portico.app.inject({
    method: method as 'GET',
    url,
    headers: { 'x-request-id': randomUUID(), ...headers },
    ...(payload === undefined ? {} : { payload }),
  });

async function measured() {
  await house.portico.modules.requestLog.flush();
  const { rows } = await house.database.query(
    `select service, outcome, count(*)::integer as count from request_measure where origin = 'live' group by 1, 2 order by 1, 2`,
  );
  return rows;
}

async function states() {
  await house.portico.modules.status.measure();
  const { services }: { services: { serviceId: string; state: string }[] } = (await send('GET', '/api/specs/api-status')).json();
  return new Set(services.map(({ state }) => state));
}

/** One that the service itself answered, so that a change would show. */
const BODY = JSON.stringify({ bankCountry: 'ee', returnTo: '/bank/to-sign', email: 'kuri.näidis@example.com', password: 'Pikk ja halb sõna 1' });
/** Passwords and mails, of which one network has few in an hour or a quarter of one (`developers/allowances.ts`). */
const LIMITED_BY_ALLOWANCES: ReadonlySet<string> = new Set(
  ['sign-up', 'verify-email', 'sign-in', 'forgot-password', 'reset-password'].map((act) => `POST /identity/${act}`),
);
const ownCall = () => send('GET', '/api/v1/accounts', { authorization: `Bearer ${token}` });
const times = <Answer>(work: () => Promise<Answer>) => Promise.all(Array.from({ length: TIMES }, work));

describe('a caller without valid credentials', () => {
  it('is not measured, on any route and in any spelling', async () => {
    const basic = (user: string) => `Basic ${Buffer.from(`${user}:wrong`).toString('base64')}`;
    const credentials: Readonly<Record<string, string>>[] = [
      { authorization: `Bearer ${'A'.repeat(43)}` },
      { authorization: basic(DEMO_CLIENT_ID) },
      { cookie: 'portico-bank=x; portico-developer=x; portico-device=x' },
    ];
    for (const { method, url } of offeredRoutes({ mode: 'development', bank: 'sandbox' })) {
      const path = url.replaceAll(/:\w+|\*/g, 'x');
      for (const headers of credentials)
        await send(method, path, { ...headers, 'content-type': 'application/json' }, method === 'GET' ? undefined : '{');
      await send(
        method,
        path.replace(/\w/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
      );
      await send(method, `${path}%00`);
    }
    expect(await measured()).toEqual([]);
    expect(await states()).not.toContain('down');
  });

  it('neither ends an outage nor begins one', async () => {
    await house.database.query(
      `insert into request_measure (at, service, outcome, duration_ms, origin)
       select now() - ago * interval '1 second', 'accounts', 'failed', 10, 'live' from generate_series(60, 70) as ago`,
    );
    expect(await states()).toContain('down');
    await times(() => send('GET', '/api/v1/accounts'));
    await times(() => send('GET', '/api/%761/accounts'));
    await house.portico.modules.requestLog.flush();
    expect(await states()).toContain('down');
    await ownCall();
    await house.portico.modules.requestLog.flush();
    expect(await states()).not.toContain('down');
  });

  it('is not measured after breaking off a slow request', async () => {
    const { port } = house.portico.app.server.address() as { port: number };
    const head = `POST /api/v1/consents HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{`;
    await times(
      () =>
        new Promise<void>((resolve) => {
          const socket = connect(port, '127.0.0.1', () => socket.write(head, () => setImmediate(() => socket.destroy())));
          socket.on('close', () => resolve()).on('error', () => {});
        }),
    );
    await expect
      .poll(async () => (await exchangeRaw(house.portico.app, 'GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).slice(9, 12))
      .toBe('200');
    expect(await measured()).toEqual([]);
  });
});

describe('a customer with the scenario bankDown', () => {
  it('does not make a service down: the simulated responses are not measured', async () => {
    await house.database.query("update customer set scenario = 'bankDown'");
    try {
      const authorization = `Bearer ${token}`;
      const basic = `Basic ${Buffer.from(`${DEMO_CLIENT_ID}:${demoClientSecret(house.config)}`).toString('base64')}`;
      const played = [
        ...(await times(() => send('GET', '/api/v1/accounts', { authorization }))),
        ...(await times(() => send('GET', '/api/v1/payments/instant-sepa-credit-transfers/x/status', { authorization }))),
        ...(await times(() =>
          send(
            'POST',
            '/api/fallback/v1/sign-ins',
            { authorization: basic, 'content-type': 'application/json' },
            JSON.stringify({ userName: house.customers[0].userName }),
          ),
        )),
      ];
      expect(new Set(played.map(({ statusCode }) => statusCode))).toEqual(new Set([503]));
    } finally {
      await house.database.query("update customer set scenario = 'approves'");
    }
    expect(await measured()).toEqual([]);
    await ownCall();
    // Of a known caller, who has no consent.
    expect(await measured()).toEqual([{ service: 'accounts', outcome: 'refused', count: 1 }]);
  });
});

describe('a simulated response', () => {
  it.each(['bankSlow', 'bankDown'] as const)('of the scenario %s is marked as simulated', (scenario) => {
    const notes = { isPlayed: false, waitedMs: 0 };
    noting(notes, () => void reachBank(scenario));
    expect(notes.isPlayed).toBe(true);
  });

  it.each(['approves', 'refuses', 'notEnoughMoney'] as const)('does not occur in the scenario %s', (scenario) => {
    const notes = { isPlayed: false, waitedMs: 0 };
    noting(notes, () => void reachBank(scenario));
    expect(notes.isPlayed).toBe(false);
  });
});

describe('a client id with a wrong secret', () => {
  const claim = () =>
    house.portico.app.inject({
      method: 'POST',
      url: '/api/v2/openam/token',
      remoteAddress: '192.0.2.77',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `grant_type=authorization_code&code=x&client_id=${DEMO_CLIENT_ID}&client_secret=wrong&redirect_uri=https://forged.example/`,
    });

  it('is logged at most 120 times an hour, marked as not authenticated, without bodies', async () => {
    await house.portico.modules.requestLog.flush();
    await house.database.query('delete from request_log');
    for (let count = 0; count < CLAIMS_PER_HOUR + 10; count += 1) await claim();
    await house.portico.modules.requestLog.flush();
    const { rows } = await house.database.query(
      `select count(*)::integer as lines, bool_or(is_authenticated) as authenticated, count(request_body)::integer + count(response_body)::integer as bodies
       from request_log`,
    );
    expect(rows).toEqual([{ lines: CLAIMS_PER_HOUR, authenticated: false, bodies: 0 }]);
    expect(await measured()).toEqual([]);
    await ownCall();
    await house.portico.modules.requestLog.flush();
    const { rows: own } = await house.database.query('select count(*)::integer as lines from request_log where is_authenticated');
    expect(own).toEqual([{ lines: 1 }]);
  });
});

describe('a network', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:DB8:0:0:ffff::2', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('of %s is %s', (ip, network) => {
    expect(networkOf(ip)).toBe(network);
  });

  it('is for limits the address of IPv4, and the /64 and the /48 of IPv6', () => {
    expect(networksOf('192.0.2.1')).toEqual([{ name: '192.0.2.1', share: 1 }]);
    expect(networksOf('2001:db8:1:2::1')).toEqual([
      { name: '2001:db8:1:2::/64', share: 1 },
      { name: '2001:db8:1::/48', share: 4 },
    ]);
  });

  it('keeps its own budget when thousands of others make requests', () => {
    const spend = createHourlyBudget(1, () => 0);
    expect([spend('a'), spend('a')]).toEqual([true, false]);
    for (let count = 0; count < 12_000; count += 1) spend(`other ${count}`);
    expect(spend('a')).toBe(false);
  });

  it('without credentials stores rows only through routes with an hourly limit', async () => {
    const counts = [
      ...['oauth_artifact', 'challenge', 'sign_in', 'bank_session', 'signing_session', 'signing_entry', 'fallback_session', 'developer'],
      ...['sign_up', 'session', 'device', 'reset_code', 'social_sign_in'].map((name) => `developer_${name}`),
    ].map((table) => `(select count(*) from ${table})`);
    const rowsNow = async () => {
      const { rows } = await house.database.query(`select (${counts.join(' + ')})::integer as rows`);
      return Number(Object(rows[0]).rows);
    };
    const begin = house.tpp.authorize('ee').address.replace(/^https?:\/\/[^/]+/, '');
    const before = await rowsNow();
    await send('GET', begin);
    const after = await rowsNow();
    expect(after).toBeGreaterThan(before);
    for (const { method, url } of offeredRoutes({ mode: 'development', bank: 'sandbox' })) {
      const address = url.replaceAll(/:\w+|\*/g, 'x');
      const headers = { origin: house.config.publicUrl, 'content-type': 'application/json' };
      const isLimited = ANONYMOUS_WRITES.has(`${method} ${url}`) || LIMITED_BY_ALLOWANCES.has(`${method} ${url}`);
      if (!isLimited) await send(method, address, headers, method === 'GET' ? undefined : BODY);
    }
    expect(await rowsNow()).toBe(after);
  });

  it('is refused with 429 beyond its budget, on these routes only, and other networks are not', async () => {
    const app = fastify();
    limitAnonymousWrites(app, new Set(['GET /begin', 'POST /begin']), 3);
    app.route({ method: ['GET', 'POST'], url: '/begin', handler: async () => ({}) });
    app.get('/other', async () => ({}));
    const statuses = async (method: 'GET' | 'HEAD' | 'POST', url: string, remoteAddress: string) =>
      Promise.all([1, 2].map(async () => (await app.inject({ method, url, remoteAddress })).statusCode));
    expect(await statuses('GET', '/begin', '192.0.2.1')).toEqual([200, 200]);
    expect(
      [...(await statuses('HEAD', '/begin', '192.0.2.1')), ...(await statuses('POST', '/begin', '192.0.2.1'))].filter((status) => status < 400),
    ).toEqual([200]);
    expect(await statuses('GET', '/begin', '192.0.2.2')).toEqual([200, 200]);
    expect(await statuses('GET', '/other', '192.0.2.1')).toEqual([200, 200]);
    // The networks of one IPv6 /48 have four budgets together.
    const site = await Promise.all(Array.from({ length: 7 }, (_, index) => statuses('GET', '/begin', `2001:db8:7:${index}::1`)));
    expect(site.flat().filter((status) => status === 200)).toHaveLength(12);
    expect(await statuses('GET', '/begin', '2001:db8:8::1')).toEqual([200, 200]);
    await app.close();
  });
});
