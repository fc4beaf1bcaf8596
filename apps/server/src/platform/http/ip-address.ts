/** Validates IP addresses that callers send about other people. */
import { isIP } from 'node:net';

/**
 * True for IPv4 and IPv6. An address with a zone (`fe80::1%eth0`) is refused, because the zone has a meaning only on the sender's machine (RFC 4007
 * §6).
 */
export function isIpAddress(text: string): boolean {
  return isIP(text) !== 0 && !text.includes('%');
}
