/** The networks of an address, as limits use them. */
import { isIPv4, isIPv6 } from 'node:net';

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
  return one.name.endsWith('::/64') ? [one, { name: siteOf(ip), share: CALLERS_PER_SITE }] : [one];
}

/** The address for IPv4, the /64 for IPv6, because one customer has a whole /64. */
export function networkOf(ip: string): string {
  return prefixOf(ip, 4, 4);
}

/** The larger network: IPv4 /24 or IPv6 /48. A tunnel broker gives each user a /48, which contains 65,536 networks. */
export function siteOf(ip: string): string {
  return prefixOf(ip, 3, 3);
}

/** For logs: the larger network, as `192.0.2.0/24` or `2001:db8:7::/48`. It tells callers apart and names no customer. */
export function maskAddress(ip: string): string {
  const site = siteOf(ip);
  return /^\d+\.\d+\.\d+$/.test(site) ? `${site}.0/24` : site.endsWith('::/48') ? site : 'unknown';
}

/** @param octets number of IPv4 octets, and then of IPv6 groups, that count. */
function prefixOf(ip: string, octets: number, groupsKept: number): string {
  const address = withoutPort(ip);
  const groups = isIPv6(address) ? groupsOf(address) : undefined;
  const v4 = groups === undefined ? address : mappedIPv4(groups);
  if (v4 !== undefined) return isIPv4(v4) ? v4.split('.').slice(0, octets).join('.') : ip;
  const kept = groups?.slice(0, groupsKept) ?? [];
  return `${kept.map((group) => group.toString(16)).join(':')}::/${groupsKept * 16}`;
}

/** Some proxies forward `address:port` or `[address]:port`. With the port each connection would be another network. */
function withoutPort(ip: string): string {
  return /^\[([^\]]*)\](?::\d+)?$/.exec(ip)?.[1] ?? /^([\d.]+):\d+$/.exec(ip)?.[1] ?? ip;
}

/** The eight numbers of an IPv6 address. */
function groupsOf(ip: string): readonly number[] {
  const text = ip.split('%')[0] ?? '';
  const lastAt = text.lastIndexOf(':') + 1;
  const [a, b, c, d] = text.slice(lastAt).split('.');
  const plain = d === undefined ? text : `${text.slice(0, lastAt)}${hex(a, b)}:${hex(c, d)}`;
  const [heads, tails] = plain.split('::').map((half) => (half === '' ? [] : half.split(':')));
  const zeros = tails === undefined ? 0 : 8 - (heads?.length ?? 0) - tails.length;
  return [...(heads ?? []), ...Array.from({ length: zeros }, () => '0'), ...(tails ?? [])].map((group) => Number.parseInt(group, 16));
}
const hex = (high = '', low = '') => (Number(high) * 256 + Number(low)).toString(16);

/** The IPv4 address that an IPv6 address contains (RFC 4291 §2.5.5.2), in either notation. */
function mappedIPv4(groups: readonly number[]): string | undefined {
  const [high = 0, low = 0] = groups.slice(6);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  return isMapped ? [high >> 8, high & 255, low >> 8, low & 255].join('.') : undefined;
}
