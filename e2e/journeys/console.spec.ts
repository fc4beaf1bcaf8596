import type { Page } from '@playwright/test';
import { expect, expectGoodPage, test } from '../support/fixtures.ts';
import { arriveAtSigningPage, CUSTOMERS, signButton, startPayment } from '../support/journey.ts';

const TABLET = { width: 768, height: 1024 };

async function signInAs(page: Page, consoleUrl: string, name: RegExp): Promise<void> {
  await page.goto(consoleUrl);
  await expect(page).toHaveURL(`${consoleUrl}/sign-in`);
  await expectGoodPage(page);
  await page.getByRole('link', { name: 'Sign in at the bank' }).click();
  await page.getByRole('button', { name }).click();
  await expect(page.getByRole('navigation', { name: 'Console' })).toBeVisible();
}

test('an operator finds a payment, shows a value with a reason, and the auditor reads who did', { tag: '@desktop' }, async ({
  page,
  shopUrl,
  consoleUrl,
}) => {
  await startPayment(page, { shopUrl });
  await arriveAtSigningPage(page, CUSTOMERS.ee);
  const received = page.waitForResponse((response) => response.url().includes('/api/ui/payment') && response.request().method() === 'PUT');
  await signButton(page).click();
  await received;
  await page.waitForURL(`${shopUrl}/orders/**`);
  const paymentId = await page
    .getByText(/pay_[0-9A-Za-z]+/)
    .first()
    .textContent()
    .then((text) => /pay_[0-9A-Za-z]+/.exec(text ?? '')?.[0] ?? '');
  expect(paymentId).not.toBe('');

  await signInAs(page, consoleUrl, /^Tiina Tugi/);
  await page.keyboard.press('/');
  await page.getByRole('searchbox').fill(paymentId);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'What happened' })).toBeVisible();
  await expect(page.getByText('Customer signed', { exact: true })).toBeVisible();
  const payer = page.locator('dd', { hasText: '•••' }).first();
  await expect(payer).toBeVisible();
  for (const size of [{ width: 1280, height: 800 }, TABLET]) {
    await page.setViewportSize(size);
    await expectGoodPage(page);
  }
  await page.getByRole('button', { name: 'Show, with a reason' }).click();
  const dialog = page.getByRole('dialog', { name: 'Show personal data' });
  await dialog.getByRole('button', { name: 'Show 0 values' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Choose the values that you need.');
  await dialog.getByRole('checkbox', { name: 'Payer', exact: true }).check();
  await dialog.getByRole('combobox', { name: 'Reason' }).selectOption({ label: 'The customer asks or complains' });
  await dialog.getByRole('textbox', { name: 'In your words' }).fill('The customer asks why the shop has no money yet.');
  await expectGoodPage(page);
  await dialog.getByRole('button', { name: 'Show 1 value' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/^Shown until/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Audit' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL(`${consoleUrl}/sign-in`);

  await page.setViewportSize({ width: 1280, height: 800 });
  await signInAs(page, consoleUrl, /^Aivar Audiitor/);
  await page.getByRole('link', { name: 'Audit' }).click();
  await page.getByRole('combobox', { name: 'Person' }).selectOption('Tiina Tugi');
  const row = page.getByRole('row', { name: /Showed personal data/ }).first();
  await expect(row).toContainText('The customer asks why the shop has no money yet.');
  await expect(row).toContainText(paymentId);
  for (const size of [{ width: 1280, height: 800 }, TABLET]) {
    await page.setViewportSize(size);
    await expectGoodPage(page);
  }
});

test('an operator asks for a suspension, and the second person learns that the request was withdrawn before their confirmation', {
  tag: '@desktop',
}, async ({ page, browser, consoleUrl }) => {
  const sizes = [{ width: 1280, height: 800 }, TABLET];
  const look = async (of: Page) => {
    for (const size of sizes) {
      await of.setViewportSize(size);
      await expectGoodPage(of);
    }
    await of.setViewportSize({ width: 1280, height: 800 });
  };
  const other = await (await browser.newContext()).newPage();
  await signInAs(page, consoleUrl, /^Paula Pakkuja/);
  await expect(page.getByRole('heading', { name: 'Payments received today' })).toBeVisible();
  await look(page);
  await page.getByRole('link', { name: 'Providers' }).click();
  await page.getByRole('textbox', { name: 'Name or client id' }).fill('Lumen Books');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByRole('row')).toHaveCount(2);
  await look(page);
  await page.getByRole('row').nth(1).getByRole('link').click();
  await expect(page.getByRole('heading', { name: 'What customers were asked to sign' })).toBeVisible();
  await look(page);
  await page.getByRole('button', { name: 'Ask for the suspension' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ask for the suspension' });
  await dialog.getByRole('button', { name: 'Ask for the suspension' }).click();
  await expect(dialog.getByRole('alert')).toContainText('at least 20 characters');
  await dialog.getByRole('textbox').fill('The provider sends requests for closed accounts.');
  await expectGoodPage(page);
  await dialog.getByRole('button', { name: 'Ask for the suspension' }).click();
  await expect(page.getByText('You asked, so another person must confirm.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Confirm' })).toHaveCount(0);

  await signInAs(other, consoleUrl, /^Mart Maksed/);
  await other.getByRole('link', { name: '1 request waits for a second person' }).click();
  await expect(other.getByText('“The provider sends requests for closed accounts.”')).toBeVisible();
  await look(other);
  await other.getByRole('button', { name: 'Confirm' }).click();
  const confirm = other.getByRole('dialog', { name: /^Suspend the application/ });
  // The person who asked withdraws the request while the dialog of the other one is open.
  await page.getByRole('button', { name: 'Withdraw' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw the request' }).click();
  await expect(page.getByText('No request waits.', { exact: false })).toBeVisible();
  await confirm.getByRole('button', { name: 'Suspend the application' }).click();
  await expect(confirm.getByRole('alert')).toContainText('was withdrawn by Paula Pakkuja');
  await confirm.getByRole('button', { name: 'Cancel' }).click();
  await expect(other.getByRole('cell', { name: 'Withdrawn' }).first()).toBeVisible();
  await other.getByRole('link', { name: 'Payments' }).click();
  await other.getByRole('combobox', { name: 'State' }).selectOption('CANC');
  await look(other);
  await other.context().close();
});
