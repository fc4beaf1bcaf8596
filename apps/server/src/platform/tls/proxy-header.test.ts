/** Certificates in headers: believed on the port for proxies only, from a trusted address, with the secret. Every other one is refused or removed. */
import { once } from 'node:events';
import { Agent, type OutgoingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type MadeCertificate, makeCertificate } from '../../testing/make-certificate.ts';
import { matchAddresses } from '../http/address-list.ts';
import { createHttpServer } from '../http/create-http-server.ts';
import { createFurtherServer } from '../http/further-server.ts';
import { createShutdown } from '../http/graceful-stop.ts';
import { mtlsCallOf } from './mtls-call.ts';
import { createProxyServer, type ProxySettings } from './proxy-header.ts';

const PUBLIC_URL = 'https://bank.example';
const SECRET = 'a-secret-that-proxies-and-servers-share';
const PROVEN = { 'x-portico-proxy-secret': SECRET };

let provider: MadeCertificate;
let issuer: MadeCertificate;
beforeAll(async () => {
  issuer = await makeCertificate({ name: 'Issuer (fictitious)' });
  provider = await makeCertificate({ name: 'Provider (fictitious)', issuer });
});

const open = new Set<{ close(): unknown }>();
afterEach(async () => {
  for (const each of open) await each.close();
  open.clear();
});

interface Opened {
  readonly app: FastifyInstance;
  readonly ordinary: number;
  readonly port: number;
}

async function openServer(changes: Partial<ProxySettings> = {}): Promise<Opened> {
  const bases = { apiBase: PUBLIC_URL, contentBase: PUBLIC_URL, sandboxBase: PUBLIC_URL, identityBase: PUBLIC_URL };
  const config = { ...bases, publicUrl: PUBLIC_URL, allowedOrigins: [], rateLimitPerMinute: 0, trustedProxies: ['loopback'] };
  const app = await createHttpServer({ config, log: pino({ level: 'silent' }), shutdown: createShutdown() });
  app.get('/api/v1/chain', async ({ raw, ip, headers }) => ({
    chain: mtlsCallOf(raw)?.chain.map((der) => Buffer.from(der).toString('base64')) ?? null,
    tooLarge: mtlsCallOf(raw)?.tooLarge ?? false,
    ip,
    headers: Object.keys(headers).filter((name) => /cert|secret/.test(name)),
  }));
  app.get('/page', async () => 'page');
  await app.listen({ port: 0, host: '127.0.0.1' });
  const settings: ProxySettings = { header: 'X-SSL-Client-Cert', secret: SECRET, isTrusted: matchAddresses(['127.0.0.1']), ...changes };
  const door = createFurtherServer(app, { config, make: (options, route) => createProxyServer(settings, options, route) });
  door.server.listen(0, '127.0.0.1');
  await once(door.server, 'listening');
  open.add({
    async close() {
      door.cut();
      door.server.close();
      app.server.closeAllConnections();
      await app.close();
    },
  });
  return { app, ordinary: portOf(app.server.address()), port: portOf(door.server.address()) };
}

const portOf = (address: unknown): number => Number(Reflect.get(Object(address), 'port'));

interface Answer {
  readonly status: number | undefined;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly text: string;
}

function ask(
  port: number,
  headers: OutgoingHttpHeaders,
  path = '/api/v1/chain',
  localAddress = '127.0.0.1',
  agent: Agent | false = false,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request({ port, host: '127.0.0.1', localAddress, path, headers, agent }, async (answer) => {
      const chunks: Buffer[] = [];
      for await (const chunk of answer) chunks.push(chunk);
      resolve({ status: answer.statusCode, headers: answer.headers, text: Buffer.concat(chunks).toString() });
    })
      .once('error', reject)
      .end();
  });
}
/** The response to lines that no HTTP library would send. */
async function askRaw(port: number, lines: readonly string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  const chunks: string[] = [];
  socket.setEncoding('utf8').on('data', (chunk) => void chunks.push(String(chunk)));
  socket.write(['GET /api/v1/chain HTTP/1.1', 'Host: a', 'Connection: close', ...lines, '', ''].join('\r\n'));
  await once(socket, 'close');
  return chunks.join('');
}

const escaped = ({ certPem }: MadeCertificate): string => encodeURIComponent(certPem);
const bytes = ({ der }: MadeCertificate): string => `:${der.toString('base64')}:`;
const base64 = ({ der }: MadeCertificate): string => der.toString('base64');

