import { Agent, get } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { NoFreeConnection } from '../db/turns.ts';
import { createHttpServer } from './create-http-server.ts';
import { closeServer, createShutdown, runStopSteps, stoppingRefusal } from './graceful-stop.ts';
import { registerHealth } from './health.ts';

const PUBLIC_URL = 'http://localhost:3000';
/** More connections than a stopping server takes in its turns of the event loop; the system queues up to 511. */
const CROWD = 400;

async function openServer(isReady: () => Promise<boolean> = async () => true) {
  const shutdown = createShutdown();
  const app = await createHttpServer({
    config: {
      publicUrl: PUBLIC_URL,
      apiBase: PUBLIC_URL,
      contentBase: PUBLIC_URL,
      sandboxBase: PUBLIC_URL,
      identityBase: PUBLIC_URL,
      allowedOrigins: [],
    },
    log: pino({ level: 'silent' }),
    shutdown,
  });
  registerHealth(app, { database: { isReady }, shutdown });
  const held = Promise.withResolvers<void>();
  const slow = Promise.withResolvers<void>();
  app.get('/api/ui/held', async () => {
    held.resolve();
    await new Promise((resolve) => shutdown.signal.addEventListener('abort', resolve, { once: true }));
    throw stoppingRefusal();
  });
  app.get('/api/ui/slow', async () => {
    slow.resolve();
    await new Promise((resolve) => setTimeout(resolve, 300));
    return { done: true };
  });
  return { app, shutdown, whenHeld: held.promise, whenSlow: slow.promise };
}

describe('health', () => {
  it('is ready only while the database answers', async () => {
    const { app } = await openServer();
    expect((await app.inject('/readyz')).json()).toEqual({ status: 'ok' });
    const away = await openServer(async () => false);
    const response = await away.app.inject('/readyz');
    expect([response.statusCode, response.headers['retry-after'], response.json()]).toEqual([503, '1', { status: 'databaseUnavailable' }]);
    expect((await away.app.inject('/healthz')).statusCode).toBe(200);
  });

  it('is alive but not ready while the process stops', async () => {
    const { app, shutdown } = await openServer();
    shutdown.begin();
    expect((await app.inject('/healthz')).statusCode).toBe(200);
    expect((await app.inject('/readyz')).json()).toEqual({ status: 'stopping' });
  });
});

describe('stopping', () => {
  it('ends held requests with 503 and Retry-After, and completes running ones', async () => {
    const { app, shutdown, whenHeld, whenSlow } = await openServer();
    await app.listen({ port: 0, host: '127.0.0.1' });
    const address = app.server.address();
    const url = `http://127.0.0.1:${isAddress(address) ? address.port : 0}`;
    const held = fetch(`${url}/api/ui/held`);
    const slow = fetch(`${url}/api/ui/slow`);
    await Promise.all([whenHeld, whenSlow]);
    shutdown.begin();
    const closed = closeServer(app, 5_000);
    const answer = await held;
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await answer.json()).toMatchObject({ errors: [{ code: 'UNAVAILABLE' }] });
    expect(await (await slow).json()).toEqual({ done: true });
    await closed;
    await expect(fetch(`${url}/healthz`)).rejects.toThrow();
  });

  it('refuses with the status 502 that the balancer asks for, and with 503 otherwise or before the stop', async () => {
    const { app, shutdown, whenHeld } = await openServer();
    app.get('/api/ui/busy', () => {
      throw new NoFreeConnection();
    });
    const statusOf = async (url: string, headers = {}) => {
      const { statusCode, headers: answered } = await app.inject({ url, headers });
      return [statusCode, answered['retry-after']];
    };
    const balancer = { 'sent-away-with': '502' };
    expect(await statusOf('/api/ui/busy', balancer)).toEqual([503, '1']);
    const held = statusOf('/api/ui/held', balancer);
    await whenHeld;
    shutdown.begin();
    expect(await held).toEqual([502, '1']);
    expect(await statusOf('/api/ui/busy', { 'sent-away-with': '200' })).toEqual([503, '1']);
    expect(await statusOf('/api/ui/busy')).toEqual([503, '1']);
  });

  it('serves a request on a keep-alive connection while the server closes', async () => {
    const { app, shutdown } = await openServer();
    await app.listen({ port: 0, host: '127.0.0.1' });
    const address = app.server.address();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ask = () =>
      new Promise<{ status: number | undefined; connection: string | undefined }>((resolve, reject) => {
        const options = { agent, host: '127.0.0.1', port: isAddress(address) ? address.port : 0, path: '/api/ui/other' };
        get(options, (answer) => {
          answer.resume().once('end', () => resolve({ status: answer.statusCode, connection: answer.headers.connection }));
        }).once('error', reject);
      });
    expect(await ask()).toMatchObject({ status: 404, connection: 'keep-alive' });
    shutdown.begin();
    const closed = closeServer(app, 5_000);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await ask()).toEqual({ status: 404, connection: 'close' });
    await closed;
  });

  it('serves connections that the system had queued before the server closed', async () => {
    const { app, shutdown } = await openServer();
    await app.listen({ port: 0, host: '127.0.0.1' });
    const address = app.server.address();
    const crowd = Array.from({ length: CROWD }, () => {
      const socket = connect(isAddress(address) ? address.port : 0, '127.0.0.1');
      socket.write('GET /healthz HTTP/1.1\r\nHost: localhost:3000\r\n\r\n');
      return text(socket).catch((error: Error) => error.message);
    });
    shutdown.begin();
    await closeServer(app, 5_000);
    const answers = (await Promise.all(crowd)).map((answer) => answer.split('\r\n', 1)[0]);
    expect(new Set(answers)).toEqual(new Set(['HTTP/1.1 200 OK']));
  });

  it('disconnects open requests after the grace time', async () => {
    const { app, shutdown } = await openServer();
    app.get('/stuck', () => new Promise(() => {}));
    await app.listen({ port: 0, host: '127.0.0.1' });
    const address = app.server.address();
    const stuck = fetch(`http://127.0.0.1:${isAddress(address) ? address.port : 0}/stuck`).catch(() => 'cut');
    await new Promise((resolve) => setTimeout(resolve, 100));
    shutdown.begin();
    await closeServer(app, 100);
    expect(await stuck).toBe('cut');
  });

  it('serves requests that still arrive and closes their connections', async () => {
    const { app, shutdown } = await openServer();
    shutdown.begin();
    const response = await app.inject('/api/ui/slow');
    expect([response.statusCode, response.json(), response.headers.connection]).toEqual([200, { done: true }, 'close']);
  });

  it('runs every step in order, also after one has failed', async () => {
    const ran: string[] = [];
    const step = (name: string, run: () => Promise<unknown>) => ({
      name,
      run: () => {
        ran.push(name);
        return run();
      },
    });
    const unfinished = await runStopSteps(
      [step('http', async () => {}), step('jobs', () => Promise.reject(new Error('no'))), step('database', async () => {})],
      1_000,
    );
    expect(ran).toEqual(['http', 'jobs', 'database']);
    expect(unfinished).toEqual(['jobs']);
  });

  it('continues after a step that hangs', async () => {
    const ran: string[] = [];
    const unfinished = await runStopSteps(
      [
        { name: 'http', run: () => new Promise(() => {}) },
        { name: 'database', run: async () => ran.push('database') },
      ],
      50,
    );
    expect(ran).toEqual(['database']);
    expect(unfinished).toContain('http');
  });
});

function isAddress(address: AddressInfo | string | null): address is AddressInfo {
  return typeof address === 'object' && address !== null;
}
