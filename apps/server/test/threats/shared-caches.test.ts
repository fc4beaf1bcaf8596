/**
 * T28: what belongs to somebody is kept by no cache between us and them. The strictest reading counts: a cache that believes nothing
 * but our headers, and one that goes by how an address ends (`/api/tpp/x.css`).
 */

import { mkdir, rm, writeFile } from 'node:fs/promises';
import { Agent, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type Browser, becomeDeveloper, createFolder, enterSigning, SITE } from '@portico/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NO_NGINX, startNginx } from '../../../../tools/nginx.mjs';
import { type House, openHouse } from '../house/open-house.ts';
import { orderOf } from '../house/order-of.ts';
import { type OfferedRoute, offeredRoutes } from '../house/surface.ts';

/** What turns the address of an answer into one that looks like a file, to a cache that splits addresses otherwise than we do. */
const DISGUISES: readonly ((path: string) => string)[] = [
  (path) => `${path}/x.css`,
  (path) => `${path}.css`,
  (path) => `${path};x.css`,
  (path) => `${path};/x.js`,
  (path) => `${path}%2fx.css`,
  (path) => `${path}%2Fx.js`,
  (path) => `${path}%3bx.css`,
  (path) => `${path}%3fx.css`,
  (path) => `${path}%23x.css`,
  (path) => `${path}%0ax.css`,
  (path) => `${path}%00x.css`,
  (path) => `${path}%09.js`,
  (path) => `${path}/..%2fassets/x.css`,
  (path) => `${path}//x.css`,
  (path) => `/assets/..%2f..${path}`,
  (path) => `/assets/%2e%2e${path}`,
  (path) => `/assets/x.css/..%2f..%2f${path.slice(1)}`,
  (path) => path.toUpperCase(),
  (path) => `${path}/`,
  (path) => `${path}?x.css`,
  (path) => `${path}?/x.js`,
];

const ASSET = 'assets/main-abc.js';
/** An nginx in front that keeps all it may, and says what it had. */
const CACHE = [
  'proxy_cache_path kept keys_zone=kept:1m;',
  'proxy_cache kept;',
  'proxy_cache_key $request_method$request_uri;',
  'proxy_cache_valid any 1m;',
  'add_header X-Cache $upstream_cache_status always;',
];

const agent = new Agent({ keepAlive: true, maxSockets: 4 });
let webFolder: string;
let house: House;
let port: number;
/** Everything at once that a caller can have: cookies of a developer and of a customer, a signing id, a token. */
let own: Readonly<Record<string, string>>;
/** What nobody else may read. */
let marks: readonly string[];
let ids: Readonly<Record<string, string>>;

beforeAll(async () => {
  webFolder = await createFolder('caches');
  await mkdir(join(webFolder, 'assets'));
  for (const name of ['index.html', 'bank.html', ASSET]) await writeFile(join(webFolder, name), name);
  house = await openHouse({ webFolder, settings: { PORTICO_RATE_LIMIT_PER_MINUTE: '0' } });
  await house.portico.app.listen({ port: 0, host: '127.0.0.1' });
  const address = house.portico.app.server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
  const [developer, browser] = [house.browse(), house.browse()];
  const login = await becomeDeveloper(developer);
  const token = await house.token(browser);
  const order = orderOf('3.00');
  const { paymentId, scaRedirect } = await house.tpp.createPayment(token, order);
  const page = await enterSigning(browser, scaRedirect, house.customers[0]);
  const ibans = await page.ibans();
  const cookie = ['/', '/bank', '/bank/receipts', '/bank/device', '/api/ui', '/api/tpp', '/identity']
    .flatMap((path) => [developer, browser].flatMap((each: Browser) => each.cookieHeader(path).split('; ')))
    .filter((pair, index, all) => pair !== '' && all.indexOf(pair) === index);
  own = {
    cookie: cookie.join('; '),
    authorization: `Bearer ${token}`,
    ...page.headers,
    'x-request-id': crypto.randomUUID(),
    accept: 'text/html, */*',
  };
  marks = [login.email, paymentId, page.signingId, ...ibans];
  ids = { paymentProduct: order.product, paymentId, name: 'welcome', apiId: 'payments' };
});
afterAll(async () => {
  agent.destroy();
  await house.close();
  await rm(webFolder, { recursive: true });
});

const gets = (isPersonal: boolean): readonly OfferedRoute[] =>
  offeredRoutes({ mode: 'development', bank: 'sandbox' }).filter(({ method, door }) => method === 'GET' && (door !== 'everyone') === isPersonal);
