/** What a developer reads: the news with its pages and its feed, the palette, texts as Markdown. */
import type { Page } from '@playwright/test';
import { expect, expectGoodPage, test } from '../support/fixtures.ts';
import { findLayoutFaults } from '../support/layout.ts';

interface NewsItem {
  readonly title: string;
  readonly url: string;
}

test('the news link from the landing page to the list and to an item, and each page passes the page checks', async ({ page, portalUrl }) => {
  const news: readonly NewsItem[] = await (await page.request.get(`${portalUrl}/content/dev-portal-news`)).json();
  const [newest] = news;
  if (newest === undefined) throw new Error('there is no news');
  await page.goto(portalUrl);
  const teaser = page.getByRole('region', { name: 'What’s new' });
  await expect(teaser.getByRole('link')).toHaveText(news.slice(0, 3).map(({ title }) => title));
  await expectGoodPage(page);

  await page.getByRole('link', { name: 'All news' }).click();
  await expect(page).toHaveURL(`${portalUrl}/#/news`);
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText(news.map(({ title }) => title));
  expect(await page.locator('time').first().textContent()).toMatch(/^[A-Z][a-z]+ \d{1,2}, \d{4} at \d\d:\d\d \S+$/);
  await expectGoodPage(page);
  expect(await findLayoutFaults(page)).toEqual([]);

  await page.getByRole('main').getByRole('link', { name: newest.title }).click();
  await expect(page).toHaveURL(`${portalUrl}/#${newest.url}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(newest.title);
  await expect(page).toHaveTitle(/^.+ · /);
  await expect(page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link')).toHaveText(['Home', 'News']);
  await expectGoodPage(page);
  expect(await findLayoutFaults(page)).toEqual([]);

  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(newest.title);
  await page.goBack();
  await expect(page).toHaveURL(`${portalUrl}/#/news`);
  await page.goto(`${portalUrl}/#/news/there-is-none`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('News item not found');
  await expectGoodPage(page);
});

test('the feed named by the page is valid Atom with an address for every item', { tag: '@desktop' }, async ({ page, portalUrl }) => {
  await page.goto(`${portalUrl}/#/news`);
  await expect(page.getByRole('link', { name: 'Atom feed' })).toBeVisible();
  const named = await page
    .locator('head link[rel="alternate"][type="application/atom+xml"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(named).toHaveLength(1);
  const answer = await page.request.get(named[0] ?? '');
  // Parsed on a page without our content policy, which lets nobody make markup of text.
  const reader = await page.context().newPage();
  const feed = await reader.evaluate(
    (text) => {
      const xml = new DOMParser().parseFromString(text, 'application/xml');
      const textOf = (selector: string) => [...xml.querySelectorAll(selector)].map((element) => element.textContent ?? '');
      return {
        errors: xml.querySelectorAll('parsererror').length,
        ids: textOf('entry > id'),
        links: [...xml.querySelectorAll('entry > link')].map((link) => link.getAttribute('href') ?? ''),
        updated: textOf('feed > updated, entry > updated'),
      };
    },
    await answer.text(),
  );
  expect(feed.errors).toBe(0);
  expect(feed.ids).toEqual(feed.links);
  expect(feed.ids.length).toBeGreaterThan(3);
  for (const id of feed.ids) expect(id).toMatch(new RegExp(`^${portalUrl}/#/news/[a-z0-9-]+$`));
  for (const instant of feed.updated) expect(Number.isNaN(Date.parse(instant))).toBe(false);
  await page.goto(feed.links[0] ?? '');
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
});

test('the search finds a news item', { tag: '@phone' }, async ({ page, portalUrl }) => {
  await page.goto(`${portalUrl}/#/welcome`);
  await page.getByRole('button', { name: 'Search pages and operations' }).click();
  await page.getByRole('combobox', { name: 'Search the portal' }).fill('periodic payments bulk taking');
  await expect(page.getByRole('option').first()).toContainText('News of');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${portalUrl}/#/news/periodic-and-bulk-payments`);
});

test('a page is available as Markdown with the same title', { tag: '@desktop' }, async ({ page, portalUrl }) => {
  await page.goto(`${portalUrl}/#/api-payment-info`);
  const link = page.getByRole('link', { name: 'View as Markdown' });
  const heading = await page.getByRole('heading', { level: 1 }).textContent();
  const answer = await page.request.get((await link.getAttribute('href')) ?? '');
  expect(answer.headers()['content-type']).toBe('text/markdown; charset=utf-8');
  expect((await answer.text()).split('\n')[0]).toBe(`# ${heading}`);
  expect(await answer.text()).not.toContain('{{');
});

test('no word of code in a table breaks across lines', { tag: '@desktop' }, async ({ page, portalUrl }) => {
  const { main, hidden } = await (await page.request.get(`${portalUrl}/content/dev-portal-menu`)).json();
  for (const width of [769, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    for (const { title, pageUrl, component } of [...main, ...hidden]) {
      if (component !== 'ContentPage') continue;
      await page.goto(`${portalUrl}/#${pageUrl}`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
      await page.evaluate(async () => void (await document.fonts.ready));
      expect(await findLayoutFaults(page), `${pageUrl} at ${width}`).toEqual([]);
      expect(await findBrokenWords(page, 'td code'), `${pageUrl} at ${width}`).toEqual([]);
    }
  }
});

/** Words of letters, digits and low lines that go over two lines. */
function findBrokenWords(page: Page, selector: string): Promise<readonly string[]> {
  return page.locator(selector).evaluateAll((elements) => {
    const broken = new Set<string>();
    for (const element of elements) {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        for (const { 0: word, index } of (node.nodeValue ?? '').matchAll(/\w+/g)) {
          const range = document.createRange();
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          if (new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top))).size > 1) broken.add(word);
        }
      }
    }
    return Array.from(broken);
  });
}
