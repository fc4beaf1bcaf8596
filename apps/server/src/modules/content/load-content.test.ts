import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { linkProblems } from './check-links.ts';
import { ContentError } from './content.ts';
import { type ContentDeps, createContent } from './create-content.ts';
import { loadContent } from './load-content.ts';
import type { ContentEdition } from './select-edition.ts';

const NAMES = { productName: 'Portico', bankName: 'Portico Bank', bankLegalName: 'Portico Bank AS', publicUrl: 'http://localhost:3000' };
const PLACEHOLDERS = { ...NAMES, apiBase: 'http://localhost:3000/api', mtlsUrl: 'https://localhost:3443', supportContact: 'support@portico.example' };
const HOMEPAGE = { title: 'Home', url: '/', field_paragraphs: [{ type: 'text', content: [{ text: 'Hello from {{bankName}}', href: '#/welcome' }] }] };
const MENU = {
  main: [
    { title: 'Welcome', pageUrl: '/welcome', component: 'ContentPage' },
    { title: 'Later', pageUrl: '/later', component: 'ContentPage' },
    { title: 'News', pageUrl: '/news', component: 'NewsPage' },
    { title: 'API Explorer', pageUrl: '/api-explorer', component: 'ApiExplorerPage' },
    { title: 'API Status', pageUrl: '/api-status', component: 'ApiStatusPage' },
  ],
  hidden: [{ title: 'Home', pageUrl: '/', component: 'LandingPage' }],
  user: [],
};

const ITEM = `---
title: Bulk payments at {{bankName}}
date: 2026-11-20T09:00:00+02:00
summary: Many payments, one signature.
tags: payments, sandbox
---

Read [Welcome](#/welcome).
`;

const NOW = new Date('2026-11-29T12:00:00Z');
const QUIET = { info() {}, warn() {}, error() {} };

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portico-content-'));
  await mkdir(join(folder, 'pages'));
  await mkdir(join(folder, 'news'));
  await write('menu.json', JSON.stringify(MENU));
  await write('homepage.json', JSON.stringify(HOMEPAGE));
  await write('pages/welcome.md', '# Welcome\n\nTo {{productName}}.\n');
});

afterEach(() => rm(folder, { recursive: true }));

async function load() {
  const { content, problems } = await loadContent(folder, { placeholders: PLACEHOLDERS });
  if (content === undefined) throw new Error(problems.join('\n'));
  return { ...content, problems };
}
const loadEdition = async (edition: ContentEdition) => {
  const { content, problems: found } = await loadContent(folder, { placeholders: PLACEHOLDERS, edition });
  return { pages: content?.pages, news: content?.news, menu: content?.menu, homepage: content?.homepage, problems: found };
};
const problems = async () => (await loadContent(folder, { placeholders: PLACEHOLDERS })).problems.map((problem) => problem.replace(`${folder}/`, ''));

