/** Every journey visits the bank's own brand on a phone and ours on a desktop. Here: that the brand is really seen. */
import type { Page } from '@playwright/test';
import { expect, expectGoodPage, test } from '../support/fixtures.ts';
import { arriveAtSigningPage, signButton, startPayment } from '../support/journey.ts';

const background = (page: Page) => signButton(page).evaluate((button) => getComputedStyle(button).backgroundColor);

for (const colorScheme of ['light', 'dark'] as const) {
  test(`names, colours and logo are the brand's, ${colorScheme}`, async ({ page, portalUrl, shopUrl, brand }, { project }) => {
    await page.emulateMedia({ colorScheme });
    await page.goto(portalUrl);
    await expect(page.getByRole('banner').getByRole('link', { name: brand.productName })).toBeVisible();

    await startPayment(page, { shopUrl });
    await expect(page.getByRole('heading', { name: `Sign in to ${brand.bankName}` })).toBeVisible();
    await expectGoodPage(page);
    await arriveAtSigningPage(page);
    expect(await page.title()).toContain(brand.bankName);
    await expect(page.getByRole('banner')).toContainText(brand.bankName);
    await expect.poll(() => background(page)).toBe(brand.accent[colorScheme]);
    await expectGoodPage(page);

    // Without a brand the pages ask for nothing more than before. The tab's icon is the browser's own affair.
    const asked = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname));
    const logo = colorScheme === 'dark' ? '/brand/logo-dark.svg' : '/brand/logo.svg';
    const expected = project.name === 'phone' ? ['/brand.css', logo] : [];
    expect(asked.filter((path) => path.startsWith('/brand') && !path.endsWith('favicon.svg'))).toEqual(expected);
  });
}
