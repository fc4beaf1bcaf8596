/** The network of an address, as limits count it. */
import { isIPv6 } from 'node:net';

/** IPv4 by address, IPv6 by /64, which one customer has whole. */
export function networkOf(ip: string): string {
  const v4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (v4 !== undefined || !isIPv6(ip)) return v4 ?? ip;
  const [head = '', tail] = (ip.split('%')[0] ?? '').toLowerCase().split('::');
  const heads = head === '' ? [] : head.split(':');
  const tails = tail === undefined || tail === '' ? [] : tail.split(':');
  const groups = tail === undefined ? heads : [...heads, ...Array.from({ length: 8 - heads.length - tails.length }, () => '0'), ...tails];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
