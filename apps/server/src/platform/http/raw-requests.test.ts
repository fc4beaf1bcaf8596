/** Requests that no HTTP library would send. */
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exchangeRaw } from '../../testing/raw-exchange.ts';
import { createHttpServer } from './create-http-server.ts';
import { createShutdown } from './graceful-stop.ts';

const PUBLIC_URL = 'http://localhost:3000';
let app: FastifyInstance;
let hiddenCalls = 0;

beforeAll(async () => {
  app = await createHttpServer({
    config: {
      publicUrl: PUBLIC_URL,
      apiBase: PUBLIC_URL,
      contentBase: PUBLIC_URL,
      sandboxBase: PUBLIC_URL,
      identityBase: PUBLIC_URL,
      allowedOrigins: [],
    },
    log: pino({ level: 'silent' }),
    shutdown: createShutdown(),
  });
  app.post('/api/v1/things', async () => ({ done: true }));
  app.get('/api/v1/hidden', async () => {
    hiddenCalls += 1;
    return {};
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

const exchange = (text: string) => exchangeRaw(app, text);

describe('a request that cannot be read', () => {
  it.each([
    ['no HTTP at all', 'hello\r\n\r\n'],
    ['an unknown method', 'STEAL / HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['both a length and chunks', 'POST /api/v1/things HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['two lengths', 'POST /api/v1/things HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\n{}'],
    ['white space before a colon', 'GET / HTTP/1.1\r\nHost : x\r\n\r\n'],
    ['a folded header', 'GET / HTTP/1.1\r\nHost: x\r\nX: a\r\n b\r\n\r\n'],
  ])('(%s) gets 400 with the whole header set and its connection ends', async (_name, text) => {
    const answer = await exchange(text);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('content-security-policy: default-src');
    expect(answer).toMatch(/x-request-id: [0-9a-f-]{36}/);
    expect(answer).toContain('"code":"FORMAT_ERROR"');
  });
});

/** A proxy may read these bytes as one request or as two (request smuggling). The hidden request must never reach a route. */
describe('a request with another one hidden in it', () => {
  const hidden = 'GET /api/v1/hidden HTTP/1.1\r\nHost: x\r\n\r\n';
  const chunks = `0\r\n\r\n${hidden}`;
  const length = `Content-Length: ${hidden.length}\r\n`;
  const post = (headers: string, body: string) =>
    `POST /api/v1/things HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${headers}\r\n${body}`;

  it.each([
    ['a length before chunks', post(`${length}Transfer-Encoding: chunked\r\n`, chunks)],
    ['chunks before a length', post(`Transfer-Encoding: chunked\r\n${length}`, chunks)],
    ['two lengths', post(`Content-Length: 0\r\n${length}`, hidden)],
    ['one length twice', post(`${length}${length}`, hidden)],
    ['a list of lengths', post(`Content-Length: 0, ${hidden.length}\r\n`, hidden)],
    ['a length with a sign', post('Content-Length: +0\r\n', hidden)],
    ['a length below zero', post('Content-Length: -1\r\n', hidden)],
    ['a length in hexadecimal', post('Content-Length: 0x0\r\n', hidden)],
    ['a length with a fraction', post('Content-Length: 0.0\r\n', hidden)],
    ['a length that is empty', post('Content-Length:\r\n', hidden)],
    ['a length beyond all numbers', post('Content-Length: 99999999999999999999\r\n', hidden)],
    ['an encoding that only ends like chunked', post('Transfer-Encoding: xchunked\r\n', chunks)],
    ['chunked that is not the last', post('Transfer-Encoding: chunked, identity\r\n', chunks)],
    ['two encodings in two headers', post(`Transfer-Encoding: chunked\r\nTransfer-Encoding: x\r\n`, chunks)],
    ['an encoding in quotes', post('Transfer-Encoding: "chunked"\r\n', chunks)],
    ['an encoding after a vertical tab', post('Transfer-Encoding: \vchunked\r\n', chunks)],
    ['a space before the colon', post('Transfer-Encoding : chunked\r\n', chunks)],
    ['a folded encoding', post('Transfer-Encoding:\r\n chunked\r\n', chunks)],
    ['a header that begins with a space', post(' Transfer-Encoding: chunked\r\n', chunks)],
    ['a line that ends with LF alone', post('X: y\nTransfer-Encoding: chunked\r\n', chunks)],
    ['a line that ends with CR alone', post('X: y\rTransfer-Encoding: chunked\r\n', chunks)],
    ['NUL in a header', post('X: \0y\r\n', hidden)],
    ['a name that is no name', post('X[y]z(: 1\r\n', hidden)],
    ['a chunk of no size', post('Transfer-Encoding: chunked\r\n', `x\r\n\r\n${hidden}`)],
    ['a chunk size with a sign', post('Transfer-Encoding: chunked\r\n', `+0\r\n\r\n${hidden}`)],
    ['a chunk size with 0x', post('Transfer-Encoding: chunked\r\n', `0x0\r\n\r\n${hidden}`)],
    ['a chunk size beyond all numbers', post('Transfer-Encoding: chunked\r\n', `ffffffffffffffff1\r\n\r\n${hidden}`)],
    ['chunks that end with LF alone', post('Transfer-Encoding: chunked\r\n', `0\n\n${hidden}`)],
    ['a chunk extension with LF alone', post('Transfer-Encoding: chunked\r\n', `0;x\n\r\n${hidden}`)],
    ['a chunk longer than it says', post('Transfer-Encoding: chunked\r\n', `2\r\n{}}\r\n0\r\n\r\n${hidden}`)],
    ['chunks of HTTP/1.0 beside a length', post(`${length}Transfer-Encoding: chunked\r\n`, chunks).replace('HTTP/1.1', 'HTTP/1.0')],
    ['a request line in two parts', `POST /api/v1/things\r\nHTTP/1.1\r\nHost: x\r\n\r\n${hidden}`],
    ['a version nobody wrote', `POST /api/v1/things HTTP/1.1 x\r\nHost: x\r\n\r\n${hidden}`],
  ])('(%s) gets one response, 400, and no further request is read from its connection', async (_what, text) => {
    hiddenCalls = 0;
    const answer = await exchange(text);
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400']);
    expect(hiddenCalls).toBe(0);
  });

  it('is read as two requests when the first states its length correctly', async () => {
    hiddenCalls = 0;
    const last = hidden.replace('Host: x', 'Host: x\r\nConnection: close');
    expect((await exchange(`${post('Content-Length: 2\r\n', '{}')}${last}`)).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200']);
    expect(hiddenCalls).toBe(1);
  });

  it('with the absolute address of another host is served by this server', async () => {
    const text = 'GET http://evil.example/api/v1/hidden HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
    const answer = await exchange(text);
    expect(answer).toMatch(/^HTTP\/1\.1 (200|400|404) /);
    expect(answer).not.toContain('evil.example');
  });
});

/** Every case sends `Connection: close`, so that the whole response is read. */
describe('a request that Node would refuse in its own format, or accept', () => {
  const get = (headers: string, version = '1.1') => `GET /nowhere HTTP/${version}\r\nConnection: close\r\n${headers}\r\n`;
  const post = (headers: string, body = '{}') =>
    `POST /api/v1/things HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${body.length}\r\n${headers}\r\n${body}`;

  it.each<[what: string, text: string, status: number, path: string | undefined]>([
    ['no host', get(''), 400, 'header:Host'],
    ['two hosts', get('Host: x\r\nHost: y\r\n'), 400, 'header:Host'],
    ['HTTP/2.0 in the words of 1.1', get('Host: x\r\n', '2.0'), 505, undefined],
    ['two tokens', get('Host: x\r\nAuthorization: Bearer a\r\nAuthorization: Bearer b\r\n'), 400, 'header:Authorization'],
    ['two request ids', get('Host: x\r\nX-Request-ID: a\r\nx-request-id: b\r\n'), 400, 'header:X-Request-ID'],
    ['two signing ids', get('Host: x\r\nSigning-Id: a\r\nsigning-id: a\r\n'), 400, 'header:signing-id'],
    ['two content types', post('Content-Type: application/json\r\nContent-Type: text/plain\r\n'), 400, 'header:Content-Type'],
    ['a packed body', post('Content-Type: application/json\r\nContent-Encoding: gzip\r\n'), 415, 'header:Content-Encoding'],
    ['two packings', post('Content-Type: application/json\r\nContent-Encoding: identity, br\r\n'), 415, 'header:Content-Encoding'],
    ['a wish', post('Content-Type: application/json\r\nExpect: miracles\r\n'), 417, 'header:Expect'],
    ['an address of 17 KB', `GET /${'a'.repeat(17_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431, undefined],
    ['a tunnel', 'CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n', 405, undefined],
    ['a method that nothing offers', get('Host: x\r\n').replace('GET /nowhere', 'QUERY /api/v1/things'), 405, undefined],
    ['a body to an address that does not exist', post('Content-Type: text/odd\r\n').replace('/api/v1/things', '/api/v1/nowhere'), 404, undefined],
  ])('(%s) is refused in the format of Portico', async (_what, text, status, path) => {
    const answer = await exchange(text);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(answer).toContain('content-security-policy: default-src');
    expect(answer).toMatch(/x-request-id: [0-9a-f-]{36}/);
    expect(answer).toMatch(/"text":"[A-Z][^"]+\."|Page not found/);
    if (path !== undefined) expect(answer).toContain(`"path":"${path}"`);
  });

  it('is refused with too many or too long headers', async () => {
    for (const flood of ['a: b\r\n'.repeat(99), `X: ${'y'.repeat(17_000)}\r\n`]) {
      expect(await exchange(get(`Host: x\r\n${flood}`))).toMatch(/^HTTP\/1\.1 431 /);
    }
    expect(await exchange(get(`Host: x\r\n${'a: b\r\n'.repeat(98)}`))).toMatch(/^HTTP\/1\.1 404 /);
  });

  it('with an unsupported method gets 405 and the supported methods', async () => {
    for (const method of ['PATCH', 'TRACE', 'PROPFIND', 'QUERY']) {
      expect(await exchange(post('').replace('POST', method))).toMatch(/^HTTP\/1\.1 405 [\s\S]*\r\nallow: POST\r\n/);
    }
  });

  it('is accepted when it is well formed', async () => {
    expect(await exchange('GET /nowhere HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 404 /);
    expect(await exchange(post('Content-Type: application/json\r\nAccept: a/b\r\nAccept: c/d\r\n'))).toMatch(/^HTTP\/1\.1 200 /);
    expect(await exchange(post('Content-Type: application/json\r\nContent-Encoding: Identity\r\n'))).toMatch(/^HTTP\/1\.1 200 /);
    expect(await exchange(post('Content-Type: application/json\r\nExpect: 100-Continue\r\n'))).toMatch(
      /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /,
    );
  });

  it.each(['application/json', '   application/json', 'APPLICATION/JSON', 'application/json;charset=utf-8', 'Application/json\t; charset="UTF-8"'])(
    'is accepted with the content type %j, as RFC 9110 allows',
    async (type) => {
      expect(await exchange(post(`Content-Type:${type}\r\n`))).toMatch(/^HTTP\/1\.1 200 /);
    },
  );

  it('of GET has its body skipped, and the next request on the connection is read whole', async () => {
    const first = 'GET /nowhere HTTP/1.1\r\nHost: x\r\nContent-Type: text/odd\r\nContent-Length: 20\r\n\r\nDELETE /x HTTP/1.1\r\n';
    const answer = await exchange(`${first}${post('Content-Type: application/json\r\n')}`);
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 404', 'HTTP/1.1 200']);
  });

  it('does not affect later requests', async () => {
    const response = await fetch(`${app.listeningOrigin}/api/v1/things`, { method: 'POST' });
    expect(await response.json()).toEqual({ done: true });
  });
});
