/** What stands around every page of the portal, and the routes that lead to it: each item of the specification by its name. */
import type { Page } from '@playwright/test';
import { becomeDeveloper, dialog, userMenuButton } from '../support/developer.ts';
import { expect, expectGoodPage, test } from '../support/fixtures.ts';
import { findLayoutFaults } from '../support/layout.ts';

interface Entry {
  readonly title: string;
  readonly pageUrl: string;
  readonly component: string;
}
type Menu = Readonly<Record<'main' | 'hidden' | 'user', readonly Entry[]>>;

const readMenu = async (page: Page, portalUrl: string): Promise<Menu> => (await page.request.get(`${portalUrl}/content/dev-portal-menu`)).json();
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const breadcrumbs = (page: Page) => page.getByRole('navigation', { name: 'Breadcrumbs' });
const menuButton = (page: Page) => page.getByRole('button', { name: 'Menu', exact: true });
const footer = (page: Page) => page.getByRole('contentinfo');

async function open(page: Page, address: string): Promise<void> {
  await page.goto('about:blank');
  await page.goto(address);
  await expect(heading(page)).toBeVisible();
}

test.describe('top-level routes', () => {
  test('unknown paths in the hash lead to /; an unknown path of the server returns a 404 page with the way back', {
    tag: '@phone',
  }, async ({ page, portalUrl, watch }) => {
    watch.expectConsole(/status of 404/);
    for (const path of ['/no-such-page', '/welcome/deeper', '/tokens/x', '/..%2f', '//evil.example', '/%E0%A4%A']) {
      await page.goto('about:blank');
      await page.goto(`${portalUrl}/#${path}`);
      await expect(page, path).toHaveURL(`${portalUrl}/#/`);
      await expect(heading(page)).toBeVisible();
    }
    const answer = await page.goto(`${portalUrl}/no-such-page`);
    expect(answer?.status()).toBe(404);
    await expect(page.getByText('Request id')).toBeVisible();
    await expect(page.getByText('Support', { exact: true })).toBeVisible();
    await expectGoodPage(page);
    await page.getByRole('link', { name: 'Go to the start page' }).click();
    await expect(page).toHaveURL(`${portalUrl}/`);
  });

  test('/logout ends the session and leads to /, signed in or not', { tag: '@desktop' }, async ({ page, portalUrl }) => {
    await becomeDeveloper(page, portalUrl);
    await open(page, `${portalUrl}/#/tokens`);
    await expect(userMenuButton(page)).toBeVisible();
    await page.goto(`${portalUrl}/#/logout`);
    await expect(page).toHaveURL(`${portalUrl}/#/`);
    await expect(page.getByRole('link', { name: 'LOG IN', exact: true }).locator('visible=true')).toBeVisible();
    await page.goto(`${portalUrl}/logout`);
    await expect(page).toHaveURL(`${portalUrl}/#/`);
    await expect(page.getByRole('link', { name: 'LOG IN', exact: true }).locator('visible=true')).toBeVisible();
    await page.goto(`${portalUrl}/#/tokens`);
    await expect(page).toHaveURL(/#\/\?m=login$/);
  });

  test('entries of the user menu redirect a signed-out visitor to /?m=login', { tag: '@phone' }, async ({ page, portalUrl }) => {
    const { user } = await readMenu(page, portalUrl);
    expect(user.map(({ pageUrl }) => pageUrl)).toEqual(expect.arrayContaining(['/tokens', '/tpp']));
    for (const { pageUrl } of user) {
      await page.goto('about:blank');
      await page.goto(`${portalUrl}/#${pageUrl}`);
      await expect(page).toHaveURL(`${portalUrl}/#/?m=login`);
      await expect(dialog(page)).toBeVisible();
    }
  });
});

test.describe('each page of the menu', () => {
  test('has its title, breadcrumbs from Home and the footer, in light and in dark', async ({ page, portalUrl, brand, isMobile }) => {
    const { main, hidden } = await readMenu(page, portalUrl);
    if (isMobile) await open(page, `${portalUrl}/#/cookie-policy`);
    for (const { title, pageUrl } of [...main, ...hidden]) {
      await page.emulateMedia({ colorScheme: 'light' });
      // On a wide screen each page is the first of its visit; on a phone it follows the one before.
      await (isMobile ? page.goto(`${portalUrl}/#${pageUrl}`) : open(page, `${portalUrl}/#${pageUrl}`));
      await expect(page).toHaveURL(`${portalUrl}/#${pageUrl}`);
      if (pageUrl === '/') {
        await expect(page).toHaveTitle(brand.productName);
        await expect(breadcrumbs(page)).toHaveCount(0);
      } else {
        await expect(page).toHaveTitle(new RegExp(` · ${brand.productName}$`));
        await expect(breadcrumbs(page).getByRole('listitem').first()).toHaveText('Home');
        await expect(breadcrumbs(page).getByRole('listitem').last()).toHaveText(title);
      }
      await expect(heading(page)).toBeVisible();
      await expect(footer(page).getByText('Support:')).toBeVisible();
      await page.emulateMedia({ colorScheme: 'dark' });
      await expectGoodPage(page);
    }
  });

  test('is linked from the burger menu or from the footer', async ({ page, portalUrl }) => {
    const { main, hidden } = await readMenu(page, portalUrl);
    await open(page, portalUrl);
    await menuButton(page).click();
    const panel = page.getByRole('navigation', { name: 'Main menu' });
    await expect.poll(() => panel.getByRole('link').allInnerTexts()).toEqual(main.map(({ title }) => title));
    await expectGoodPage(page);
    await panel.getByRole('link', { name: 'API Explorer', exact: true }).click();
    await expect(page).toHaveURL(`${portalUrl}/#/api-explorer`);
    await expect(panel).toBeHidden();
    const pages = hidden.filter(({ component }) => component === 'ContentPage');
    for (const { title, pageUrl } of pages) await expect(footer(page).getByRole('link', { name: title })).toHaveAttribute('href', `#${pageUrl}`);
    await breadcrumbs(page).getByRole('link', { name: 'Home' }).click();
    await expect(page).toHaveURL(`${portalUrl}/#/`);
  });

  test('gives the focus to its heading, and is reached again by Back', { tag: '@desktop' }, async ({ page, portalUrl }) => {
    await open(page, `${portalUrl}/#/welcome`);
    await footer(page).getByRole('link', { name: 'Cookie policy' }).click();
    await expect(page).toHaveURL(`${portalUrl}/#/cookie-policy`);
    await expect(heading(page)).toBeFocused();
    await page.goBack();
    await expect(page).toHaveURL(`${portalUrl}/#/welcome`);
    await expect(page).toHaveTitle(/^Welcome/);
  });
});

test.describe('signed out', () => {
  // In a wide header the avatar is part of LOG IN.
  test('the avatar opens the login, and LOG IN and SIGN UP stay visible and open their modals', async ({ page, portalUrl }) => {
    await open(page, `${portalUrl}/#/api-error-handling`);
    await page.getByRole('banner').getByRole('link', { name: 'Log in' }).locator('visible=true').first().click();
    await expect(page).toHaveURL(`${portalUrl}/#/api-error-handling?m=login`);
    await expect(dialog(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight / 2));
    for (const [name, modal] of [
      ['LOG IN', 'login'],
      ['SIGN UP', 'register'],
    ] as const) {
      const way = page.getByRole('link', { name, exact: true }).locator('visible=true');
      await expect(way).toBeInViewport({ ratio: 1 });
      await way.click();
      await expect(page).toHaveURL(new RegExp(`\\?m=${modal}$`));
      await expect(dialog(page)).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(dialog(page)).toHaveCount(0);
    }
  });

  for (const width of [768, 769, 1024]) {
    test(`at ${width} pixels nothing overflows, and LOG IN and SIGN UP are shown once`, { tag: '@desktop' }, async ({ page, portalUrl }) => {
      await page.setViewportSize({ width, height: 900 });
      for (const path of ['/', '/how-to-api', '/api-explorer', '/api-status']) {
        await open(page, `${portalUrl}/#${path}`);
        await expect(page.getByRole('link', { name: 'LOG IN', exact: true }).locator('visible=true')).toHaveCount(1);
        await expect(page.getByRole('link', { name: 'SIGN UP', exact: true }).locator('visible=true')).toHaveCount(1);
        await expect(menuButton(page)).toBeVisible();
        await expectGoodPage(page);
        expect(await findLayoutFaults(page)).toEqual([]);
        // One line, of two at most.
        expect((await page.getByRole('banner').boundingBox())?.height).toBeLessThanOrEqual(66);
      }
      // A bar at the thumb up to 768, in the header from 769.
      const box = await page.getByRole('link', { name: 'LOG IN', exact: true }).locator('visible=true').boundingBox();
      expect(box === null ? undefined : box.y > 450).toBe(width === 768);
    });
  }
});

test.describe('signed in', () => {
  test('the avatar shows the first two characters of the user name and opens the user menu', async ({ page, portalUrl }) => {
    const { email } = await becomeDeveloper(page, portalUrl);
    const { user } = await readMenu(page, portalUrl);
    await open(page, `${portalUrl}/#/welcome`);
    await expect(page.getByRole('link', { name: 'LOG IN', exact: true })).toHaveCount(0);
    const avatar = userMenuButton(page);
    await expect(avatar).toHaveText(email.slice(0, 2));
    await avatar.click();
    const panel = page.getByRole('navigation', { name: 'User menu' });
    await expect(panel.getByText('Developer', { exact: true })).toBeVisible();
    await expect(panel.getByText(email)).toBeVisible();
    expect(await panel.getByRole('link').allInnerTexts()).toEqual([
      ...user.map(({ title }) => title),
      'Certificates',
      'Request log',
      'Notifications',
      'Sessions',
      'Security',
      'LOGOUT',
      'Delete profile',
    ]);
    await expectGoodPage(page);
    await panel.getByRole('link', { name: 'Delete profile' }).click();
    await expect(page).toHaveURL(`${portalUrl}/#/welcome?m=confirmDelete`);
    await expect(dialog(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await avatar.click();
    await panel.getByRole('link', { name: 'LOGOUT' }).click();
    await expect(page).toHaveURL(`${portalUrl}/#/`);
    await expect(avatar).toHaveCount(0);
  });

  test('each page of the user menu passes the page checks, with its title and breadcrumbs', async ({ page, portalUrl, brand }) => {
    await becomeDeveloper(page, portalUrl);
    for (const { title, pageUrl } of (await readMenu(page, portalUrl)).user) {
      await open(page, `${portalUrl}/#${pageUrl}`);
      await expect(page).toHaveTitle(new RegExp(` · ${brand.productName}$`));
      await expect(breadcrumbs(page).getByRole('listitem')).toHaveText(['Home', title]);
      await expectGoodPage(page);
    }
  });
});

test('the skip link is the first tab stop and moves the focus past the header', { tag: '@desktop' }, async ({ page, portalUrl }) => {
  await open(page, `${portalUrl}/#/welcome`);
  await page.keyboard.press('Tab');
  const skip = page.getByRole('button', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.locator('main')).toBeFocused();
});

test('a printed page shows title, logo and support contact, and no controls', { tag: '@desktop' }, async ({ page, portalUrl }) => {
  await open(page, `${portalUrl}/#/how-to-api`);
  await page.emulateMedia({ media: 'print' });
  await expect(heading(page)).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link').first()).toBeVisible();
  for (const name of ['LOG IN', 'SIGN UP']) await expect(page.getByRole('link', { name, exact: true }).locator('visible=true')).toHaveCount(0);
  await expect(menuButton(page)).toBeHidden();
  await expect(breadcrumbs(page)).toBeHidden();
  await expect(footer(page).getByText('Support:')).toBeVisible();
});

test('when the menu cannot be loaded the footer and Try again remain, and Try again loads the page', { tag: '@phone' }, async ({
  page,
  portalUrl,
  watch,
}) => {
  watch.expectConsole(/status of 500|answer: 500/);
  await page.route('**/content/dev-portal-menu', (route) => route.fulfill({ status: 500, body: '{}' }));
  // Behind an address with a query the page comes without its content.
  await open(page, `${portalUrl}/?lang=en#/welcome`);
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expect(footer(page).getByText('Support:')).toBeVisible();
  const [title, failure] = [await heading(page).boundingBox(), await page.getByRole('alert').boundingBox()];
  expect((failure?.y ?? 0) - ((title?.y ?? 0) + (title?.height ?? 0)), 'room below the title').toBeGreaterThanOrEqual(12);
  await expectGoodPage(page);
  await page.unroute('**/content/dev-portal-menu');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page).toHaveTitle(/^Welcome/);
});
