/** The customer's browser: keeps cookies by path and makes the calls of the pages. It runs no script and follows no redirect. */
import { randomUUID } from 'node:crypto';
import type { Transport, WireAnswer, WireRequest } from './transport.ts';

export interface Call {
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Browser {
  /** `address`: a path, or a URL of the public origin. */
  send(method: WireRequest['method'], address: string, call?: Call): Promise<WireAnswer>;
  /** The `cookie` header of a request to this path; empty where there is none. */
  cookieHeader(path: string): string;
}

export function openBrowser(transport: Transport, publicUrl: string): Browser {
  const jar = new Map<string, { readonly name: string; readonly value: string; readonly path: string }>();

  function keep(setCookie: string): void {
    const [pair = '', ...attributes] = setCookie.split(';').map((part) => part.trim());
    const [name = '', value = ''] = split(pair);
    const known = new Map(attributes.map((attribute) => split(attribute)).map(([key, text]) => [key.toLowerCase(), text]));
    const isGone = value === '' || known.get('max-age') === '0' || Date.parse(known.get('expires') ?? '') === 0;
    const path = known.get('path') ?? '/';
    // One name on two paths is two cookies (RFC 6265 §5.3): two sign-ins may be open at the same time.
    const key = `${name} ${path}`;
    if (isGone) jar.delete(key);
    else jar.set(key, { name, value, path });
  }

  function cookieHeader(path: string): string {
    return [...jar.values()]
      .filter((cookie) => path.startsWith(cookie.path))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
  }

  return {
    cookieHeader,
    async send(method, address, { body, headers = {} } = {}) {
      const path = address.startsWith(publicUrl) ? address.slice(publicUrl.length) : address;
      const cookie = cookieHeader(path);
      const page = { 'content-type': 'application/json', 'x-request-id': randomUUID(), origin: publicUrl };
      const answer = await transport({
        method,
        path,
        headers: { ...(method === 'GET' ? {} : page), ...headers, ...(cookie === '' ? {} : { cookie }) },
        body: body === undefined ? undefined : JSON.stringify(body),
      });
      answer.setCookies.forEach(keep);
      return answer;
    },
  };
}

function split(pair: string): [string, string] {
  const index = pair.indexOf('=');
  return index < 0 ? [pair, ''] : [pair.slice(0, index), pair.slice(index + 1)];
}
