import { createServer, type Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freePort } from '../../testing/free-port.ts';
import { type RecordedMetrics, recordMetrics } from '../../testing/record-metrics.ts';
import { auditEntries, httpServerDuration, processMemory } from './instruments.ts';
import { openMetricsListener } from './metrics-listener.ts';

let metrics: RecordedMetrics;
let close: (() => Promise<void>) | undefined;
beforeEach(() => {
  metrics = recordMetrics();
});
afterEach(async () => {
  await close?.();
  close = undefined;
  await metrics.end();
});

async function listen(port: number): Promise<Server> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return server;
}

async function open(collect = metrics.collect): Promise<string> {
  const port = await freePort();
  close = await openMetricsListener({ host: '127.0.0.1', port }, collect);
  return `http://127.0.0.1:${port}`;
}

const read = async () => (await (await fetch(`${await open()}/metrics`)).text()).split('\n');

describe('the address for Prometheus', () => {
  it('returns the Prometheus text format with Cache-Control no-store', async () => {
    const end = processMemory.observe(() => [[1]]);
    const answer = await fetch(`${await open()}/metrics`);
    end();
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
      'no-store',
    ]);
    expect(await answer.text()).toMatch(/^# TYPE process_memory_usage_bytes gauge\nprocess_memory_usage_bytes 1$/m);
  });

  it('names a histogram by its unit, and counts its buckets up to the last', async () => {
    for (const seconds of [0.003, 0.004, 0.7, 200]) httpServerDuration.record(seconds, { 'http.route': '/a', 'http.response.status_code': 200 });
    const labels = 'http_route="/a",http_response_status_code="200"';
    const lines = await read();
    expect(lines).toContain('# TYPE http_server_request_duration_seconds histogram');
    expect(lines).toEqual(
      expect.arrayContaining([
        `http_server_request_duration_seconds_bucket{${labels},le="0.005"} 2`,
        `http_server_request_duration_seconds_bucket{${labels},le="0.5"} 2`,
        `http_server_request_duration_seconds_bucket{${labels},le="0.75"} 3`,
        `http_server_request_duration_seconds_bucket{${labels},le="120"} 3`,
        `http_server_request_duration_seconds_bucket{${labels},le="+Inf"} 4`,
        `http_server_request_duration_seconds_sum{${labels}} 200.707`,
        `http_server_request_duration_seconds_count{${labels}} 4`,
      ]),
    );
  });

  it('ends the name of a counter with _total and escapes label values', async () => {
    auditEntries.add(3, { event: 'a"} 1\nevil{x="\\' });
    expect(await read()).toContain('portico_audit_entries_total{event="a\\"} 1\\nevil{x=\\"\\\\"} 3');
  });

  it('shows no series and no label of the SDK', async () => {
    auditEntries.add(1, { event: 'a' });
    expect((await read()).join('\n')).not.toMatch(/target_info|otel_scope/);
  });

  it('returns 500 when the collection fails', async () => {
    const answer = await fetch(`${await open(() => Promise.reject(new Error('no metrics')))}/metrics`);
    expect([answer.status, await answer.text()]).toEqual([500, '']);
  });

  it.each(['/', '/metrics/', '/healthz', '/api/specs', '/debug/pprof', '/metrics%2f'])('returns 404 at %s', async (path) => {
    const answer = await fetch(`${await open()}${path}`);
    expect([answer.status, await answer.text()]).toEqual([404, '']);
  });

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'HEAD'])('refuses %s with 405', async (method) => {
    const answer = await fetch(`${await open()}/metrics`, { method });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET']);
  });

  it('is refused at the start when its port is taken', async () => {
    const port = await freePort();
    const other = await listen(port);
    await expect(openMetricsListener({ host: '127.0.0.1', port }, metrics.collect)).rejects.toMatchObject({ code: 'EADDRINUSE', port });
    other.close();
  });
});
