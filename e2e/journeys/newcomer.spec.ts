import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { dialog, logIn, newDeveloper } from '../support/developer.ts';
import { expect, test } from '../support/fixtures.ts';

test('somebody new signs up, verifies by mail, and reads accounts with the command they copied', async ({ page, context, portalUrl }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const developer = newDeveloper();
  await page.goto(portalUrl);
  await page.getByRole('link', { name: 'SIGN UP', exact: true }).click();
  await dialog(page).getByLabel('EMAIL').fill(developer.email);
  await dialog(page).getByLabel('PASSWORD', { exact: true }).fill(developer.password);
  await dialog(page).getByRole('button', { name: 'Register Now' }).click();
  await expect(page.getByText('Please verify your mail address.')).toBeVisible();

  const opened = context.waitForEvent('page');
  await dialog(page).getByRole('link', { name: 'open the mailbox' }).click();
  const mailbox = await opened;
  const mail = mailbox.getByRole('listitem').filter({ hasText: developer.email }).getByRole('link');
  await expect(async () => {
    await mailbox.reload();
    await expect(mail).toBeVisible({ timeout: 1000 });
  }).toPass({ timeout: 30_000 });
  await mail.click();
  await mailbox.getByRole('link', { name: /verification=/ }).click();
  await expect(mailbox.getByText('Your mail address is verified. You can log in now.')).toBeVisible();
  await logIn(mailbox, developer);

  await expect(mailbox.getByRole('heading', { level: 1, name: 'Tokens' })).toBeVisible();
  const iban = (await mailbox.getByRole('region', { name: 'Accounts' }).locator('tbody td').first().textContent()) ?? '';
  const sample = mailbox.getByRole('tabpanel');
  await sample.getByRole('button', { name: 'Copy' }).click();
  await expect(sample.getByRole('status')).toHaveText(/Copied/);
  const command = await mailbox.evaluate(() => navigator.clipboard.readText());
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', command]);
  const answer: unknown = JSON.parse(stdout);
  expect(answer).toMatchObject({ accounts: expect.arrayContaining([expect.objectContaining({ iban, currency: 'EUR' })]) });
});
