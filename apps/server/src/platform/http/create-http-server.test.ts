import type { FastifyInstance, InjectOptions } from 'fastify';
import { pino } from 'pino';
import { Type } from 'typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IdempotencyConflict } from '../db/idempotency-store.ts';
import { createHttpServer } from './create-http-server.ts';
import { createShutdown, stoppingRefusal } from './graceful-stop.ts';
import { TppRefusal, UiRefusal } from './refusal.ts';

const PUBLIC_URL = 'http://localhost:3000';
const PORTAL_ELSEWHERE = 'https://portal.example';
const REQUEST_ID = '0193c2b4-7a5e-4a6f-9c1d-2f3b4c5d6e7f';
const OWN_PAGE = { origin: PUBLIC_URL, 'content-type': 'application/json', 'x-request-id': REQUEST_ID };

const Body = Type.Object(
  {
    amount: Type.Object(
      { currency: Type.Enum(['EUR', 'USD'], { 'x-not-offered': ['USD'] }) },
      { additionalProperties: false, 'x-not-offered': ['unit'] },
    ),
    name: Type.Optional(Type.String({ minLength: 1 })),
    party: Type.Optional(
      Type.Union([Type.Object({ id: Type.Optional(Type.String()) }, { additionalProperties: false, 'x-not-offered': ['lei'] }), Type.Null()]),
    ),
    account: Type.Optional(Type.Union([Type.Object({ iban: Type.String() }), Type.Object({ bban: Type.String() }), Type.Null()])),
    items: Type.Optional(Type.Array(Type.Object({ iban: Type.String() }, { additionalProperties: false }), { minItems: 1 })),
  },
  { additionalProperties: false },
);

async function openServer(config: Partial<Parameters<typeof createHttpServer>[0]['config']> = {}): Promise<FastifyInstance> {
  const app = await createHttpServer({
    config: {
      publicUrl: PUBLIC_URL,
      apiBase: `${PUBLIC_URL}/api`,
      contentBase: `${PUBLIC_URL}/content`,
      sandboxBase: `${PUBLIC_URL}/api`,
      identityBase: `${PUBLIC_URL}/identity`,
      allowedOrigins: [PORTAL_ELSEWHERE],
      ...config,
    },
    log: pino({ level: 'silent' }),
    shutdown: createShutdown(),
  });
  for (const prefix of ['/api/v1', '/api/v2', '/api/ui', '/api', '/bank', '/api/fallback/v1', '/identity'] as const) {
    app.route({ method: ['POST', 'PUT'], url: `${prefix}/things/:id`, schema: { body: Body }, handler: async () => ({ done: true }) });
    app.delete(`${prefix}/things/:id`, async (request) => ({ body: request.body ?? null }));
    app.get(`${prefix}/fail/:how`, async (request) => fail(request.params));
  }
  app.get(
    '/api/count',
    { schema: { querystring: Type.Object({ size: Type.Integer() }, { additionalProperties: false }) } },
    async (request) => request.query,
  );
  app.get(
    '/api/broken-answer',
    { schema: { response: { 200: Type.Object({ a: Type.String() }, { additionalProperties: false }) } } },
    async (_request, reply) => reply.send(JSON.parse('{"a":"x","secret":"leaked"}')),
  );
  return app;
}

function fail(params: unknown): never {
  const how = typeof params === 'object' && params !== null && 'how' in params ? params.how : undefined;
  if (how === 'ui')
    throw new UiRefusal(422, 'SCA_REFUSED', 'You refused on your phone.', {
      path: 'a.b',
      extra: { tppName: 'Shop' },
      headers: { 'retry-after': '2' },
    });
  if (how === 'tpp') throw new TppRefusal(404, 'RESOURCE_UNKNOWN', 'No such payment.', { detail: 'private detail' });
  if (how === '401') throw new UiRefusal(401, 'FORMAT_ERROR', 'Sign in.');
  if (how === '403') throw new TppRefusal(403, 'SERVICE_BLOCKED', 'Blocked.');
  if (how === 'conflict') throw new IdempotencyConflict('used');
  if (how === 'database') throw Object.assign(new Error('connect ECONNREFUSED 10.0.0.1:5432'), { code: 'ECONNREFUSED' });
  if (how === 'stopping') throw stoppingRefusal();
  throw new Error('secret internals');
}

