/** One purchase in each language, on the narrowest phones: chosen once, at the sign-in, and kept to the end. */
import type { Page } from '@playwright/test';
import { LOCALES } from '@portico/contract/values';
import { expect, expectGoodPage, test } from '../support/fixtures.ts';
import { CUSTOMERS, startPayment } from '../support/journey.ts';
import { findLayoutFaults } from '../support/layout.ts';
import { findEnglish, stretchTexts } from '../support/page-texts.ts';
import { press } from '../support/signing-view.ts';
import { textIn } from '../support/texts.ts';

const WIDTHS = [320, 360];
type Locale = (typeof LOCALES)[number];

async function expectSpoken(page: Page, locale: Locale): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', locale);
  if (locale !== 'en') expect(await findEnglish(page, locale)).toEqual([]);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 740 });
    await expectGoodPage(page);
    expect(await findLayoutFaults(page), `at ${width} px`).toEqual([]);
  }
}

/** Last on a page: what was stretched stays until the page is drawn again. */
async function expectRoom(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 740 });
  await stretchTexts(page);
  expect(await findLayoutFaults(page), 'with texts 40 % longer').toEqual([]);
}

for (const locale of LOCALES) {
  test(`a customer who chooses ${locale} at the sign-in sees every page of the payment in it`, { tag: '@phone' }, async ({ page, shopUrl }) => {
    await page.setViewportSize({ width: 320, height: 740 });
    await startPayment(page, { shopUrl });
    await page.getByRole('textbox').fill(CUSTOMERS.ee);
    await page.getByRole('combobox', { name: 'Language' }).selectOption(locale);
    await expectSpoken(page, locale);
    await expect(page.getByRole('textbox')).toHaveValue(CUSTOMERS.ee);
    await page.locator('button[type=submit]').click();

    const method = textIn(locale, 'signing.method.smartId');
    const sign = page.getByRole('button', { name: textIn(locale, 'signing.signWith', { method }), exact: true });
    await expect(sign).toBeEnabled();
    await expectSpoken(page, locale);
    await press(sign);
    await expect(page.getByText(textIn(locale, 'payment.done'), { exact: true })).toBeVisible();
    await page.getByRole('button', { name: textIn(locale, 'signing.success.stay'), exact: true }).click();
    await expectSpoken(page, locale);
    await expectRoom(page);
  });
}

test('texts that are 40 % longer fit on the pages of a purchase', { tag: '@phone' }, async ({ page, shopUrl }) => {
  await startPayment(page, { shopUrl });
  await page.getByRole('textbox').fill(CUSTOMERS.ee);
  // An English page is found out, or the journeys above would prove nothing.
  expect((await findEnglish(page, 'lt')).length).toBeGreaterThan(3);
  await page.getByRole('combobox', { name: 'Language' }).selectOption('lt');
  await expect(page.locator('html')).toHaveAttribute('lang', 'lt');
  await expectRoom(page);
  await page.locator('button[type=submit]').click();
  const method = textIn('lt', 'signing.method.smartId');
  await expect(page.getByRole('button', { name: textIn('lt', 'signing.signWith', { method }), exact: true })).toBeEnabled();
  await expectRoom(page);
});
