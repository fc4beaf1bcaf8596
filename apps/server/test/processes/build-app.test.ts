/** Rules that hold for the whole surface. The tables come from the running routes, so a new route is under them from its first day. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Core } from '#modules/bank-core/index.ts';
import { createSandboxBank, createSandboxReader } from '#modules/bank-sandbox/index.ts';
import type { Config } from '#platform/config.ts';
import type { OpenedDatabase } from '#platform/db/open-database.ts';
import type { KnownRoute } from '#platform/http/create-http-server.ts';
import { routeAreaOf } from '#platform/http/route-area.ts';
import { loadConfig } from '#platform/load-config.ts';
import { createRandom } from '#platform/random.ts';
import { createClock } from '#platform/tenant/clock.ts';
import { buildApp, type Portico } from '../../src/app/composition/build-app.ts';
import { seedDevelopment } from '../../src/app/demo/seed.ts';
import { openTestDatabase } from '../../src/testing/test-database.ts';
import { offeredNames } from '../house/surface.ts';

const REQUEST_ID = '0193c2b4-7a5e-4a6f-9c1d-2f3b4c5d6e7f';
const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'PATCH'] as const;

let folder: string;
let config: Config;
let database: OpenedDatabase;
let portico: Portico;
let routes: readonly KnownRoute[];

async function open(changes: Partial<Config> = {}): Promise<{ portico: Portico; routes: readonly KnownRoute[] }> {
  const known: KnownRoute[] = [];
  const settings = { ...config, ...changes };
  const opened = await buildApp({
    config: settings,
    database,
    log: pino({ level: 'silent' }),
    webFolder: join(folder, 'no-build'),
    onRoute: (route) => void known.push(route),
    ...(settings.bank === 'adapter' ? { makeCore: createCore } : {}),
  });
  return { portico: opened, routes: known };
}

/** The sandbox bank in an adapter's place; nothing reads its accounts here. */
function createCore(): Core {
  const deps = { db: database.db, clock: createClock(), random: createRandom() };
  const write = () => Promise.reject(new Error('Nothing is written here.'));
  return { bank: createSandboxBank(deps), accountReader: createSandboxReader({ ...deps, write }), authenticator: { offers: () => true } };
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portico-app-'));
  config = loadConfig({ PORTICO_DATA_DIR: join(folder, 'data') });
  database = await openTestDatabase();
  ({ portico, routes } = await open());
});
afterAll(async () => {
  await portico.stop();
  await database.close();
  await rm(folder, { recursive: true });
});

const methodOf = (method: string) => METHODS.find((known) => known === method);
const pathOf = (url: string) => url.replaceAll(/:[A-Za-z]+/g, 'unknown');

async function call({ method, url }: KnownRoute, headers: Record<string, string>) {
  const known = methodOf(method);
  if (known === undefined) throw new Error(`Add ${method} to the methods of this test.`);
  return portico.app.inject({ method: known, url: pathOf(url), headers });
}

const callable = () => routes.filter(({ method, url }) => method !== 'OPTIONS' && !url.includes('*'));
const changing = () => callable().filter(({ method }) => !['GET', 'HEAD'].includes(method));

describe('every route', () => {
  it('returns the X-Request-ID and the security headers with any status', async () => {
    expect(callable().length).toBeGreaterThan(20);
    for (const route of callable()) {
      const { headers } = await call(route, { 'x-request-id': REQUEST_ID });
      expect(headers, `${route.method} ${route.url}`).toMatchObject({
        'x-request-id': REQUEST_ID,
        'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
        'x-frame-options': 'DENY',
        'x-content-type-options': 'nosniff',
        'cache-control': expect.any(String),
      });
    }
  });

  it('that a page calls with its cookies refuses other origins', async () => {
    // Programs call these, which read no cookie.
    const without = ['/mcp', '/api/specs/subscriptions/unsubscribe', '/pki/ocsp'];
    const cookieRoutes = changing().filter(({ url }) => !without.includes(url) && !['xs2a', 'oauth', 'fallback'].includes(routeAreaOf(url)));
    expect(cookieRoutes.length).toBeGreaterThan(5);
    for (const route of cookieRoutes) {
      for (const origin of ['https://evil.example', 'null', 'http://localhost:3000.evil.example']) {
        const response = await call(route, { origin, cookie: 'portico-bank=x', 'content-type': 'application/json', 'x-request-id': REQUEST_ID });
        expect(response.statusCode, `${route.method} ${route.url}`).toBe(routeAreaOf(route.url) === 'signing' ? 400 : 403);
        expect(response.json()).toMatchObject({ errors: [{ code: 'ORIGIN_DENIED' }] });
      }
    }
  });

  it('below /api/ui never returns 401, 403 or 500', async () => {
    const signing = callable().filter(({ url }) => routeAreaOf(url) === 'signing');
    expect(signing.length).toBeGreaterThan(5);
    for (const route of signing) {
      const own = { origin: config.publicUrl, 'content-type': 'application/json', 'x-request-id': REQUEST_ID };
      for (const headers of [own, { ...own, 'signing-id': 'unknown' }, { ...own, 'signing-entry': 'unknown' }, {}]) {
        const { statusCode } = await call(route, headers);
        expect([200, 400, 404, 409, 410], `${route.method} ${route.url}`).toContain(statusCode);
      }
    }
  });

  it('never returns 500 to an empty request', async () => {
    const failed: string[] = [];
    for (const route of callable()) {
      const response = await call(route, { origin: config.publicUrl, 'content-type': 'application/json', 'x-request-id': REQUEST_ID });
      if (response.statusCode === 500) failed.push(`${route.method} ${route.url}`);
    }
    expect(failed).toEqual([]);
  });
});

