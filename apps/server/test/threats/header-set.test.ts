/** T19 and the header set: no answer of this server can be framed, sniffed, leaked by a referrer or kept by a cache, whatever it is. */
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { enterSigning } from '@portico/testkit';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { KnownRoute } from '#platform/http/create-http-server.ts';
import { exchangeRaw } from '../../src/testing/raw-exchange.ts';
import { type House, openHouse } from '../house/open-house.ts';
import { orderOf } from '../house/order-of.ts';

const BANK = 'https://bank.example';
const CONTENT = 'https://cms.example';
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  `connect-src 'self' ${CONTENT}`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "object-src 'none'",
  "require-trusted-types-for 'script'",
];
/** Written out here once more: a change of the set is a change of this list. */
const HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': POLICY.join('; '),
  'strict-transport-security': 'max-age=63072000; includeSubDomains; preload',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};
/** What names the software or counts for others to see. */
const NEVER = ['server', 'x-powered-by', 'x-ratelimit-limit', 'x-ratelimit-remaining'];
const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS'] as const;

const routes: KnownRoute[] = [];
let folder: string;
let house: House;
let token: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portico-pages-'));
  await mkdir(join(folder, 'assets'));
  for (const name of ['index.html', 'bank.html', '.build', 'icon.svg', 'assets/main-abc.js', 'assets/main-abc.js.gz'])
    await writeFile(join(folder, name), name);
  house = await openHouse({
    settings: { PORTICO_PUBLIC_URL: BANK, PORTICO_CONTENT_BASE: CONTENT },
    onRoute: (route) => void routes.push(route),
    webFolder: folder,
  });
  token = await house.token(house.browse());
});
afterAll(async () => {
  await house.close();
  await rm(folder, { recursive: true });
});

const own = () => ({ origin: BANK, 'content-type': 'application/json', 'x-request-id': randomUUID() });
const bearer = () => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json', 'x-request-id': randomUUID() });
const fill = (url: string) => url.replaceAll(/:[A-Za-z]+/g, 'unknown').replace('*', 'x');

/** What is missing or other than it must be; empty: the whole set is there. */
function faults(headers: Readonly<Record<string, unknown>>, expected: Readonly<Record<string, string>> = HEADERS): readonly string[] {
  const wrong = Object.entries(expected).filter(([name, value]) => headers[name] !== value);
  return [...wrong.map(([name]) => `${name}: ${String(headers[name])}`), ...NEVER.filter((name) => headers[name] !== undefined)];
}

async function expectWholeSet(asked: InjectOptions, status: number): Promise<Readonly<Record<string, unknown>>> {
  const response = await house.portico.app.inject(asked);
  expect([response.statusCode, faults(response.headers)], `${asked.method ?? 'GET'} ${String(asked.url)}: ${response.body.slice(0, 200)}`).toEqual([
    status,
    [],
  ]);
  return response.headers;
}

