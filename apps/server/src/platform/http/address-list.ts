/** Lists of addresses and networks, as `PORTICO_TRUSTED_PROXIES` and `PORTICO_EGRESS_ALLOW` name them. */
import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';

/** The names that Fastify's `trustProxy` accepts. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

export const NETWORK_NAMES: readonly string[] = Object.keys(NAMED);

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

/** True for an address, a network such as `10.0.0.0/8`, and a name such as `loopback`. */
export function isNetwork(given: string): boolean {
  if (NETWORK_NAMES.includes(given)) return true;
  const [address = '', bits, ...rest] = given.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}
