import { readFile } from 'node:fs/promises';
import { openAuthenticatorApp } from '../support/authenticator-app.ts';
import { becomeDeveloper, dialog, logIn } from '../support/developer.ts';
import { expect, expectGoodPage, test } from '../support/fixtures.ts';

test('a developer switches on a second factor, logs in with its code and switches it off with a recovery code', async ({
  page,
  portalUrl,
  watch,
}) => {
  watch.expectConsole(/the server responded with a status of 40[13]/);
  const login = await becomeDeveloper(page, portalUrl);
  await page.goto(`${portalUrl}/#/tpp/security`);
  await page.getByRole('button', { name: 'Set up' }).click();
  await page.getByLabel('Your password').fill(login.password);
  await expectGoodPage(page);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  await expectGoodPage(page);
  const secret = (await page.getByText(/^(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText()).replaceAll(' ', '');
  const app = openAuthenticatorApp(secret);
  await page.getByLabel('Code that the app shows').fill(app.nextCode());
  await page.getByRole('button', { name: 'Switch on' }).click();
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  await expectGoodPage(page);
  const [recoveryCode = ''] = await codes.allInnerTexts();
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as a file' }).click();
  expect(await readFile(await (await saving).path(), 'utf8')).toContain(`${recoveryCode}\n`);
  await page.getByRole('button', { name: 'I have stored the codes' }).click();
  await expect(page.getByText('10 of 10 left')).toBeVisible();
  await expectGoodPage(page);

  await page.goto(`${portalUrl}/#/logout`);
  await expect(page).toHaveURL(`${portalUrl}/#/`);
  await page.goto(`${portalUrl}/#/tpp/security`);
  await logIn(page, login);
  const code = dialog(page).getByLabel('Code of your authenticator app');
  await expect(code).toBeFocused();
  await expectGoodPage(page);
  await page.reload();
  await expect(code).toBeFocused();
  await page.goBack();
  await expect(dialog(page).getByLabel('EMAIL')).toBeVisible();
  await page.goForward();
  await code.fill('000000');
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('alert')).toContainText('This code is wrong');
  await code.fill(app.nextCode());
  await page.keyboard.press('Enter');
  await expect(page.getByText('10 of 10 left')).toBeVisible();

  await page.getByRole('button', { name: 'Switch off' }).click();
  await page.getByLabel('Your password').fill(login.password);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code', { exact: true }).fill(recoveryCode);
  await expectGoodPage(page);
  await page.getByRole('button', { name: 'Switch off' }).click();
  await expect(page.getByRole('button', { name: 'Set up' })).toBeVisible();
});
