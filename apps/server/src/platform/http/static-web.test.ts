import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Config } from '../config.ts';
import { createHttpServer } from './create-http-server.ts';
import { createShutdown } from './graceful-stop.ts';
import { registerStaticWeb } from './static-web.ts';

const config: Config = {
  mode: 'development',
  bank: 'sandbox',
  host: 'localhost',
  port: 3000,
  publicUrl: 'http://localhost:3000',
  apiBase: 'http://localhost:3000/api',
  contentBase: 'http://localhost:3000/content',
  sandboxBase: 'http://localhost:3000/api',
  identityBase: 'http://localhost:3000/identity',
  allowedOrigins: [],
  databaseUrl: undefined,
  dataDir: '/nowhere',
  productName: 'Portico',
  bankName: 'Portico Bank',
  bankLegalName: 'Portico Bank AS',
  supportContact: 'support@portico-bank.example',
  mailFrom: 'no-reply@portico-bank.example',
  deviceAnswerSeconds: 3,
  logLevel: 'silent',
  keys: { audit: Buffer.alloc(32), secrets: Buffer.alloc(32), cookies: ['c'], jwks: { keys: [] } },
};

const FONT = '@font-face{font-family:Portico Text;src:url(/assets/portico-text-latin-abc123.woff2)format("woff2")}';

let folder: string;
let app: FastifyInstance;

async function openServer(from: string): Promise<FastifyInstance> {
  const server = await createHttpServer({ config, log: pino({ level: 'silent' }), shutdown: createShutdown() });
  server.get('/bank/sign-in/:id/details', async () => ({ api: true }));
  await registerStaticWeb(server, { config, folder: from, hashRoutes: ['/', '/welcome', '/maintenance'] });
  return server;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portico-web-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), '<!doctype html><head><title>portal</title></head>');
  await writeFile(join(folder, 'bank.html'), '<!doctype html><title>bank</title>');
  await writeFile(join(folder, 'assets', 'main-abc123.js'), 'plain');
  await writeFile(join(folder, 'assets', 'main-abc123.js.br'), 'brotli');
  await writeFile(join(folder, 'assets', 'main-abc123.js.gz'), 'gzip');
  await writeFile(join(folder, 'assets', 'console-abc123.js'), 'plain');
  await writeFile(join(folder, 'icon.svg'), '<svg/>');
  await writeFile(join(folder, 'assets', 'shared-abc123.css'), `a{}${FONT}@font-face{font-family:Elsewhere;src:url(https://fonts.example/x)}`);
  await writeFile(join(folder, 'assets', 'removed-abc123.js'), 'plain');
  app = await openServer(folder);
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

