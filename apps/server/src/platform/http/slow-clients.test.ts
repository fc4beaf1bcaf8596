/** Clients that hold connections open, on raw sockets. The limits are shortened; `limits.ts` has the real ones. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { createHttpServer } from './create-http-server.ts';
import { createShutdown } from './graceful-stop.ts';
import type { ConnectionLimits } from './limits.ts';

const PUBLIC_URL = 'http://localhost:3000';
const QUICK = { checkIntervalMs: 20, lingerMs: 20 };
/** One byte at a time, for much longer than a limit of {@link SHORT_MS} allows. */
const DRIBBLES = 150;
const DRIBBLE_MS = 10;
const SHORT_MS = 200;
const LOOKS_MAX = 500;

const open = new Set<{ close(): unknown }>();
afterEach(async () => {
  for (const each of open) await each.close();
  open.clear();
});

async function openServer(
  connectionLimits: Partial<ConnectionLimits>,
  log = pino({ level: 'silent' }),
): Promise<{ app: FastifyInstance; port: number }> {
  const bases = { apiBase: PUBLIC_URL, contentBase: PUBLIC_URL, sandboxBase: PUBLIC_URL, identityBase: PUBLIC_URL };
  const app = await createHttpServer({
    config: { publicUrl: PUBLIC_URL, allowedOrigins: [], ...bases },
    log,
    shutdown: createShutdown(),
    connectionLimits,
  });
  app.post('/api/v1/things', async () => ({ done: true }));
  app.get('/api/v1/held', async () => delay(3 * SHORT_MS, { done: true }));
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  open.add({
    close() {
      app.server.closeAllConnections();
      return app.close();
    },
  });
  return { app, port: typeof address === 'object' && address !== null ? address.port : 0 };
}

interface Client {
  readonly socket: Socket;
  answer(): string;
  /** True when the server has ended its side. */
  isOver(): boolean;
  isCut(): boolean;
}

/** Opens a client that never closes its own side. */
async function openClient(port: number): Promise<Client> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  const chunks: string[] = [];
  let isCut = false;
  socket.setEncoding('utf8').on('data', (chunk) => void chunks.push(String(chunk)));
  socket.on('error', () => {
    isCut = true;
  });
  let isOver = false;
  socket.on('end', () => {
    isOver = true;
  });
  await once(socket, 'connect');
  open.add({ close: () => socket.destroy() });
  return { socket, answer: () => chunks.join(''), isOver: () => isOver, isCut: () => isCut };
}

async function dribble({ socket, isCut }: Client): Promise<void> {
  for (let bytes = 0; bytes < DRIBBLES && !isCut(); bytes += 1) {
    socket.write('x');
    await delay(DRIBBLE_MS);
  }
}

const count = (app: FastifyInstance) => new Promise<number>((resolve) => app.server.getConnections((_error, connections) => resolve(connections)));

/** Checks repeatedly, and returns whether the condition became true. */
async function eventually(isTrue: () => boolean | Promise<boolean>): Promise<boolean> {
  for (let looks = 0; looks < LOOKS_MAX; looks += 1) {
    if (await isTrue()) return true;
    await delay(DRIBBLE_MS);
  }
  return false;
}

describe('a slow sender', () => {
  it('of headers gets 408 and is disconnected, although it goes on sending', async () => {
    const { port } = await openServer({ ...QUICK, headersTimeoutMs: SHORT_MS });
    const client = await openClient(port);
    client.socket.write('GET /api/v1/held HTTP/1.1\r\nHost: x\r\nX-A: ');
    await dribble(client);
    expect(client.isCut()).toBe(true);
    expect(client.answer()).toMatch(/^HTTP\/1\.1 408 [\s\S]*"text":"The request did not arrive in time\. Send it again, faster\."/);
  });

  it('of a body gets 408 and is disconnected, although its headers came in time', async () => {
    const { port } = await openServer({ ...QUICK, headersTimeoutMs: SHORT_MS / 2, requestTimeoutMs: SHORT_MS });
    const client = await openClient(port);
    client.socket.write('POST /api/v1/things HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n{"a":"');
    await dribble(client);
    expect(client.isCut()).toBe(true);
    expect(client.answer()).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('that sends nothing is disconnected', async () => {
    const { app, port } = await openServer({ ...QUICK, connectionTimeoutMs: SHORT_MS });
    await openClient(port);
    expect(await eventually(async () => (await count(app)) === 0)).toBe(true);
  });

  it('that keeps its connection open after a response is disconnected', async () => {
    const { app, port } = await openServer({ ...QUICK, keepAliveTimeoutMs: SHORT_MS });
    const client = await openClient(port);
    client.socket.write('POST /api/v1/things HTTP/1.1\r\nHost: x\r\n\r\n');
    await expect.poll(() => client.answer()).toMatch(/^HTTP\/1\.1 200 /);
    expect(await eventually(async () => (await count(app)) === 0)).toBe(true);
  });

  it('is limited in the arrival of its request, not in the wait for the response', async () => {
    const { port } = await openServer({ ...QUICK, headersTimeoutMs: SHORT_MS, requestTimeoutMs: SHORT_MS });
    expect((await fetch(`http://127.0.0.1:${port}/api/v1/held`)).status).toBe(200);
  });
});

describe('a sender that disconnects within its body', () => {
  it('is logged as a refused request, not as an error', async () => {
    const lines: string[] = [];
    const { port } = await openServer({}, pino({ level: 'info' }, { write: (line: string) => void lines.push(line) }));
    const { socket } = await openClient(port);
    socket.write('POST /api/v1/things HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{');
    await delay(DRIBBLE_MS);
    socket.resetAndDestroy();
    await expect.poll(() => lines.join('')).toContain('"status":400');
    expect(lines.join('')).toContain('A request was refused.');
    expect(lines.join('')).not.toMatch(/"level":[456]0/);
  });
});

describe('many connections', () => {
  it('that send slowly do not block others: with 300 of them every normal request is served', async () => {
    const { app, port } = await openServer({});
    const slow = await Promise.all(Array.from({ length: 300 }, () => openClient(port)));
    for (const { socket } of slow.slice(0, 150)) socket.write('GET / HTTP/1.1\r\nHost:');
    for (const { socket } of slow.slice(150)) socket.write('POST /api/v1/things HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\n{');
    const answers = await Promise.all(Array.from({ length: 50 }, () => fetch(`http://127.0.0.1:${port}/api/v1/things`, { method: 'POST' })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await count(app)).toBeGreaterThanOrEqual(300);
    expect(slow.filter(({ isCut }) => isCut())).toEqual([]);
  });

  it('beyond the limit are closed immediately, and those within it are served', async () => {
    const { port } = await openServer({ connectionsMax: 3 });
    const [first, ...others] = await Promise.all([1, 2, 3].map(() => openClient(port)));
    const tooMany = await openClient(port);
    tooMany.socket.write('POST /api/v1/things HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(await eventually(() => tooMany.isOver() || tooMany.isCut())).toBe(true);
    expect(tooMany.answer()).toBe('');
    for (const { socket, answer } of [first, ...others].filter((client) => client !== undefined)) {
      socket.write('POST /api/v1/things HTTP/1.1\r\nHost: x\r\n\r\n');
      await expect.poll(answer).toMatch(/^HTTP\/1\.1 200 /);
    }
  });
});
