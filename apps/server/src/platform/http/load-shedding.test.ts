import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createHttpServer } from './create-http-server.ts';
import { createShutdown } from './graceful-stop.ts';
import { createLoadMeter, NEW_WORK_DELAY_MS_MAX, OTHER_WORK_FACTOR } from './load-shedding.ts';

const PUBLIC_URL = 'http://localhost:3000';
const PAGE = { origin: PUBLIC_URL, 'content-type': 'application/json', 'x-request-id': '0193c2b4-7a5e-4a6f-9c1d-2f3b4c5d6e7f' };
const NEW = 'POST /api/v1/payments/:product';

let delayMs = 0;
let app: FastifyInstance;

function open(delayMsMax?: number): Promise<FastifyInstance> {
  const bases = { apiBase: PUBLIC_URL, contentBase: PUBLIC_URL, sandboxBase: PUBLIC_URL, identityBase: PUBLIC_URL };
  return createHttpServer({
    config: { publicUrl: PUBLIC_URL, allowedOrigins: [], ...bases },
    log: pino({ level: 'silent' }),
    shutdown: createShutdown(),
    load: { readLoad: () => delayMs, newWork: new Set([NEW]), delayMsMax },
  });
}
beforeAll(async () => {
  app = await open();
  for (const url of [
    '/api/v1/payments/:product',
    '/api/v1/payments/:product/:id',
    '/api/ui/payment',
    '/bank/device',
    '/content/menu',
    '/healthz',
    '/readyz',
  ]) {
    app.route({ method: ['GET', 'POST', 'PUT'], url, handler: async () => ({ done: true }) });
  }
});
beforeEach(() => {
  delayMs = 0;
});
afterAll(() => app.close());

async function statusesOf(calls: readonly (readonly [method: 'GET' | 'POST' | 'PUT', url: string])[]): Promise<readonly string[]> {
  const statuses: string[] = [];
  for (const [method, url] of calls) {
    const { statusCode } = await app.inject({ method, url, headers: method === 'GET' ? {} : PAGE });
    statuses.push(`${method} ${url} ${statusCode}`);
  }
  return statuses;
}

describe('a server that is late', () => {
  it('sends new work away first, and lets everything that runs go on', async () => {
    delayMs = NEW_WORK_DELAY_MS_MAX + 1;
    const calls = [
      ['POST', '/api/v1/payments/sepa'],
      ['GET', '/api/v1/payments/sepa/1'],
      ['PUT', '/api/ui/payment'],
      ['GET', '/content/menu'],
      ['GET', '/healthz'],
    ] as const;
    expect(await statusesOf(calls)).toEqual([
      'POST /api/v1/payments/sepa 503',
      'GET /api/v1/payments/sepa/1 200',
      'PUT /api/ui/payment 200',
      'GET /content/menu 200',
      'GET /healthz 200',
    ]);
  });

  it('then sends everything away but signatures, customers at the bank, and health', async () => {
    delayMs = NEW_WORK_DELAY_MS_MAX * OTHER_WORK_FACTOR + 1;
    const calls = [
      ['POST', '/api/v1/payments/sepa'],
      ['GET', '/content/menu'],
      ['GET', '/nowhere'],
      ['PUT', '/api/ui/payment'],
      ['PUT', '/bank/device'],
      ['GET', '/healthz'],
      ['GET', '/readyz'],
    ] as const;
    expect(await statusesOf(calls)).toEqual([
      'POST /api/v1/payments/sepa 503',
      'GET /content/menu 503',
      'GET /nowhere 503',
      'PUT /api/ui/payment 200',
      'PUT /bank/device 200',
      'GET /healthz 200',
      'GET /readyz 200',
    ]);
  });

  it('says when to come back, in the words of the route', async () => {
    delayMs = NEW_WORK_DELAY_MS_MAX + 1;
    const response = await app.inject({ method: 'POST', url: '/api/v1/payments/sepa' });
    expect(response.headers['retry-after']).toBe('5');
    expect(response.json()).toEqual({
      tppMessages: [{ category: 'ERROR', code: 'SERVICE_UNAVAILABLE', text: 'The service is busy, nothing was done. Try again in a few seconds.' }],
    });
  });

  it('takes new work again as soon as it is in time', async () => {
    delayMs = NEW_WORK_DELAY_MS_MAX;
    expect(await statusesOf([['POST', '/api/v1/payments/sepa']])).toEqual(['POST /api/v1/payments/sepa 200']);
  });
});

describe('a server with a configured delay', () => {
  it.each([
    [100, 100, 200],
    [100, 101, 503],
    [2_000, 2_000, 200],
    [0, 60_000, 200],
  ])('of %i ms answers new work with a delay of %i ms with %i', async (delayMsMax, delayed, status) => {
    const other = await open(delayMsMax);
    other.post('/api/v1/payments/:product', async () => ({ done: true }));
    delayMs = delayed;
    expect((await other.inject({ method: 'POST', url: '/api/v1/payments/sepa' })).statusCode).toBe(status);
    await other.close();
  });
});

describe('the meter', () => {
  it('reads nothing before it was started, and how late the loop is afterwards', async () => {
    const meter = createLoadMeter();
    expect(meter.read()).toBe(0);
    meter.start();
    const isLate = async () => {
      // Long tasks in a row: the loop is late by about the duration of one.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
      return meter.read() > 10;
    };
    await expect.poll(isLate, { interval: 1 }).toBe(true);
  });
});
