import type { Page } from '@playwright/test';
import { dialog, userMenuButton } from '../support/developer.ts';
import { expect, expectGoodPage, test } from '../support/fixtures.ts';

/** From a page that asks for the login to the stand-in's choice of accounts. */
async function chooseAtGoogle(page: Page, portalUrl: string, choice: RegExp): Promise<void> {
  await page.goto(`${portalUrl}/#/tokens`);
  await expect(page).toHaveURL(`${portalUrl}/#/?m=login`);
  await dialog(page).getByRole('button', { name: 'Continue with Google' }).click();
  await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible();
  await expectGoodPage(page);
  await page.getByRole('button', { name: choice }).click();
}

test('a developer signs in with Google and lands on the requested page', async ({ page, portalUrl }, { project }) => {
  await chooseAtGoogle(page, portalUrl, project.name === 'phone' ? /^Ona/ : /^Liis/);
  await expect(page.getByRole('heading', { level: 1, name: 'Tokens' })).toBeVisible();
  await expect(page).toHaveURL(`${portalUrl}/#/tokens`);
  await expect(userMenuButton(page)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Accounts' }).locator('tbody tr').first()).toContainText('EUR');
});

for (const [what, choice, text] of [
  ['who cancels at Google', /^Cancel$/, 'You did not sign in with Google.'],
  ['whose address Google has not verified', /^Egon/, 'Google has not verified the e-mail address of this account.'],
] as const) {
  test(`a developer ${what} returns to the login with the reason`, { tag: '@phone' }, async ({ page, portalUrl }) => {
    await chooseAtGoogle(page, portalUrl, choice);
    await expect(dialog(page).getByRole('alert')).toContainText(text);
    await expect(userMenuButton(page)).toHaveCount(0);
    await expectGoodPage(page);
  });
}
