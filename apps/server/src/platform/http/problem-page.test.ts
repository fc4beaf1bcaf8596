/** Review of 25 November 2026, O7: a customer whose browser opens a URL gets a page, for every refusal. */
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Gone } from '../tenant/gone.ts';
import { createHttpServer } from './create-http-server.ts';
import { createShutdown, stoppingRefusal } from './graceful-stop.ts';
import { RATE_LIMIT_CODE } from './limits.ts';
import { UiRefusal } from './refusal.ts';

const PUBLIC_URL = 'http://localhost:3000';
const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
const FAULTS = new Map<string, () => Error>([
  ['429', () => Object.assign(new Error('too many'), { code: RATE_LIMIT_CODE })],
  ['422', () => new UiRefusal(422, 'SCA_REFUSED', 'You refused on your phone.', { headers: { 'retry-after': '2' } })],
  ['503', stoppingRefusal],
  ['404', () => new Gone('secret sandbox')],
  ['500', () => new Error('secret internals')],
]);
const fail = (params: unknown): never => {
  const status = typeof params === 'object' && params !== null && 'status' in params ? String(params.status) : '';
  throw FAULTS.get(status)?.() ?? new Error('unknown');
};

let app: FastifyInstance;
beforeAll(async () => {
  app = await createHttpServer({
    config: {
      ...{ publicUrl: PUBLIC_URL, apiBase: `${PUBLIC_URL}/api`, contentBase: `${PUBLIC_URL}/content`, sandboxBase: `${PUBLIC_URL}/api` },
      ...{ identityBase: `${PUBLIC_URL}/identity`, allowedOrigins: [], supportContact: 'help@bank.example' },
    },
    log: pino({ level: 'silent' }),
    shutdown: createShutdown(),
  });
  for (const prefix of ['', '/bank', '/api/v2', '/api/v1', '/api/ui', '/api']) {
    app.get(`${prefix}/fail/:status`, async (request) => fail(request.params));
    app.post(`${prefix}/only-posted`, async () => ({}));
  }
});
afterAll(() => app.close());

const titleOf = (body: string) => /<h1>(.*?)<\/h1>/.exec(body)?.[1];

describe('a browser that opens an address', () => {
  it.each([
    ['/bank/fail/429', 429, 'Too many requests'],
    ['/bank/fail/422', 422, 'This address cannot be opened'],
    ['/bank/fail/404', 404, 'Page not found'],
    ['/bank/fail/503', 503, 'The bank cannot answer now'],
    ['/bank/fail/500', 500, 'Something went wrong at the bank'],
    ['/bank/nowhere', 404, 'Page not found'],
    ['/bank/%70ermissions', 400, 'This address cannot be opened'],
    ['/bank//permissions', 400, 'This address cannot be opened'],
    ['/bank/%zz', 400, 'This address cannot be opened'],
    ['/bank/only-posted', 405, 'This address cannot be opened'],
    ['/api/v2/fail/429', 429, 'Too many requests'],
  ])('reads a page at %s', async (url, status, title) => {
    const { statusCode, headers, body } = await app.inject({ url, headers: BROWSER });
    expect([statusCode, headers['content-type'], titleOf(body)]).toEqual([status, 'text/html; charset=utf-8', title]);
    expect(body).toContain('help@bank.example');
    expect(body).not.toMatch(/secret|phone/);
  });

  it.each([
    ['/bank/fail/429', '/fail/429', 'No payment was made or changed.'],
    ['/bank/fail/422', '/fail/422', 'No payment was made or changed.'],
    ['/bank/nowhere', '/nowhere', 'No payment was made or changed.'],
    ['/api/v2/fail/429', '/fail/429', 'No payment was made or changed.'],
    ['/bank/fail/503', '/fail/503', 'What you confirmed before is not lost and not done twice.'],
    ['/bank/fail/500', '/fail/500', 'What you confirmed before is not lost and not done twice.'],
  ])('tells a customer at %s of their payments, and a developer at %s nothing of payments', async (customers, developers, text) => {
    const read = async (url: string) => (await app.inject({ url, headers: BROWSER })).body;
    expect(await read(customers)).toContain(text);
    expect(await read(developers)).not.toMatch(/payment was|confirmed/);
  });

  it('keeps what the answer says to browsers and proxies', async () => {
    expect((await app.inject({ url: '/bank/fail/422', headers: BROWSER })).headers).toMatchObject({ 'retry-after': '2' });
    expect((await app.inject({ url: '/bank/only-posted', headers: BROWSER })).headers).toMatchObject({ allow: 'POST' });
  });

  it.each([
    ['et', 'Liiga palju päringuid'],
    ['lv', 'Pārāk daudz pieprasījumu'],
    ['lt', 'Per daug užklausų'],
    ['ru', 'Слишком много запросов'],
  ])('reads it in %s', async (language, title) => {
    const { body, headers } = await app.inject({ url: '/bank/fail/429', headers: { ...BROWSER, 'accept-language': language } });
    expect([titleOf(body), headers['content-language']]).toEqual([title, language]);
  });

  it.each(['/api/v1', '/api/ui', '/api'])('reads the answer of the API below %s, which is written for applications', async (prefix) => {
    for (const status of FAULTS.keys())
      expect((await app.inject({ url: `${prefix}/fail/${status}`, headers: BROWSER })).headers['content-type']).toContain('application/json');
  });
});

describe('who is no browser that opens an address', () => {
  it.each([
    ['a script', { url: '/bank/fail/429', headers: { accept: '*/*' } }],
    ['an application', { url: '/bank/fail/429', headers: { accept: 'application/json' } }],
    ['a client that excludes pages', { url: '/bank/fail/429', headers: { accept: 'text/html;q=0, */*' } }],
    ['a client that prefers JSON', { url: '/bank/fail/429', headers: { accept: 'application/json, text/html;q=0.5' } }],
    ['a client that asks for another kind of text', { url: '/bank/fail/429', headers: { accept: 'text/html-sandboxed' } }],
    ['who asks for nothing', { url: '/bank/fail/429' }],
    ['a form that is posted by a script', { method: 'POST', url: '/bank/nowhere', headers: BROWSER }],
  ] as const)('gets JSON: %s', async (_name, request) => {
    expect((await app.inject(request)).headers['content-type']).toContain('application/json');
  });
});
