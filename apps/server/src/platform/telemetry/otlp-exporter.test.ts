/** Tests with a collector over HTTP that can also be down, slow, full or wrong. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { collectMetrics, startRecording } from './instrument.ts';
import { createOtlpExporter, type OtlpExporter, type OtlpExporterDeps } from './otlp-exporter.ts';
import type { FinishedSpan } from './trace.ts';

/** Enough for a busy machine. */
const WAIT = { timeout: 120_000 };

interface Collector {
  readonly url: string;
  readonly bodies: { readonly path: string; readonly key: string | undefined; readonly spans: readonly string[] }[];
  status: number;
  headers: Record<string, string>;
  delayMs: number;
  readonly server: Server;
}

let collector: Collector;
let exporter: OtlpExporter | undefined;
let endRecording: () => void;
const log = { warn: vi.fn(), info: vi.fn() };

beforeEach(async () => {
  endRecording = startRecording();
  log.warn.mockReset();
  log.info.mockReset();
  collector = await openCollector();
});
afterEach(async () => {
  await exporter?.stop();
  exporter = undefined;
  collector.server.closeAllConnections();
  collector.server.close();
  endRecording();
});

async function openCollector(): Promise<Collector> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const { resourceSpans = [] } = JSON.parse(Buffer.concat(chunks).toString());
    const spans = resourceSpans.flatMap((each: { scopeSpans: { spans: { name: string }[] }[] }) =>
      each.scopeSpans.flatMap((scope) => scope.spans.map(({ name }) => name)),
    );
    made.bodies.push({ path: request.url ?? '', key: String(request.headers['api-key'] ?? ''), spans });
    await delay(made.delayMs);
    response.writeHead(made.status, made.headers).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const made: Collector = { url: `http://127.0.0.1:${port}`, bodies: [], status: 200, headers: {}, delayMs: 0, server };
  return made;
}

function open(changes: Partial<OtlpExporterDeps> = {}): OtlpExporter {
  exporter = createOtlpExporter({
    endpoint: collector.url,
    headers: { 'api-key': 'of the collector' },
    metricIntervalMs: 60_000,
    resource: { 'service.name': 'test' },
    log,
    ...changes,
    limits: { delayMs: 5, backOffMsMax: 20, timeoutMs: 4_000, stopMs: 500, batch: 4, queue: 8, ...changes.limits },
  });
  return exporter;
}

const span = (name: string): FinishedSpan => ({
  traceId: 'a'.repeat(32),
  spanId: 'b'.repeat(16),
  parentSpanId: undefined,
  name,
  kind: 'server',
  startMs: 1_000,
  endMs: 1_001.5,
  attributes: {},
  isError: false,
});
const push = (count: number, to = open()) => {
  for (let each = 1; each <= count; each += 1) to.push(span(String(each)));
};
const received = () => collector.bodies.flatMap(({ spans }) => spans);
/** The metric belongs to the process, so only differences are compared. */
async function lost(errorType: string): Promise<number> {
  const metric = (await collectMetrics()).find(({ name }) => name === 'otel.sdk.exporter.span.exported');
  const point = metric?.points.find(({ attributes }) => attributes['error.type'] === errorType);
  return point !== undefined && 'value' in point ? point.value : 0;
}

describe('spans on their way to the collector', () => {
  it('leave in batches, with the key of the collector', async () => {
    push(6);
    await vi.waitFor(() => expect(received()).toEqual(['1', '2', '3', '4', '5', '6']), WAIT);
    expect(collector.bodies.map(({ path, key, spans }) => [path, key, spans.length])).toEqual([
      ['/v1/traces', 'of the collector', 4],
      ['/v1/traces', 'of the collector', 2],
    ]);
  });

  it('leave as soon as a batch is full: what comes faster than the pause would find the queue full', async () => {
    const before = await lost('queue_full');
    const to = open({ limits: { delayMs: 60_000 } });
    for (let each = 1; each <= 5; each += 1) {
      push(4, to);
      await vi.waitFor(() => expect(received()).toHaveLength(4 * each), WAIT);
    }
    push(3, to);
    await delay(50);
    expect([received().length, (await lost('queue_full')) - before]).toEqual([20, 0]);
  });

  it('leave a collector alone that sent them away, however many more come', async () => {
    collector.status = 503;
    collector.headers = { 'retry-after': '60' };
    const to = open({ limits: { backOffMsMax: 60_000 } });
    push(2, to);
    await vi.waitFor(() => expect(log.warn).toHaveBeenCalledTimes(1), WAIT);
    push(2, to);
    await delay(50);
    expect(collector.bodies).toHaveLength(1);
  });

  it.each([429, 502, 503, 504])('wait while it answers %i, and arrive once it takes them', async (status) => {
    collector.status = status;
    push(2);
    await vi.waitFor(() => expect(collector.bodies.length).toBeGreaterThan(1), WAIT);
    collector.status = 200;
    await vi.waitFor(() => expect(log.info).toHaveBeenCalledTimes(1), WAIT);
    // The same two each time, and no others.
    for (const { spans } of collector.bodies) expect(spans).toEqual(['1', '2']);
    expect([log.warn.mock.calls.length, log.info.mock.calls.length]).toEqual([1, 1]);
  });

  it.each([400, 401, 500, 302])('are given up and counted when it answers %i: sent again, they would be refused again', async (status) => {
    const before = await lost('rejected');
    collector.status = status;
    push(2);
    await vi.waitFor(async () => expect((await lost('rejected')) - before).toBe(2), WAIT);
    expect(collector.bodies).toHaveLength(1);
  });

  it('wait in a bounded queue while nobody is there; what no longer fits is counted', async () => {
    const before = await lost('queue_full');
    push(20, open({ endpoint: 'http://127.0.0.1:9' }));
    expect((await lost('queue_full')) - before).toBe(12);
    await vi.waitFor(() => expect(log.warn).toHaveBeenCalledTimes(1), WAIT);
    await delay(60);
    // Logged once, however often it was tried.
    expect(log.warn).toHaveBeenCalledTimes(1);
  });

  it('do not wait for a collector that is slow: the answer is given up and they are sent again', async () => {
    collector.delayMs = 400;
    push(1, open({ limits: { timeoutMs: 100 } }));
    await vi.waitFor(() => expect(collector.bodies.length).toBeGreaterThan(1), WAIT);
  });

  it('never make anybody wait: to push is to remember', async () => {
    collector.delayMs = 400;
    const to = open();
    to.push(span('first'));
    await delay(20);
    expect(to.push(span('second'))).toBeUndefined();
  });

  it('are sent at the end, with the metrics', async () => {
    const to = open({ limits: { delayMs: 60_000 } });
    push(2, to);
    await to.stop();
    expect(collector.bodies.map(({ path }) => path).sort()).toEqual(['/v1/metrics', '/v1/traces']);
    to.push(span('afterwards'));
    expect(received()).toEqual(['1', '2']);
  });

  it('hold up no end: a collector that hangs is left', async () => {
    collector.delayMs = 60_000;
    const to = open({ limits: { delayMs: 60_000, stopMs: 50 } });
    push(1, to);
    const ended = await Promise.race([to.stop().then(() => 'ended'), delay(5_000, 'hung', { ref: false })]);
    expect(ended).toBe('ended');
  });
});
