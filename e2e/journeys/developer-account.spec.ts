import type { Locator } from '@playwright/test';
import { becomeDeveloper, dialog, logIn, newDeveloper, readMail, register, userMenuButton, verify } from '../support/developer.ts';
import { expect, expectGoodPage, test } from '../support/fixtures.ts';

const REFUSED = /the server responded with a status of 40[13]/;

test('a developer signs up, must verify the address, and lands on the requested page after logging in', async ({ page, portalUrl, watch }) => {
  watch.expectConsole(REFUSED);
  const developer = newDeveloper();
  await register(page, portalUrl, developer);
  await page.goto(`${portalUrl}/#/tpp`);
  await expect(page).toHaveURL(`${portalUrl}/#/?m=login`);
  await logIn(page, developer);
  // Said twice: in the form, and to screen readers by the toast.
  await expect(dialog(page).getByText('Please verify your mail address.').first()).toBeVisible();
  await verify(page, portalUrl, developer);
  await page.goto(`${portalUrl}/#/`);
  await page.goto(`${portalUrl}/#/tpp`);
  await expect(page).toHaveURL(`${portalUrl}/#/?m=login`);
  await logIn(page, developer);
  await expect(page).toHaveURL(`${portalUrl}/#/tpp`);
  await expect(page.getByRole('heading', { level: 1, name: 'Application identity' })).toBeVisible();
  await expect(userMenuButton(page)).toHaveText(developer.email.slice(0, 2));
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Application identity' })).toBeVisible();
});

test('a wrong password and an unknown address get the same error', { tag: '@phone' }, async ({ page, portalUrl, watch }) => {
  watch.expectConsole(REFUSED);
  await page.goto(`${portalUrl}/?m=login`);
  await expect(page).toHaveURL(`${portalUrl}/#/?m=login`);
  await expect(dialog(page).getByRole('button', { name: 'Log in', exact: true })).toBeDisabled();
  await expect(dialog(page).getByRole('button', { name: /Facebook/ })).toBeDisabled();
  await logIn(page, newDeveloper());
  await expect(dialog(page).getByRole('alert')).toContainText('Incorrect username or password!');
  await expect(page).toHaveURL(`${portalUrl}/#/?m=login`);
  await expectGoodPage(page);
});

test('the register modal says which password rules are not met', { tag: '@desktop' }, async ({ page, portalUrl }) => {
  await page.goto(`${portalUrl}/?m=register`);
  await dialog(page).getByLabel('EMAIL').fill('mari@lumenbooks.example');
  await dialog(page).getByLabel('PASSWORD', { exact: true }).fill('harbour');
  await expect(dialog(page).getByText('Invalid password!')).toBeVisible();
  await expect(dialog(page).getByRole('button', { name: 'Register Now' })).toBeDisabled();
  await expectGoodPage(page);
  await dialog(page).getByRole('button', { name: 'Dismiss the notice' }).click();
  await page.reload();
  await expect(dialog(page).getByLabel('EMAIL')).toBeVisible();
  await expect(dialog(page).getByText(/January 2020/)).toHaveCount(0);
});

test('a developer resets a forgotten password with the code from the mail', { tag: '@phone' }, async ({ page, portalUrl }) => {
  const developer = await becomeDeveloper(page, portalUrl);
  await page.goto(`${portalUrl}/#/logout`);
  await expect(page).toHaveURL(`${portalUrl}/#/`);
  await page.goto(`${portalUrl}/#/?m=forgotPassword`);
  await dialog(page).getByLabel('EMAIL').fill(developer.email);
  await dialog(page).getByRole('button', { name: 'Reset password' }).click();
  const toast = page.getByText('Check your e-mail for password reset code');
  await expect(toast).toBeVisible();
  expect(await isOnTop(toast)).toBe(true);
  await expectGoodPage(page);
  await page.reload();
  const mail = await readMail(page, portalUrl, developer, 'Your code to reset the password');
  const [code = ''] = /^\d{8}$/m.exec(mail) ?? [];
  const renewed = { ...developer, password: 'Harbour-Master-77' };
  await dialog(page).getByLabel('Verification code').fill(code);
  await dialog(page).getByLabel('New password', { exact: true }).fill(renewed.password);
  await dialog(page).getByRole('button', { name: 'Confirm password' }).click();
  await expect(page.getByText('Your password has been changed.')).toBeVisible();
  await expect(page).toHaveURL(`${portalUrl}/#/?m=login`);
  await logIn(page, renewed);
  await expect(userMenuButton(page)).toBeVisible();
});

/** Visible is not enough: an open dialog's scrim may lie above. */
async function isOnTop(target: Locator): Promise<boolean> {
  return target.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });
}

test('a developer logs out in the user menu, and a private page asks for a new login', { tag: '@desktop' }, async ({ page, portalUrl }) => {
  await becomeDeveloper(page, portalUrl);
  await page.goto(portalUrl);
  await userMenuButton(page).click();
  await expect(page.getByText('Developer', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'LOGOUT' }).click();
  await expect(page).toHaveURL(`${portalUrl}/#/`);
  await expect(userMenuButton(page)).toHaveCount(0);
  await page.goto(`${portalUrl}/#/tokens`);
  await expect(page).toHaveURL(`${portalUrl}/#/?m=login`);
});

test('a profile is deleted only after YES, and its login is refused afterwards', { tag: '@phone' }, async ({ page, portalUrl, watch }) => {
  watch.expectConsole(REFUSED);
  const developer = await becomeDeveloper(page, portalUrl);
  await page.goto(portalUrl);
  await userMenuButton(page).click();
  await page.getByRole('link', { name: 'Delete profile' }).click();
  await expect(page).toHaveURL(/m=confirmDelete/);
  await expect(dialog(page).getByText('Are you sure you want to delete your development portal profile?')).toBeVisible();
  await expect(dialog(page).getByRole('button', { name: 'CANCEL' })).toBeFocused();
  await expectGoodPage(page);
  await dialog(page).getByRole('button', { name: 'CANCEL' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await page.goto(`${portalUrl}/#/?m=confirmDelete`);
  const yes = dialog(page).getByRole('button', { name: 'YES' });
  await dialog(page).getByLabel('Your e-mail address').fill(developer.email);
  await expect(yes).toBeDisabled();
  await dialog(page).getByLabel('Your password', { exact: true }).fill(developer.password);
  await yes.click();
  await expect(page).toHaveURL(`${portalUrl}/#/`);
  await expect(userMenuButton(page)).toHaveCount(0);
  await page.goto(`${portalUrl}/#/?m=login`);
  await logIn(page, developer);
  await expect(dialog(page).getByRole('alert')).toContainText('Incorrect username or password!');
});