describe('the whole header set', () => {
  it('is on every response of every route', async () => {
    expect(routes.length).toBeGreaterThan(60);
    const incomplete: string[] = [];
    for (const { method, url } of routes) {
      const known = METHODS.find((name) => name === method);
      if (known === undefined) throw new Error(`Add ${method} to the methods of this test.`);
      for (const headers of [{}, own(), bearer()]) {
        const response = await house.portico.app.inject({ method: known, url: fill(url), headers });
        if (faults(response.headers).length > 0) incomplete.push(`${method} ${url} ${response.statusCode}: ${faults(response.headers).join(', ')}`);
      }
    }
    expect(incomplete).toEqual([]);
  });

  it('is on refusals of every kind', async () => {
    const pay = '/api/v1/payments/sepa-credit-transfers';
    await expectWholeSet({ method: 'POST', url: pay, headers: bearer(), payload: '{' }, 400);
    await expectWholeSet({ url: '/%zz' }, 400);
    await expectWholeSet({ url: '/content/dev-portal-pages/%00' }, 400);
    await expectWholeSet({ method: 'POST', url: pay, headers: own(), payload: '{}' }, 401);
    await expectWholeSet({ method: 'DELETE', url: '/bank/session', headers: { ...own(), origin: 'https://evil.example' } }, 403);
    await expectWholeSet({ method: 'DELETE', url: '/api/ui/payment', headers: { ...own(), origin: 'null' } }, 400);
    await expectWholeSet({ url: '/api/nothing' }, 404);
    await expectWholeSet({ url: '/nothing', headers: { accept: 'text/html' } }, 404);
    await expectWholeSet({ method: 'POST', url: '/config.json', headers: own() }, 405);
    await expectWholeSet({ method: 'POST', url: '/api/v1/signing-baskets', headers: bearer() }, 405);
    await expectWholeSet({ url: '/api/ui/payment/details', headers: { 'signing-id': 'unknown' } }, 410);
    await expectWholeSet({ method: 'PUT', url: '/api/ui/payment', headers: own(), payload: JSON.stringify({ x: 'y'.repeat(70_000) }) }, 413);
    await expectWholeSet({ method: 'POST', url: pay, headers: { ...bearer(), 'content-type': 'text/plain' }, payload: 'x' }, 415);
    await expectWholeSet({ method: 'POST', url: '/api/v2/openam/token', headers: own(), payload: '{}' }, 400);
  });

  it('is on a 500', async () => {
    await house.database.query('alter table device_preference rename to device_preference_away');
    try {
      await expectWholeSet({ method: 'PUT', url: '/bank/device', headers: own(), payload: '{"automatic":true}' }, 500);
    } finally {
      await house.database.query('alter table device_preference_away rename to device_preference');
    }
  });

  it('is on pages, files and redirects', async () => {
    for (const url of ['/', '/bank/device', '/bank/sign-in/unknown', '/icon.svg', '/config.json']) await expectWholeSet({ url }, 200);
    const asset = await expectWholeSet({ url: '/assets/main-abc.js', headers: { 'accept-encoding': 'gzip' } }, 200);
    expect(asset).toMatchObject({ 'cache-control': 'public, max-age=31536000, immutable', 'content-encoding': 'gzip' });
    const { etag } = await expectWholeSet({ url: '/icon.svg' }, 200);
    await expectWholeSet({ url: '/icon.svg', headers: { 'if-none-match': String(etag) } }, 304);
    await expectWholeSet({ url: '/icon.svg', headers: { range: 'bytes=0-2' } }, 206);
    await expectWholeSet({ url: '/.build' }, 404);
    await expectWholeSet({ url: '/logout' }, 302);
    await expectWholeSet({ url: '/bank/sca/unknown' }, 303);
  });

  it('is on the pages of the authorization server', async () => {
    const path = '/api/v2/am/realms/psd2/protocol/openid-connect/auth';
    await expectWholeSet({ url: house.tpp.authorize('ee').address.slice(BANK.length) }, 303);
    const shown = await expectWholeSet({ url: `${path}?client_id=nobody&redirect_uri=https://evil.example`, headers: { accept: 'text/html' } }, 400);
    expect(shown).toMatchObject({ 'content-type': expect.stringContaining('text/html'), 'cache-control': 'no-store' });
    await expectWholeSet({ url: `${path}/unknown`, headers: { accept: 'text/html' } }, 400);
    for (const url of ['/api/v2/jwks', '/api/v2/.well-known/openid-configuration', '/pages.css']) await expectWholeSet({ url }, 200);
  });

  it('is on responses to invalid HTTP, and on those that Node sends before the router', async () => {
    await house.portico.app.listen({ port: 0, host: '127.0.0.1' });
    const asked = [
      'hello\r\n\r\n',
      'GET / HTTP/1.1\r\n\r\n',
      'GET / HTTP/9.9\r\nHost: x\r\n\r\n',
      'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
      'GET / HTTP/1.1\r\nHost: x\r\nExpect: tea\r\nConnection: close\r\n\r\n',
      'GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\nConnection: close\r\n\r\n',
      'TRACE / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      'OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n',
      'GET http://evil.example/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      'GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade, close\r\n\r\n',
      `GET / HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`,
      'POST /api/v1/x HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ];
    const incomplete: string[] = [];
    for (const text of asked) {
      const answer = await exchangeRaw(house.portico.app, text, 'head');
      const [status = '', ...lines] = answer.split('\r\n\r\n', 1)[0]?.split('\r\n') ?? [];
      const headers = Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]));
      if (faults(headers).length > 0) incomplete.push(`${text.slice(0, 60)} → ${status}: ${faults(headers).join(', ')}`);
    }
    expect(incomplete).toEqual([]);
  });

  it('allows nothing unsafe, no wildcard, and no other host than those configured', () => {
    const words = POLICY.join(' ').split(/[ ;]+/);
    expect(words.filter((word) => /unsafe|\*|^https?:$|^blob:|nonce|sha256/.test(word))).toEqual([]);
    expect(words.filter((word) => word.includes('//'))).toEqual([CONTENT]);
  });
});

