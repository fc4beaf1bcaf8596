/** The address for mutual TLS of a whole server: which routes it serves, its settings, and a certificate that is renewed while it runs. */
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type PeerCertificate } from 'node:tls';
import { startPortico } from '@portico/testkit';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Config } from '#platform/config.ts';
import type { OpenedDatabase } from '#platform/db/open-database.ts';
import type { KnownRoute } from '#platform/http/create-http-server.ts';
import { routeAreaOf } from '#platform/http/route-area.ts';
import { loadConfig } from '#platform/load-config.ts';
import { isServedOverMtls } from '#platform/tls/mtls-address.ts';
import { renewCredentials } from '#platform/tls/server-credentials.ts';
import { buildApp, type Portico } from '../../src/app/composition/build-app.ts';
import { type OpenedMtls, openMtls, withFreeMtlsPort } from '../../src/app/process/open-mtls.ts';
import { freePort } from '../../src/testing/free-port.ts';
import { type MadeCertificate, makeCertificate } from '../../src/testing/make-certificate.ts';
import { openTestDatabase } from '../../src/testing/test-database.ts';

const log = pino({ level: 'silent' });
const folder = mkdtempSync(join(tmpdir(), 'portico-mutual-tls-'));
const files = { certFile: join(folder, 'server.pem'), keyFile: join(folder, 'server.key') };
const routes: KnownRoute[] = [];
let authority: MadeCertificate;
let config: Config;
let database: OpenedDatabase;
let portico: Portico;
let mtls: OpenedMtls;

async function writeServer(name: string): Promise<void> {
  const made = await makeCertificate({ name, issuer: authority });
  writeFileSync(files.certFile, made.certPem);
  writeFileSync(files.keyFile, made.keyPem, { mode: 0o600 });
}

beforeAll(async () => {
  authority = await makeCertificate({ name: 'Authority (fictitious)' });
  await writeServer('first');
  const port = await freePort();
  config = loadConfig({
    PORTICO_DATA_DIR: join(folder, 'data'),
    PORTICO_MTLS_PORT: String(port),
    PORTICO_MTLS_CERT_FILE: files.certFile,
    PORTICO_MTLS_KEY_FILE: files.keyFile,
  });
  database = await openTestDatabase();
  portico = await buildApp({ config, database, log, webFolder: join(folder, 'no-build'), onRoute: (route) => void routes.push(route) });
  mtls = await openMtls(portico, config, log);
});
afterAll(async () => {
  mtls.end();
  await portico.stop();
  await database.close();
  rmSync(folder, { recursive: true });
});

const portOf = (): number => config.mtls?.port ?? 0;

function ask(method: string, path: string, host = '127.0.0.1', port = portOf()): Promise<{ status: number | undefined; text: string }> {
  return new Promise((resolve, reject) => {
    request({ port, host, servername: 'localhost', path, method, ca: authority.certPem, agent: false }, async (answer) => {
      const chunks: Buffer[] = [];
      for await (const chunk of answer) chunks.push(chunk);
      resolve({ status: answer.statusCode, text: Buffer.concat(chunks).toString() });
    })
      .once('error', reject)
      .end();
  });
}

/** The certificate that a new connection is shown. */
async function shown(): Promise<PeerCertificate> {
  const socket = connect({ port: portOf(), host: '127.0.0.1', servername: 'localhost', ca: authority.certPem });
  await once(socket, 'secureConnect');
  const certificate = socket.getPeerCertificate();
  socket.destroy();
  return certificate;
}