describe('on the port for proxies', () => {
  it('a certificate as nginx writes it is the chain of the call, and no header is left', async () => {
    const { port } = await openServer();
    const answer = await ask(port, { ...PROVEN, 'x-ssl-client-cert': escaped(provider), 'x-forwarded-for': '203.0.113.9' });
    expect(JSON.parse(answer.text)).toEqual({ chain: [base64(provider)], tooLarge: false, ip: '203.0.113.9', headers: [] });
  });

  it('a call has the certificate of its header, also on a kept connection that brought another one before', async () => {
    const { port } = await openServer();
    const sockets = new Set<unknown>();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    agent.on('free', (socket) => sockets.add(socket));
    const chainOf = async (headers: OutgoingHttpHeaders) =>
      JSON.parse((await ask(port, { ...PROVEN, ...headers }, '/api/v1/chain', '127.0.0.1', agent)).text).chain;
    for (const made of [provider, issuer, provider]) expect(await chainOf({ 'x-ssl-client-cert': escaped(made) })).toEqual([base64(made)]);
    expect(await chainOf({})).toEqual([]);
    expect(sockets.size).toBe(1);
    agent.destroy();
  });

  it('a certificate as in RFC 9440 is believed where it is set so, with its issuers', async () => {
    const { port } = await openServer({ header: 'Client-Cert' });
    const chainOf = async (headers: OutgoingHttpHeaders) => JSON.parse((await ask(port, { ...PROVEN, ...headers })).text).chain;
    expect(await chainOf({ 'client-cert': bytes(provider) })).toEqual([base64(provider)]);
    expect(await chainOf({ 'client-cert': bytes(provider), 'client-cert-chain': bytes(issuer) })).toEqual([base64(provider), base64(issuer)]);
    expect(await chainOf({ 'client-cert': bytes(provider), 'client-cert-chain': `${bytes(issuer)},  ${bytes(issuer)}` })).toHaveLength(3);
    expect(await chainOf({})).toEqual([]);
    expect(await chainOf({ 'x-ssl-client-cert': escaped(provider) })).toEqual([]);
  });

  it('a call without a certificate has none, also when its sender wrote the other header, or one with underscores', async () => {
    const { port } = await openServer();
    for (const forged of [{}, { 'x-ssl-client-cert': '' }, { 'client-cert': bytes(provider) }, { x_ssl_client_cert: escaped(provider) }])
      expect(JSON.parse((await ask(port, { ...PROVEN, ...forged })).text)).toMatchObject({ chain: [] });
  });

  it('a chain beyond the limits is marked, not cut to a chain within them', async () => {
    const { port } = await openServer({ header: 'Client-Cert' });
    const five = { 'client-cert': bytes(provider), 'client-cert-chain': Array.from({ length: 9 }, () => bytes(issuer)).join(', ') };
    const answer = JSON.parse((await ask(port, { ...PROVEN, ...five })).text);
    expect([answer.chain.length, answer.tooLarge]).toEqual([5, true]);
    const large = await makeCertificate({ name: 'Large (fictitious)', padding: 9_000 });
    expect(JSON.parse((await ask(port, { ...PROVEN, 'client-cert': bytes(large) })).text)).toMatchObject({ tooLarge: true });
  });

  it.each<[string, OutgoingHttpHeaders]>([
    ['no secret', {}],
    ['an empty secret', { 'x-portico-proxy-secret': '' }],
    ['a wrong secret of the same length', { 'x-portico-proxy-secret': SECRET.replace('a', 'b') }],
    ['a longer secret', { 'x-portico-proxy-secret': `${SECRET}x` }],
  ])('%s: 403 that says why, also with a certificate', async (_what, headers) => {
    const { port } = await openServer();
    const answer = await ask(port, { ...headers, 'x-ssl-client-cert': escaped(provider) });
    expect([answer.status, answer.text]).toEqual([403, expect.stringContaining('X-Portico-Proxy-Secret')]);
    expect(answer.headers).toMatchObject({ 'x-request-id': expect.any(String), 'x-content-type-options': 'nosniff' });
    expect(answer.text).not.toContain(SECRET);
  });

  it('another address is refused with 403, also with the secret', async () => {
    const { port } = await openServer();
    const answer = await ask(port, { ...PROVEN, 'x-ssl-client-cert': escaped(provider) }, '/api/v1/chain', '127.0.0.2');
    expect([answer.status, answer.text]).toEqual([403, expect.stringContaining('This port is for the proxies of the bank.')]);
  });

  it.each<[string, (made: MadeCertificate) => string]>([
    ['a text', () => 'certificate'],
    ['bare base64', (made) => made.der.toString('base64')],
    ['an unescaped PEM on one line', ({ certPem }) => certPem.replaceAll('\n', ' ')],
    ['a broken escape', (made) => `${escaped(made)}%zz`],
    ['two certificates', (made) => `${escaped(made)}${escaped(made)}`],
    ['a key beside it', (made) => `${escaped(made)}${encodeURIComponent(made.keyPem)}`],
    ['base64 that is cut', ({ certPem }) => encodeURIComponent(certPem.replace(/..\n-----END/, '\n-----END'))],
    ['nothing between the lines', () => encodeURIComponent('-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----\n')],
  ])('%s in the header of nginx: 400 that names the header', async (_what, write) => {
    const { port } = await openServer();
    const answer = await ask(port, { ...PROVEN, 'x-ssl-client-cert': write(provider) });
    expect([answer.status, JSON.parse(answer.text).tppMessages[0]]).toMatchObject([400, { path: 'header:X-SSL-Client-Cert' }]);
  });

  it.each<[string, (made: MadeCertificate) => OutgoingHttpHeaders]>([
    ['without colons', (made) => ({ 'client-cert': made.der.toString('base64') })],
    ['with parameters', (made) => ({ 'client-cert': `${bytes(made)};a=1` })],
    ['empty', () => ({ 'client-cert': '::' })],
    ['two in one header', (made) => ({ 'client-cert': `${bytes(made)}, ${bytes(made)}` })],
    ['a chain without its first', (made) => ({ 'client-cert-chain': bytes(made) })],
    ['a chain with a gap', (made) => ({ 'client-cert': bytes(made), 'client-cert-chain': `${bytes(made)},,${bytes(made)}` })],
  ])('a header of RFC 9440 %s: 400 that names the header', async (_what, write) => {
    const { port } = await openServer({ header: 'Client-Cert' });
    const answer = await ask(port, { ...PROVEN, ...write(provider) });
    expect([answer.status, JSON.parse(answer.text).tppMessages[0]]).toMatchObject([400, { path: 'header:Client-Cert' }]);
  });

  it.each(['X-SSL-Client-Cert', 'Client-Cert', 'X-Portico-Proxy-Secret'])('%s sent twice: 400', async (name) => {
    const { port } = await openServer();
    const value = { 'X-SSL-Client-Cert': escaped(provider), 'Client-Cert': bytes(provider), 'X-Portico-Proxy-Secret': SECRET }[name];
    const secret = name === 'X-Portico-Proxy-Secret' ? [] : [`X-Portico-Proxy-Secret: ${SECRET}`];
    const answer = await askRaw(port, [...secret, `${name}: ${value}`, `${name.toLowerCase()}: ${value}`]);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain(`The header ${name} comes twice.`);
  });

  it('headers that are too large: 431, with the limit of the ordinary address for all but the certificate', async () => {
    const { port, ordinary } = await openServer({ header: 'Client-Cert' });
    const chain = { 'client-cert': bytes(provider), 'client-cert-chain': Array.from({ length: 3 }, () => `:${'A'.repeat(10_920)}:`).join(',') };
    expect((await ask(port, { ...PROVEN, ...chain })).status).toBe(200);
    for (const each of [port, ordinary]) expect((await ask(each, { ...PROVEN, x: 'x'.repeat(17_000) })).status).toBe(431);
    expect((await ask(port, { ...PROVEN, 'client-cert': 'A'.repeat(100_000) })).status).toBe(431);
  });

  it('a page: 404, also for a proxy without proof', async () => {
    const { port } = await openServer();
    for (const headers of [PROVEN, {}]) expect((await ask(port, headers, '/page')).status).toBe(404);
  });
});

describe('on the ordinary port', () => {
  it('certificates and the secret count nothing and reach no route', async () => {
    const { ordinary, app } = await openServer();
    const forged = { ...PROVEN, 'x-ssl-client-cert': escaped(provider), 'client-cert': bytes(provider), 'client-cert-chain': bytes(issuer) };
    const expected = { chain: null, tooLarge: false, headers: [] };
    expect(JSON.parse((await ask(ordinary, forged)).text)).toMatchObject(expected);
    expect((await app.inject({ url: '/api/v1/chain', headers: forged })).json()).toMatchObject(expected);
  });
});
