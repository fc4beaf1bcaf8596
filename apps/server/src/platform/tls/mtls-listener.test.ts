/** The address for mutual TLS with real connections: what the routes learn of a certificate, and which connections are refused. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, type RequestOptions, request } from 'node:https';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ConnectionOptions, connect as connectTls, type TLSSocket } from 'node:tls';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type MadeCertificate, makeCertificate } from '../../testing/make-certificate.ts';
import { createHttpServer } from '../http/create-http-server.ts';
import { createFurtherServer } from '../http/further-server.ts';
import { closeServer, createShutdown, type Door } from '../http/graceful-stop.ts';
import type { ConnectionLimits } from '../http/limits.ts';
import { mtlsCallOf } from './mtls-call.ts';
import { createMtlsServer } from './mtls-listener.ts';

const PUBLIC_URL = 'https://bank.example';
const has = (program: string): boolean => spawnSync(program, ['version']).error === undefined;
const folder = mkdtempSync(join(tmpdir(), 'portico-mtls-'));
let authority: MadeCertificate;
let server: MadeCertificate;
/** Of providers; a client adds an issuer that it trusts to what it sends, so this one is not the server's. */
let issuer: MadeCertificate;
let provider: MadeCertificate;

beforeAll(async () => {
  authority = await makeCertificate({ name: 'Authority (fictitious)' });
  server = await makeCertificate({ name: 'localhost', issuer: authority });
  issuer = await makeCertificate({ name: 'Issuer (fictitious)' });
  provider = await makeCertificate({ name: 'Provider (fictitious)', issuer });
  writeFileSync(join(folder, 'ca.pem'), authority.certPem);
  writeFileSync(join(folder, 'provider.pem'), provider.certPem + provider.keyPem);
});
afterAll(() => rmSync(folder, { recursive: true }));

const open = new Set<{ close(): unknown }>();
afterEach(async () => {
  for (const each of open) await each.close();
  open.clear();
});

interface Opened {
  readonly app: FastifyInstance;
  readonly door: Door;
  readonly port: number;
  /** Ends held calls. */
  readonly release: () => void;
}

async function openServer(connectionLimits: Partial<ConnectionLimits> = {}): Promise<Opened> {
  const config = {
    ...{ apiBase: PUBLIC_URL, contentBase: PUBLIC_URL, sandboxBase: PUBLIC_URL, identityBase: PUBLIC_URL, publicUrl: PUBLIC_URL },
    allowedOrigins: [],
    rateLimitPerMinute: 1_000_000,
    trustedProxies: [],
  };
  const shutdown = createShutdown();
  const app = await createHttpServer({ config, log: pino({ level: 'silent' }), shutdown, connectionLimits });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  app.get('/api/v1/chain', async ({ raw }) => {
    const call = mtlsCallOf(raw);
    return { names: call?.chain.map((der) => nameOf(der)) ?? null, tooLarge: call?.tooLarge ?? false };
  });
  app.get('/api/v1/held', async () => {
    await released;
    return { done: true };
  });
  app.get('/page', async () => 'page');
  await app.ready();
  const make = (options: object, route: Parameters<typeof createMtlsServer>[2]) =>
    createMtlsServer({ keyPem: server.keyPem, certPem: server.certPem + authority.certPem }, options, route);
  const door = createFurtherServer(app, { config, make, connectionLimits });
  door.server.listen(0, '127.0.0.1');
  await once(door.server, 'listening');
  const address = door.server.address();
  open.add({
    async close() {
      release();
      door.cut();
      door.server.close();
      await app.close();
    },
  });
  return { app, door, port: typeof address === 'object' && address !== null ? address.port : 0, release };
}

const names = new Map<string, string>();
const nameOf = (der: Uint8Array): string | undefined => names.get(Buffer.from(der).toString('base64'));
function named(name: string, { der }: MadeCertificate): void {
  names.set(der.toString('base64'), name);
}

const tls = (more: ConnectionOptions = {}): ConnectionOptions => ({ ca: authority.certPem, servername: 'localhost', ...more });
const withProvider = () => ({ cert: provider.certPem, key: provider.keyPem });

