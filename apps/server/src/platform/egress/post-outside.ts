/** Sends a POST to an address that a developer chose, for example the receiver of notifications. */
import { isIPv4 } from 'node:net';
import { matchAddresses } from '../http/address-list.ts';
import { type EgressLimits, type EgressNetwork, type Exchange, exchange, internet } from './exchange.ts';
import { resolveHost } from './resolve-host.ts';

const LIMITS: EgressLimits = { connectMs: 5_000, exchangeMs: 15_000, headerBytes: 16_384, bodyBytes: 16_384 };
const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);
const isLoopback = matchAddresses(['loopback']);
const outside: EgressNetwork = { ...internet, resolve: (host) => resolveHost(host) };

export interface EgressSettings {
  /** An http proxy for all calls (CONNECT). It resolves the names, so it must refuse private addresses. Undefined: none. */
  readonly proxy?: string | undefined;
  /** Addresses and networks that may be called although they are not public. */
  readonly allow: readonly string[];
  /** Development: `http` on this machine, with any port. */
  readonly httpOnLoopback: boolean;
}

export interface OutsidePost {
  readonly url: string;
  /** Lower case. Host, content length and accepted encodings are added. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Never rejects. A redirect is a response with its status: it is not followed. */
export type PostOutside = (post: OutsidePost) => Promise<Exchange>;

export function createPostOutside({ proxy, allow, httpOnLoopback }: EgressSettings, network: EgressNetwork = outside): PostOutside {
  const isNamed = matchAddresses(allow);
  const isAllowed = (address: string) => network.isAllowed(address) || isNamed(address);
  return async (post) => {
    const text = outsideUrlFault(post.url, httpOnLoopback);
    if (text !== undefined) return { ok: false, fault: 'address', text };
    const url = new URL(post.url);
    const asked = { url, method: 'POST', headers: post.headers, body: Buffer.from(post.body) } as const;
    if (url.protocol === 'http:') return exchange(asked, LIMITS, { ...network, isAllowed: isLoopback });
    return exchange({ ...asked, proxy }, LIMITS, { ...network, isAllowed });
  };
}

/** Returns why {@link PostOutside} never calls this URL, for the developer who entered it; undefined: its host is resolved at each call. */
export function outsideUrlFault(given: string, httpOnLoopback: boolean): string | undefined {
  const url = URL.parse(given);
  if (url === null) return 'the address is not a URL';
  if (url.username !== '' || url.password !== '' || url.hash !== '') return 'the address has a user, a password or a fragment';
  if (httpOnLoopback && url.protocol === 'http:' && LOOPBACK_HOSTS.has(url.hostname)) return undefined;
  if (url.protocol !== 'https:') return 'the address does not begin with https://';
  if (url.port !== '' && url.port !== '8443') return 'the port of the address is neither 443 nor 8443';
  // The URL parser has turned every spelling of an IPv4 address, such as 0x7f000001, into four numbers.
  if (isIPv4(url.hostname) || url.hostname.startsWith('[')) return 'the address names no host but an IP address';
  return undefined;
}
