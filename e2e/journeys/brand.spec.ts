/** Every journey visits the bank's own brand on a phone and ours on a desktop. Here: that the brand is really seen. */
import type { Locator, Page } from '@playwright/test';
import { expect, expectGoodPage, test } from '../support/fixtures.ts';
import { arriveAtSigningPage, signButton, startPayment } from '../support/journey.ts';

/** Another bank's pages never say our name. */
async function expectNoOtherName(page: Page, bankName: string): Promise<void> {
  if (!bankName.startsWith('Portico')) expect(await page.locator('body').innerText()).not.toContain('Portico');
}

/** Beside all that stands in the header of a phone no word of the bank's name breaks. */
async function expectOnOneLine(name: Locator): Promise<void> {
  const lines = await name.evaluate((element) => {
    const text = [...element.childNodes].filter((node) => node instanceof Text);
    return text.map((node) => {
      const range = document.createRange();
      range.selectNodeContents(node);
      return range.getClientRects().length;
    });
  });
  expect(lines).toEqual([1]);
}

const background = (page: Page) => signButton(page).evaluate((button) => getComputedStyle(button).backgroundColor);

for (const colorScheme of ['light', 'dark'] as const) {
  test(`pages show the names, colours and logo of the brand, ${colorScheme}`, async ({ page, portalUrl, shopUrl, brand }, { project }) => {
    const askedOfTheBrand = new Set<string>();
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/brand') && !pathname.endsWith('favicon.svg')) askedOfTheBrand.add(pathname);
    });
    await page.emulateMedia({ colorScheme });
    await page.goto(portalUrl);
    const logo = page.getByRole('banner').getByRole('link', { name: brand.productName });
    await expect(logo).toBeVisible();
    await expectOnOneLine(logo);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectNoOtherName(page, brand.bankName);

    await page.goto(shopUrl);
    await expectNoOtherName(page, brand.bankName);
    await startPayment(page, { shopUrl });
    await expect(page.getByRole('heading', { name: `Sign in to ${brand.bankName}` })).toBeVisible();
    await expectGoodPage(page);
    await expectNoOtherName(page, brand.bankName);
    await arriveAtSigningPage(page);
    await expectNoOtherName(page, brand.bankName);
    expect(await page.title()).toContain(brand.bankName);
    await expect(page.getByRole('banner')).toContainText(brand.bankName);
    await expect.poll(() => background(page)).toBe(brand.accent[colorScheme]);
    await expectGoodPage(page);

    // Without a brand the pages ask for nothing more than before. The tab's icon is the browser's own affair.
    const picture = colorScheme === 'dark' ? '/brand/logo-dark.svg' : '/brand/logo.svg';
    const expected = project.name === 'phone' ? ['/brand.css', picture] : [];
    expect([...askedOfTheBrand].sort()).toEqual(expected);
  });
}
