import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../load-config.ts';
import { createHttpServer } from './create-http-server.ts';
import { createShutdown } from './graceful-stop.ts';
import { registerStaticWeb } from './static-web.ts';

const MERIDIAN = join(import.meta.dirname, '..', '..', '..', '..', '..', 'brands', 'meridian');
const BUILT = `<!doctype html><html><head><title>Portico</title>
<link rel="icon" type="image/svg+xml" href="/assets/brand-mark-abc.svg" /><link rel="stylesheet" href="/assets/index-abc.css"></head><body></body></html>`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portico-branded-'));
  await Promise.all(['index.html', 'bank.html'].map((name) => writeFile(join(folder, name), BUILT)));
});
afterAll(() => rm(folder, { recursive: true }));

async function open(env: Readonly<Record<string, string>>): Promise<FastifyInstance> {
  const config = loadConfig({ PORTICO_DATA_DIR: join(folder, 'data'), ...env });
  const server = await createHttpServer({ config, log: pino({ level: 'silent' }), shutdown: createShutdown() });
  await registerStaticWeb(server, { config, folder, hashRoutes: ['/'] });
  return server;
}

describe('without a brand', () => {
  it('the pages are those of the build and no address of a brand exists', async () => {
    const server = await open({});
    expect((await server.inject({ url: '/' })).body.replace(/<script type="application\/json".*?<\/script>/, '')).toBe(BUILT);
    for (const url of ['/brand.css', '/brand/logo.svg']) expect((await server.inject({ url })).statusCode).toBe(404);
    await server.close();
  });
});

describe('with a brand', () => {
  let app: FastifyInstance;
  beforeAll(async () => {
    app = await open({ PORTICO_BRAND_DIR: MERIDIAN });
  });
  afterAll(() => app.close());

  it.each([
    ['/', 'Meridian'],
    ['/bank/sign-in/abc', 'Meridian Savings'],
    ['/bank/device', 'Meridian Savings'],
  ])('%s is titled %s and loads its style after that of the build', async (url, title) => {
    const { body, headers } = await app.inject({ url });
    expect(body).toContain(`<title>${title}</title>`);
    expect(body.indexOf('/brand.css')).toBeGreaterThan(body.indexOf('/assets/index-abc.css'));
    expect(body).toContain('<link rel="icon" type="image/svg+xml" href="/brand/favicon.svg" />');
    expect(headers).toMatchObject({ 'cache-control': 'no-cache', 'content-type': 'text/html; charset=utf-8' });
    expect(headers['content-security-policy']).toContain("style-src 'self'");
  });

  it.each([
    ['/brand.css', 'text/css; charset=utf-8'],
    ['/brand/logo.svg', 'image/svg+xml; charset=utf-8'],
    ['/brand/logo-dark.svg', 'image/svg+xml; charset=utf-8'],
    ['/brand/favicon.svg', 'image/svg+xml; charset=utf-8'],
  ])('%s is served as %s, and as 304 to a request with its ETag', async (url, type) => {
    const first = await app.inject({ url });
    expect(first).toMatchObject({
      statusCode: 200,
      headers: { 'content-type': type, 'x-content-type-options': 'nosniff', 'cache-control': 'no-cache' },
    });
    const again = await app.inject({ url, headers: { 'if-none-match': `"other", W/${String(first.headers.etag)}` } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    expect((await app.inject({ url, headers: { 'if-none-match': '"other"' } })).statusCode).toBe(200);
  });

  it('a picture opened as a document is sandboxed and may load nothing', async () => {
    const { headers } = await app.inject({ url: '/brand/logo.svg' });
    expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'; sandbox");
  });

  it.each(['/brand/', '/brand/brand.json', '/brand/../brand.json', '/brand/%2e%2e/brand.json'])('%s does not exist', async (url) => {
    expect((await app.inject({ url })).statusCode).toBe(404);
  });

  it('its names are used in the configuration, unless a setting overrides them', async () => {
    expect((await app.inject({ url: '/config.json' })).json()).toMatchObject({
      productName: 'Meridian',
      bankName: 'Meridian Savings',
      bankLegalName: 'Meridian Savings AS (fictitious)',
      supportContact: 'support@meridian-savings.example',
    });
    const renamed = await open({ PORTICO_BRAND_DIR: MERIDIAN, PORTICO_BANK_NAME: 'Other <Bank>' });
    expect((await renamed.inject({ url: '/config.json' })).json()).toMatchObject({ bankName: 'Other <Bank>', bankLegalName: 'Other <Bank>' });
    expect((await renamed.inject({ url: '/bank/device' })).body).toContain('<title>Other &lt;Bank&gt;</title>');
    await renamed.close();
  });

  it.each([
    ['/nowhere', /PORTICO_BRAND_DIR: given ".*nowhere"; accepted: a folder with brand\.json/],
    ['relative/nowhere', /PORTICO_BRAND_DIR: given ".*relative\/nowhere"; accepted/],
  ])('the start with the folder %s fails and names the setting', (brandFolder, text) => {
    expect(() => loadConfig({ PORTICO_DATA_DIR: join(folder, 'data'), PORTICO_BRAND_DIR: brandFolder })).toThrow(text);
  });
});
