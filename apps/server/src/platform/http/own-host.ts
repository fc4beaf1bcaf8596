/** Serves pages of a development server under its own host names only. */
import { UiRefusal } from './refusal.ts';

const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * A site whose name resolves to this machine (DNS rebinding) sends its own name as `Host`.
 *
 * @param host the header; @throws UiRefusal 421 where it is neither the host of the public URL nor this machine (RFC 9110 §15.5.20)
 */
export function requireOwnHost(host: string | undefined, publicUrl: string): void {
  if (isOwnHost(host, publicUrl)) return;
  throw new UiRefusal(421, 'FORMAT_ERROR', `This page is served at ${publicUrl} only. Open it there.`, { path: 'header:Host' });
}

function isOwnHost(host: string | undefined, publicUrl: string): boolean {
  if (host === undefined || !/^(?:[\w.-]+|\[[\da-f:]+\])(?::\d{1,5})?$/i.test(host)) return false;
  const own = new URL(publicUrl).hostname;
  const name = host.replace(/:\d+$/, '').toLowerCase();
  return name === own.toLowerCase() || LOOPBACK.has(name);
}
