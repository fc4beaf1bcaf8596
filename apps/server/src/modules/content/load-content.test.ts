import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fastify } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ContentError } from './content.ts';
import { createContent } from './create-content.ts';
import { loadContent } from './load-content.ts';
import { registerContentRoutes } from './routes.ts';

const OWN_FOLDER = join(import.meta.dirname, '../../../../../content');
const NAMES = { productName: 'Portico', bankName: 'Portico Bank', bankLegalName: 'Portico Bank AS', publicUrl: 'http://localhost:3000' };
const PLACEHOLDERS = { ...NAMES, apiBase: 'http://localhost:3000/api', supportContact: 'support@portico.example' };
const HOMEPAGE = { title: 'Home', url: '/', field_paragraphs: [{ type: 'text', content: [{ text: 'Hello from {{bankName}}', href: '#/welcome' }] }] };
const MENU = {
  main: [
    { title: 'Welcome', pageUrl: '/welcome', component: 'ContentPage' },
    { title: 'Later', pageUrl: '/later', component: 'ContentPage' },
  ],
  hidden: [{ title: 'Home', pageUrl: '/', component: 'LandingPage' }],
  user: [],
};

const QUIET = { info() {}, warn() {}, error() {} };

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portico-content-'));
  await mkdir(join(folder, 'pages'));
  await write('menu.json', JSON.stringify(MENU));
  await write('homepage.json', JSON.stringify(HOMEPAGE));
  await write('pages/welcome.md', '# Welcome\n\nTo {{productName}}.\n');
});

afterEach(() => rm(folder, { recursive: true }));

describe('loading content', () => {
  it('loads the content of this repository, every link of which leads somewhere', async () => {
    const { menu, pages, homepage } = await loadContent(OWN_FOLDER, PLACEHOLDERS);
    expect(menu.main.map(({ pageUrl }) => pageUrl)).toEqual(['/welcome', '/how-to-api', '/api-explorer']);
    expect([...pages.keys()]).toContain('how-to-api');
    expect(JSON.stringify([homepage, ...pages.values()])).not.toContain('{{');
  });
  it('fills placeholders', async () => {
    const { pages } = await loadContent(folder, PLACEHOLDERS);
    expect(pages.get('welcome')?.field_paragraphs).toEqual([{ type: 'text', content: [{ text: 'To Portico.' }] }]);
  });
  it('leaves out menu entries whose page does not exist', async () => {
    expect((await loadContent(folder, PLACEHOLDERS)).menu.main).toEqual([MENU.main[0]]);
  });
  it('refuses an unknown placeholder and names the known ones', async () => {
    await write('pages/welcome.md', '# Welcome\n\n{{secret}}\n');
    await expect(loadContent(folder, PLACEHOLDERS)).rejects.toThrow(/unknown placeholder \{\{secret\}\}; known are productName/);
  });
  it('refuses a link to a page that is not there', async () => {
    await write('pages/welcome.md', '# Welcome\n\n[later](#/later)\n');
    await expect(loadContent(folder, PLACEHOLDERS)).rejects.toThrow(/page \/welcome: the link #\/later leads to no page/);
  });
  it('refuses a file name that is not a key', async () => {
    await write('pages/Über uns.md', '# X\n');
    await expect(loadContent(folder, PLACEHOLDERS)).rejects.toThrow(/a page is named/);
  });
  it('refuses a menu that is not the contract’s', async () => {
    await write('menu.json', JSON.stringify({ ...MENU, main: [{ title: 'X', pageUrl: 'x', component: 'ContentPage' }] }));
    await expect(loadContent(folder, PLACEHOLDERS)).rejects.toThrow(/menu\.json: \/main\/0\/pageUrl/);
  });
  it('refuses broken JSON by file', async () => {
    await write('homepage.json', '{');
    await expect(loadContent(folder, PLACEHOLDERS)).rejects.toThrow(/homepage\.json: not valid JSON/);
  });
});

describe('starting with content', () => {
  const create = (options: Partial<Parameters<typeof createContent>[0]>) =>
    createContent({ contentDir: folder, placeholders: PLACEHOLDERS, isWatched: true, log: QUIET, ...options });

  it('is refused by file when it cannot be served', async () => {
    await rm(join(folder, 'menu.json'));
    const refused = create({});
    await expect(refused).rejects.toThrow(ContentError);
    await expect(refused).rejects.toThrow(/The content cannot be served: .*menu\.json/);
  });

  it('needs no watcher: a system that grants none is warned about', async () => {
    const warned: unknown[] = [];
    const content = await create({
      log: { ...QUIET, warn: (...said: unknown[]) => void warned.push(said.at(-1)) },
      watch: () => {
        throw Object.assign(new Error('ENOSPC: System limit for number of file watchers reached'), { code: 'ENOSPC' });
      },
    });
    expect(content.page('welcome')?.title).toBe('Welcome');
    expect(warned).toEqual(['Changes of the content are not noticed; start again to see them.']);
    content.close();
  });
});

describe('content over HTTP', () => {
  it('serves menu, landing page and pages, and nothing by path', async () => {
    const app = await serve(false);
    expect((await app.inject('/content/dev-portal-menu')).json()).toMatchObject({ main: [MENU.main[0]] });
    expect((await app.inject('/content/homepage.json')).json()).toMatchObject({ url: '/' });
    expect((await app.inject('/content/dev-portal-pages/welcome')).json()).toMatchObject({ title: 'Welcome' });
    for (const name of ['later', '..%2Fmenu', 'welcome.md', 'WELCOME', '%00', 'constructor']) {
      expect((await app.inject(`/content/dev-portal-pages/${name}`)).statusCode).toBe(404);
    }
    await app.close();
  });
  it('shows a changed page in development and keeps the last good one when the change is broken', async () => {
    const app = await serve(true);
    const title = async () => (await app.inject('/content/dev-portal-pages/welcome')).json().title;
    await write('pages/welcome.md', '# Hello\n');
    await expect.poll(title).toBe('Hello');
    await write('pages/welcome.md', 'no title\n');
    await write('pages/other.md', '# Other\n');
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await title()).toBe('Hello');
    await app.close();
  });
});

async function serve(isWatched: boolean) {
  const content = await createContent({ contentDir: folder, placeholders: PLACEHOLDERS, isWatched, log: QUIET });
  const app = fastify();
  app.setErrorHandler((error, _request, reply) =>
    reply.code(error instanceof Error && 'status' in error ? 404 : 500).send({ errors: [], message: '' }),
  );
  registerContentRoutes(app, content);
  app.addHook('onClose', async () => content.close());
  return app;
}

function write(name: string, text: string): Promise<void> {
  return writeFile(join(folder, name), text);
}