let app: FastifyInstance;
beforeAll(async () => {
  app = await openServer();
});
afterAll(() => app.close());

async function call(options: InjectOptions) {
  const response = await app.inject(options);
  return { status: response.statusCode, headers: response.headers, body: response.body === '' ? undefined : response.json() };
}

describe('X-Request-ID', () => {
  it('is echoed when it is a UUID', async () => {
    const { headers } = await call({ url: '/api/fail/ui', headers: { 'x-request-id': REQUEST_ID } });
    expect(headers['x-request-id']).toBe(REQUEST_ID);
  });

  it.each(['', 'abc', `${REQUEST_ID}0`, '<script>'])('is fresh when the caller sent %j', async (given) => {
    const { headers } = await call({ url: '/api/fail/ui', headers: { 'x-request-id': given } });
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers['x-request-id']).not.toBe(given);
  });
});

describe('a text of a JSON body', () => {
  const echoOf = async (prefix: string) => {
    const payload = `{"e\u0301":["Põhja Kodud OÜ","P\\u006f\\u0303hja"]}`;
    return (await call({ method: 'DELETE', url: `${prefix}/things/1`, headers: OWN_PAGE, payload: payload.normalize('NFD') })).body;
  };

  it.each(['/api/v1', '/api/ui', '/api', '/bank', '/api/fallback/v1'])(
    'is normalised to NFC below %s, and names of members are not',
    async (prefix) => {
      expect(await echoOf(prefix)).toEqual({ body: { 'e\u0301': ['Põhja Kodud OÜ', 'Põhja'].map((text) => text.normalize('NFC')) } });
    },
  );

  it('is not normalised below /identity, where passwords are compared', async () => {
    expect(await echoOf('/identity')).toEqual({ body: { 'e\u0301': ['Põhja Kodud OÜ', 'Põhja'].map((text) => text.normalize('NFD')) } });
  });
});