describe('a text that no database can hold', () => {
  const withNul = (url: string) => url.replaceAll(/:[A-Za-z]+/g, 'a%00b');
  const headers = () => ({ origin: config.publicUrl, 'content-type': 'application/json', 'x-request-id': REQUEST_ID });

  it('in an address is refused on every route', async () => {
    for (const { method, url } of callable()) {
      const known = methodOf(method);
      if (known === undefined) throw new Error(`Add ${method} to the methods of this test.`);
      const response = await portico.app.inject({ method: known, url: `${withNul(url)}?iban=%00`, headers: headers() });
      expect([400, 404], `${method} ${url}`).toContain(response.statusCode);
    }
  });

  it.each([
    ['application/x-www-form-urlencoded', 'grant_type=authorization_code&code=%00&client_id=%00&client_secret=%00'],
    ['application/x-www-form-urlencoded', `grant_type=authorization_code&code=%00&client_id=demo-tpp&client_secret=x&redirect_uri=%00`],
    ['application/json', JSON.stringify({ grant_type: 'authorization_code', code: '\u0000', client_id: '\u0000', client_secret: '\ud800' })],
  ])('in a token request (%s) is refused', async (type, payload) => {
    const response = await portico.app.inject({ method: 'POST', url: '/api/v2/openam/token', headers: { 'content-type': type }, payload });
    expect([400, 401], response.body).toContain(response.statusCode);
  });

  it('in the client id is refused', async () => {
    const authorization = `Basic ${Buffer.from('%00:x').toString('base64')}`;
    const response = await portico.app.inject({
      method: 'POST',
      url: '/api/v2/openam/token',
      headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'grant_type=authorization_code&code=x&redirect_uri=x',
    });
    expect([400, 401], response.body).toContain(response.statusCode);
  });
});

describe('a service of the standard that is not offered', () => {
  it.each([
    ['POST', '/api/v1/signing-baskets'],
    ['GET', '/api/v1/signing-baskets/1/status'],
    ['GET', '/api/v1/card-accounts'],
    ['GET', '/api/v1/card-accounts/1/transactions'],
  ] as const)('(%s %s) returns 405 SERVICE_INVALID, not 404', async (method, url) => {
    const response = await portico.app.inject({ method, url, headers: { 'x-request-id': REQUEST_ID } });
    expect(response.statusCode).toBe(405);
    expect(response.json()).toMatchObject({ tppMessages: [{ category: 'ERROR', code: 'SERVICE_INVALID' }] });
    expect(response.headers).toMatchObject({ allow: '', 'x-request-id': REQUEST_ID });
  });
});

describe('the surface', () => {
  const names = (list: readonly KnownRoute[]) => [...new Set(list.map(({ method, url }) => `${method} ${url}`))].sort();

  it.each([
    ['development', 'sandbox'],
    ['development', 'adapter'],
    ['production', 'sandbox'],
    ['production', 'adapter'],
  ] as const)('is exactly the list of offered routes, in %s with the bank %s', async (mode, bank) => {
    const real = mode === 'production' ? { publicUrl: 'https://bank.example', demoTppPort: undefined, google: undefined } : {};
    const opened = await open({ mode, bank, ...real });
    expect(names(opened.routes)).toEqual(offeredNames({ mode, bank }));
    await opened.portico.stop();
  });

  it('has no mailbox if a mail server is configured, also in development', async () => {
    const other = await open({ smtpUrl: 'smtp://127.0.0.1:2525' });
    expect(names(other.routes).filter((name) => name.includes('/mailbox'))).toEqual([]);
    await other.portico.stop();
  });

  it('is not built with PORTICO_BANK=adapter and no adapter', async () => {
    const building = buildApp({ config: { ...config, bank: 'adapter' }, database, log: pino({ level: 'silent' }) });
    await expect(building).rejects.toThrow('PORTICO_BANK: given "adapter"');
  });
});

describe('the development seed', () => {
  it('can be repeated, and always returns the same customers', async () => {
    const said: string[] = [];
    const first = await seedDevelopment(portico, (text) => void said.push(text));
    const second = await seedDevelopment(portico, (text) => void said.push(text));
    expect(first.length).toBeGreaterThan(8);
    expect(second).toEqual(first);
    expect(said.filter((text) => text.includes('filled'))).toHaveLength(1);
    expect(await portico.modules.tppApps.findByClientId('demo-tpp')).toMatchObject({ redirectUris: ['http://127.0.0.1:3001/callback'] });
  });
});
