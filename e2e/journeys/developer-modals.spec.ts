import { dialog } from '../support/developer.ts';
import { expect, expectGoodPage, test } from '../support/fixtures.ts';

const FOCUSABLE = 'main a[href]:visible, main button:visible, footer a[href]:visible';

for (const m of ['confirmDelete', 'noSuchModal', 'toString']) {
  test(`signed out, m=${m} opens no modal and is removed from the address`, { tag: '@desktop' }, async ({ page, portalUrl }) => {
    await page.goto(`${portalUrl}/#/welcome?m=${m}`);
    await expect(page).toHaveURL(`${portalUrl}/#/welcome`);
    await expect(dialog(page)).toHaveCount(0);
  });
}

test('a modal takes the focus, returns it on Escape, and closes on Back', { tag: '@desktop' }, async ({ page, portalUrl }) => {
  await page.goto(`${portalUrl}/#/welcome`);
  const opener = page.getByRole('banner').getByRole('link', { name: 'LOG IN', exact: true });
  await opener.focus();
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByLabel('EMAIL')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(page).toHaveURL(`${portalUrl}/#/welcome`);
  await expect(opener).toBeFocused();
  await opener.click();
  await expect(dialog(page)).toBeVisible();
  await page.goBack();
  await expect(dialog(page)).toHaveCount(0);
});

test('login, sign up and forgotten password link to each other', async ({ page, portalUrl }) => {
  await page.goto(`${portalUrl}/#/?m=login`);
  await dialog(page).getByRole('link', { name: 'Sign up' }).click();
  await expect(dialog(page)).toHaveAccessibleName(/^Sign up to \w+ for Developers$/);
  await expectGoodPage(page);
  await dialog(page).getByRole('link', { name: 'Log in' }).click();
  await expect(dialog(page)).toHaveAccessibleName(/^Log in to \w+ for Developers$/);
  await expectGoodPage(page);
  await dialog(page).getByRole('link', { name: 'Forgot password?' }).click();
  await expect(dialog(page)).toHaveAccessibleName('Reset your password');
  await expectGoodPage(page);
});

test('an authorization code is shown, is not in the address, and is gone after a reload', { tag: '@phone' }, async ({ page, portalUrl }) => {
  await page.goto(`${portalUrl}/?m=authCode&code=c0de-1&state=s`);
  await expect(dialog(page).getByText('You have logged in successfully')).toBeVisible();
  await expect(dialog(page).getByText('c0de-1')).toBeVisible();
  await expect(dialog(page).getByRole('link', { name: 'Get Access Token' })).toHaveAttribute('href', '#/api-explorer/oauth2/token');
  expect(page.url()).not.toContain('c0de-1');
  await expectGoodPage(page);
  await page.reload();
  await expect(dialog(page).getByText('Authorization failed')).toBeVisible();
  await expect(dialog(page).getByText('Authorization code not found.')).toBeVisible();
});

test('Get Access Token opens the token request with the code filled in', { tag: '@desktop' }, async ({ page, portalUrl }) => {
  await page.goto(`${portalUrl}/?m=authCode&code=c0de-1`);
  await dialog(page).getByRole('link', { name: 'Get Access Token' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Get tokens, version 2' })).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'Body' })).toHaveValue(/code=c0de-1/);
  expect(page.url()).not.toContain('c0de-1');
});

test('the sticky buttons never cover the focused element @phone', async ({ page, portalUrl }) => {
  await page.goto(`${portalUrl}/#/welcome`);
  await expect(page.getByRole('navigation', { name: 'Log in or sign up' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'View as Markdown' })).toBeVisible();
  const count = await page.locator(FOCUSABLE).count();
  for (let place = 0; place < count; place += 1) {
    const target = page.locator(FOCUSABLE).nth(place);
    // In one piece: what still arrives above it moves it out of the window again.
    const isHit = await target.evaluate((element) => {
      if (element instanceof HTMLElement) element.focus();
      const { x, y, width, height } = element.getBoundingClientRect();
      const hit = document.elementFromPoint(x + width / 2, y + height / 2);
      return hit !== null && (element.contains(hit) || hit.contains(element));
    });
    expect(isHit, await target.innerText()).toBe(true);
  }
});
