/** A tunnel through an http proxy (CONNECT, RFC 9110, section 9.3.6). The agents of Node 24 open one too, but do not end it when its request ends. */
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Socket } from 'node:net';

export interface Tunnel {
  /** URL of the proxy: `http` or `https`, with user and password if it requires them. */
  readonly proxy: string;
  /** Host and port of the other end. */
  readonly authority: string;
  /** Ends the attempt, not the open tunnel. */
  readonly signal: AbortSignal;
}

/** Rejects with the failure of the connection, or with the reason of the signal. */
export function openTunnel({ proxy, authority, signal }: Tunnel): Promise<Socket> {
  const { protocol, hostname, port, username, password } = new URL(proxy);
  const isTls = protocol === 'https:';
  const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64');
  return new Promise((resolve, reject) => {
    const call = (isTls ? requestHttps : requestHttp)({
      host: hostname.replace(/^\[(.*)\]$/, '$1'),
      port: port || (isTls ? 443 : 80),
      method: 'CONNECT',
      path: authority,
      headers: { host: authority, ...(username === '' ? {} : { 'proxy-authorization': `Basic ${credentials}` }) },
      agent: false,
    });
    const end = (): void => void call.destroy(signal.reason);
    signal.addEventListener('abort', end, { once: true });
    call.on('error', reject);
    call.on('connect', ({ statusCode }, socket) => {
      signal.removeEventListener('abort', end);
      if (statusCode === 200) return resolve(socket);
      socket.destroy();
      reject(new ProxyRefused(`The proxy for outgoing calls refused with the status ${statusCode}.`));
    });
    call.end();
  });
}

class ProxyRefused extends Error {
  override readonly name = 'ProxyRefused';
  readonly code = 'PROXY_REFUSED';
}
