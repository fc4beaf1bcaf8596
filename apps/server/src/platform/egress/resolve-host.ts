/**
 * Finds the addresses of a host that others chose. `dns.lookup` would hold one of the four threads of libuv until the system's resolver gives up, also
 * after the deadline of the call; four hosts whose DNS servers do not respond would stop files, passwords and compression of the whole server.
 */
import { promises } from 'node:dns';
import { isIP } from 'node:net';

export interface DnsServers {
  /** With their ports. Undefined: those of the machine, read again for each call. */
  readonly servers?: readonly string[];
  /** For the first of two queries; the second one waits about as long. */
  readonly queryMs: number;
}

/**
 * Asks DNS servers, and no hosts file but for `localhost`.
 *
 * @throws the error of the query if there is neither an IPv4 nor an IPv6 address.
 */
export async function resolveHost(host: string, { servers, queryMs }: DnsServers = { queryMs: 2_000 }): Promise<readonly string[]> {
  if (host === 'localhost' || isIP(host) !== 0) return (await promises.lookup(host, { all: true })).map(({ address }) => address);
  const resolver = new promises.Resolver({ timeout: queryMs, tries: 2 });
  if (servers !== undefined) resolver.setServers(servers);
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  const failed = answers.find((answer) => answer.status === 'rejected');
  if (addresses.length === 0 && failed !== undefined) throw failed.reason;
  return addresses;
}
