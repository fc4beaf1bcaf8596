import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DnsServers, resolveHost } from './resolve-host.ts';

const A = 1;
const AAAA = 28;
const ADDRESSES: Readonly<Record<number, readonly number[]>> = { [A]: [93, 184, 215, 14], [AAAA]: [0x20, 1, 0xd, 0xb8, ...Array(11).fill(0), 7] };

let server: Socket;
let dns: DnsServers;
const asked: string[] = [];
/** Sends what was held back. */
let release: (() => void)[] = [];

/** RFC 1035 §4: answers the only question of the query with one address. `none.example` has no address, and `four.` no IPv6 address. */
function answerTo(query: Buffer): Buffer {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  const host = labels.join('.').toLowerCase();
  const type = query.readUInt16BE(at + 1);
  asked.push(`${type} ${host}`);
  const address = host.endsWith('none.example') || (host.startsWith('four.') && type === AAAA) ? undefined : ADDRESSES[type];
  const head = Buffer.from([query[0] ?? 0, query[1] ?? 0, 0x81, 0x80, 0, 1, 0, address === undefined ? 0 : 1, 0, 0, 0, 0]);
  const record = address === undefined ? [] : [0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, address.length, ...address];
  return Buffer.concat([head, query.subarray(12, at + 5), Buffer.from(record)]);
}

beforeAll(async () => {
  server = createSocket('udp4', (query, { port, address }) => {
    const answer = answerTo(query);
    const send = () => server.send(answer, port, address);
    if (answer.includes('silent')) release.push(send);
    else send();
  });
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
  dns = { servers: [`127.0.0.1:${server.address().port}`], queryMs: 60_000 };
});
afterAll(() => server.close());

it('returns the IPv4 and IPv6 addresses of a host, or those that there are', async () => {
  expect(await resolveHost('both.shop.example', dns)).toEqual(['93.184.215.14', '2001:db8::7']);
  expect(await resolveHost('four.shop.example', dns)).toEqual(['93.184.215.14']);
});

it('throws the error of a host without an address', async () => {
  await expect(resolveHost('none.example', dns)).rejects.toMatchObject({ code: 'ENODATA' });
});

it.each(['localhost', '127.0.0.1', '::1'])('returns addresses of this machine for %s, without a query', async (host) => {
  asked.length = 0;
  expect(await resolveHost(host, dns)).toEqual(expect.arrayContaining([expect.stringMatching(/^(?:127\.0\.0\.1|::1)$/)]));
  expect(asked).toEqual([]);
});

it('holds no thread while DNS servers do not respond: files are read', async () => {
  let ended = 0;
  const hosts = Array.from({ length: 16 }, (_, number) => `${number}.silent.example`);
  const found = Promise.all(hosts.map((host) => resolveHost(host, dns).finally(() => (ended += 1))));
  await expect.poll(() => release.length).toBe(2 * hosts.length);
  expect((await readFile(import.meta.filename, 'utf8')).length).toBeGreaterThan(0);
  expect(ended).toBe(0);
  for (const send of release) send();
  release = [];
  expect(new Set((await found).flat())).toEqual(new Set(['93.184.215.14', '2001:db8::7']));
});
