import type { Page } from '@playwright/test';
import { becomeDeveloper } from '../support/developer.ts';
import { expect, expectGoodPage, test } from '../support/fixtures.ts';

const answer = (page: Page) => page.getByRole('region', { name: 'Response', exact: true });
const user = (page: Page) => page.getByLabel('Fallback user');

/** Sends what the page is filled in with. */
async function send(page: Page, status: string): Promise<void> {
  await page.getByRole('button', { name: 'Send request' }).click();
  await expect(answer(page)).toContainText(status);
}

/** By the link beside the answer. */
async function goOn(page: Page, link: string, title: string): Promise<void> {
  await page.getByRole('link', { name: link, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
}

test('a developer signs in a fallback user, reads accounts and transactions and pays, with links and Send only', { tag: '@desktop' }, async ({
  page,
  portalUrl,
  watch,
}) => {
  watch.expectConsole(/status of 401/);
  await becomeDeveloper(page, portalUrl);
  await page.goto(`${portalUrl}/#/how-to-fallback`);
  await expect(page.getByRole('heading', { level: 1, name: 'How to Fallback' })).toBeVisible();
  await expectGoodPage(page);
  await page.getByRole('main').getByRole('link', { name: 'Fallback Explorer' }).click();
  await expect(page.getByRole('link', { name: 'Start a customer’s sign-in' })).toBeVisible();
  await expectGoodPage(page);

  // Before anybody has signed in, the page says what is missing and leads there.
  await page.getByRole('link', { name: 'List the customer’s accounts' }).click();
  await expect(user(page)).toBeVisible();
  await send(page, '401 Unauthorized');
  await expect(answer(page)).toContainText('NOT_SIGNED_IN');
  await goOn(page, 'Start a sign-in', 'Start a customer’s sign-in');

  const userName = await user(page).inputValue();
  await expect(page.getByRole('textbox', { name: 'Body' })).toContainText(userName);
  await expect(page.getByRole('region', { name: 'Code sample' })).toContainText('Authorization: Basic YOUR_BASIC_CREDENTIALS');
  await send(page, '201 Created');
  await expectGoodPage(page);
  await goOn(page, 'Open the session', 'Open the customer’s session');
  await expect(page.getByLabel('signInId')).toHaveValue(/^fsi_/);
  await send(page, '201 Created');
  await expect(page.getByText('Signed in: the session is filled in.')).toBeVisible();
  await goOn(page, 'List the accounts', 'List the customer’s accounts');
  await send(page, '200 OK');
  await goOn(page, 'List the transactions', 'List the transactions of an account');
  await send(page, '200 OK');
  const iban = await page.getByLabel('iban', { exact: true }).inputValue();
  await goOn(page, 'Order a payment', 'Order a payment');
  await expect(page.getByRole('textbox', { name: 'Body' })).toContainText(iban);
  await send(page, '201 Created');
  await goOn(page, 'Have the payment made', 'Have a confirmed payment made');
  await send(page, '200 OK');
  await expect(answer(page)).toContainText('ACCC');
  await expectGoodPage(page);
  await goOn(page, 'Sign the customer out', 'Sign the customer out');
  await send(page, '204 No Content');
  await expect(page.getByText('Not signed in yet.')).toBeVisible();
});

test('the selected fallback user is restored after a reload', { tag: '@phone' }, async ({ page, portalUrl }) => {
  await becomeDeveloper(page, portalUrl);
  await page.goto(`${portalUrl}/#/fallback-explorer/fallback-login/startFallbackSignIn`);
  await expect(user(page)).toHaveValue(/./);
  const names = await user(page)
    .locator('option')
    .evaluateAll((options) => options.map((option) => option.getAttribute('value') ?? ''));
  const last = names.at(-1) ?? '';
  await user(page).selectOption(last);
  await expect(page.getByRole('textbox', { name: 'Body' })).toContainText(last);
  expect(await page.evaluate(() => window.localStorage.getItem('current-fallback-user'))).toBe(last);
  await page.reload();
  await expect(user(page)).toHaveValue(last);
});
