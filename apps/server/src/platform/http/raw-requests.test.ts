/** Requests that no HTTP library would send. */
import { connect } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHttpServer } from './create-http-server.ts';
import { createShutdown } from './graceful-stop.ts';

const PUBLIC_URL = 'http://localhost:3000';
let app: FastifyInstance;
let port: number;

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
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
});
afterAll(() => app.close());

/** Everything the server writes until it closes the connection. */
function exchange(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.setEncoding('utf8').on('data', (chunk) => {
      answer = `${answer}${chunk}`;
    });
    socket.on('close', () => resolve(answer)).on('error', reject);
  });
}

describe('a request that cannot be read', () => {
  it.each([
    ['no HTTP at all', 'hello\r\n\r\n'],
    ['an unknown method', 'STEAL / HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['both a length and chunks', 'POST /api/v1/things HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['two lengths', 'POST /api/v1/things HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\n{}'],
    ['headers without end', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`],
  ])('(%s) gets 400 with the whole header set and its connection ends', async (_name, text) => {
    const answer = await exchange(text);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('content-security-policy: default-src');
    expect(answer).toMatch(/x-request-id: [0-9a-f-]{36}/);
    expect(answer).toContain('"code":"FORMAT_ERROR"');
  });

  it('leaves the server as it was', async () => {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/things`, { method: 'POST' });
    expect(await response.json()).toEqual({ done: true });
  });
});
