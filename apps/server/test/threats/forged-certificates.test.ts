/**
 * T33: a certificate counts only where the caller proved its key, to this server or to the nginx that is deployed in front. What a caller writes in a
 * header is believed nowhere, in no spelling.
 */
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request as requestHttp } from 'node:http';
import { connect as connectHttp2 } from 'node:http2';
import { type RequestOptions, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { matchAddresses } from '#platform/http/address-list.ts';
import { createHttpServer } from '#platform/http/create-http-server.ts';
import { createFurtherServer } from '#platform/http/further-server.ts';
import { createShutdown, type Door } from '#platform/http/graceful-stop.ts';
import { mtlsCallOf } from '#platform/tls/mtls-call.ts';
import { createMtlsServer } from '#platform/tls/mtls-listener.ts';
import { createProxyServer } from '#platform/tls/proxy-header.ts';
import { type Nginx, NO_NGINX, startNginx } from '../../../../tools/nginx.mjs';
import { freePort } from '../../src/testing/free-port.ts';
import { type MadeCertificate, makeCertificate } from '../../src/testing/make-certificate.ts';

const PUBLIC_URL = 'https://bank.example';
const SECRET = 'a-secret-that-nginx-and-the-server-share';
const NGINX_MTLS = readFileSync(join(import.meta.dirname, '../../../../deploy/nginx-mtls.conf'), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'portico-forged-'));

let server: MadeCertificate;
let provider: MadeCertificate;
let expired: MadeCertificate;
let victim: MadeCertificate;
let app: FastifyInstance;
const doors: Door[] = [];
let node = 0;
let nginx: Nginx | undefined;
let nginxMtls = 0;

beforeAll(async () => {
  const issuer = await makeCertificate({ name: 'Issuer (fictitious)' });
  server = await makeCertificate({ name: 'localhost' });
  provider = await makeCertificate({ name: 'Provider (fictitious)', issuer });
  expired = await makeCertificate({ name: 'Expired (fictitious)', issuer, days: -1 });
  victim = await makeCertificate({ name: 'Victim (fictitious)', issuer });
  const bases = { apiBase: PUBLIC_URL, contentBase: PUBLIC_URL, sandboxBase: PUBLIC_URL, identityBase: PUBLIC_URL };
  const config = { ...bases, publicUrl: PUBLIC_URL, allowedOrigins: [], rateLimitPerMinute: 0, trustedProxies: ['127.0.0.1'] };
  app = await createHttpServer({ config, log: pino({ level: 'silent' }), shutdown: createShutdown() });
  const seen = async ({ raw, headers, body, ip }: { raw: Parameters<typeof mtlsCallOf>[0]; headers: object; body: unknown; ip: string }) => ({
    caller: mtlsCallOf(raw)?.chain.map((der) => nameOf(der))[0] ?? (mtlsCallOf(raw) === undefined ? 'ordinary' : 'none'),
    headers: Object.keys(headers).filter((name) => /cert|secret/i.test(name)),
    ip,
    ...(body === undefined || body === null ? {} : { body }),
  });
  app.get('/api/v1/who', seen);
  app.post('/api/v1/who', seen);
  app.get('/page', async () => 'page');
  await app.listen({ port: 0, host: '127.0.0.1' });
  const open = async (make: Parameters<typeof createFurtherServer>[1]['make']) => {
    const door = createFurtherServer(app, { config, make });
    door.server.listen(0, '127.0.0.1');
    await once(door.server, 'listening');
    doors.push(door);
    return portOf(door.server.address());
  };
  node = await open((options, route) => createMtlsServer(server, options, route));
  const proxy = { header: 'X-SSL-Client-Cert' as const, secret: SECRET, isTrusted: matchAddresses(['127.0.0.1']) };
  await startDeployed(await open((options, route) => createProxyServer(proxy, options, route)));
});
afterAll(async () => {
  await nginx?.stop();
  for (const door of doors) {
    door.cut();
    door.server.close();
  }
  app.server.closeAllConnections();
  await app.close();
  rmSync(folder, { recursive: true });
});

