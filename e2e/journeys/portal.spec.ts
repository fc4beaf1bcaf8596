import { expect, expectGoodPage, test } from '../support/fixtures.ts';

test('the burger menu opens by keyboard, closes on Escape and returns the focus', { tag: '@phone' }, async ({ page, portalUrl }) => {
  await page.goto(portalUrl);
  const button = page.getByRole('button', { name: 'Menu' });
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'How to APIs' }).last()).toBeVisible();
  await expectGoodPage(page);
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
});

test('unknown paths lead to the landing page, and a path without the hash to its hash form', { tag: '@desktop' }, async ({ page, portalUrl }) => {
  await page.goto(`${portalUrl}/#/no-such-page`);
  await expect(page).toHaveURL(`${portalUrl}/#/`);
  await page.goto(`${portalUrl}/welcome`);
  await expect(page).toHaveURL(`${portalUrl}/#/welcome`);
});

test('an unknown modal does not open and is removed from the address', { tag: '@phone' }, async ({ page, portalUrl }) => {
  await page.goto(`${portalUrl}/?m=noSuchModal`);
  await expect(page).toHaveURL(`${portalUrl}/#/`);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
