import recordedNews from '@portico/contract/recorded/content-news';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { createFakeServer, refuse, replay } from '../../shared/api/fake-server.ts';
import { recordedConfig } from '../../shared/api/recorded-config.ts';
import { openPart } from '../../shared/portal/testing/open-part.tsx';
import { NewsItemPage } from './news-item-page.tsx';
import { NewsPage } from './news-page.tsx';
import { NewsTeaser } from './news-teaser.tsx';

const CALL = 'GET /content/dev-portal-news';
const NEWS = recordedNews.body;
const [NEWEST] = NEWS;
const config = { ...recordedConfig, contentBase: '/content' };

afterEach(cleanup);

function open(at: string, answer: object = replay(recordedNews)) {
  const server = createFakeServer({ [CALL]: answer });
  const page = { url: '/news', title: 'News', config };
  const [, , name] = at.split('/');
  openPart(at === '/' ? <NewsTeaser url="/news" /> : name === undefined ? <NewsPage {...page} /> : <NewsItemPage {...page} below={[name]} />, {
    server,
    at,
  });
  return server;
}

describe('the news', () => {
  it('are listed newest first, with date and time zone, and link to their pages', async () => {
    open('/news');
    const links = within(await screen.findByRole('list')).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual(NEWS.map(({ url }) => `#${url}`));
    for (const { textContent } of document.querySelectorAll('time')) expect(textContent).toMatch(/^[A-Z][a-z]+ \d{1,2}, 2026 at \d\d:\d\d \S+/);
  });
  it('name their Atom feed once in the page’s head and on the page', async () => {
    open('/news');
    await screen.findByRole('list');
    const feeds = [...document.head.querySelectorAll('link[rel="alternate"]')].map((link) => link.getAttribute('href'));
    expect(feeds).toEqual(['/content/dev-portal-news.atom']);
    expect(screen.getByRole('link', { name: 'Atom feed' }).getAttribute('href')).toBe('/content/dev-portal-news.atom');
  });
  it('say that there are none when the list is empty', async () => {
    open('/news', []);
    expect(await screen.findByText(/^There is no news yet/)).toBeTruthy();
    expect(screen.queryByRole('list')).toBeNull();
  });
  it('show the error, and load on Try again', async () => {
    const server = open('/news', () => refuse(503, 'UNAVAILABLE', 'The content service is not available.'));
    expect((await screen.findByRole('alert')).textContent).toContain('The content service is not available.');
    server.on(CALL, replay(recordedNews));
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: NEWEST?.title ?? '' })).toBeTruthy();
  });
  it.each([
    ['no list', { items: [] }],
    ['an address elsewhere', [{ ...NEWEST, url: 'https://evil.example' }]],
    ['an address of another page', [{ ...NEWEST, url: '/tokens' }]],
    ['a date that is none', [{ ...NEWEST, date: 'soon' }]],
    ['Markdown elsewhere', [{ ...NEWEST, markdown: '//evil.example/x.md' }]],
    ['a paragraph that is none', [{ ...NEWEST, field_paragraphs: [{ type: 'script', text: '1' }] }]],
    ['tags that are no words', [{ ...NEWEST, tags: [1] }]],
  ])('are refused with %s', async (_what, answer) => {
    open('/news', answer);
    expect((await screen.findByRole('alert')).textContent).toContain('unexpected answer');
  });
});

describe('a news item', () => {
  it('has a page that links to its text as Markdown', async () => {
    open(NEWEST?.url ?? '');
    expect((await screen.findByRole('heading', { level: 1, name: NEWEST?.title ?? '' })).textContent).toBe(NEWEST?.title);
    expect(screen.getByRole('link', { name: 'View as Markdown' }).getAttribute('href')).toBe(`/content${NEWEST?.markdown}`);
    expect(screen.getByRole('link', { name: 'All news' }).getAttribute('href')).toBe('#/news');
  });
  it('that does not exist says so and links to all news', async () => {
    open('/news/gone');
    expect(await screen.findByRole('heading', { name: 'News item not found' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'See all news' }).getAttribute('href')).toBe('#/news');
  });
});

describe('the teaser', () => {
  it('shows the three newest items', async () => {
    open('/');
    const list = within(await screen.findByRole('list'));
    expect(list.getAllByRole('link').map((link) => link.textContent)).toEqual(NEWS.slice(0, 3).map(({ title }) => title));
  });
  it.each([
    ['there is no news', []],
    ['the content service is down', () => refuse(503, 'UNAVAILABLE', 'down')],
  ])('shows nothing when %s', async (_what, answer) => {
    const server = open('/', answer);
    await expect.poll(() => server.count(CALL)).toBe(1);
    expect(screen.queryByRole('heading')).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