/** nginx with both files of `deploy`, adapted to this machine. */
async function startDeployed(proxyPort: number): Promise<void> {
  nginxMtls = await freePort();
  const write = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const mtls = NGINX_MTLS.replaceAll(/portico-\d:3444/g, `127.0.0.1:${proxyPort}`)
    .replace('listen 8444 ', `listen 127.0.0.1:${nginxMtls} `)
    .replace('/run/secrets/tls-certificate', write('tls.crt', server.certPem))
    .replace('/run/secrets/tls-key', write('tls.key', server.keyPem))
    .replace('/run/secrets/mtls-proxy-header', write('secret.conf', `proxy_set_header X-Portico-Proxy-Secret "${SECRET}";`));
  nginx = await startNginx([portOf(app.server.address())], (text) => text.replace('include portico-mtls*.conf;', mtls));
  if (nginx === undefined) console.log(NO_NGINX);
}

const portOf = (address: unknown): number => Number(Reflect.get(Object(address), 'port'));
const nameOf = (der: Uint8Array): string | undefined => Object.entries({ provider, expired, victim }).find(([, made]) => made.der.equals(der))?.[0];

interface Answer {
  readonly status: number | undefined;
  readonly text: string;
}

/** By TLS with a key, else by http. */
function ask(port: number, options: RequestOptions = {}, body?: string): Promise<Answer> {
  const { key, ...rest } = options;
  const all = { port, host: '127.0.0.1', path: '/api/v1/who', agent: false as const, ...rest };
  return new Promise((resolve, reject) => {
    const listener = async (answer: NodeJS.ReadableStream & { statusCode?: number | undefined }) => {
      const chunks: Buffer[] = [];
      for await (const chunk of answer) chunks.push(Buffer.from(chunk));
      resolve({ status: answer.statusCode, text: Buffer.concat(chunks).toString() });
    };
    const isPlain = options.key === null;
    (isPlain ? requestHttp(all, listener) : request({ ...all, key: key ?? undefined, ca: server.certPem, servername: 'localhost' }, listener))
      .once('error', reject)
      .end(body);
  });
}
const seenAt = async (port: number, options: RequestOptions = {}, body?: string) => JSON.parse((await ask(port, options, body)).text);

const withKey = ({ certPem, keyPem }: MadeCertificate) => ({ cert: certPem, key: keyPem });
const PLAIN = { key: null } as unknown as RequestOptions;
const forgedHeaders = (): Record<string, string> => ({
  'X-SSL-Client-Cert': encodeURIComponent(victim.certPem),
  'X-Portico-Proxy-Secret': SECRET,
  X_SSL_Client_Cert: encodeURIComponent(victim.certPem),
  'Client-Cert': `:${victim.der.toString('base64')}:`,
  'Client-Cert-Chain': `:${victim.der.toString('base64')}:`,
  'SSL-Client-Cert': encodeURIComponent(victim.certPem),
  'X-Client-Cert': encodeURIComponent(victim.certPem),
});

