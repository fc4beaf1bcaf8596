/** Addresses of proxies, as `PORTICO_TRUSTED_PROXIES` names them. */
import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** The names that Fastify's `trustProxy` accepts. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** @param proxies addresses, networks such as `10.0.0.0/8`, or names such as `loopback`. Returns whether an address of a socket is among them. */
export function matchAddresses(proxies: readonly string[]): (address: string) => boolean {
  const list = listOf(proxies);
  return (given) => {
    const address = given.replace(/^::ffff:(?=\d+\.)/i, '').split('%')[0] ?? '';
    return address !== '' && list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
  };
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
