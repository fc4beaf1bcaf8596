/**
 * T27: who somebody is, the network says, or a proxy that the configuration names; what a caller writes about himself is believed nowhere.
 * With the nginx that is deployed in front, where there is one.
 */
import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHttpServer } from '#platform/http/create-http-server.ts';
import { createShutdown } from '#platform/http/graceful-stop.ts';
import { type Nginx, NO_NGINX, startNginx } from '../../../../tools/nginx.mjs';

const PUBLIC_URL = 'https://bank.example';
const LIMIT = 5;
const FORGED = [
  'X-Forwarded-For',
  'Forwarded',
  'X-Real-IP',
  'X-Client-IP',
  'True-Client-IP',
  'CF-Connecting-IP',
  'X-Cluster-Client-IP',
  'Client-IP',
  'Via',
];

const open: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of open.reverse()) await close();
});

async function listen(trustedProxies: readonly string[], rateLimitPerMinute = LIMIT): Promise<number> {
  const bases = { apiBase: PUBLIC_URL, contentBase: PUBLIC_URL, sandboxBase: PUBLIC_URL, identityBase: PUBLIC_URL };
  const config = { publicUrl: PUBLIC_URL, ...bases, allowedOrigins: [], rateLimitPerMinute, trustedProxies };
  const app: FastifyInstance = await createHttpServer({ config, log: pino({ level: 'silent' }), shutdown: createShutdown() });
  app.get('/who', async (request) => ({ ip: request.ip, id: request.id }));
  app.post('/api/v1/things', async (request) => ({ id: request.id }));
  await app.listen({ port: 0, host: '127.0.0.1' });
  open.push(() => app.close());
  const address = app.server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** Everything that comes back until the connection is closed. */
function exchange(port: number, text: string, localAddress = '127.0.0.1'): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect({ port, host: '127.0.0.1', localAddress }, () => socket.write(text));
    socket.setEncoding('utf8').on('data', (chunk) => {
      answer = `${answer}${chunk}`;
    });
    socket.on('close', () => resolve(answer)).on('error', reject);
  });
}

const who = (headers = '') => `GET /who HTTP/1.1\r\nHost: bank.example\r\nConnection: close\r\n${headers}\r\n`;
const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);
const ipIn = (answer: string) => /"ip":"([^"]*)"/.exec(answer)?.[1];

describe('a caller who sends headers with another address', () => {
  it('is limited by the address of the connection if no proxy is trusted', async () => {
    const port = await listen([]);
    const statuses: number[] = [];
    for (const [index, name] of FORGED.entries()) {
      const answer = await exchange(port, who(`${name}: 198.51.100.${index}\r\n`));
      statuses.push(statusOf(answer));
      if (statusOf(answer) === 200) expect(ipIn(answer), name).toBe('127.0.0.1');
    }
    expect(statuses).toEqual(FORGED.map((_, index) => (index < LIMIT ? 200 : 429)));
  });

  it('is known by the address of the connection if that is not a trusted proxy', async () => {
    const port = await listen(['127.0.0.1', '10.0.0.0/8']);
    for (const address of ['127.0.0.2', '127.0.0.3']) {
      const answer = await exchange(port, who('X-Forwarded-For: 198.51.100.7\r\n'), address);
      expect(ipIn(answer)).toBe(address);
    }
  });

  it('is known and limited by the last address in the X-Forwarded-For of a trusted proxy', async () => {
    const port = await listen(['127.0.0.1']);
    const statuses: number[] = [];
    for (let index = 0; index <= LIMIT; index += 1) {
      const answer = await exchange(port, who(`X-Forwarded-For: 203.0.113.${index}, 127.0.0.1, 198.51.100.7\r\n`));
      statuses.push(statusOf(answer));
      if (statusOf(answer) === 200) expect(ipIn(answer)).toBe('198.51.100.7');
    }
    expect(statuses.at(-1)).toBe(429);
    // Somebody else behind the same proxy is not kept out.
    expect(statusOf(await exchange(port, who('X-Forwarded-For: 198.51.100.8\r\n')))).toBe(200);
  });
});

