/** Exports to collectors of each protocol. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server, ServerCredentials } from '@grpc/grpc-js';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { afterEach, describe, expect, it } from 'vitest';
import { createOtlpExporters } from './otlp-exporters.ts';
import { startMetrics } from './start-metrics.ts';
import { startTracing } from './start-tracing.ts';
import type { OtlpSettings } from './telemetry-settings.ts';
import { beginTrace } from './trace.ts';

interface Received {
  readonly path: string;
  readonly key: unknown;
  readonly type: string | undefined;
  readonly body: Buffer;
}

interface Collector {
  readonly url: string;
  readonly received: readonly Received[];
  close(): void;
}

let collector: Collector | undefined;
afterEach(() => collector?.close());

async function openHttp(): Promise<Collector> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const { 'api-key': key, 'content-type': type }: IncomingHttpHeaders = request.headers;
    received.push({ path: request.url ?? '', key, type, body: Buffer.concat(chunks) });
    response.writeHead(200).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, received, close: () => void server.close().closeAllConnections() };
}

async function openGrpc(): Promise<Collector> {
  const received: Received[] = [];
  const server = new Server();
  const raw = (bytes: Buffer) => bytes;
  for (const signal of ['trace', 'metrics']) {
    const name = signal === 'trace' ? 'Trace' : 'Metrics';
    const path = `/opentelemetry.proto.collector.${signal}.v1.${name}Service/Export`;
    const definition = {
      path,
      requestStream: false,
      responseStream: false,
      requestSerialize: raw,
      requestDeserialize: raw,
      responseSerialize: raw,
      responseDeserialize: raw,
    };
    server.addService(
      { export: definition },
      {
        export: (call: { request: Buffer; metadata: { get(name: string): unknown[] } }, answer: (error: null, value: Buffer) => void) => {
          received.push({ path, key: call.metadata.get('api-key')[0], type: undefined, body: call.request });
          answer(null, Buffer.alloc(0));
        },
      },
    );
  }
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) => (error === null ? resolve(bound) : reject(error))),
  );
  return { url: `http://127.0.0.1:${port}`, received, close: () => server.forceShutdown() };
}

async function exportBoth(protocol: OtlpSettings['protocol'], { url }: Collector): Promise<void> {
  const resource = resourceFromAttributes({ 'service.name': 'portico-of-a-test' });
  const exporters = await createOtlpExporters({ protocol, endpoint: url, headers: { 'api-key': 'of the collector' } });
  const metrics = startMetrics({ resource, push: { exporter: exporters.metrics, intervalMs: 60_000 } });
  const endTracing = startTracing({ resource, exporter: exporters.spans, sampler: 'always_on', samplerRatio: 1 });
  beginTrace('GET /a-route', 'server', {})?.end();
  await endTracing();
  await metrics.stop();
}

describe('spans and metrics', () => {
  it.each([
    ['http/protobuf', 'application/x-protobuf', '/v1/traces', '/v1/metrics'],
    ['http/json', 'application/json', '/v1/traces', '/v1/metrics'],
    [
      'grpc',
      undefined,
      '/opentelemetry.proto.collector.trace.v1.TraceService/Export',
      '/opentelemetry.proto.collector.metrics.v1.MetricsService/Export',
    ],
  ] as const)('arrive by %s, with the key of the collector and the resource', async (protocol, type, traces, metrics) => {
    collector = await (protocol === 'grpc' ? openGrpc() : openHttp());
    await exportBoth(protocol, collector);
    const { received } = collector;
    expect(received.map((each) => [each.path, each.key, each.type])).toEqual([
      [traces, 'of the collector', type],
      [metrics, 'of the collector', type],
    ]);
    for (const { body } of received) expect(body.includes('portico-of-a-test')).toBe(true);
    expect(received[0]?.body.includes('GET /a-route')).toBe(true);
    expect(received[1]?.body.includes('portico.request_log.dropped')).toBe(true);
  });

  it('keep the path of the endpoint', async () => {
    collector = await openHttp();
    await exportBoth('http/protobuf', { ...collector, url: `${collector.url}/for-a-tenant` });
    expect(collector.received.map(({ path }) => path)).toEqual(['/for-a-tenant/v1/traces', '/for-a-tenant/v1/metrics']);
  });
});
