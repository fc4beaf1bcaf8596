import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { dialog, logIn, newDeveloper, readMail, register } from '../support/developer.ts';
import { expect, expectGoodPage, test } from '../support/fixtures.ts';
import { findLayoutFaults } from '../support/layout.ts';

/** How long the page is looked at before it is loaded once more. */
const LOOK = { timeout: 10_000 };

test('a new developer signs up, verifies the address by mail, and reads accounts with the copied command', async ({ page, context, portalUrl }) => {
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
    await expect(mail).toBeVisible(LOOK);
  }).toPass();
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

// Review of 25 November 2026, S13.
test('a verification link opened in another browser requires the password of the sign-up and logs in', { tag: '@phone' }, async ({
  page,
  browser,
  portalUrl,
  watch,
}) => {
  const developer = newDeveloper();
  await register(page, portalUrl, developer);
  const mail = await readMail(page, portalUrl, developer, 'Verify your mail address');
  const [link = ''] = /https?:[^"<\s]+verification=[^"<\s]+/.exec(mail) ?? [];
  watch.expectConsole(/403/);
  const other = await (await browser.newContext({ viewport: page.viewportSize() })).newPage();
  await other.goto(link);
  await expect(dialog(other).getByText('This is not the browser in which you signed up.')).toBeVisible();
  await expectGoodPage(other);
  expect(await findLayoutFaults(other)).toEqual([]);
  await logIn(other, developer);
  await expect(other.getByRole('heading', { level: 1, name: 'Tokens' })).toBeVisible();
  await other.context().close();
});
