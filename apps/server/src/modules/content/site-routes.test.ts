import { join } from 'node:path';
import { type FastifyInstance, fastify } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registerSecurityHeaders } from '#platform/http/security-headers.ts';
import type { Content } from './content.ts';
import { createContent } from './create-content.ts';
import { registerSiteRoutes } from './site-routes.ts';

const publicUrl = 'https://portal.bank.example';
const names = { productName: 'Portico', bankName: 'A & B Bank', publicUrl, apiBase: `${publicUrl}/api`, supportContact: 'support@bank.example' };
const config = { ...names, bank: 'sandbox' as const };
const placeholders = { ...names, bankLegalName: 'A & B Bank AS', mtlsUrl: 'https://mtls.bank.example' };

let content: Content;
let today = '2028-02-29';
const servers: FastifyInstance[] = [];
beforeAll(async () => {
  const contentDir = join(import.meta.dirname, '../../../../../content');
  content = await createContent({ contentDir, placeholders, now: () => new Date('2026-12-01'), log: { info() {}, warn() {}, error() {} } });
});
afterAll(async () => {
  content.close();
  await Promise.all(servers.map((server) => server.close()));
});

async function read(path: string, supportContact = config.supportContact) {
  const app = fastify();
  servers.push(app);
  registerSecurityHeaders(app, { 'x-robots-tag': 'noindex, nofollow', 'cache-control': 'no-store' });
  registerSiteRoutes(app, { content, config: { ...config, supportContact }, today: () => today });
  return app.inject(path);
}
const text = async (path: string) => (await read(path)).body;

describe('the files for programs', () => {
  it.each([
    ['/llms.txt', 'text/plain; charset=utf-8'],
    ['/llms-full.txt', 'text/plain; charset=utf-8'],
    ['/robots.txt', 'text/plain; charset=utf-8'],
    ['/sitemap.xml', 'application/xml; charset=utf-8'],
    ['/.well-known/security.txt', 'text/plain; charset=utf-8'],
  ])('%s has its type, may be cached and indexed, and has no placeholder', async (path, type) => {
    const { statusCode, headers, body } = await read(path);
    expect([statusCode, headers['content-type'], headers['cache-control'], headers['x-robots-tag']]).toEqual([
      200,
      type,
      'public, max-age=3600',
      undefined,
    ]);
    expect(body).not.toMatch(/\{\{|undefined/);
    expect(body.endsWith('\n')).toBe(true);
  });

  it('llms.txt links each guide as Markdown in the order of the menu, and the document of the API', async () => {
    const body = await text('/llms.txt');
    expect(body.startsWith('# Portico for Developers\n\n> ')).toBe(true);
    const linked = [...body.matchAll(/\/dev-portal-pages\/([a-z-]+)\.md\)/g)].map(([, name]) => `/${name}`);
    expect(linked).toEqual(content.menu().guides?.flatMap(({ pages }) => pages));
    expect(body).toContain(`](${publicUrl}/api/specs/all?format=json)`);
  });

  it('llms-full.txt is every guide with its title', async () => {
    const titles = (await text('/llms-full.txt')).match(/^# .*$/gm)?.map((line) => line.slice(2));
    const expected = content.menu().guides?.flatMap(({ pages }) => pages.map((url) => content.page(url.slice(1))?.value.title));
    // Comments in samples of a shell begin with the same mark.
    expect(titles).toEqual(expect.arrayContaining(expected ?? []));
  });

  it('robots.txt lets programs read texts and documents, and no call of the API', async () => {
    expect((await text('/robots.txt')).split('\n')).toEqual([
      'User-agent: *',
      'Allow: /api/specs',
      'Disallow: /api/',
      'Disallow: /identity/',
      '',
      `Sitemap: ${publicUrl}/sitemap.xml`,
      '',
    ]);
  });

  it('the sitemap lists public texts of this site alone', async () => {
    const body = await text('/sitemap.xml');
    const addresses = [...body.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = '']) => address);
    expect(addresses.length).toBeGreaterThan(15);
    expect(
      addresses.filter((address) => !/^https:\/\/portal\.bank\.example\/(llms\.txt|content\/dev-portal-\w+\/[a-z-]+\.md)?$/.test(address)),
    ).toEqual([]);
  });

  it('security.txt names the contact, and expires in less than a year', async () => {
    for (today of ['2027-12-31', '2028-02-29']) {
      const body = await text('/.well-known/security.txt');
      expect(body).toContain('Contact: mailto:support@bank.example\n');
      expect(body).toContain(`Canonical: ${publicUrl}/.well-known/security.txt\n`);
      const expires = /^Expires: (.+)$/m.exec(body)?.[1] ?? '';
      const days = (Date.parse(expires) - Date.parse(today)) / 86_400_000;
      expect(days).toBeGreaterThan(140);
      expect(days).toBeLessThan(365);
    }
  });

  it.each([
    ['https://bank.example/help', 'https://bank.example/help'],
    ['mailto:security@bank.example', 'mailto:security@bank.example'],
    ['the help desk', publicUrl],
  ])('security.txt with the contact %j names %s', async (contact, uri) => {
    expect((await read('/.well-known/security.txt', contact)).body.split('\n')[0]).toBe(`Contact: ${uri}`);
  });
});
