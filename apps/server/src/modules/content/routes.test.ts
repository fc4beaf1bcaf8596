import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FastifyInstance, fastify } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Content } from './content.ts';
import { createContent } from './create-content.ts';
import { registerContentRoutes } from './routes.ts';

const PUBLIC_URL = 'https://portal.bank.example';
const item = (title: string, date: string) => `---\ntitle: ${title}\ndate: ${date}\nsummary: About <it> & more.\ntags: payments\n---\n\nThe text.\n`;

let folder: string;
let content: Content;
let app: FastifyInstance;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portico-content-routes-'));
  await Promise.all(['pages', 'news'].map((part) => mkdir(join(folder, part))));
  const main = [
    { title: 'Welcome', pageUrl: '/welcome', component: 'ContentPage' },
    { title: 'News', pageUrl: '/news', component: 'NewsPage' },
  ];
  await write('menu.json', JSON.stringify({ main, hidden: [], user: [] }));
  await write('homepage.json', JSON.stringify({ title: 'Home', url: '/', field_paragraphs: [] }));
  await write('pages/welcome.md', '# Welcome\n\nSee [news](#/news).\n\n```sh id=call\ncurl\n```\n');
  await write('news/older.md', item('Older', '2026-10-01T09:00:00+03:00'));
  await write('news/newer.md', item('Newer', '2026-11-20T09:00:00+02:00'));
  content = await createContent({
    contentDir: folder,
    placeholders: { publicUrl: PUBLIC_URL },
    now: () => new Date('2026-12-01'),
    log: { info() {}, warn() {}, error() {} },
  });
  app = fastify();
  app.setErrorHandler((error, _request, reply) =>
    reply.code(error instanceof Error && 'status' in error ? 404 : 500).send({ errors: [], message: '' }),
  );
  registerContentRoutes(app, content, { productName: 'Portico', bankLegalName: 'Portico Bank AS', publicUrl: PUBLIC_URL });
});
afterAll(async () => {
  content.close();
  await app.close();
  await rm(folder, { recursive: true });
});

const write = (name: string, text: string) => writeFile(join(folder, name), text);

describe('content over HTTP', () => {
  it('has the places for the search, and of a changed page the new ones', async () => {
    const read = async () => (await app.inject('/content/dev-portal-search')).json();
    expect(await read()).toEqual([{ kind: 'page', url: '/welcome', title: 'Welcome', page: 'Welcome', text: 'See news.\ncurl' }]);
    const source = await readFile(join(folder, 'pages/welcome.md'), 'utf8');
    await write('pages/welcome.md', '# Welcome\n\n## Later\n');
    await expect.poll(async () => (await read())[1]).toMatchObject({ kind: 'section', url: '/welcome?section=later' });
    await write('pages/welcome.md', source);
    await expect.poll(read).toHaveLength(1);
  });
  it('is menu, landing page, pages and news, newest first', async () => {
    expect((await app.inject('/content/dev-portal-menu')).json().main).toHaveLength(2);
    expect((await app.inject('/content/homepage.json')).json()).toMatchObject({ url: '/', markdown: '/homepage.md' });
    expect((await app.inject('/content/dev-portal-pages/welcome')).json()).toMatchObject({ title: 'Welcome', url: '/welcome' });
    const news = (await app.inject('/content/dev-portal-news')).json();
    expect(news.map(({ url }: { url: string }) => url)).toEqual(['/news/newer', '/news/older']);
    expect((await app.inject('/content/dev-portal-news/older')).json()).toMatchObject({ title: 'Older', date: '2026-10-01T09:00:00+03:00' });
  });
  it.each(['/content/dev-portal-pages/welcome.md', '/content/dev-portal-news/newer.md', '/content/homepage.md'])('is Markdown at %s', async (url) => {
    const { statusCode, headers } = await app.inject(url);
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/markdown; charset=utf-8']);
  });
  it('is Markdown with absolute links, without what only tests read', async () => {
    expect((await app.inject('/content/dev-portal-pages/welcome.md')).body).toBe(
      `# Welcome\n\nSee [news](${PUBLIC_URL}/#/news).\n\n\`\`\`sh\ncurl\n\`\`\`\n`,
    );
  });
  // Review of 25 November 2026, O4.
  it.each([
    ['text/markdown', 'text/markdown; charset=utf-8'],
    ['text/html, text/markdown;q=0.9', 'text/markdown; charset=utf-8'],
    ['application/json;q=0.8, text/markdown;q=0.9', 'text/markdown; charset=utf-8'],
    ['text/markdown;q=0.8, application/json;q=0.9', 'application/json; charset=utf-8'],
    ['text/markdown;q=0.8, application/json', 'application/json; charset=utf-8'],
    ['TEXT/Markdown ; Q=1.0', 'text/markdown; charset=utf-8'],
    ['text/*;q=0.9, */*;q=0.1', 'text/markdown; charset=utf-8'],
    ['text/markdown;q=0', 'application/json; charset=utf-8'],
    ['text/markdownish', 'application/json; charset=utf-8'],
    ['*/*', 'application/json; charset=utf-8'],
  ])('answers who accepts %s with %s, on every page', async (accept, type) => {
    for (const url of ['/content/dev-portal-pages/welcome', '/content/dev-portal-news/older']) {
      const [full, head] = [await app.inject({ url, headers: { accept } }), await app.inject({ method: 'HEAD', url, headers: { accept } })];
      for (const { headers } of [full, head]) expect(headers, url).toMatchObject({ 'content-type': type, vary: 'Accept' });
    }
  });
  it('is a feed of the news', async () => {
    const { headers, body } = await app.inject('/content/dev-portal-news.atom');
    expect(headers['content-type']).toBe('application/atom+xml; charset=utf-8');
    expect(body).toContain(`<link rel="self" type="application/atom+xml" href="${PUBLIC_URL}/content/dev-portal-news.atom"/>`);
    expect(body.match(/<id>.*<\/id>/g)).toEqual([
      `<id>${PUBLIC_URL}/content/dev-portal-news.atom</id>`,
      `<id>${PUBLIC_URL}/#/news/newer</id>`,
      `<id>${PUBLIC_URL}/#/news/older</id>`,
    ]);
    expect(body).toContain('<summary>About &lt;it&gt; &amp; more.</summary>');
  });
  it('has nothing by path, and nothing that is not there', async () => {
    for (const part of ['dev-portal-pages', 'dev-portal-news']) {
      for (const name of [
        'later',
        '..%2Fmenu',
        'welcome.md.md',
        'WELCOME',
        '%00',
        'constructor',
        '__proto__',
        '.md',
        'welcome.html',
        'a'.repeat(65),
      ]) {
        expect((await app.inject(`/content/${part}/${name}`)).statusCode, name).toBe(404);
      }
    }
  });
});