const pathOf = ({ url }: OfferedRoute) => url.replaceAll(/:(\w+)/g, (_, name) => ids[name] ?? 'unknown').replace('*', 'x');
/** The address goes out byte for byte; what others call with tidies it up first. */
async function get(path: string, headers: Readonly<Record<string, string>> = own, at: number = port) {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  request({ host: '127.0.0.1', port: at, path, headers: { host: 'localhost:3000', ...headers }, agent }, resolve)
    .on('error', reject)
    .end();
  const answer = await promise;
  return { statusCode: answer.statusCode, headers: answer.headers, body: await text(answer) };
}
const isPersonal = (body: string) => marks.some((mark) => body.includes(mark));

describe('a shared cache', () => {
  it('may not store a response of a route that needs a cookie, a token or an id', async () => {
    const kept: string[] = [];
    let shown = 0;
    for (const route of gets(true)) {
      const url = pathOf(route);
      for (const headers of [own, {}]) {
        const answer = await get(url, headers);
        if (answer.headers['cache-control'] !== 'no-store') kept.push(`${url}: ${answer.statusCode} ${answer.headers['cache-control']}`);
        if (isPersonal(answer.body)) shown += 1;
      }
    }
    expect(kept).toEqual([]);
    // So that something was there to be kept.
    expect(shown).toBeGreaterThanOrEqual(5);
  });

  it('gets no personal response that it may store, under any address that looks like a file', async () => {
    const kept: string[] = [];
    for (const route of gets(true)) {
      for (const disguise of DISGUISES) {
        const url = disguise(pathOf(route));
        const { statusCode, headers, body } = await get(url);
        // Below /bank/ a number may be anything: the page is the same for everybody, and what it shows it asks for.
        const mayBeKept = headers['cache-control'] !== 'no-store' && body !== 'bank.html';
        // With a query it is the same address, and answers the same.
        const isShown = isPersonal(body) && !url.includes('?') && !/\/$/.test(url);
        if (mayBeKept || isShown) kept.push(`${url}: ${statusCode} ${headers['cache-control']} ${body.slice(0, 60)}`);
      }
    }
    expect(kept).toEqual([]);
  });

  it('may store only responses that are equal for all callers, set no cookie and vary by Origin', async () => {
    const differing: string[] = [];
    let keepable = 0;
    for (const route of gets(false)) {
      const url = pathOf(route);
      const asked = [own, {}, { ...own, 'sec-fetch-site': 'cross-site' }, { origin: SITE }];
      const answers = await Promise.all(asked.map((headers) => get(url, { accept: own.accept ?? '', ...headers })));
      const [first] = answers;
      if (first === undefined || first.headers['cache-control'] === 'no-store') continue;
      keepable += 1;
      const isSame = answers.every(
        ({ body, statusCode, headers }) => body === first.body && statusCode === first.statusCode && headers['set-cookie'] === undefined,
      );
      const isVaried = answers.every(({ headers }) => String(headers.vary).includes('Origin'));
      if (!isSame || !isVaried) differing.push(`${url}: ${isSame ? 'same' : 'differs'}, vary ${first.headers.vary}`);
    }
    expect(differing).toEqual([]);
    expect(keepable).toBeGreaterThan(5);
  });

  it('stores nothing personal as an nginx that stores all that it may', async () => {
    const nginx = await startNginx([port], (configuration) => configuration.replace('http {', `http {\n${CACHE.join('\n')}`));
    if (nginx === undefined) return console.log(NO_NGINX);
    const had: string[] = [];
    for (const route of gets(true)) {
      const path = pathOf(route);
      for (const url of [path, ...DISGUISES.slice(0, 5).map((disguise) => disguise(path))]) {
        await get(url, own, nginx.port);
        const { headers, body } = await get(url, {}, nginx.port);
        if (headers['x-cache'] === 'HIT' || isPersonal(body)) had.push(`${url}: ${headers['x-cache']} ${body.slice(0, 60)}`);
      }
    }
    expect(had).toEqual([]);
    // So that it does keep what it may.
    const twice = [await get(`/${ASSET}`, {}, nginx.port), await get(`/${ASSET}`, {}, nginx.port)];
    expect(twice.map(({ headers }) => headers['x-cache'])).toEqual(['MISS', 'HIT']);
    await nginx.stop();
  });
});