interface Answer {
  readonly status: number | undefined;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly text: string;
}

function ask(port: number, path: string, options: RequestOptions = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request({ port, host: '127.0.0.1', path, agent: false, ...tls(), ...options }, async (answer) => {
      const chunks: Buffer[] = [];
      for await (const chunk of answer) chunks.push(chunk);
      resolve({ status: answer.statusCode, headers: answer.headers, text: Buffer.concat(chunks).toString() });
    })
      .once('error', reject)
      .end();
  });
}

const chainOf = async (port: number, options: RequestOptions = {}): Promise<unknown> => JSON.parse((await ask(port, '/api/v1/chain', options)).text);

/** Returns the connection after its handshake. @throws the error of a refused handshake. */
async function shake(port: number, options: ConnectionOptions): Promise<TLSSocket> {
  const socket = connectTls({ port, host: '127.0.0.1', ...tls(), ...options });
  open.add({ close: () => socket.destroy() });
  await once(socket, 'secureConnect');
  return socket;
}

describe('a call at the address for mutual TLS', () => {
  it('has no chain without a certificate, and at the ordinary address none at all', async () => {
    const { app, port } = await openServer();
    expect(await chainOf(port)).toEqual({ names: [], tooLarge: false });
    expect((await app.inject('/api/v1/chain')).json()).toEqual({ names: null, tooLarge: false });
  });

  it('has the certificate of the caller, then its issuers as sent', async () => {
    const { port } = await openServer();
    named('issuer', issuer);
    named('provider', provider);
    expect(await chainOf(port, withProvider())).toEqual({ names: ['provider'], tooLarge: false });
    const both = { cert: provider.certPem + issuer.certPem, key: provider.keyPem };
    expect(await chainOf(port, both)).toEqual({ names: ['provider', 'issuer'], tooLarge: false });
  });

  it.each([
    ['expired', { name: 'Expired (fictitious)', days: -1 }],
    ['of an unknown authority', { name: 'Unknown (fictitious)' }],
    ['of 8 KiB', { name: 'Large (fictitious)', padding: 7_500 }],
  ])('is answered with a certificate %s, because only the routes refuse', async (_what, wanted) => {
    const { port } = await openServer();
    const made = await makeCertificate(wanted);
    named('this', made);
    expect(await chainOf(port, { cert: made.certPem, key: made.keyPem })).toEqual({ names: ['this'], tooLarge: false });
  });

  it('is marked when it has five certificates, or one of more than 8 KiB', async () => {
    const { port } = await openServer();
    const chain = [await makeCertificate({ name: 'Root (fictitious)' })];
    for (let at = 0; at < 4; at += 1) chain.unshift(await makeCertificate({ name: `Below ${at} (fictitious)`, issuer: chain[0] as MadeCertificate }));
    for (const [at, made] of chain.entries()) named(String(at), made);
    const cert = (count: number) => ({
      cert: chain
        .slice(0, count)
        .map(({ certPem }) => certPem)
        .join(''),
      key: chain[0]?.keyPem,
    });
    expect(await chainOf(port, cert(4))).toEqual({ names: ['0', '1', '2', '3'], tooLarge: false });
    expect(await chainOf(port, cert(5))).toEqual({ names: ['0', '1', '2', '3', '4'], tooLarge: true });
    const large = await makeCertificate({ name: 'Too large (fictitious)', padding: 9_000 });
    named('large', large);
    expect(await chainOf(port, { cert: large.certPem, key: large.keyPem })).toEqual({ names: ['large'], tooLarge: true });
  });

  it('of many on one connection has the chain each time', async () => {
    const { port } = await openServer();
    named('provider', provider);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const sockets = new Set<unknown>();
    agent.on('free', (socket) => sockets.add(socket));
    for (let turn = 0; turn < 50; turn += 1)
      expect(await chainOf(port, { ...withProvider(), agent })).toEqual({ names: ['provider'], tooLarge: false });
    expect(sockets.size).toBe(1);
    agent.destroy();
  });

  it('does not reach pages: 404 with a text, also in a browser', async () => {
    const { port } = await openServer();
    for (const path of ['/page', '/', '/bank/sign-in/x', '/api/ui/payment', '/api/v2/am/realms/psd2/protocol/openid-connect/auth']) {
      const answer = await ask(port, path, withProvider());
      expect([answer.status, answer.text], path).toEqual([404, expect.stringContaining(`Pages are at ${PUBLIC_URL}.`)]);
      expect(answer.headers).toMatchObject({ 'x-request-id': expect.any(String), 'strict-transport-security': expect.any(String) });
    }
    const inBrowser = await ask(port, '/', { headers: { accept: 'text/html,*/*' } });
    expect([inBrowser.status, inBrowser.headers['content-type']]).toEqual([404, 'text/plain; charset=utf-8']);
  });

  it('gets the service’s own answers to what is no HTTP', async () => {
    const { port } = await openServer({ lingerMs: 20 });
    const exchange = async (text: string): Promise<string> => {
      const socket = await shake(port, {});
      const chunks: string[] = [];
      socket.setEncoding('utf8').on('data', (chunk) => void chunks.push(String(chunk)));
      socket.write(text);
      await once(socket, 'close');
      return chunks.join('');
    };
    expect(await exchange('GARBAGE\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 .*x-frame-options: DENY.*cannot be read as HTTP/s);
    expect(await exchange(`GET / HTTP/1.1\r\nhost: a\r\nx: ${'x'.repeat(17_000)}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 431 /);
    expect(await exchange('CONNECT a:1 HTTP/1.1\r\nhost: a\r\n\r\n')).toMatch(/^HTTP\/1\.1 405 /);
  });
});

describe('a connection to the address for mutual TLS', () => {
  it('without TLS, or with a version before 1.2, is closed without an answer', async () => {
    const { port } = await openServer();
    const plain = connect(port, '127.0.0.1');
    const chunks: Buffer[] = [];
    plain.on('data', (chunk) => void chunks.push(Buffer.from(chunk)));
    plain.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await once(plain, 'close');
    expect(Buffer.concat(chunks).toString('latin1')).not.toContain('HTTP/1.1');
    for (const version of ['TLSv1', 'TLSv1.1'] as const)
      await expect(shake(port, { minVersion: version, maxVersion: version, ciphers: 'DEFAULT@SECLEVEL=0' })).rejects.toThrow(/alert|version/i);
    for (const version of ['TLSv1.2', 'TLSv1.3'] as const)
      expect((await shake(port, { minVersion: version, maxVersion: version })).getProtocol()).toBe(version);
  });

  it.each(['AES128-SHA', 'ECDHE-RSA-AES128-SHA', 'DHE-RSA-AES128-GCM-SHA256'])('with %s alone is refused', async (ciphers) => {
    const { port } = await openServer();
    await expect(shake(port, { maxVersion: 'TLSv1.2', ciphers })).rejects.toThrow(/handshake failure/);
  });

  it('continues no earlier one, with either version', async () => {
    const { port } = await openServer();
    for (const version of ['TLSv1.2', 'TLSv1.3'] as const) {
      const first = await shake(port, { minVersion: version, maxVersion: version, ...withProvider() });
      const sessions: Buffer[] = [];
      first.on('session', (session) => void sessions.push(session));
      first.write('GET /api/v1/chain HTTP/1.1\r\nhost: a\r\n\r\n');
      await once(first, 'data');
      const session = sessions.at(-1) ?? first.getSession();
      const second = await shake(port, { minVersion: version, maxVersion: version, ...withProvider(), session });
      expect(second.isSessionReused(), version).toBe(false);
    }
  });

  it('cannot be renegotiated', async () => {
    const { port } = await openServer();
    const socket = await shake(port, { maxVersion: 'TLSv1.2' });
    const { promise, resolve } = Promise.withResolvers<Error | null>();
    socket.once('error', resolve);
    socket.renegotiate({}, resolve);
    expect(String(await promise)).toMatch(/no renegotiation/i);
  });

  it.runIf(has('openssl'))('names no authority to callers', async () => {
    const { port } = await openServer();
    const { text } = await openssl(port, ['-tls1_2'], 'Q\n');
    expect(text).toContain('No client certificate CA names sent');
  });

  it.runIf(has('openssl')).each([
    ['TLS 1.2 with -reconnect', ['-tls1_2', '-reconnect'], 'Q\n', /New, TLSv1\.2/, /Reused, TLS/],
    ['a renegotiation (R)', ['-tls1_2'], 'R\n', /no renegotiation/i, /never/],
  ])('of openssl s_client with %s', async (_what, args, input, expected, unexpected) => {
    const { port } = await openServer();
    const { text } = await openssl(port, args, input);
    expect(text).toMatch(expected);
    expect(text).not.toMatch(unexpected);
  });

  it.runIf(has('curl'))('of curl with --cert is answered with the chain', async () => {
    const { port } = await openServer();
    named('provider', provider);
    const args = ['--silent', '--cacert', join(folder, 'ca.pem'), '--cert', join(folder, 'provider.pem'), `https://localhost:${port}/api/v1/chain`];
    const { text } = await run('curl', ['--noproxy', '*', '-4', ...args], '');
    expect(JSON.parse(text)).toEqual({ names: ['provider'], tooLarge: false });
  });

  it('without an end of its handshake does not hold others, and counts for its address', async () => {
    const { port } = await openServer({ connectionsPerAddressMax: 300, handshakeTimeoutMs: 600_000 });
    const silent = await Promise.all(Array.from({ length: 300 }, () => openSilent(port, '127.0.0.2')));
    const refused = await openSilent(port, '127.0.0.2');
    await once(refused, 'close');
    expect(silent.filter(({ destroyed }) => destroyed)).toEqual([]);
    expect((await ask(port, '/api/v1/chain')).status).toBe(200);
    for (const socket of silent) socket.destroy();
    await expect
      .poll(() =>
        ask(port, '/api/v1/chain', { localAddress: '127.0.0.2' }).then(
          ({ status }) => status,
          () => 'refused',
        ),
      )
      .toBe(200);
  });

  it('is served with 200 others at once, and none is left', async () => {
    const { port, door } = await openServer();
    const answers = await Promise.all(Array.from({ length: 201 }, () => ask(port, '/api/v1/chain', withProvider()).then(({ status }) => status)));
    expect(answers.filter((status) => status !== 200)).toEqual([]);
    await expect.poll(() => new Promise((resolve) => door.server.getConnections((_error, count) => resolve(count)))).toBe(0);
  });

  it('is closed when its handshake takes too long, also between two parts of it', async () => {
    const { port } = await openServer({ handshakeTimeoutMs: 200 });
    const silent = await openSilent(port);
    const begun = await openSilent(port);
    // The first bytes of a ClientHello.
    begun.write(Buffer.from([22, 3, 1, 2, 0, 1, 0]));
    await Promise.all([once(silent, 'close'), once(begun, 'close')]);
    expect((await ask(port, '/api/v1/chain')).status).toBe(200);
  });

  it('ends when the server stops: a running call gets its answer, a handshake is cut', async () => {
    const { app, door, port, release } = await openServer();
    const held = ask(port, '/api/v1/held', { ...withProvider(), agent: new Agent({ keepAlive: true }) });
    const silent = await openSilent(port);
    await expect.poll(() => new Promise((resolve) => door.server.getConnections((_error, count) => resolve(count)))).toBe(2);
    const stopped = closeServer(app, 2_000, [door]);
    await expect.poll(() => door.server.listening).toBe(false);
    release();
    expect((await held).status).toBe(200);
    await once(silent, 'close');
    await stopped;
  });
});

async function openSilent(port: number, localAddress = '127.0.0.1'): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress })
    .on('error', () => undefined)
    .resume();
  open.add({ close: () => socket.destroy() });
  await once(socket, 'connect');
  return socket;
}

const openssl = (port: number, args: readonly string[], input: string) =>
  run('openssl', ['s_client', '-connect', `127.0.0.1:${port}`, '-servername', 'localhost', ...args], input);

async function run(program: string, args: readonly string[], input: string): Promise<{ text: string }> {
  const child = spawn(program, args);
  const chunks: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (chunk: string) => void chunks.push(chunk));
  child.stdin.on('error', () => undefined).end(input);
  await once(child, 'close');
  return { text: chunks.join('') };
}
