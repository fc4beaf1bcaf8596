/** One address cannot use up the connections of all clients. */
// Review of 25 November 2026, S11.
import { EventEmitter } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { limitConnectionsPerAddress } from './connections-per-address.ts';

const MAX = 5;
const opened: Socket[] = [];
let server: Server | undefined;

afterEach(() => {
  for (const socket of opened.splice(0)) socket.destroy();
  server?.closeAllConnections();
  server?.close();
});

async function serve(trustedProxies: readonly string[]): Promise<number> {
  server = createServer((_request, response) => response.end('here'));
  limitConnectionsPerAddress(server, MAX, trustedProxies);
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** True when a response arrived on the connection, which then stays open. */
const isServed = (port: number, localAddress = '127.0.0.1'): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress }, () => socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'));
    opened.push(socket);
    socket.once('data', () => resolve(true));
    socket.on('close', () => resolve(false)).on('error', () => resolve(false));
  });

async function servedOf(count: number, port: number, localAddress?: string): Promise<number> {
  let served = 0;
  for (let tried = 0; tried < count; tried += 1) if (await isServed(port, localAddress)) served += 1;
  return served;
}

describe('one address', () => {
  it('holds so many connections and no more, while other addresses are served', async () => {
    const port = await serve([]);
    expect(await servedOf(MAX + 10, port)).toBe(MAX);
    expect(await servedOf(MAX + 10, port, '127.0.0.2')).toBe(MAX);
  });

  it('may open a new connection for each that it closes', async () => {
    const port = await serve([]);
    for (let round = 0; round < 3; round += 1) {
      expect(await servedOf(MAX, port)).toBe(MAX);
      const closed = opened.splice(0).map((socket) => new Promise((resolve) => socket.once('close', resolve).destroy()));
      await Promise.all(closed);
      await expect.poll(() => new Promise((resolve) => server?.getConnections((_error, count) => resolve(count)))).toBe(0);
    }
  });

  it.each([['127.0.0.1'], ['127.0.0.0/8'], ['loopback'], ['10.0.0.1', '127.0.0.1']])('of a trusted proxy (%s) is exempt', async (...proxies) => {
    expect(await servedOf(MAX + 10, await serve(proxies))).toBe(MAX + 10);
  });

  it.each([['10.0.0.0/8'], ['uniquelocal'], ['::1'], ['127.0.0.9']])('is counted where another proxy is trusted (%s)', async (...proxies) => {
    expect(await servedOf(MAX + 3, await serve(proxies))).toBe(MAX);
  });
});

it('counts a /48 of IPv6 as four callers', () => {
  const emitter = new EventEmitter();
  limitConnectionsPerAddress(emitter as Server, MAX);
  const connected = (remoteAddress: string) => {
    const destroy = vi.fn();
    const socket = Object.assign(new EventEmitter(), { remoteAddress, destroy });
    emitter.emit('connection', socket);
    return { isOpen: destroy.mock.calls.length === 0, socket };
  };
  const first = connected('2001:db8:9:0::1');
  const others = Array.from({ length: 4 * MAX }, (_, index) => connected(`2001:db8:9:${index + 1}::1`).isOpen);
  expect(others).toEqual([...Array.from({ length: 4 * MAX - 1 }, () => true), false]);
  expect(connected('2001:db8:a::1').isOpen).toBe(true);
  first.socket.emit('close');
  expect([connected('2001:db8:9:ffff::1').isOpen, connected('2001:db8:9:ffff::2').isOpen]).toEqual([true, false]);
});
