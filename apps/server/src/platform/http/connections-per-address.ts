/**
 * Limits the open connections of one address, independent of their requests. A further connection is closed before a byte of it is read. Trusted
 * proxies are exempt, because they hold the connections of all their clients and limit them (`deploy/nginx.conf`).
 */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { networksOf } from '../allowances/network-of.ts';
import { matchAddresses } from './address-list.ts';

/** @param max the most connections of one caller's network; a /48 of IPv6 has four times as many. @param trustedProxies addresses, networks such as `10.0.0.0/8`, or names such as `loopback` */
export function limitConnectionsPerAddress(server: Server, max: number, trustedProxies: readonly string[] = []): void {
  const open = new Map<string, number>();
  const isExempt = matchAddresses(trustedProxies);
  server.prependListener('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined) return;
    if (isExempt(remoteAddress)) return;
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
