import type { RequestListener } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import type { EgressNetwork } from '#platform/egress/exchange.ts';
import { type Responder, serveStatus } from '../../testing/serve-status.ts';
import { createFetchStatus, type StatusRequest } from './fetch-status.ts';

let responder: Responder | undefined;
afterEach(async () => {
  await responder?.close();
  responder = undefined;
});

const BYTES_MAX = 1_000;
const REQUEST: StatusRequest = { url: 'http://ocsp.example.com/a?b', hosts: ['ocsp.example.com'], bytesMax: BYTES_MAX };

async function start(answer: RequestListener): Promise<{ readonly network: EgressNetwork; readonly seen: string[] }> {
  const seen: string[] = [];
  responder = await serveStatus((request, response) => {
    seen.push(`${request.method} ${request.headers.host} ${request.url} ${request.headers['content-type'] ?? ''}`);
    answer(request, response);
  });
  return { network: responder.network, seen };
}

describe('fetchStatus', () => {
  it('posts an OCSP request to the address and host of the certificate', async () => {
    let body = '';
    const { network, seen } = await start((request, response) => {
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => response.end('yes'));
    });
    const result = await createFetchStatus(network)({ ...REQUEST, body: new TextEncoder().encode('who?') });
    expect(result).toEqual({ ok: true, bytes: new TextEncoder().encode('yes') });
    expect([seen, body]).toEqual([['POST ocsp.example.com /a?b application/ocsp-request'], 'who?']);
  });

  it('gets a CRL with exactly as many bytes as allowed', async () => {
    const { network, seen } = await start((_request, response) => response.end(Buffer.alloc(BYTES_MAX)));
    expect(await createFetchStatus(network)(REQUEST)).toEqual({ ok: true, bytes: new Uint8Array(BYTES_MAX) });
    expect(seen).toEqual(['GET ocsp.example.com /a?b ']);
  });

  it.each([
    ['https', 'https://ocsp.example.com/'],
    ['another port', 'http://ocsp.example.com:8080/'],
    ['a file', 'file:///etc/passwd'],
    ['LDAP', 'ldap://ocsp.example.com/'],
    ['a user', 'http://user@ocsp.example.com/'],
    ['a password', 'http://:secret@ocsp.example.com/'],
    ['no address', 'ocsp.example.com'],
    ['nothing', ''],
  ])('refuses %s', async (_name, url) => {
    const { network, seen } = await start((_request, response) => response.end());
    expect(await createFetchStatus(network)({ ...REQUEST, url })).toEqual({ ok: false, text: 'the address is not http on port 80' });
    expect(seen).toEqual([]);
  });

  it.each([
    'http://other.example.com/',
    'http://ocsp.example.com.evil.example/',
    'http://localhost/',
    'http://169.254.169.254/',
    'http://[::1]/',
    'http://2130706433/',
  ])('refuses %s, whose host is not on the list', async (url) => {
    const { network, seen } = await start((_request, response) => response.end());
    expect(await createFetchStatus(network)({ ...REQUEST, url })).toEqual({
      ok: false,
      text: expect.stringMatching(/is not on the trusted authority's list/),
    });
    expect(seen).toEqual([]);
  });

  it.each([
    ['no address', []],
    ['a private address', ['10.0.0.1']],
    ['a private address beside an allowed one', ['127.0.0.1', '10.0.0.1']],
  ])('refuses a host with %s', async (_name, addresses) => {
    const { network, seen } = await start((_request, response) => response.end());
    const result = await createFetchStatus({ ...network, resolve: async () => addresses })(REQUEST);
    expect(result).toEqual({ ok: false, text: 'the host ocsp.example.com has no public address' });
    expect(seen).toEqual([]);
  });

  it('refuses loopback on the internet', async () => {
    expect(await createFetchStatus()({ ...REQUEST, url: 'http://localhost/', hosts: ['localhost'] })).toEqual({
      ok: false,
      text: 'the host localhost has no public address',
    });
  });

  it('resolves a host once and calls this address', async () => {
    const { network, seen } = await start((_request, response) => response.end());
    const resolved: string[] = [];
    const resolve = async (host: string) => {
      resolved.push(host);
      return resolved.length === 1 ? ['127.0.0.1'] : ['10.0.0.1'];
    };
    expect(await createFetchStatus({ ...network, resolve })(REQUEST)).toMatchObject({ ok: true });
    expect([resolved, seen.length]).toEqual([['ocsp.example.com'], 1]);
  });

  it.each([301, 302, 307, 308])('follows no redirect %d', async (status) => {
    const { network, seen } = await start((_request, response) => response.writeHead(status, { location: 'http://ocsp.example.com/other' }).end());
    expect(await createFetchStatus(network)(REQUEST)).toEqual({ ok: false, text: `the response has the status ${status}` });
    expect(seen).toHaveLength(1);
  });

  it.each<[string, RequestListener, RegExp]>([
    ['an error', (_request, response) => response.writeHead(500).end('sorry'), /has the status 500/],
    ['a byte too many', (_request, response) => response.end(Buffer.alloc(BYTES_MAX + 1)), /more than 1000 bytes/],
    ['a body without an end', (_request, response) => void setInterval(() => response.write(Buffer.alloc(500)), 1).unref(), /more than 1000 bytes/],
    ['large headers', (_request, response) => response.writeHead(200, { 'x-a': 'a'.repeat(9_000) }).end(), /cannot be reached/],
    ['a connection that ends', (request) => request.socket.destroy(), /cannot be reached/],
    [
      'a body that breaks off',
      (_request, response) => response.writeHead(200, { 'content-length': '100' }).write('half', () => response.destroy()),
      /cannot be reached/,
    ],
  ])('trusts no response with %s', async (_name, answer, text) => {
    const { network } = await start(answer);
    expect(await createFetchStatus(network)(REQUEST)).toEqual({ ok: false, text: expect.stringMatching(text) });
  });

  it.each<[string, (end: () => void) => RequestListener]>([
    ['does not respond', (end) => end],
    ['stops after a part', (end) => (_request, response) => void response.writeHead(200).write('half', () => end())],
  ])('ends a request to a responder that %s', async (_name, answer) => {
    const late = new AbortController();
    const { network } = await start(answer(() => late.abort()));
    expect(await createFetchStatus({ ...network, deadline: () => late.signal })(REQUEST)).toEqual({
      ok: false,
      text: 'ocsp.example.com did not respond in time',
    });
  });

  it('ends a request whose name is not resolved in time', async () => {
    const late = new AbortController();
    const { network } = await start((_request, response) => response.end());
    const resolve = () => {
      late.abort();
      return new Promise<string[]>(() => {});
    };
    const fetchStatus = createFetchStatus({ ...network, resolve, deadline: () => late.signal });
    expect(await fetchStatus(REQUEST)).toEqual({ ok: false, text: 'ocsp.example.com did not respond in time' });
  });
});