describe('a caller behind the nginx that is deployed', () => {
  let nginx: Nginx | undefined;
  let limited: Nginx | undefined;
  beforeAll(async () => {
    nginx = await startNginx([await listen(['127.0.0.1'], 0)]);
    limited = await startNginx([await listen(['127.0.0.1'])]);
    for (const each of [nginx, limited]) if (each !== undefined) open.push(() => each.stop());
    if (nginx === undefined) console.log(NO_NGINX);
  });

  it('is limited by their own address', async () => {
    if (limited === undefined) return;
    const statuses: number[] = [];
    for (const [index, name] of FORGED.entries()) {
      const answer = await exchange(limited.port, who(`${name}: 198.51.100.${index}\r\n`), '127.0.0.9');
      statuses.push(statusOf(answer));
      if (statusOf(answer) === 200) expect(ipIn(answer), name).toBe('127.0.0.9');
    }
    expect(statuses).toEqual(FORGED.map((_, index) => (index < LIMIT ? 200 : 429)));
    expect(statusOf(await exchange(limited.port, who(), '127.0.0.10'))).toBe(200);
  });

  it('cannot smuggle a request: each request gets its own response', async () => {
    if (nginx === undefined) return;
    const { port } = nginx;
    const wrong: string[] = [];
    for (const text of SMUGGLED) {
      await exchange(port, `${text}\r\n`);
      // Connections to the server are kept and shared: what was left in one of them would meet one of these.
      const asked = await Promise.all(
        Array.from({ length: 4 }, async () => {
          const id = randomUUID();
          return { id, answer: await exchange(port, who(`X-Request-ID: ${id}\r\n`)) };
        }),
      );
      for (const { id, answer } of asked)
        if (statusOf(answer) !== 200 || !answer.includes(`"id":"${id}"`)) wrong.push(`${text}: ${answer.slice(0, 200)}`);
    }
    expect(wrong).toEqual([]);
  });

  const hidden = 'GET /who HTTP/1.1\r\nHost: x\r\nX-Request-ID: hidden\r\n\r\n';
  const post = (headers: string, body: string) =>
    `POST /api/v1/things HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\n${headers}\r\n${body}`;
  const SMUGGLED = [
    ...[
      'chunked',
      'xchunked',
      'chunked, identity',
      'identity',
      ' chunked',
      'Chunked',
      'chunked\t',
      '"chunked"',
      '\vchunked',
      'chunked\r\nTransfer-Encoding: x',
    ].map((coding) => post(`Content-Length: 4\r\nTransfer-Encoding: ${coding}\r\n`, `0\r\n\r\n${hidden}`)),
    ...['0', '+0', '0x0', '-1', '', `0\r\nContent-Length: ${hidden.length}`, `${hidden.length}\r\nContent-Length: 0`, `0, ${hidden.length}`].map(
      (length) => post(`Content-Length: ${length}\r\n`, hidden),
    ),
    ...[
      'Transfer-Encoding : chunked',
      'Transfer-Encoding:\r\n chunked',
      'X: y\nTransfer-Encoding: chunked',
      'X: y\rTransfer-Encoding: chunked',
      'Transfer_Encoding: chunked',
    ].map((header) => post(`${header}\r\nContent-Length: 4\r\n`, `0\r\n\r\n${hidden}`)),
    ...['0\n\n', '0;x\n\r\n', '+0\r\n\r\n', '0x0\r\n\r\n', 'ffffffffffffffff1\r\n', '2\r\n{}}\r\n0\r\n\r\n'].map((chunk) =>
      post('Transfer-Encoding: chunked\r\n', `${chunk}${hidden}`),
    ),
    `GET http://evil.example/who HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`,
    `GET /who HTTP/1.1\r\nHost: x\r\nConnection: close, Content-Length\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`,
    `GET /who HTTP/1.1\r\nHost: x\r\nConnection: close\r\nUpgrade: h2c\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\n${hidden}`,
  ];
});
