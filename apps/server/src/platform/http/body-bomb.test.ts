/** Bodies made to be expensive: refused, and the answer does not grow with them (one body may be 1 MiB). What bounds the work is in `json-body.test.ts`. */
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { Type } from 'typebox';
import { afterAll, beforeAll, expect, it } from 'vitest';
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