describe('the three error shapes', () => {
  const ui = (code: string, text: unknown, extra = {}) => ({ errors: [{ code, text, ...extra }], message: text });
  const tpp = (code: string, text: unknown, extra = {}) => ({ tppMessages: [{ category: 'ERROR', code, text, ...extra }] });

  it.each([
    ['/api/ui/fail/ui', 422, { ...ui('SCA_REFUSED', 'You refused on your phone.', { path: 'a.b' }), tppName: 'Shop' }],
    ['/api/fail/ui', 422, { ...ui('SCA_REFUSED', 'You refused on your phone.', { path: 'a.b' }), tppName: 'Shop' }],
    ['/bank/fail/tpp', 404, ui('NOT_FOUND', 'No such payment.')],
    ['/api/v1/fail/tpp', 404, tpp('RESOURCE_UNKNOWN', 'No such payment.')],
    ['/api/v1/fail/403', 403, tpp('SERVICE_BLOCKED', 'Blocked.')],
    ['/api/v2/fail/tpp', 404, { error: 'invalid_request', error_description: 'No such payment.' }],
    ['/api/v2/fail/database', 503, { error: 'temporarily_unavailable', error_description: expect.any(String) }],
    ['/api/v1/fail/conflict', 400, tpp('FORMAT_ERROR', expect.stringContaining('nothing was done'), { path: 'header:X-Request-ID' })],
    ['/api/ui/fail/conflict', 400, ui('REQUEST_ID_REUSED', expect.any(String), { path: 'header:X-Request-ID' })],
    ['/api/v1/fail/database', 503, tpp('SERVICE_UNAVAILABLE', expect.stringContaining('nothing was changed'))],
    ['/api/ui/fail/stopping', 503, ui('UNAVAILABLE', expect.stringContaining('restarting'))],
    ['/api/v1/missing', 404, tpp('RESOURCE_UNKNOWN', 'Page not found')],
    ['/api/v2/missing', 404, { error: 'invalid_request', error_description: 'Page not found' }],
    ['/api/ui/missing', 404, ui('NOT_FOUND', 'Page not found')],
    ['/nowhere', 404, ui('NOT_FOUND', 'Page not found')],
    ['/nowhere/', 404, ui('NOT_FOUND', 'Page not found')],
    ['/api/fail/ui/', 404, ui('NOT_FOUND', 'Page not found. Without the slash at its end this address exists: /api/fail/ui')],
  ])('GET %s returns %i in the format of its route', async (url, status, body) => {
    const answer = await call({ url });
    expect(answer.status).toBe(status);
    expect(answer.body).toEqual(body);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  });

  it.each(['POST', 'PUT', 'DELETE'] as const)('%s of an unknown address by a program returns 404, not a refusal of its origin', async (method) => {
    for (const url of ['/nowhere', '/mcp/', '/api/nowhere', '/api/ui/nowhere'])
      expect([url, (await call({ method, url })).status]).toEqual([url, 404]);
  });

  it('sends the headers of a refusal, and Retry-After with every 503', async () => {
    expect((await call({ url: '/api/fail/ui' })).headers['retry-after']).toBe('2');
    expect((await call({ url: '/api/fail/database' })).headers['retry-after']).toBe('1');
    expect((await call({ url: '/api/fail/stopping' })).headers['retry-after']).toBe('1');
  });

  it.each(['/api/v1', '/api/v2', '/api/ui', '/bank'])(
    'hides the details of an unexpected error on %s behind a 500 with the request id',
    async (prefix) => {
      const response = await app.inject({ url: `${prefix}/fail/unknown` });
      expect(response.statusCode).toBe(500);
      expect(response.body).not.toContain('internals');
      expect(response.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    },
  );

  it.each(['401', '403'])('never returns %s on a signing call', async (how) => {
    expect((await call({ url: `/api/ui/fail/${how}` })).status).toBe(400);
  });

  it('never sends the private detail of a refusal', async () => {
    expect((await app.inject({ url: '/api/v1/fail/tpp' })).body).not.toContain('private detail');
  });
});

describe('requests that break the contract', () => {
  const put = (body: unknown, headers: Record<string, string> = {}) =>
    call({
      method: 'PUT',
      url: '/api/ui/things/1',
      headers: { ...OWN_PAGE, ...headers },
      payload: typeof body === 'string' ? body : JSON.stringify(body),
    });

  it.each([
    [{}, 'amount', 'This field is missing.'],
    [{ amount: {} }, 'amount.currency', 'This field is missing. Accepted: EUR.'],
    [{ amount: { currency: 'eur' } }, 'amount.currency', 'Accepted: EUR.'],
    [{ amount: { currency: 'EUR', unit: 1 } }, 'amount.unit', 'The bank does not offer this field. Leave it out.'],
    [{ amount: { currency: 'EUR' }, creditorAccount: 'x' }, 'creditorAccount', 'This field is unknown. Leave it out.'],
    [{ amount: { currency: 'EUR', more: 1 } }, 'amount.more', 'This field is unknown. Leave it out.'],
    [{ amount: { currency: 'EUR' }, items: [{ iban: 5 }] }, 'items[0].iban', 'This value must be a text.'],
    [{ amount: '1' }, 'amount', 'This value must be an object.'],
    [{ amount: { currency: 'EUR' }, name: '' }, 'name', 'This value must not be empty.'],
    [{ amount: { currency: 'EUR' }, items: [] }, 'items', 'This value must not be empty.'],
    [{ amount: { currency: 'EUR' }, party: { id: 5 } }, 'party.id', 'This value must be a text.'],
    [{ amount: { currency: 'EUR' }, party: { lei: 'x' } }, 'party.lei', 'The bank does not offer this field. Leave it out.'],
    [{ amount: { currency: 'EUR' }, party: { more: 1 } }, 'party.more', 'This field is unknown. Leave it out.'],
    [{ amount: { currency: 'EUR' }, party: 'x' }, 'party', 'This value must be an object.'],
    [{ amount: { currency: 'EUR' }, account: { iban: 5 } }, 'account', 'This value has none of the accepted forms.'],
  ])('%j is refused at %s', async (body, path, text) => {
    const answer = await put(body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ errors: [{ code: 'FORMAT_ERROR', path, text }] });
  });

  it.each([
    ['{', ' (line 1, column 2)'],
    ['{"a":1,}', ' (line 1, column 8)'],
    ['{"a":1,\n"b":x}', ''],
    ['[1', ' (line 1, column 3)'],
    ['amount=1', ''],
  ])('%s is not valid JSON, and the position is returned when it is known', async (body, place) => {
    const text = `The body is not valid JSON${place}. Correct it and send the request again.`;
    expect(await put(body)).toMatchObject({ status: 400, body: { errors: [{ code: 'FORMAT_ERROR', text }] } });
  });

  it.each([
    ['{"items":[{"iban":"a\\u0000"}]}', 'items[0].iban'],
    ['{"amount":{"currency":"\\ud83d"}}', 'amount.currency'],
    ['{"a\\u0000":1}', undefined],
  ])('%s holds a character that cannot be stored', async (body, path) => {
    const answer = await put(body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      errors: [{ code: 'FORMAT_ERROR', text: expect.stringContaining('U+0000'), ...(path === undefined ? {} : { path }) }],
    });
  });

  it('accepts escaped characters that can be stored', async () => {
    expect((await put('{"amount":{"currency":"EUR"},"items":[{"iban":"\\ud83d\\ude00 \\\\u0000 \\u00e4"}]}')).status).toBe(200);
  });

  it('refuses a body that is nested deeper than 32 levels', async () => {
    expect((await put(`${'['.repeat(33)}${']'.repeat(33)}`)).body.message).toContain('nested deeper than 32');
  });

  it('refuses more than 64 KiB on signing calls and more than 1 MiB elsewhere', async () => {
    const post = (url: string, bytes: number) => call({ method: 'POST', url, headers: OWN_PAGE, payload: `"${'x'.repeat(bytes)}"` });
    expect((await post('/api/ui/things/1', 64 * 1024)).body).toMatchObject({ errors: [{ code: 'PAYLOAD_TOO_LARGE' }] });
    expect((await post('/api/things/1', 64 * 1024)).status).toBe(400);
    expect((await post('/api/v1/things/1', 1024 * 1024)).status).toBe(413);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/xml'])(
    'refuses %s with 415',
    async (type) => {
      const answer = await call({ method: 'POST', url: '/api/v1/things/1', headers: { 'content-type': type }, payload: 'a=1' });
      expect(answer.status).toBe(415);
      expect(answer.body).toMatchObject({ tppMessages: [{ code: 'FORMAT_ERROR' }] });
    },
  );

  it('returns 405 and the supported methods for an unsupported one', async () => {
    const answer = await call({ method: 'PATCH', url: '/api/v1/things/1', payload: {} });
    expect(answer.status).toBe(405);
    expect(answer.headers.allow).toBe('POST, PUT, DELETE');
  });

  it('reads numbers in queries and refuses anything else, unknown and repeated parameters included', async () => {
    expect((await call({ url: '/api/count?size=7' })).body).toEqual({ size: 7 });
    expect((await call({ url: '/api/count?size=seven' })).body).toMatchObject({ errors: [{ path: 'query:size' }] });
    expect((await call({ url: '/api/count?size=7&size=8' })).status).toBe(400);
    expect((await call({ url: '/api/count?size=7&page=1' })).body).toMatchObject({ errors: [{ path: 'query:page' }] });
  });

  it('accepts the specified DELETE: no body, JSON content type', async () => {
    expect(await call({ method: 'DELETE', url: '/api/ui/things/1', headers: OWN_PAGE })).toMatchObject({ status: 200, body: { body: null } });
  });

  it('never sends a response that violates its schema', async () => {
    const response = await app.inject({ url: '/api/broken-answer' });
    expect(response.statusCode).toBe(500);
    expect(response.body).not.toContain('leaked');
  });

  it('refuses U+0000 in path and query', async () => {
    for (const url of ['/api/ui/things/a%00', '/api/count?size=%00', '/nowhere%00']) {
      expect(await call({ url }), url).toMatchObject({ status: 400, body: { errors: [{ code: 'FORMAT_ERROR' }] } });
    }
    expect((await call({ url: '/api/count?size=%2500' })).body).toMatchObject({ errors: [{ path: 'query:size' }] });
  });

  it('returns 400 and the whole header set for a path that cannot be decoded', async () => {
    const answer = await call({ url: '/api/v1/things/%zz' });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ tppMessages: [{ code: 'FORMAT_ERROR' }] });
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
  });
});