describe('a response with personal data', () => {
  it('has Cache-Control: no-store', async () => {
    const order = orderOf('2.00');
    const browser = house.browse();
    // The routes above were called with everything, the reset of this customer included.
    token = await house.token(browser);
    const { paymentId, scaRedirect } = await house.tpp.createPayment(token, order);
    const page = await enterSigning(browser, scaRedirect, house.customers[0]);
    const { signingId } = page;
    const [iban = ''] = await page.ibans();
    const asCustomer = { cookie: browser.cookieHeader('/api/ui'), 'signing-id': signingId };
    const opened = await browser.send('GET', house.tpp.authorize('ee').address);
    const signIn = opened.headers.location ?? '';
    const asked: readonly (readonly [url: string, headers: Record<string, string>])[] = [
      [`/api/v1/payments/${order.product}/${paymentId}`, bearer()],
      [`/api/v1/payments/${order.product}/${paymentId}/status`, bearer()],
      ['/api/ui/payment/details', asCustomer],
      ['/api/ui/challenge', asCustomer],
      ['/api/ui/account/list', asCustomer],
      [`/api/ui/account/balance?iban=${iban}`, asCustomer],
      ['/bank/device/challenges', { cookie: browser.cookieHeader('/bank/device') }],
      [`${signIn}/details`, { cookie: browser.cookieHeader(`${signIn}/details`) }],
    ];
    for (const [url, headers] of asked) expect(await expectWholeSet({ url, headers }, 200), url).toMatchObject({ 'cache-control': 'no-store' });
    for (const [url] of asked) expect((await house.portico.app.inject({ url })).headers['cache-control'], url).toBe('no-store');
  });
});

describe('a server on plain http', () => {
  it('sends the whole set without HSTS, also with 503 and 429', async () => {
    let delayMs = 10_000;
    const plain = await openHouse({ settings: { PORTICO_RATE_LIMIT_PER_MINUTE: '2' }, readLoad: () => delayMs });
    const { 'strict-transport-security': _hsts, ...others } = HEADERS;
    const expected = { ...others, 'content-security-policy': POLICY.join('; ').replace(` ${CONTENT}`, '') };
    const statuses: number[] = [];
    for (const asked of ['busy', 'free', 'free', 'too often']) {
      const { statusCode, headers } = await plain.portico.app.inject({ url: '/config.json' });
      statuses.push(statusCode);
      expect(faults(headers, expected), asked).toEqual([]);
      expect(headers['strict-transport-security']).toBeUndefined();
      delayMs = 0;
    }
    expect(new Set(statuses)).toEqual(new Set([503, 200, 429]));
    await plain.close();
  });
});