describe('loading content', () => {
  it('keeps the guides that are pages of the menu, and no empty group', async () => {
    const guides = [
      { title: 'Start', pages: ['/welcome', '/later', '/news', '/unknown'] },
      { title: 'Empty', pages: ['/later'] },
    ];
    await write('menu.json', JSON.stringify({ ...MENU, guides }));
    expect((await load()).menu.guides).toEqual([{ title: 'Start', pages: ['/welcome'] }]);
    await write('menu.json', JSON.stringify(MENU));
    expect((await load()).menu).not.toHaveProperty('guides');
  });
  it('accepts a link to an error code that a page has, and refuses another', async () => {
    await write('pages/welcome.md', '# Welcome\n\n| Code |\n| --- |\n| `A_B` |\n\n[a](#/welcome?section=A_B) [b](#/welcome?section=A_C)\n');
    expect(await problems()).toEqual(['pages/welcome.md:7: the link #/welcome?section=A_C: the page /welcome has no section A_C']);
  });
  it('fills placeholders, in pages and in their Markdown', async () => {
    const page = (await load()).pages.get('welcome');
    expect(page?.value.field_paragraphs).toEqual([{ type: 'text', content: [{ text: 'To Portico.' }] }]);
    expect(page?.markdown).toBe('# Welcome\n\nTo Portico.\n');
  });
  it('leaves out menu entries whose page does not exist', async () => {
    expect((await load()).menu.main.map(({ pageUrl }) => pageUrl)).toEqual(['/welcome', '/news', '/api-explorer', '/api-status']);
  });
  it('reads news, newest first across time zones', async () => {
    await write('news/bulk-payments.md', ITEM);
    await write('news/later.md', ITEM.replace('2026-11-20T09:00:00+02:00', '2026-11-20T07:30:00Z'));
    const { news } = await load();
    expect(news.map(({ value }) => value.url)).toEqual(['/news/later', '/news/bulk-payments']);
    expect(news[1]?.value).toMatchObject({
      title: 'Bulk payments at Portico Bank',
      tags: ['payments', 'sandbox'],
      date: '2026-11-20T09:00:00+02:00',
    });
  });
  it('requires no news', async () => {
    await rm(join(folder, 'news'), { recursive: true });
    expect(await problems()).toEqual([]);
    expect((await load()).news).toEqual([]);
  });
  it('writes the landing page as Markdown too, with addresses that work anywhere', async () => {
    expect((await load()).homepage.markdown).toBe('# Home\n\n[Hello from Portico Bank](http://localhost:3000/#/welcome)\n');
  });
  it('keeps only HTML of the allow-list', async () => {
    await write('homepage.json', JSON.stringify({ ...HOMEPAGE, field_paragraphs: [{ type: 'html', body: '<p onclick=x>a<script>1</script>' }] }));
    expect((await load()).homepage.value.field_paragraphs).toEqual([{ type: 'html', body: '<p>a</p>' }]);
  });
});

describe('an edition of the content', () => {
  const PAGE = `# {{#sandbox}}Try{{/sandbox}}{{#production}}Go live{{/production}}

{{#sandbox}}
Test customers.

{{/sandbox}}
| What |
| --- |
| always |
{{#sandbox}}
| test clock |
{{/sandbox}}
{{#production}}| your own |{{/production}}
| last |
`;
  it.each<[ContentEdition, string]>([
    ['sandbox', '# Try\n\nTest customers.\n\n| What |\n| --- |\n| always |\n| test clock |\n| last |\n'],
    ['production', '# Go live\n\n| What |\n| --- |\n| always |\n| your own |\n| last |\n'],
  ])('has the sections of %s in pages, and removes lines of which nothing is left', async (edition, markdown) => {
    await write('pages/welcome.md', PAGE);
    const { pages, problems: none } = await loadEdition(edition);
    expect([pages?.get('welcome')?.markdown, none]).toEqual([markdown, []]);
  });
  it('leaves out a page and a news item that belong to the other one as a whole, and finds links to them', async () => {
    await write('pages/later.md', '{{#sandbox}}\n# Later\n{{/sandbox}}\n');
    await write('news/x.md', `{{#sandbox}}\n${ITEM}{{/sandbox}}\n`);
    await write('pages/welcome.md', '# Welcome\n\n{{#sandbox}}\nA test.\n{{/sandbox}}\n\n[a](#/later) [b](#/news/x)\n');
    expect((await loadEdition('sandbox')).problems).toEqual([]);
    const { pages, news, menu, problems: found } = await loadEdition('production');
    expect([[...(pages?.keys() ?? [])], news, menu?.main.map(({ pageUrl }) => pageUrl)]).toEqual([
      ['welcome'],
      [],
      ['/welcome', '/news', '/api-explorer', '/api-status'],
    ]);
    expect(found.map((problem) => problem.slice(folder.length + 1))).toEqual([
      'pages/welcome.md:7: the link #/later: leads to no page of the menu',
      'pages/welcome.md:7: the link #/news/x: there is no news item x',
    ]);
  });
  it('names the line of the file for a fault behind a section that is left out', async () => {
    await write('news/x.md', `{{#production}}\n${ITEM.replace('2026-11-20', 'soon')}{{/production}}\n`);
    await write('pages/welcome.md', '# Welcome\n\n{{#sandbox}}\nA test.\n{{/sandbox}}\n\n{{unknown}}\n');
    const { problems: found } = await loadEdition('production');
    expect(found.slice(0, 2)).toEqual([
      expect.stringMatching(/welcome\.md:7: unknown placeholder/),
      expect.stringMatching(/x\.md:4: a date is an instant/),
    ]);
  });
  it('has its entries of menu and landing page, without the member that names the edition', async () => {
    const clock = { title: 'Welcome', pageUrl: '/welcome', component: 'ContentPage', edition: 'sandbox' };
    const live = { ...clock, title: '{{#production}}Go {{/production}}Live', edition: 'production' };
    await write('menu.json', JSON.stringify({ ...MENU, user: [clock, live] }));
    const item = { label: 'A', href: '#/welcome', text: 'Text' };
    const links = { type: 'links', title: 'L', items: [{ ...item, edition: 'production' }, item] };
    await write('homepage.json', JSON.stringify({ ...HOMEPAGE, field_paragraphs: [{ ...links, edition: 'sandbox' }, links] }));
    const { menu, homepage, problems: none } = await loadEdition('production');
    expect(menu?.user).toEqual([{ title: 'Go Live', pageUrl: '/welcome', component: 'ContentPage' }]);
    expect([homepage?.value.field_paragraphs, none]).toEqual([[{ type: 'links', title: 'L', items: [item, item] }], []]);
  });
});