describe('the routes at the address for mutual TLS', () => {
  const isKnown = ({ method, url }: KnownRoute) => method !== 'OPTIONS' && !url.includes('*');
  const BROWSERS = /^\/api\/v1\/am\/|^\/api\/v2\/am\/|\/endSession$/;

  it('are those of applications: API, customer interface for providers, OAuth without its pages, and health', () => {
    const served = routes.filter(isKnown).filter(({ url }) => isServedOverMtls(url));
    const expected = routes.filter(isKnown).filter(({ url }) => {
      const area = routeAreaOf(url);
      return ['xs2a', 'fallback'].includes(area) || (area === 'oauth' && !BROWSERS.test(url)) || /^\/(?:healthz|readyz|\.well-known\/.*)$/.test(url);
    });
    expect(served).toEqual(expected);
    const urls = new Set(served.map(({ url }) => url));
    for (const url of ['/api/v1/consents', '/api/v2/openam/token', '/api/v1/openam/oauth2/access_token', '/api/v2/openam/token/revocation'])
      expect(urls).toContain(url);
    expect(urls.size).toBeGreaterThan(30);
  });

  it('are answered, and all others with 404 and where they are', async () => {
    for (const { method, url } of routes.filter(isKnown)) {
      if (method === 'HEAD') continue;
      const { status, text } = await ask(method, url.replaceAll(/:[A-Za-z]+/g, 'unknown'));
      const isRefused = status === 404 && text.includes(`Pages are at ${config.publicUrl}.`);
      expect(isRefused, `${method} ${url}: ${status} ${text}`).toBe(!isServedOverMtls(url));
    }
  });
});

describe('the address for mutual TLS', () => {
  it('listens at both addresses of localhost, where the machine has both', async () => {
    expect(mtls.url).toBe(`https://localhost:${portOf()}`);
    expect((await ask('GET', '/healthz', 'localhost')).status).toBe(200);
    expect((await ask('GET', '/healthz')).status).toBe(200);
  });

  it('shows a renewed certificate from the next connection on, and keeps the old one while the new files do not fit', async () => {
    const servers = portico.doors.map(({ server }) => server).filter((server) => 'setSecureContext' in server);
    const renewal = renewCredentials(files, servers as never, log);
    expect((await shown()).subject.CN).toBe('first');
    await writeServer('second');
    renewal.look();
    expect((await shown()).subject.CN).toBe('second');
    writeFileSync(files.certFile, (await makeCertificate({ name: 'third', issuer: authority })).certPem);
    renewal.look();
    expect((await shown()).subject.CN).toBe('second');
    await writeServer('fourth');
    renewal.look();
    expect((await shown()).subject.CN).toBe('fourth');
    renewal.end();
  });

  it('gets a free port in development where another program uses its port, and says so', async () => {
    const said: string[] = [];
    const changed = await withFreeMtlsPort(config, (line) => void said.push(line));
    expect(changed.mtls?.port).not.toBe(portOf());
    expect(changed.mtls?.url).toBe(`https://localhost:${changed.mtls?.port}`);
    expect(said).toEqual([`Port ${portOf()} is already in use, so mutual TLS gets port ${changed.mtls?.port}. Set PORTICO_MTLS_PORT to choose one.`]);
    expect(await withFreeMtlsPort({ ...config, mode: 'production' }, () => undefined)).toMatchObject({ mtls: { port: portOf() } });
  });

  it('is named by a started server, answers with a certificate from files, and ends with the server', async () => {
    await writeServer('started');
    const [port, mtlsPort] = [await freePort(), await freePort()];
    const env = { PORTICO_MTLS_CERT_FILE: files.certFile, PORTICO_MTLS_KEY_FILE: files.keyFile };
    const started = await startPortico({ port, mtlsPort, dataDir: join(folder, 'started'), isBrief: true, env });
    expect(await ask('GET', '/healthz', '127.0.0.1', mtlsPort)).toEqual({ status: 200, text: '{"status":"ok"}' });
    expect((await ask('GET', '/', '127.0.0.1', mtlsPort)).status).toBe(404);
    await expect.poll(() => started.output()).toContain(`https://localhost:${mtlsPort}/api\n`);
    await started.stop();
    expect(await started.ended()).toBe(0);
    await expect(ask('GET', '/healthz', '127.0.0.1', mtlsPort)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('cannot be opened in production where another program uses its port', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const port = Number(Reflect.get(Object(other.address()), 'port'));
    const taken = { ...config, mode: 'production' as const, host: '127.0.0.1', mtls: { url: 'https://localhost', port, files } };
    await expect(openMtls(portico, taken, log)).rejects.toMatchObject({ code: 'EADDRINUSE', port });
    other.close();
  });
});
