/** Expensive bodies are refused, and the response does not grow with them (a body may have 1 MiB). `json-body.test.ts` tests the limits. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { Type } from 'typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHttpServer } from './create-http-server.ts';
import { createShutdown } from './graceful-stop.ts';

const PUBLIC_URL = 'http://localhost:3000';
const closed = { additionalProperties: false };
const Body = Type.Object(
  { name: Type.String({ maxLength: 10 }), items: Type.Optional(Type.Array(Type.Object({ iban: Type.String() }, closed))) },
  closed,
);

let app: FastifyInstance;
beforeAll(async () => {
  const bases = { apiBase: PUBLIC_URL, contentBase: PUBLIC_URL, sandboxBase: PUBLIC_URL, identityBase: PUBLIC_URL };
  app = await createHttpServer({
    config: { publicUrl: PUBLIC_URL, allowedOrigins: [], ...bases },
    log: pino({ level: 'silent' }),
    shutdown: createShutdown(),
  });
  app.post('/api/v1/things', { schema: { body: Body } }, async () => ({ done: true }));
});
afterAll(() => app.close());

const members = Object.fromEntries(Array.from({ length: 90_000 }, (_, index) => [`k${index}`, 1]));

it.each<[what: string, body: string]>([
  ['40 000 unknown fields', JSON.stringify({ name: 'x', ...Object.fromEntries(Object.entries(members).slice(0, 40_000)) })],
  ['90 000 unknown fields', JSON.stringify({ name: 'x', ...members })],
  ['an unknown field of 1 MB', JSON.stringify({ name: 'x', [`k${'y'.repeat(1_000_000)}`]: 1 })],
  ['70 000 wrong items', JSON.stringify({ name: 'x', items: Array.from({ length: 70_000 }, () => ({ a: 1 })) })],
  ['a text of 1 MB', JSON.stringify({ name: 'x'.repeat(1_000_000) })],
  ['170 000 escapes', `{"name":"${'\\u0041'.repeat(170_000)}"}`],
  ['500 000 brackets', `{"name":${'['.repeat(500_000)}`],
  ['300 000 nested members', `{"name":${'{"a":'.repeat(200_000)}`],
])('%s', async (_what, payload) => {
  const response = await app.inject({ method: 'POST', url: '/api/v1/things', headers: { 'content-type': 'application/json' }, payload });
  expect(response.statusCode).toBe(400);
  expect(response.body.length).toBeLessThan(10_000);
});

describe('two hundred bombs', () => {
  const bomb = (text: string) => Buffer.from(text);
  const BOMBS: readonly [body: Buffer, type: string][] = [
    [bomb('['.repeat(1_000_000)), 'application/json'],
    [bomb('{"a":'.repeat(200_000)), 'application/json'],
    [bomb(`{"name":"x"${Array.from({ length: 70_000 }, (_, index) => `,"k${index}":1`).join('')}}`), 'application/json'],
    [bomb(`{"name":"x"${',"name":"x"'.repeat(90_000)}}`), 'application/json'],
    [bomb(`[${'0,'.repeat(500_000)}0]`), 'application/json'],
    [bomb(`{"name":"${'\\u0041'.repeat(170_000)}"}`), 'application/json'],
    [bomb(`{"name":"x","items":[${'{"__proto__":{}},'.repeat(40_000)}{}]}`), 'application/json'],
    [Buffer.alloc(1_000_000, 0xff), 'application/json'],
    [gzipSync(Buffer.alloc(50_000_000, '{')), 'gzip'],
    [bomb('x'.repeat(3_000_000)), 'application/json'],
  ];
  const ROUNDS = 20;
  const MEGABYTE = 1024 * 1024;

  it('are refused, and neither memory nor the server suffers', async () => {
    const address = await app.listen({ port: 0, host: '127.0.0.1' });
    const send = async ([body, type]: (typeof BOMBS)[number]) => {
      const headers = type === 'gzip' ? { 'content-type': 'application/json', 'content-encoding': 'gzip' } : { 'content-type': type };
      const response = await fetch(`${address}/api/v1/things`, { method: 'POST', headers, body: new Uint8Array(body) });
      return [response.status, (await response.text()).length < 10_000];
    };
    for (const each of BOMBS) await send(each);
    const before = residentBytes();
    const statuses = new Set<unknown>();
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const each of BOMBS) statuses.add(String(await send(each)));
    }
    expect([...statuses].sort()).toEqual(['400,true', '413,true', '415,true']);
    expect(residentBytes() - before).toBeLessThan(100 * MEGABYTE);
    expect((await app.inject({ method: 'POST', url: '/api/v1/things', payload: { name: 'x' } })).json()).toEqual({ done: true });
  });
});

function residentBytes(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage.rss();
}