describe('content is refused with file and line for', () => {
  it.each<[what: string, file: string, text: string, problem: RegExp]>([
    [
      'an unknown placeholder',
      'pages/welcome.md',
      '# Welcome\n\n{{secret}}\n',
      /^pages\/welcome\.md:3: unknown placeholder \{\{secret\}\}; known are productName/,
    ],
    ['Markdown that is not known', 'pages/welcome.md', '# Welcome\n\n> x\n', /^pages\/welcome\.md:3: this Markdown is not known/],
    [
      'a link to a page that is not there',
      'pages/welcome.md',
      '# W\n\nx\n\n[later](#/later)\n',
      /^pages\/welcome\.md:5: the link #\/later: leads to no page/,
    ],
    [
      'a link to a section that is not there',
      'pages/welcome.md',
      '# W\n\n## A\n\n[x](#/welcome?section=b)\n',
      /^pages\/welcome\.md:5: .* no section b$/,
    ],
    ['a link to a news item that is not there', 'pages/welcome.md', '# W\n\n[x](#/news/gone)\n', /^pages\/welcome\.md:3: .* no news item gone$/],
    ['a link to half an operation', 'pages/welcome.md', '# W\n\n[x](#/api-explorer/payments)\n', /^pages\/welcome\.md:3: .* no operation payments$/],
    ['a link to no page of the status', 'pages/welcome.md', '# W\n\n[x](#/api-status/mails)\n', /^pages\/welcome\.md:3: .* no page mails$/],
    ['a dead link of a news item', 'news/x.md', ITEM.replace('#/welcome', '#/gone'), /^news\/x\.md:8: the link #\/gone: leads to no page/],
    [
      'a link of the landing page that could run',
      'homepage.json',
      JSON.stringify(HOMEPAGE).replace('#/welcome', 'javascript:1'),
      /^homepage\.json:1: the link javascript:1: a link begins with/,
    ],
    ['a file name that is not a key', 'pages/Über uns.md', '# X\n', /^pages\/Über uns\.md: a page is named/],
    ['a page without end', 'pages/welcome.md', `# W\n\n${'x'.repeat(1024 * 1024)}`, /^pages\/welcome\.md: a page has 1048576 characters at most/],
    [
      'a menu that is not the contract’s',
      'menu.json',
      JSON.stringify({ ...MENU, main: [{ title: 'X', pageUrl: 'x', component: 'ContentPage' }] }),
      /^menu\.json: \/main\/0\/pageUrl/,
    ],
    [
      'a section without its end',
      'pages/welcome.md',
      '# W\n\n{{#sandbox}}\nx\n',
      /^pages\/welcome\.md:3: the section {{#sandbox}} has no {{\/sandbox}}$/,
    ],
    [
      'an end without its section',
      'pages/welcome.md',
      '# W\n\nx{{/sandbox}}\n',
      /^pages\/welcome\.md:3: {{\/sandbox}} ends a section that is not open$/,
    ],
    [
      'a section inside another one',
      'pages/welcome.md',
      '# W\n\n{{#production}}\n{{#sandbox}}\n',
      /^pages\/welcome\.md:4: the section {{#sandbox}} begins inside {{#production}} of line 3: sections are not nested$/,
    ],
    [
      'a section that another one ends',
      'pages/welcome.md',
      '# W\n\n{{#sandbox}}x{{/production}}\n',
      /^pages\/welcome\.md:3: {{\/production}} ends a section that is not open$/,
    ],
    [
      'an unknown section',
      'news/x.md',
      `${ITEM}{{#test}}\n`,
      /^news\/x\.md:9: unknown section {{#test}}; known are {{#sandbox}} and {{#production}}$/,
    ],
    ['a section of what is not so', 'pages/welcome.md', '# W\n\n{{^sandbox}}x{{/sandbox}}\n', /^pages\/welcome\.md:3: unknown section {{\^sandbox}}/],
    ['a section of JSON without its end', 'menu.json', '\n"{{#sandbox}}"\n', /^menu\.json:2: the section {{#sandbox}} has no/],
    [
      'an unknown edition of a menu entry',
      'menu.json',
      JSON.stringify({ ...MENU, user: [{ title: 'X', pageUrl: '/x', component: 'TokensPage', edition: 'test' }] }),
      /^menu\.json: "edition" is "sandbox" or "production", not "test"$/,
    ],
    ['broken JSON', 'homepage.json', '{', /^homepage\.json: not valid JSON/],
    ['news without front matter', 'news/x.md', '# X\n', /^news\/x\.md:1: it begins with --- and the lines title, date, summary, tags/],
    ['front matter without its end', 'news/x.md', '---\ntitle: X\n', /^news\/x\.md:1: the front matter has no second ---/],
    ['an unknown name in it', 'news/x.md', ITEM.replace('tags:', 'author:'), /^news\/x\.md:5: the front matter knows "title: …"/],
    ['a name given twice', 'news/x.md', ITEM.replace('tags: payments, sandbox', 'title: Y'), /^news\/x\.md:5: title is given twice/],
    ['news without a summary', 'news/x.md', ITEM.replace(/summary.*\n/, ''), /^news\/x\.md:1: the front matter has no summary/],
    ['a date without its offset', 'news/x.md', ITEM.replace('+02:00', ''), /^news\/x\.md:3: a date is an instant with its offset/],
    ['a day that is none', 'news/x.md', ITEM.replace('11-20', '13-40'), /^news\/x\.md:3: a date is an instant/],
    ['a tag with a blank', 'news/x.md', ITEM.replace('payments, sandbox', 'open banking'), /^news\/x\.md:5: tags are small letters/],
    ['a title without end', 'news/x.md', ITEM.replace('Bulk payments', 'x'.repeat(121)), /^news\/x\.md: \/title/],
    ['HTML in news', 'news/x.md', `${ITEM}\n<b>x</b>\n`, /^news\/x\.md:10: this Markdown is not known/],
  ])('%s', async (_what, file, text, problem) => {
    await write(file, text);
    expect((await problems())[0]).toMatch(problem);
  });
  it('an operation that the API does not have, where that is known', async () => {
    await write('pages/welcome.md', '# W\n\n[x](#/api-explorer/payments/pay)\n');
    const { problems: none, ...content } = await load();
    const page = content.pages.get('welcome');
    expect(none).toEqual([]);
    expect(page && linkProblems(page, content, () => false)).toEqual([
      expect.stringMatching(/welcome\.md:3: .* there is no operation payments\/pay$/),
    ]);
  });
});

describe('content that changes', () => {
  const create = (options: Partial<ContentDeps> = {}) =>
    createContent({ contentDir: folder, placeholders: PLACEHOLDERS, log: QUIET, now: () => NOW, ...options });

  it('fails at the start with the name of a missing file', async () => {
    await rm(join(folder, 'menu.json'));
    const refused = create();
    await expect(refused).rejects.toThrow(ContentError);
    await expect(refused).rejects.toThrow(/The content cannot be served: .*menu\.json/);
  });
  // Review of 25 November 2026, B7: a dead link was a log line in a running server, and stopped its next start.
  describe('and is not good at the start', () => {
    const logged: string[] = [];
    const log = { ...QUIET, error: (detail: object) => void logged.push(JSON.stringify(detail)) };
    beforeEach(() => void logged.splice(0));

    it.each([
      ['a news item with a dead link is served', 'news/x.md', ITEM.replace('#/welcome', '#/gone'), ['/news/x']],
      ['a news item that cannot be read is left out', 'news/x.md', ITEM.replace('date:', 'day:'), []],
      ['a page with a dead link is served', 'pages/welcome.md', '# Welcome\n\n[x](#/gone)\n', []],
      ['a landing page with a dead link is served', 'homepage.json', JSON.stringify(HOMEPAGE).replace('#/welcome', '#/gone'), []],
    ])('%s, and its fault is logged', async (_what, file, text, news) => {
      await write(file, text);
      const content = await create({ log });
      expect(content.news().map(({ value }) => value.url)).toEqual(news);
      expect(content.page('welcome')?.value.title).toBe('Welcome');
      expect(content.homepage().value.title).toBe('Home');
      expect(logged).toEqual([expect.stringContaining(file)]);
      content.close();
    });

    it.each(['menu.json', 'homepage.json'])('the delivered %s replaces a broken one, and its fault is logged', async (file) => {
      const deliveredDir = await mkdtemp(join(tmpdir(), 'portico-delivered-'));
      await cp(folder, deliveredDir, { recursive: true });
      await writeFile(join(deliveredDir, 'pages/other.md'), '# Other\n');
      await write(file, '{');
      const content = await create({ log, deliveredDir });
      expect(content.homepage().value.title).toBe('Home');
      expect(content.menu().main).toHaveLength(4);
      // Only menu and landing page: a bank would not show texts of the product as its own.
      expect(content.page('other')).toBeUndefined();
      expect(logged).toEqual([expect.stringContaining(join(folder, file))]);
      content.close();
      await rm(deliveredDir, { recursive: true });
    });
  });

  it('publishes a news item at its date', async () => {
    let now = new Date('2026-11-20T06:59:59Z');
    await write('news/bulk-payments.md', ITEM);
    const content = await create({ now: () => now });
    expect([content.news(), content.newsItem('bulk-payments')]).toEqual([[], undefined]);
    now = new Date('2026-11-20T07:00:00Z');
    expect(content.news()).toHaveLength(1);
    expect(content.newsItem('bulk-payments')?.value.title).toBe('Bulk payments at Portico Bank');
    content.close();
  });

  it('requires no file watcher, and a warning is logged without one', async () => {
    const warned: unknown[] = [];
    const content = await create({
      log: { ...QUIET, warn: (...said: unknown[]) => void warned.push(said.at(-1)) },
      watch: () => {
        throw Object.assign(new Error('ENOSPC: System limit for number of file watchers reached'), { code: 'ENOSPC' });
      },
    });
    expect(content.page('welcome')?.value.title).toBe('Welcome');
    expect(warned).toEqual(['Changes of the content are not noticed; start again to see them.']);
    content.close();
  });
  it('is served immediately; for a broken file the last valid version is served and the file is logged', async () => {
    await write('news/bulk-payments.md', ITEM);
    const logged: unknown[] = [];
    const content = await create({ log: { ...QUIET, error: (detail: unknown) => void logged.push(detail) } });
    const title = () => content.page('welcome')?.value.title;
    await write('pages/welcome.md', '# Hello\n');
    await expect.poll(title).toBe('Hello');
    await write('pages/welcome.md', 'no title\n');
    await write('news/bulk-payments.md', ITEM.replace('date:', 'day:'));
    await write('pages/other.md', '# Other\n');
    await expect.poll(() => content.page('other')?.value.title).toBe('Other');
    expect(title()).toBe('Hello');
    expect(content.news().map(({ value }) => value.url)).toEqual(['/news/bulk-payments']);
    expect(JSON.stringify(logged)).toMatch(/pages\/welcome\.md:1: a page begins with/);
    expect(JSON.stringify(logged)).toMatch(/news\/bulk-payments\.md:3: the front matter knows/);
    await rm(join(folder, 'news/bulk-payments.md'));
    await expect.poll(() => content.news()).toEqual([]);
    content.close();
  });
  it('keeps the last valid menu and landing page', async () => {
    const content = await create();
    await write('menu.json', '{');
    await write('homepage.json', '[]');
    await write('pages/other.md', '# Other\n');
    await expect.poll(() => content.page('other')?.value.title).toBe('Other');
    expect(content.menu().main).toHaveLength(4);
    expect(content.homepage().value.title).toBe('Home');
    content.close();
  });
});

function write(name: string, text: string): Promise<void> {
  return writeFile(join(folder, name), text);
}
