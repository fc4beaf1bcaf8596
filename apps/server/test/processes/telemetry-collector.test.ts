/** Whatever becomes of the telemetry collector, requests are answered as without one, and what waits for it does not grow. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { freePort } from '@portico/testkit';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTelemetry } from '#platform/telemetry/start-telemetry.ts';
import { type House, openHouse } from '../house/open-house.ts';

/** Each has a span: more than one batch that is being sent and the queue behind it. */
const MANY = 2_700;
const FEW = 10;

let house: House;
let token: string;
let without: readonly unknown[];
beforeAll(async () => {
  house = await openHouse({ settings: { PORTICO_RATE_LIMIT_PER_MINUTE: '0' } });
  token = await house.token(house.browse());
  without = await ask(FEW);
});
afterAll(() => house.close());

/** One answer is like the other, but for its id and its time. */
async function ask(times: number, url = '/api/v1/account-list'): Promise<readonly unknown[]> {
  const answers: unknown[] = [];
  for (let each = 0; each < times; each += 1) {
    const { statusCode, headers, body } = await house.portico.app.inject({ url, headers: { authorization: `Bearer ${token}` } });
    const { date: _date, 'x-request-id': _requestId, ...rest } = headers;
    answers.push({ statusCode, headers: rest, body });
  }
  return answers;
}

async function countDropped(metricsPort: number): Promise<number> {
  const exposition = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  return Number(/^otel_sdk_exporter_span_exported_total\{error_type="queue_full"\} (\d+)$/m.exec(exposition)?.[1] ?? 0);
}

const asked: string[] = [];
const collectors: Readonly<Record<string, (server: Server) => Promise<void>>> = {
  'is not there': (server) => new Promise((resolve) => server.close(() => resolve())),
  'never answers': async (server) => void server.on('request', ({ url }) => asked.push(String(url))),
  'answers 500': async (server) => void server.on('request', (_request, response) => response.writeHead(500).end()),
  'sends away with 503': async (server) =>
    void server.on('request', (_request, response) => response.writeHead(503, { 'retry-after': '3600' }).end()),
  'breaks off': async (server) => void server.on('request', (request) => request.socket.destroy()),
};

async function withCollector<Result>(named: string, work: (metricsPort: number) => Promise<Result>): Promise<Result> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await collectors[named]?.(server);
  const metricsPort = await freePort();
  const endTelemetry = await startTelemetry(
    {
      metrics: { host: '127.0.0.1', port: metricsPort },
      otlp: { protocol: 'http/protobuf', endpoint: `http://127.0.0.1:${port}`, headers: {}, metricIntervalMs: 1_000 },
      resource: { 'service.name': 'portico-test' },
      sampler: 'always_on',
      samplerRatio: 1,
      continuesTraces: false,
    },
    pino({ level: 'silent' }),
    () => 0,
  );
  try {
    return await work(metricsPort);
  } finally {
    await endTelemetry();
    server.closeAllConnections();
    server.close();
  }
}

describe('a collector that', () => {
  it.each(Object.keys(collectors))('%s changes no response, during requests and at shutdown', async (named) => {
    expect(await withCollector(named, () => ask(FEW))).toEqual(without);
    expect(await ask(1)).toEqual(without.slice(0, 1));
  });

  it('never answers delays no request, and spans beyond the queue are dropped and counted', async () => {
    await withCollector('never answers', async (metricsPort) => {
      const [first, ...others] = await ask(MANY, '/healthz');
      expect(first).toMatchObject({ statusCode: 200 });
      expect(others.filter((answer) => JSON.stringify(answer) !== JSON.stringify(first))).toEqual([]);
      expect(await countDropped(metricsPort)).toBeGreaterThan(0);
    });
    expect(asked).toContain('/v1/metrics');
  });
});
