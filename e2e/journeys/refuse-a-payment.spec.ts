import type { Page } from '@playwright/test';
import { expect, expectGoodPage, test } from '../support/fixtures.ts';
import { answerOnDevice, arriveAtSigningPage, CUSTOMERS, openDevice, signButton, signIn, startPayment } from '../support/journey.ts';

const optionOf = (page: Page, account: string) => page.getByLabel('Pay from').locator('option', { hasText: account }).innerText();

/** The browser's own line about a refused request; the page itself handles it. */
const REFUSED_REQUEST = /status of 4\d\d/;

test('cancelling refuses the payment and redirects the customer to the shop’s page for unpaid orders', { tag: ['@phone', '@money'] }, async ({
  page,
  shopUrl,
}) => {
  await startPayment(page, { shopUrl });
  await arriveAtSigningPage(page);
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await page.waitForURL(`${shopUrl}/orders/*/not-paid**`);
  await expect(page.getByRole('heading', { name: 'Not paid', exact: true })).toBeVisible();
  await expect(page.getByText('RJCT').first()).toBeVisible();
  await expectGoodPage(page);
});

test('a signature refused on the phone shows an error and the tries left, and the second attempt signs with another method', {
  tag: ['@desktop', '@money'],
}, async ({ page, shopUrl, portalUrl, watch }) => {
  watch.expectConsole(REFUSED_REQUEST);
  await startPayment(page, { shopUrl });
  await arriveAtSigningPage(page);
  const device = await openDevice(page, portalUrl);
  await signButton(page).click();
  await expect(page.getByRole('heading', { name: 'Compare the control code' })).toBeVisible();
  await expectGoodPage(page);
  await expectGoodPage(device);
  await answerOnDevice(device, 'Refuse');
  await expect(page.getByRole('heading', { name: 'This was not signed' })).toBeVisible();
  await expect(page.getByText('4 tries are left before this method is blocked for 15 minutes.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expectGoodPage(page);
  await page.getByRole('button', { name: 'Continue with Mobile-ID' }).click();
  await page.getByRole('button', { name: 'Sign with Mobile-ID' }).click();
  await answerOnDevice(device, 'Approve');
  await expect(page.getByText('Payment signed')).toBeVisible();
  await expect(page.locator('dt', { hasText: /^Fee$/ }).locator('xpath=following-sibling::dd')).toHaveText('0.16\u00a0EUR');
});

test('an insufficient balance disables the button before signing, and an account with enough money enables it', {
  tag: ['@phone', '@money'],
}, async ({ page, shopUrl }) => {
  await startPayment(page, { shopUrl, amount: '7000.00' });
  await signIn(page, CUSTOMERS.ee);
  // The first account with enough money is chosen.
  await expect(signButton(page)).toBeEnabled();
  await page.getByLabel('Pay from').selectOption({ label: await optionOf(page, 'Everyday account') });
  await expect(page.getByText(/^Not enough money, available [\d,.]+\s?EUR$/)).toBeVisible();
  await expect(signButton(page)).toBeDisabled();
  await expectGoodPage(page);

  await page.getByLabel('Pay from').selectOption({ label: await optionOf(page, 'Savings') });
  await expect(page.getByText(/^Not enough money/)).toHaveCount(0);
  await expect(signButton(page)).toBeEnabled();
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Not paid', exact: true })).toBeVisible();
});

test('a refused sign-in shows the reason, and cancelling returns to the shop with nothing paid', { tag: '@desktop' }, async ({ page, shopUrl }) => {
  await startPayment(page, { shopUrl });
  await signIn(page, CUSTOMERS.eeRefuses);
  await expect(page.getByText('You refused on your phone')).toBeVisible();
  await expectGoodPage(page);
  await page.getByRole('button', { name: /^Cancel and go back to/ }).click();
  await page.waitForURL(`${shopUrl}/**`);
  await expect(page.getByText(/No money has moved|nothing was paid/i).first()).toBeVisible();
  await expectGoodPage(page);
});

test('an unknown personal code is an error of its field, and the customer can still sign in', { tag: '@phone' }, async ({ page, shopUrl, watch }) => {
  watch.expectConsole(REFUSED_REQUEST);
  await startPayment(page, { shopUrl });
  await signIn(page, '38001010001');
  await expect(page.getByLabel('Personal identification code')).toHaveAttribute('aria-invalid', 'true');
  await expectGoodPage(page);
  await arriveAtSigningPage(page);
});

test('a second tab takes over the session; the first tab says that it is terminated and leads back to the shop', { tag: '@desktop' }, async ({
  page,
  shopUrl,
  watch,
}) => {
  watch.expectConsole(REFUSED_REQUEST);
  const links: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/bank/sca/')) links.push(request.url());
  });
  await startPayment(page, { shopUrl });
  await arriveAtSigningPage(page);
  const second = await page.context().newPage();
  await second.goto(links.at(-1) ?? '');
  await expect(signButton(second)).toBeEnabled();

  await signButton(page).click();
  await expect(page.getByText('Your session is terminated', { exact: true })).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem('signing-terminated'))).not.toBeNull();
  await expectGoodPage(page);
  await page.getByRole('button', { name: 'back to service provider' }).click();
  await page.waitForURL(`${shopUrl}/**`);
});

test('a link with an unknown reference opens the error page', { tag: '@phone' }, async ({ page, portalUrl, watch }) => {
  watch.expectConsole(REFUSED_REQUEST);
  await page.goto(`${portalUrl}/bank/sca/unknown-reference`);
  await expect(page.getByRole('heading', { name: 'This page cannot be opened again' })).toBeVisible();
  expect(new URL(page.url()).hash).toBe('#/?m=signingError');
  await expectGoodPage(page);
});

test('a pending sign-in passes the page checks, survives a reload and can be cancelled', { tag: '@phone' }, async ({ page, shopUrl }) => {
  await startPayment(page, { shopUrl });
  await signIn(page, CUSTOMERS.eeSilent);
  await expect(page.getByRole('heading', { name: 'Compare the control code' })).toBeVisible();
  await expectGoodPage(page);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Compare the control code' })).toBeVisible();
  await page.getByRole('button', { name: /^Cancel/ }).click();
  await page.waitForURL(`${shopUrl}/**`);
});