describe('the built pages', () => {
  it.each(['GET', 'HEAD'] as const)('a file that was removed since the start is not there: %s', async (method) => {
    await rm(join(folder, 'assets', 'removed-abc123.js'), { force: true });
    const { statusCode, headers } = await app.inject({ method, url: '/assets/removed-abc123.js' });
    expect([statusCode, headers['cache-control']]).toEqual([404, 'no-store']);
  });

  it('lets no cache keep an error in place of a file', async () => {
    const asked: readonly [status: number, headers: Readonly<Record<string, string>>][] = [
      [416, { range: 'bytes=999999-' }],
      [416, { range: 'bytes=-0' }],
      [412, { 'if-match': '"x"' }],
      [412, { 'if-unmodified-since': 'Mon, 01 Jan 1990 00:00:00 GMT' }],
      [406, { 'accept-encoding': 'identity;q=0, *;q=0' }],
    ];
    for (const [status, headers] of asked) {
      const response = await app.inject({ url: '/assets/main-abc123.js', headers });
      expect([response.statusCode, response.headers['cache-control']]).toEqual([status, 'no-store']);
      expect(response.headers).not.toHaveProperty('etag');
      expect(response.json()).toMatchObject({ errors: [{ code: 'FORMAT_ERROR' }] });
    }
  });

  it.each([
    ['/', 'portal'],
    ['/?m=authCode&code=x', 'portal'],
    ['/bank/sign-in/abc', 'bank'],
    ['/bank/device', 'bank'],
  ])('%s is the %s page, not cached without revalidation, under the strict policy', async (url, title) => {
    const response = await app.inject({ url });
    expect(response.statusCode).toBe(200);
    expect(response.body).toContain(`<title>${title}</title>`);
    expect(response.headers).toMatchObject({ 'cache-control': 'no-cache', 'content-type': expect.stringContaining('text/html') });
    expect(response.headers['content-security-policy']).toContain("require-trusted-types-for 'script'");
    expect(response.headers['x-request-id']).toBeDefined();
  });

  describe('with a first script', () => {
    const SCRIPT = "document.title = 'a</b>';";
    let withScript: string;
    let server: FastifyInstance;
    beforeAll(async () => {
      withScript = await mkdtemp(join(tmpdir(), 'portico-script-'));
      await mkdir(join(withScript, '.server'));
      const html = `<!doctype html><head><title>t</title><script>${SCRIPT}</script></head><body><div id="root"></div></body>`;
      for (const name of ['index.html', 'landing.html']) await writeFile(join(withScript, name), html);
      await writeFile(join(withScript, 'bank.html'), '<!doctype html><title>bank</title>');
      await writeFile(join(withScript, '.server', 'first-sight.js'), 'export const drawFirstSight = async () => "<p></p><script>drawn()</script>";');
      await writeFile(join(withScript, '.server', 'package.json'), '{"type":"module"}');
      server = await createHttpServer({ config, log: pino({ level: 'silent' }), shutdown: createShutdown() });
      await registerStaticWeb(server, {
        config,
        folder: withScript,
        hashRoutes: [],
        firstContent: async () => ({ '/menu': { title: '<script>written()</script>' } }),
      });
    });
    afterAll(async () => {
      await server.close();
      await rm(withScript, { recursive: true });
    });
    const policyOf = async (url: string) => String((await server.inject({ url })).headers['content-security-policy']);
    const digest = createHash('sha256').update(SCRIPT).digest('base64');

    it.each(['/', '/?m=authCode&code=x'])('%s allows only that script, by its digest', async (url) => {
      expect((await server.inject({ url })).body).toContain(`<script>${SCRIPT}</script>`);
      expect(/script-src [^;]*/.exec(await policyOf(url))?.[0]).toBe(`script-src 'self' 'sha256-${digest}'`);
      expect(await policyOf(url)).toContain("require-trusted-types-for 'script'");
    });
    it('the data comes before the script', async () => {
      const { body } = await server.inject({ url: '/' });
      for (const id of ['runtime-config', 'first-content']) expect(body.indexOf(`id="${id}"`)).toBeLessThan(body.indexOf('<script>'));
      expect(body.indexOf('id="runtime-config"')).toBeGreaterThan(0);
    });
    it.each(['/bank/sign-in/abc', '/config.json', '/nowhere'])('no inline script is allowed on %s', async (url) => {
      expect(/script-src [^;]*/.exec(await policyOf(url))?.[0]).toBe("script-src 'self'");
    });
  });

  describe('with the content that the portal shows first', () => {
    const withContent = async (content: { now: Record<string, object> }) => {
      const server = await createHttpServer({ config, log: pino({ level: 'silent' }), shutdown: createShutdown() });
      await registerStaticWeb(server, { config, folder, hashRoutes: [], firstContent: async () => content.now });
      return server;
    };
    const written = (body: string) => JSON.parse(/id="first-content">([^<]*)<\/script>/.exec(body)?.[1] ?? 'null');

    it('carry it as data that cannot end its element', async () => {
      const server = await withContent({ now: { '/menu': { title: '</script><script>alert(1)</script>' } } });
      const { body } = await server.inject({ url: '/' });
      expect(written(body)).toEqual({ '/menu': { title: '</script><script>alert(1)</script>' } });
      expect(body).not.toContain('<script>alert');
      await server.close();
    });

    it('carry changed content under another ETag', async () => {
      const content = { now: { '/menu': { title: 'Before' } } };
      const server = await withContent(content);
      const before = await server.inject({ url: '/' });
      const same = await server.inject({ url: '/', headers: { 'if-none-match': String(before.headers.etag) } });
      content.now = { '/menu': { title: 'After' } };
      const after = await server.inject({ url: '/', headers: { 'if-none-match': String(before.headers.etag) } });
      expect([same.statusCode, after.statusCode, written(after.body)]).toEqual([304, 200, { '/menu': { title: 'After' } }]);
      await server.close();
    });

    it('do not carry it on pages for customers or on pages of the bank', async () => {
      const server = await withContent({ now: { '/menu': { title: 'Menu' } } });
      for (const url of ['/?m=signingPayment&entry=abc', '/?m=authCode&code=x', '/bank/sign-in/abc'])
        expect((await server.inject({ url })).body).not.toContain('first-content');
      await server.close();
    });
  });

  describe('with a landing page that is drawn here', () => {
    const MODULE = `export async function drawFirstSight({ bankName }, { '/menu': { title } }) {
      if (title === 'unfit') return undefined;
      if (title === 'broken') throw new Error('This cannot be drawn.');
      return '<h1>' + bankName + ': ' + title + ' $& $1</h1>';
    }`;
    let drawing: string;
    const content: { now: Record<string, object> | undefined } = { now: undefined };
    let server: FastifyInstance;
    beforeAll(async () => {
      drawing = await mkdtemp(join(tmpdir(), 'portico-landing-'));
      await mkdir(join(drawing, '.server'));
      const html = (title: string) => `<!doctype html><head><title>${title}</title></head><body><div id="root"></div></body>`;
      await writeFile(join(drawing, 'index.html'), html('empty'));
      await writeFile(join(drawing, 'bank.html'), html('bank'));
      await writeFile(join(drawing, 'landing.html'), html('drawn'));
      await writeFile(join(drawing, '.server', 'first-sight.js'), MODULE);
      await writeFile(join(drawing, '.server', 'package.json'), '{"type":"module"}');
      server = await createHttpServer({ config, log: pino({ level: 'silent' }), shutdown: createShutdown() });
      await registerStaticWeb(server, { config, folder: drawing, hashRoutes: [], firstContent: async () => content.now });
    });
    afterAll(async () => {
      await server.close();
      await rm(drawing, { recursive: true });
    });
    const bodyAt = async (title: string | undefined, url = '/') => {
      content.now = title === undefined ? undefined : { '/menu': { title } };
      return (await server.inject({ url })).body;
    };

    it('the address / returns it with the content from which it was drawn, and drawn again after a change', async () => {
      for (const title of ['Before', 'After']) {
        const body = await bodyAt(title);
        expect(body).toContain(`<div id="root"><h1>Portico Bank: ${title} $& $1</h1></div>`);
        expect(body).toContain('<title>drawn</title>');
        expect(body).toContain(`{"/menu":{"title":"${title}"}}`);
      }
    });
    it.each(['/?m=signingPayment&entry=abc', '/?m=authCode&code=x', '/?x=1'])('%s returns the empty page', async (url) => {
      const body = await bodyAt('Menu', url);
      expect([body.includes('<div id="root"></div>'), body.includes('first-content')]).toEqual([true, false]);
    });
    it.each(['unfit', 'broken'])('%s content is left to the browser', async (title) => {
      const body = await bodyAt(title);
      expect([body.includes('<title>empty</title>'), body.includes('<div id="root"></div>'), body.includes('first-content')]).toEqual([
        true,
        true,
        true,
      ]);
    });
    it('it is not drawn without content, and drawn again with content', async () => {
      const body = await bodyAt(undefined);
      expect([body.includes('<title>empty</title>'), body.includes('first-content')]).toEqual([true, false]);
      expect(await bodyAt('Again')).toContain('Portico Bank: Again');
    });
    it.each(['/landing.html', '/.server/first-sight.js', '/.server/package.json'])('%s serves nothing', async (url) => {
      expect((await server.inject({ url })).statusCode).toBe(404);
    });
  });

  it('API paths below a sign-in page are not served as pages', async () => {
    expect((await app.inject({ url: '/bank/sign-in/abc/details' })).json()).toEqual({ api: true });
  });

  it.each([
    ['br, gzip', 'brotli', 'br'],
    ['gzip', 'gzip', 'gzip'],
    ['', 'plain', undefined],
  ])('an asset for Accept-Encoding %j is sent as the build compressed it, and is immutable', async (accepted, body, encoding) => {
    const response = await app.inject({ url: '/assets/main-abc123.js', headers: { 'accept-encoding': accepted } });
    expect(response.body).toBe(body);
    expect(response.headers['content-encoding']).toBe(encoding);
    expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(response.headers['content-type']).toContain('javascript');
    expect(response.headers['x-content-type-options']).toBe('nosniff');
  });

  it('a file outside /assets is served with Cache-Control no-cache', async () => {
    expect((await app.inject({ url: '/icon.svg' })).headers['cache-control']).toBe('no-cache');
  });

  it.each([
    ['/bank/receipts/', '/bank/receipts'],
    ['/bank/receipts/?search=a/', '/bank/receipts?search=a/'],
    ['/bank/permissions/cns_1/', '/bank/permissions/cns_1'],
    ['/bank/sign-in/abc/', '/bank/sign-in/abc'],
    ['/bank/device/', '/bank/device'],
    ['/welcome/?m=login', '/#/welcome?m=login'],
  ])('%s, with a slash at the end, redirects to %s', async (url, page) => {
    const { statusCode, headers } = await app.inject({ url });
    expect([statusCode, headers.location]).toEqual([302, page]);
  });

  it.each(['/bank/receipts//', '//bank/receipts/', '//evil.example/', '/bank/nowhere/', '/nowhere/'])(
    '%s is no page and no redirect',
    async (url) => {
      expect((await app.inject({ url })).statusCode).toBeGreaterThanOrEqual(400);
    },
  );

  it.each([
    ['/bank/permissions', 'noindex, nofollow'],
    ['/bank/sign-in/int_1', 'noindex, nofollow'],
    ['/bank/sign-in/int_1/details', 'noindex, nofollow'],
    ['/?m=signingPayment&entry=e', 'noindex, nofollow'],
    ['/nowhere', 'noindex, nofollow'],
    ['/', undefined],
  ])('%s tells search engines %s', async (url, robots) => {
    expect((await app.inject({ url })).headers['x-robots-tag']).toBe(robots);
  });

  it.each(['/welcome', '/maintenance'])('%s redirects to the hash route with its query', async (route) => {
    const response = await app.inject({ url: `${route}?lang=et&x=%2F` });
    expect(response.statusCode).toBe(302);
    expect(response.headers.location).toBe(`/#${route}?lang=et&x=%2F`);
  });

  describe('with plain pages', () => {
    let server: FastifyInstance;
    beforeAll(async () => {
      server = await createHttpServer({ config, log: pino({ level: 'silent' }), shutdown: createShutdown() });
      const find = (path: string) => (path === '/welcome' ? '<!doctype html><title>Welcome</title><p>Read me.</p>' : undefined);
      const plainPages = { find, list: () => [{ title: 'Welcome', path: '/welcome' }] };
      await registerStaticWeb(server, { config, folder, hashRoutes: ['/welcome', '/logout'], plainPages });
    });
    afterAll(() => server.close());

    it.each(['/welcome', '/welcome/?lang=et'])('%s can be read without scripts, and a script leads to the hash route', async (url) => {
      const { statusCode, body, headers } = await server.inject({ url });
      expect(statusCode).toBe(200);
      expect(body).toContain('Read me.');
      const [, script = ''] = /<script>(.*)<\/script>/.exec(body) ?? [];
      expect(headers['content-security-policy']).toContain(`'sha256-${createHash('sha256').update(script).digest('base64')}'`);
      const [pathname = '', search = ''] = url.split(/(?=\?)/);
      const led: string[] = [];
      new Function('location', script)({ pathname, search, replace: (address: string) => led.push(address) });
      expect(led).toEqual([`/#/welcome${search}`]);
    });
    it('other routes redirect to the hash route', async () => {
      expect(await server.inject({ url: '/logout' })).toMatchObject({ statusCode: 302, headers: { location: '/#/logout' } });
    });
  });

  it('an unknown path returns a page to a browser and JSON to a program', async () => {
    const page = await app.inject({ url: '/nowhere', headers: { accept: 'text/html,application/xhtml+xml' } });
    expect(page.statusCode).toBe(404);
    expect(page.body).toContain('Page not found');
    expect(page.body).toContain('<dt>Support</dt><dd>support@portico-bank.example</dd>');
    expect(page.headers['content-type']).toContain('text/html');
    expect((await app.inject({ url: '/nowhere' })).json()).toMatchObject({ errors: [{ code: 'NOT_FOUND' }] });
    expect((await app.inject({ url: '/api/ui/nowhere', headers: { accept: 'text/html' } })).json()).toMatchObject({ message: 'Page not found' });
  });

  it.each([
    '/assets/../../etc/passwd',
    '/assets/..%2f..%2fpackage.json',
    '/assets/%2e%2e/index.html.br',
    '/assets/%252e%252e/x',
    '/assets/..%5c..%5cx',
    '/index.html.br',
    '/assets/main-abc123.js.br',
    '/assets/console-abc123.js',
    '/console.html',
    '/assets/',
    '/assets/%00',
    '/.git/config',
  ])('%s serves nothing', async (url) => {
    expect([400, 404]).toContain((await app.inject({ url })).statusCode);
  });

  it('use the style sheet /pages.css where the server renders them', async () => {
    const { statusCode, headers } = await app.inject({ url: '/pages.css' });
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/css; charset=utf-8']);
    expect((await app.inject({ url: '/nowhere', headers: { accept: 'text/html' } })).body).toContain('<link rel="stylesheet" href="/pages.css">');
  });

  it('have the fonts of the portal where the server renders them, and none of another origin', async () => {
    const { body } = await app.inject({ url: '/pages.css' });
    expect(body.startsWith(FONT)).toBe(true);
    expect(body).toMatch(/'Portico Text',\s+system-ui/);
    expect(body).not.toContain('Elsewhere');
  });

  it('get the bases and names from /config.json', async () => {
    expect((await app.inject({ url: '/config.json' })).json()).toMatchObject({
      productName: 'Portico',
      apiBase: 'http://localhost:3000/api',
      hasSandboxBank: true,
      hasMailbox: true,
      timeZones: { ee: 'Europe/Tallinn', lv: 'Europe/Riga', lt: 'Europe/Vilnius' },
    });
  });

  it('contain the same configuration as data that no name can end', async () => {
    const named = { ...config, bankName: '</script><script>alert(1)</script>' };
    const server = await createHttpServer({ config: named, log: pino({ level: 'silent' }), shutdown: createShutdown() });
    await registerStaticWeb(server, { config: named, folder, hashRoutes: [] });
    const [, data = ''] =
      /<script type="application\/json" id="runtime-config">(.*?)<\/script><\/head>/.exec((await server.inject({ url: '/' })).body) ?? [];
    expect(JSON.parse(data)).toEqual((await server.inject({ url: '/config.json' })).json());
    expect(data).not.toContain('<');
    await server.close();
  });

  it('are compressed for clients that accept it, and return 304 to their ETag', async () => {
    const plain = await app.inject({ url: '/' });
    const compressed = await app.inject({ url: '/', headers: { 'accept-encoding': 'gzip, br' } });
    expect([plain.headers['content-encoding'], compressed.headers['content-encoding']]).toEqual([undefined, 'br']);
    expect(brotliDecompressSync(compressed.rawPayload).toString()).toBe(plain.body);
    expect(compressed.headers.etag).not.toBe(plain.headers.etag);
    expect(compressed.headers.vary).toBe('Origin, Accept-Encoding');
    const etag = String(compressed.headers.etag);
    const known = (encodings: string) => app.inject({ url: '/', headers: { 'accept-encoding': encodings, 'if-none-match': etag } });
    expect([(await known('br')).statusCode, (await known('')).statusCode]).toEqual([304, 200]);
  });

  it('return 503 with the build command when they were never built', async () => {
    const unbuilt = await openServer(join(folder, 'missing'));
    const response = await unbuilt.inject({ url: '/' });
    expect(response.statusCode).toBe(503);
    expect(response.json().message).toContain('npm run build');
    await unbuilt.close();
  });
});
