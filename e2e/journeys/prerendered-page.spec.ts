/** The landing page as the server draws it: seen without a script, seen before the scripts, gone on with by them, and seen nowhere else. */
import type { Page } from '@playwright/test';
import { expect, expectGoodPage, test } from '../support/fixtures.ts';
import { findLayoutFaults } from '../support/layout.ts';
import { serveInPieces } from '../support/page-in-pieces.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** Holds the file in which the page's own script stands back until the answered function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/shared-*.js', async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

test('the landing page can be read without JavaScript', async ({ browser, portalUrl }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(portalUrl);
  await expect(heading(page)).toHaveText(/accounts and payments/);
  await expect(page.getByRole('link', { name: 'Sign-in and tokens' }).first()).toBeVisible();
  await context.close();
});

test('the prerendered page has no layout faults, and the scripts keep its elements in place', async ({ page, portalUrl }) => {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if ('value' in entry && typeof entry.value === 'number') shifts.push(entry.value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const release = await holdScripts(page);
  await page.goto(portalUrl);
  await expect(heading(page)).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
  await expect(page.getByRole('link', { name: 'LOG IN' })).toHaveCount(0);
  expect(await findLayoutFaults(page)).toEqual([]);
  await page.evaluate(() => {
    Object.assign(window, { first: document.querySelector('h1') });
    Reflect.get(window, 'shifts').length = 0;
  });
  release();
  await expect(page.getByRole('link', { name: /log in/i }).first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'What’s new' })).toBeVisible();
  expect(await page.evaluate(() => Reflect.get(window, 'first') === document.querySelector('h1'))).toBe(true);
  // The account in the header has room on a phone; on a wide screen the search moves aside for it.
  const moved = await page.evaluate(() => Reflect.get(window, 'shifts').reduce((sum: number, shift: number) => sum + shift, 0));
  expect(moved).toBeLessThan(0.002);
  await expectGoodPage(page);
});

test('a button pressed before the scripts load takes effect when they have loaded', async ({ page, portalUrl }) => {
  const release = await holdScripts(page);
  await page.goto(portalUrl);
  await page.getByRole('button', { name: 'Search pages and operations' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  release();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('a menu opened before the scripts load stays open', async ({ page, portalUrl }) => {
  const release = await holdScripts(page);
  await page.goto(portalUrl);
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  const entry = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'API Explorer', exact: true });
  await expect(entry).toBeVisible();
  release();
  await expect(page.getByRole('link', { name: /log in/i }).first()).toBeVisible();
  await entry.click();
  await expect(heading(page)).toHaveText('API Explorer');
  await expect(entry).toBeHidden();
});

for (const address of ['/', '/#/welcome'])
  test(`the scripts wait until a slow page is complete: ${address}`, { tag: '@desktop' }, async ({ page, portalUrl }) => {
    for (const end of ['<link data-for', '<main']) {
      const slow = await serveInPieces(portalUrl, end);
      // The second time the scripts are in the cache, and there before the rest of the page.
      for (const _visit of [1, 2]) {
        await page.goto('about:blank');
        await page.goto(`${slow.url}${address}`);
        await expect(page.getByRole('link', { name: /log in/i }).first()).toBeVisible();
        await expect(heading(page)).toHaveText(address === '/' ? /accounts and payments/ : /Welcome/);
      }
      await page.goto('about:blank');
      await slow.stop();
    }
  });

test('a link followed before the scripts load opens its page', async ({ page, portalUrl }) => {
  const release = await holdScripts(page);
  await page.goto(portalUrl);
  await page.getByRole('link', { name: 'Read How to APIs' }).click();
  release();
  await expect(heading(page)).toHaveText('How to APIs');
});

for (const address of ['/#/welcome', '/#/api-explorer', '/#/maintenance', '/#/?m=signingPayment'])
  test(`the prerendered landing page is never visible at ${address}`, { tag: '@desktop' }, async ({ page, portalUrl, watch }) => {
    // A signing page without a signing.
    watch.expectConsole(/status of 4/);
    const release = await holdScripts(page);
    await page.goto(`${portalUrl}${address}`, { waitUntil: 'commit' });
    await page.waitForLoadState('domcontentloaded');
    await expect(page.getByText('accounts and payments, open to your product')).toBeHidden();
    expect(await page.evaluate(() => document.querySelector('h1')?.checkVisibility() ?? false)).toBe(false);
    release();
    await expect(page.locator('#root')).not.toBeEmpty();
    await expect(page.getByText('accounts and payments, open to your product')).toHaveCount(0);
  });
