/** The networks of an address, as limits use them. */
import { isIPv6 } from 'node:net';

export interface Network {
  readonly name: string;
  /** How many times the limit of one caller this network has. */
  readonly share: number;
}

/** How many callers a /48 of IPv6 counts as. */
const CALLERS_PER_SITE = 4;

/**
 * The networks for which a limit counts a call, the smallest first: the address for IPv4; the /64 and the /48 for IPv6. Neighbours in an IPv4 /24 are
 * strangers to each other, so only failed sign-ins at the bank count it (`siteOf`).
 */
export function networksOf(ip: string): readonly Network[] {
  const one = { name: networkOf(ip), share: 1 };
  return one.name.includes(':') ? [one, { name: siteOf(ip), share: CALLERS_PER_SITE }] : [one];
}

/** The address for IPv4, the /64 for IPv6, because one customer has a whole /64. */
export function networkOf(ip: string): string {
  return prefixOf(ip, 4, 4);
}

/** The larger network: IPv4 /24 or IPv6 /48. A tunnel broker gives each user a /48, which contains 65,536 networks. */
export function siteOf(ip: string): string {
  return prefixOf(ip, 3, 3);
}

/** @param octets number of IPv4 octets, and then of IPv6 groups, that count. */
function prefixOf(ip: string, octets: number, groupsKept: number): string {
  const v4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (v4 !== undefined || !isIPv6(ip)) return (v4 ?? ip).split('.').slice(0, octets).join('.');
  const [head = '', tail] = (ip.split('%')[0] ?? '').toLowerCase().split('::');
  const heads = head === '' ? [] : head.split(':');
  const tails = tail === undefined || tail === '' ? [] : tail.split(':');
  const groups = tail === undefined ? heads : [...heads, ...Array.from({ length: 8 - heads.length - tails.length }, () => '0'), ...tails];
  return `${groups
    .slice(0, groupsKept)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/${groupsKept * 16}`;
}