describe('a certificate in a header of the caller', () => {
  it('counts nothing at the ordinary address', async () => {
    for (const [name, value] of Object.entries(forgedHeaders()))
      expect(await seenAt(portOf(app.server.address()), { ...PLAIN, headers: { [name]: value } }), name).toMatchObject({ caller: 'ordinary' });
    const all = await seenAt(portOf(app.server.address()), { ...PLAIN, headers: forgedHeaders() });
    expect(all.headers).toEqual(['x_ssl_client_cert', 'ssl-client-cert', 'x-client-cert']);
  });

  it('changes nothing at the address for mutual TLS of the server: the key decides', async () => {
    expect(await seenAt(node, { headers: forgedHeaders() })).toMatchObject({ caller: 'none' });
    expect(await seenAt(node, { ...withKey(provider), headers: forgedHeaders() })).toMatchObject({ caller: 'provider' });
  });

  it('counts nothing at the ordinary address of nginx, which passes it to no server', async () => {
    if (nginx === undefined) return;
    for (const [name, value] of Object.entries(forgedHeaders()))
      expect(await seenAt(nginx.port, { ...PLAIN, headers: { [name]: value } }), name).toMatchObject({ caller: 'ordinary' });
  });

  it('is replaced at the address for mutual TLS of nginx, also if it comes twice', async () => {
    if (nginx === undefined) return;
    const headers = forgedHeaders();
    expect(await seenAt(nginxMtls, { headers })).toMatchObject({ caller: 'none', ip: '127.0.0.1' });
    expect(await seenAt(nginxMtls, { ...withKey(provider), headers })).toMatchObject({ caller: 'provider' });
    const line = `X-SSL-Client-Cert: ${headers['X-SSL-Client-Cert']}\r\n`;
    const answer = await exchange(nginxMtls, provider, `GET /api/v1/who HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${line}${line}\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 200 .*"caller":"provider"/s);
  });
});

describe('a certificate whose key the caller has', () => {
  it('is the same to the server behind nginx as without nginx, also when it has expired', async () => {
    for (const [name, made] of Object.entries({ provider, expired })) {
      expect(await seenAt(node, withKey(made))).toMatchObject({ caller: name });
      if (nginx !== undefined) expect(await seenAt(nginxMtls, withKey(made))).toMatchObject({ caller: name, headers: [] });
    }
  });

  it('identifies a POST with its body, also when it has expired', async () => {
    if (nginx === undefined) return;
    const post = { method: 'POST', headers: { 'content-type': 'application/json' } };
    for (const [name, made] of Object.entries({ provider, expired }))
      expect(await seenAt(nginxMtls, { ...withKey(made), ...post }, '{"a":1}')).toMatchObject({ caller: name, body: { a: 1 } });
  });

  it('identifies the streams of HTTP/2', async () => {
    if (nginx === undefined) return;
    const session = connectHttp2(`https://127.0.0.1:${nginxMtls}`, { ...withKey(provider), ca: server.certPem, servername: 'localhost' });
    for (let turn = 0; turn < 3; turn += 1) {
      const stream = session.request({ ':path': '/api/v1/who', 'x-ssl-client-cert': encodeURIComponent(victim.certPem) });
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk);
      expect(JSON.parse(Buffer.concat(chunks).toString())).toMatchObject({ caller: 'provider' });
    }
    expect(session.alpnProtocol).toBe('h2');
    session.close();
  });

  it('opens no page, and plain http at its address is refused', async () => {
    if (nginx === undefined) return;
    for (const port of [node, nginxMtls]) expect((await ask(port, { ...withKey(provider), path: '/page' })).status).toBe(404);
    expect(await ask(nginxMtls, PLAIN)).toMatchObject({ status: expect.any(Number), text: expect.stringContaining('Nothing was done.') });
  });

  it('has to be proved by each connection', async () => {
    if (nginx === undefined) return;
    for (const version of ['TLSv1.2', 'TLSv1.3'] as const) {
      const options = { port: nginxMtls, host: '127.0.0.1', servername: 'localhost', ca: server.certPem, minVersion: version, maxVersion: version };
      const first = connectTls({ ...options, ...withKey(provider) });
      const sessions: Buffer[] = [];
      first.on('session', (session) => void sessions.push(session));
      await once(first, 'secureConnect');
      first.write('GET /api/v1/who HTTP/1.1\r\nHost: a\r\n\r\n');
      await once(first, 'data');
      const session = sessions.at(-1) ?? first.getSession();
      first.destroy();
      const second = connectTls({ ...options, ...(session && { session }) });
      await once(second, 'secureConnect');
      expect(second.isSessionReused(), version).toBe(false);
      second.destroy();
    }
  });
});

async function exchange(port: number, made: MadeCertificate, text: string): Promise<string> {
  const socket = connectTls({ port, host: '127.0.0.1', servername: 'localhost', ca: server.certPem, ...withKey(made) });
  const chunks: string[] = [];
  socket.setEncoding('utf8').on('data', (chunk) => void chunks.push(String(chunk)));
  socket.write(text);
  await once(socket, 'close');
  return chunks.join('');
}
