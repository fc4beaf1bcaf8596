/** Addresses of the public internet (IANA special-purpose registries, RFC 6890). */
import { BlockList, isIPv4, isIPv6 } from 'node:net';

const special = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  special.addSubnet(network, prefix);
}
/** Teredo, documentation, 6to4 and others that lead to other addresses. */
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  special.addSubnet(network, prefix, 'ipv6');
}
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');

/** False for loopback, private, link-local, documentation and multicast addresses, and for texts that are no address. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !special.check(address);
  return isIPv6(address) && !address.includes('%') && globalUnicast.check(address, 'ipv6') && !special.check(address, 'ipv6');
}
