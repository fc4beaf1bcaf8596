/** The end of telemetry with collectors that do not answer. Time is moved, never waited for. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { isRecording } from './instrument.ts';
import { startTelemetry } from './start-telemetry.ts';
import { beginTrace } from './trace.ts';

/** The promised bound. */
const STOP_MS = 2_000;

let server: Server;
afterEach(() => {
  vi.useRealTimers();
  server.close();
  server.closeAllConnections();
});

async function startWithHangingCollector() {
  const asked: string[] = [];
  server = createServer(({ url }) => void asked.push(String(url)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const end = await startTelemetry(
    {
      metrics: undefined,
      otlp: { protocol: 'http/protobuf', endpoint: `http://127.0.0.1:${port}`, headers: {}, metricIntervalMs: 60_000 },
      resource: { 'service.name': 'portico-test' },
      sampler: 'always_on',
      samplerRatio: 1,
      continuesTraces: false,
    },
    pino({ level: 'silent' }),
    () => 0,
  );
  return { asked, end };
}

describe('the end of telemetry', () => {
  it('waits two seconds for a collector that never answers, and no longer', async () => {
    const { asked, end } = await startWithHangingCollector();
    beginTrace('GET', 'server', {})?.end();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let isEnded = false;
    void end().then(() => {
      isEnded = true;
    });
    while (asked.length < 2) await new Promise((resolve) => setImmediate(resolve));
    expect(asked.toSorted()).toEqual(['/v1/metrics', '/v1/traces']);
    await vi.advanceTimersByTimeAsync(STOP_MS - 1);
    expect(isEnded).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(isEnded).toBe(true);
  });

  it('stops recording at once', async () => {
    const { end } = await startWithHangingCollector();
    expect([isRecording(), beginTrace('GET', 'server', {}) === undefined]).toEqual([true, false]);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const ended = end();
    expect([isRecording(), beginTrace('GET', 'server', {}) === undefined]).toEqual([false, true]);
    await vi.advanceTimersByTimeAsync(STOP_MS);
    await ended;
  });
});
