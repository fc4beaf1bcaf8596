/**
 * Limits the open connections of one address, independent of their requests. A further connection is closed before a byte of it is read. Trusted
 * proxies are exempt, because they hold the connections of all their clients and limit them (`deploy/nginx.conf`).
 */
import type { Server } from 'node:http';
import { BlockList, isIPv4, isIPv6, type Socket } from 'node:net';
import { networksOf } from '../allowances/network-of.ts';

/** The names that Fastify's `trustProxy` accepts. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** @param max the most connections of one caller's network; a /48 of IPv6 has four times as many. @param trustedProxies addresses, networks such as `10.0.0.0/8`, or names such as `loopback` */
export function limitConnectionsPerAddress(server: Server, max: number, trustedProxies: readonly string[] = []): void {
  const open = new Map<string, number>();
  const exempt = listOf(trustedProxies);
  server.prependListener('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined) return;
    if (isIn(exempt, remoteAddress.replace(/^::ffff:(?=\d+\.)/i, ''))) return;
    const networks = networksOf(remoteAddress);
    if (networks.some(({ name, share }) => (open.get(name) ?? 0) >= max * share)) {
      socket.destroy();
      return;
    }
    for (const { name } of networks) open.set(name, (open.get(name) ?? 0) + 1);
    socket.once('close', () => {
      for (const { name } of networks) {
        const left = (open.get(name) ?? 1) - 1;
        if (left === 0) open.delete(name);
        else open.set(name, left);
      }
    });
  });
}

function listOf(proxies: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of proxies.flatMap((proxy) => NAMED[proxy] ?? [proxy])) {
    const [address = '', bits] = network.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (!isIPv4(address) && family === 'ipv4') continue;
    list.addSubnet(address, bits === undefined ? (family === 'ipv6' ? 128 : 32) : Number(bits), family);
  }
  return list;
}

const isIn = (list: BlockList, address: string): boolean => list.check(address.split('%')[0] ?? '', isIPv6(address) ? 'ipv6' : 'ipv4');