describe('the header set', () => {
  const CSP =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; form-action 'self'; " +
    "base-uri 'none'; frame-ancestors 'none'; object-src 'none'; require-trusted-types-for 'script'";

  it.each(['/api/count?size=1', '/nowhere', '/api/ui/fail/unknown', '/api/count'])('is complete on %s', async (url) => {
    const { headers } = await call({ url });
    expect(headers).toMatchObject({
      'content-security-policy': CSP,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
      'permissions-policy': expect.stringContaining('camera=()'),
      'cache-control': 'no-store',
    });
    expect(headers['strict-transport-security']).toBeUndefined();
  });

  it('adds HSTS over https and the origins of bases that live elsewhere', async () => {
    const elsewhere = await openServer({ publicUrl: 'https://bank.example', apiBase: 'https://api.bank.example/api' });
    const { headers } = await elsewhere.inject({ url: '/nowhere' });
    expect(headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains; preload');
    expect(headers['content-security-policy']).toContain("connect-src 'self' https://api.bank.example http://localhost:3000;");
    await elsewhere.close();
  });
});

describe('calls from other sites', () => {
  const cookie = { cookie: 'portico-bank=x' };
  const EVIL = [
    'null',
    'https://evil.example',
    'http://evil.localhost:3000',
    'http://localhost:3000.evil.example',
    'https://localhost:3000',
    'http://localhost:3001',
    'http://localhost',
  ];

  const denials: readonly (readonly [string, Record<string, string>])[] = [
    ['no origin at all', { ...cookie, 'content-type': 'application/json', 'x-request-id': REQUEST_ID }],
    ...EVIL.map((origin) => [`origin ${origin}`, { ...OWN_PAGE, ...cookie, origin }] as const),
    ['a foreign origin that claims same-origin', { ...OWN_PAGE, ...cookie, origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' }],
    ...['same-site', 'cross-site', 'none'].map(
      (site) =>
        [
          `no origin and site ${site}`,
          { ...cookie, 'content-type': 'application/json', 'x-request-id': REQUEST_ID, 'sec-fetch-site': site },
        ] as const,
    ),
    ...[
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/jsonp',
      ' text/plain;application/json',
    ].map((type) => [`content type ${type}`, { ...OWN_PAGE, ...cookie, 'content-type': type }] as const),
    ['no content type', { origin: PUBLIC_URL, 'x-request-id': REQUEST_ID, ...cookie }],
    ['no X-Request-ID', { origin: PUBLIC_URL, 'content-type': 'application/json', ...cookie }],
    ['a foreign origin without a cookie', { ...OWN_PAGE, origin: 'https://evil.example' }],
    ['a bearer beside a cookie', { ...cookie, authorization: 'Bearer x', 'content-type': 'application/json' }],
  ];

  it.each(denials)('are denied with %s', async (_name, headers) => {
    for (const method of ['POST', 'PUT', 'DELETE'] as const) {
      const signing = await call({ method, url: '/api/ui/things/1', headers });
      expect(signing.status).toBe(400);
      expect(signing.body).toMatchObject({ errors: [{ code: 'ORIGIN_DENIED' }] });
      expect(signing.headers['set-cookie']).toBeUndefined();
      const bank = await call({ method, url: '/bank/things/1', headers });
      expect(bank.status).toBe(403);
      expect(bank.headers['set-cookie']).toBeUndefined();
    }
  });

  it.each([
    ['our own page', { ...OWN_PAGE, ...cookie }],
    ['the portal on its other origin', { ...OWN_PAGE, ...cookie, origin: PORTAL_ELSEWHERE, 'sec-fetch-site': 'cross-site' }],
    [
      'a browser that sends no origin to its own site',
      { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json; charset=utf-8', 'x-request-id': REQUEST_ID, ...cookie },
    ],
    ['a bearer without a cookie', { authorization: 'Bearer x', 'content-type': 'application/json' }],
  ])('pass from %s', async (_name, headers) => {
    expect((await call({ method: 'DELETE', url: '/api/ui/things/1', headers })).status).toBe(200);
  });

  it.each(['/api/v1', '/api/v2'])('of applications on %s require no origin, because they use no cookies', async (prefix) => {
    expect((await call({ method: 'DELETE', url: `${prefix}/things/1` })).status).toBe(200);
  });

  it('may read a response only with an origin on the list, with credentials and never with a wildcard', async () => {
    const allowed = await call({ url: '/api/count?size=1', headers: { origin: PORTAL_ELSEWHERE } });
    expect(allowed.headers).toMatchObject({ 'access-control-allow-origin': PORTAL_ELSEWHERE, 'access-control-allow-credentials': 'true' });
    for (const told of ['x-request-id', 'ASPSP-SCA-Approach', 'Retry-After', 'Location']) {
      expect(allowed.headers['access-control-expose-headers']).toContain(told);
    }
    expect(allowed.headers.vary).toContain('Origin');
    for (const origin of EVIL) {
      const { headers } = await call({ url: '/api/count?size=1', headers: { origin } });
      expect(headers['access-control-allow-origin']).toBeUndefined();
    }
  });

  it('pass the preflight only from the list, and never for the authorization servers', async () => {
    const preflight = (url: string, origin: string) =>
      call({
        method: 'OPTIONS',
        url,
        headers: { origin, 'access-control-request-method': 'PUT', 'access-control-request-headers': 'signing-id,x-request-id' },
      });
    const allowed = await preflight('/api/ui/things/1', PORTAL_ELSEWHERE);
    expect(allowed.headers['access-control-allow-origin']).toBe(PORTAL_ELSEWHERE);
    expect(allowed.headers['access-control-allow-headers']).toContain('signing-id');
    expect((await preflight('/api/ui/things/1', 'https://evil.example')).headers['access-control-allow-origin']).toBeUndefined();
    expect((await preflight('/api/v2/things/1', PORTAL_ELSEWHERE)).headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe('limits', () => {
  it('count requests that the guard of a route refuses', async () => {
    const limited = await openServer({ rateLimitPerMinute: 2 });
    limited.get('/api/v1/guarded', {
      onRequest: async () => {
        throw new TppRefusal(401, 'TOKEN_UNKNOWN', 'Nobody.');
      },
      handler: async () => 'x',
    });
    const replies = [];
    for (let calls = 0; calls < 3; calls += 1) replies.push(await limited.inject('/api/v1/guarded'));
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([401, 401, 429]);
    expect(replies.map(({ headers }) => headers['retry-after'])).toEqual([undefined, undefined, '60']);
    await limited.close();
  });

  it('refuse too many requests of one IP address with 429 in the format of the route, but no health checks', async () => {
    const limited = await openServer({ rateLimitPerMinute: 2 });
    limited.get('/healthz', async () => ({ status: 'ok' }));
    for (const _ of [1, 2]) await limited.inject('/api/count?size=1');
    const ui = await limited.inject('/api/ui/fail/ui');
    expect(ui.statusCode).toBe(429);
    expect(ui.json()).toMatchObject({ errors: [{ code: 'RATE_LIMITED' }] });
    expect((await limited.inject('/api/v1/fail/tpp')).json()).toMatchObject({ tppMessages: [{ code: 'ACCESS_EXCEEDED' }] });
    expect((await limited.inject('/healthz')).statusCode).toBe(200);
    await limited.close();
  });

  it('count requests for paths that do not exist', async () => {
    const limited = await openServer({ rateLimitPerMinute: 2 });
    const statuses = [];
    for (const path of ['/x', '/api/ui/x', '/api/v1/x', '/y']) statuses.push((await limited.inject(path)).statusCode);
    expect(statuses).toEqual([404, 404, 429, 429]);
    await limited.close();
  });

  it('bound the timeouts, connections and body size of the server', () => {
    expect(app.server).toMatchObject({ headersTimeout: 15_000, maxConnections: 10_000 });
    expect(app.initialConfig).toMatchObject({ requestTimeout: 30_000, connectionTimeout: 150_000, keepAliveTimeout: 72_000, bodyLimit: 1024 * 1024 });
  });
});
