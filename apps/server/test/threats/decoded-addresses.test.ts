/**
 * T34: guards, router, log and limits speak of one address. The routes come from the running server: each is asked for in every spelling
 * that another program could read as the same address, and none of them passes a guard that the plain address does not pass.
 */
// Review of 25 November 2026, S5.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { KnownRoute } from '#platform/http/create-http-server.ts';
import { findTargetFlaw } from '#platform/http/request-target.ts';
import { routeAreaOf } from '#platform/http/route-area.ts';
import { exchangeRaw } from '../../src/testing/raw-exchange.ts';
import { type House, openHouse } from '../house/open-house.ts';

const routes: KnownRoute[] = [];
let house: House;

beforeAll(async () => {
  house = await openHouse({ settings: { PORTICO_RATE_LIMIT_PER_MINUTE: '0' }, onRoute: (route) => void routes.push(route) });
  await house.portico.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => house.close());

const escaped = (character: string) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
const lastLetter = (path: string) => path.replace(/[\w.~-](?=[^\w.~-]*$)/, escaped);

/** Spellings of an address that begins with `/` and has at least one letter. */
const SPELLINGS: readonly (readonly [what: string, spell: (path: string) => string])[] = [
  ['its first letter escaped', (path) => path.replace(/[\w.~-]/, escaped)],
  ['its last letter escaped', lastLetter],
  ['its last letter escaped in capitals', (path) => lastLetter(path).replace(/%\w\w/, (digits) => digits.toUpperCase())],
  ['every letter escaped', (path) => path.replaceAll(/[\w.~-]/g, escaped)],
  ['an escaped slash', (path) => `/${path.slice(1).replace(/(?=[^/]*$)/, '%2f')}`],
  ['an escaped backslash', (path) => `/%5C${path.slice(1)}`],
  ['a backslash', (path) => `\\${path.slice(1)}`.replace('\\', '/\\')],
  ['two slashes at the beginning', (path) => `/${path}`],
  ['two slashes before the last segment', (path) => path.replace(/\/([^/]*)$/, '//$1')],
  ['a segment of one dot', (path) => `/.${path}`],
  ['a segment of two dots', (path) => `/x/..${path}`],
  ['segments of escaped dots', (path) => `/x/%2e%2E${path}`],
  ['a dot at the end', (path) => `${path}/.`],
  ['absolute form with our host', (path) => `http://localhost:3000${path}`],
  ['absolute form with another host', (path) => `HTTPS://evil.example${path}`],
  ['a fragment', (path) => `${path}#x`],
  ['a broken escape', (path) => `${path}%7`],
];

/** RFC 6960 A.1: the request of OCSP is base64 in the address. A slash in it is a letter of base64, escaped or not. */
const OF_BASE64 = { path: '/pki/ocsp/x', spellings: ['an escaped slash', 'two slashes before the last segment'] };

const addressOf = ({ url }: KnownRoute) => url.replaceAll(/:\w+|\*/g, 'x');
const requestOf = (method: string, target: string, headers: Readonly<Record<string, string>> = {}) =>
  `${method} ${target} HTTP/1.1\r\nHost: localhost:3000\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`;
const exchange = (method: string, target: string, headers: Readonly<Record<string, string>> = {}) =>
  exchangeRaw(house.portico.app, requestOf(method, target, { ...headers, connection: 'close' }));
const bodyMember = { xs2a: '"tppMessages"', oauth: '"error"', signing: '"errors"', fallback: '"errors"', portal: '"errors"' } as const;

describe('a request target in another spelling', () => {
  it.each(SPELLINGS)('(%s) is refused on every route and with every method, in the body of its area', async (what, spell) => {
    const wrong: string[] = [];
    const known = routes.filter(({ url }) => url.startsWith('/') && /\w/.test(addressOf({ method: 'GET', url })));
    expect(known.length).toBeGreaterThan(100);
    const calls = [...new Set(known.flatMap((route) => [route.method, 'GET', 'HEAD'].map((method) => `${method} ${addressOf(route)}`)))];
    const requests = calls.map((call) => call.split(' ')).map(([method = '', path = '']) => requestOf(method, spell(path)));
    // On one connection, which ends with a request of its own.
    const answers = (await exchangeRaw(house.portico.app, `${requests.join('')}${requestOf('GET', '/healthz', { connection: 'close' })}`))
      .split(/(?=HTTP\/1\.1 \d{3} )/)
      .slice(0, -1);
    expect(answers).toHaveLength(calls.length);
    for (const [index, call] of calls.entries()) {
      const answer = answers[index] ?? '';
      const [method = '', path = ''] = call.split(' ');
      if (path === OF_BASE64.path && OF_BASE64.spellings.includes(what)) continue;
      const isExplained = method === 'HEAD' || answer.includes(bodyMember[routeAreaOf(path)]);
      if (!answer.startsWith('HTTP/1.1 400 ') || !isExplained) wrong.push(`${call}: ${answer.slice(0, 60)}`);
    }
    expect(wrong).toEqual([]);
  });

  it.each([
    '*',
    'localhost:3000',
    'localhost',
    '?',
    '#',
    'api',
    '//',
    '/.',
    '/..',
    '/%2e',
    '/%',
    '/%0',
    '/%zz',
    '/a\\b',
    'http://',
    'http://x',
    'api/v1/accounts',
  ])('that names no path (%s) is refused with any method', async (target) => {
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'DELETE']) expect(await exchange(method, target), method).toMatch(/^HTTP\/1\.1 400 /);
  });

  it.each([
    ['/', undefined],
    ['/?a=%61&b=//c/../%2F', undefined],
    ['/a%20b', undefined],
    ['/a%3Ab', undefined],
    ['/%C3%A4', undefined],
    ['/a...b', undefined],
    ['/.well-known/x', undefined],
    ['/a/...', undefined],
    ['/%30', 'escaped unreserved'],
    ['/%7e', 'escaped unreserved'],
    ['/%5F', 'escaped unreserved'],
    ['/%2d', 'escaped unreserved'],
    ['/%5a', 'escaped unreserved'],
    ['/%5b', undefined],
    ['/%40', undefined],
    ['/%60', undefined],
    ['/%7B', undefined],
  ])('%s has the flaw %s', (target, detail) => {
    expect(findTargetFlaw(target)?.detail).toBe(detail);
  });
});

