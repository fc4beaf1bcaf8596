import { createServer, type Server } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { freePort } from '../../testing/free-port.ts';
import './instruments.ts';
import { openMetricsListener } from './metrics-listener.ts';

let close: (() => Promise<void>) | undefined;
afterEach(async () => {
  await close?.();
  close = undefined;
});

async function listen(port: number): Promise<Server> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return server;
}

async function open(): Promise<string> {
  const port = await freePort();
  close = await openMetricsListener({ host: '127.0.0.1', port });
  return `http://127.0.0.1:${port}`;
}

describe('the address for Prometheus', () => {
  it('answers its text, kept by nobody', async () => {
    const answer = await fetch(`${await open()}/metrics`);
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
      'no-store',
    ]);
    expect(await answer.text()).toMatch(/^# TYPE process_memory_usage_bytes gauge$/m);
  });

  it.each(['/', '/metrics/', '/healthz', '/api/specs', '/debug/pprof', '/metrics%2f'])('has nothing at %s', async (path) => {
    const answer = await fetch(`${await open()}${path}`);
    expect([answer.status, await answer.text()]).toEqual([404, '']);
  });

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'HEAD'])('does not know %s', async (method) => {
    const answer = await fetch(`${await open()}/metrics`, { method });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET']);
  });

  it('says so when the port is taken', async () => {
    const port = await freePort();
    const other = await listen(port);
    await expect(openMetricsListener({ host: '127.0.0.1', port })).rejects.toMatchObject({ code: 'EADDRINUSE', port });
    other.close();
  });
});
