/** Addresses that callers send about somebody else. */
import { isIP } from 'node:net';

/** True for IPv4 and IPv6. A zone (`fe80::1%eth0`) means something on the sender's machine alone (RFC 4007 §6), so it is refused. */
export function isIpAddress(text: string): boolean {
  return isIP(text) !== 0 && !text.includes('%');
}