describe('an address that ends with a slash', () => {
  it('is no address where a route has a parameter there: its guards and limits would be those of another route', async () => {
    const withoutLast = ({ url }: KnownRoute) => url.replace(/:\w+$/, '');
    const fromPage = { origin: house.config.publicUrl, 'content-type': 'application/json', 'x-request-id': randomUUID() };
    const pages = new Set(routes.map(({ url }) => url));
    const known = routes.filter((route) => /\/:\w+$/.test(route.url) && !pages.has(withoutLast(route)));
    expect(known.length).toBeGreaterThan(20);
    const wrong: string[] = [];
    for (const { method, url } of known.filter(({ method }) => method !== 'OPTIONS')) {
      const path = addressOf({ method, url: withoutLast({ method, url }) });
      const answer = await exchange(method, path, fromPage);
      const isExplained = method === 'HEAD' || answer.includes(bodyMember[routeAreaOf(path)]);
      if (!/^HTTP\/1\.1 40[45] /.test(answer) || !isExplained) wrong.push(`${method} ${path}: ${answer.slice(0, 60)}`);
    }
    expect(wrong).toEqual([]);
  });

  it('begins no sign-in at an authorization server, which would not be counted', async () => {
    for (const path of ['/api/v2/am/realms/psd2/protocol/openid-connect/auth', '/api/v1/am/oauth2/authorize']) {
      for (const method of ['GET', 'HEAD', 'POST']) expect(await exchange(method, `${path}/?client_id=x`), method).toMatch(/^HTTP\/1\.1 40[45] /);
    }
  });

  it('is an address where a page has it', async () => {
    for (const path of ['/welcome/', '/bank/permissions/', '/bank/device/']) expect(await exchange('GET', path), path).not.toMatch(/^HTTP\/1\.1 4/);
  });
});

describe('the authorization servers', () => {
  it.each(['%3A', 'x%3Ay', '%40', '%25', '%25%36%31'.replace('%36%31', '2561'), '%C3%A4', "'", '(', '%5B', '%F0%9F%92%A9', '%FF', 'x'.repeat(300)])(
    'refuse an unknown interaction %s with a 4xx',
    async (uid) => {
      for (const path of ['/api/v2/am/realms/psd2/protocol/openid-connect/auth', '/api/v1/am/oauth2/authorize']) {
        for (const method of ['GET', 'HEAD', 'POST']) expect(await exchange(method, `${path}/${uid}`), method).toMatch(/^HTTP\/1\.1 4\d\d /);
      }
    },
  );
});

describe('a HEAD', () => {
  it('gets the same status as its GET from a foreign origin, on every route', async () => {
    const answers = async (method: string, path: string) =>
      (await exchange(method, path, { origin: 'https://evil.example', cookie: 'portico-developer=x', 'x-request-id': randomUUID() })).slice(9, 12);
    const decided = new Map<string, string>();
    for (const { url } of routes.filter(({ method }) => method === 'GET')) {
      const path = addressOf({ method: 'GET', url });
      const [get, head] = [await answers('GET', path), await answers('HEAD', path)];
      if (get !== head) decided.set(path, `GET ${get}, HEAD ${head}`);
    }
    expect(Object.fromEntries(decided)).toEqual({});
    expect(await answers('HEAD', '/api/tpp/refresh')).toBe('403');
  });

  it('of an application is logged under the operation of its GET', async () => {
    const token = await house.token(house.browse());
    const requestId = randomUUID();
    await exchange('HEAD', '/api/v1/accounts', { authorization: `Bearer ${token}`, 'x-request-id': requestId });
    await house.portico.modules.requestLog.flush();
    const { rows } = await house.database.query('select operation_id from request_log where request_id = $1', [requestId]);
    expect(rows).toMatchObject([{ operation_id: 'getAccountList' }]);
  });
});

describe('a refused target of an application', () => {
  it('is in its request log', async () => {
    const token = await house.token(house.browse());
    const requestId = randomUUID();
    expect(await exchange('GET', '/api/%761/account-list', { authorization: `Bearer ${token}`, 'x-request-id': requestId })).toMatch(/ 400 /);
    await house.portico.modules.requestLog.flush();
    const { rows } = await house.database.query('select status, path from request_log where request_id = $1', [requestId]);
    expect(rows).toEqual([{ status: 400, path: '/api/%761/account-list' }]);
  });
});
