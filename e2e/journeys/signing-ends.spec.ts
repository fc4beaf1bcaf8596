// Review of 25 November 2026, C1, C2 and C4: what a page says after a signing came to its end, and while a refusal is not confirmed.
import { expect, expectGoodPage, test } from '../support/fixtures.ts';
import { arriveAtSigningPage, signButton, startPayment } from '../support/journey.ts';

const REFUSED_REQUEST = /status of 4\d\d/;
const CUT = /net::ERR_FAILED/;

test('going back in the browser after logging out shows that the payment was signed', { tag: '@phone' }, async ({ page, shopUrl, watch }) => {
  watch.expectConsole(REFUSED_REQUEST);
  await startPayment(page, { shopUrl });
  const signInUrl = page.url();
  await arriveAtSigningPage(page);
  await signButton(page).click();
  await page.getByRole('button', { name: 'Stay on this page' }).click();
  await page.getByRole('button', { name: 'Logout and go back to service provider' }).click();
  // The bank's page has this heading, too.
  await page.waitForURL(`${shopUrl}/orders/**`);
  await expect(page.getByRole('heading', { name: 'Paid', exact: true })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: /^You signed this on / })).toBeVisible();
  await expect(page.getByText('no money has moved')).toHaveCount(0);
  await expectGoodPage(page);
  await page.getByRole('button', { name: 'back to service provider' }).click();
  await page.waitForURL(`${shopUrl}/orders/*/paid**`);
  // An in-app browser has no Forward.
  await page.goto(signInUrl);
  await expect(page.getByRole('heading', { name: 'This sign-in is finished' })).toBeVisible();
  await expectGoodPage(page);
  await page.getByRole('button', { name: /^Go back to / }).click();
  await page.waitForURL(`${shopUrl}/`);
});

test('an instant payment rejected by the payee’s bank is shown as not paid on the page, on the receipt and at the shop', { tag: '@phone' }, async ({
  page,
  shopUrl,
}) => {
  const reason = 'Not paid: the payee’s bank does not take instant payments';
  await startPayment(page, { shopUrl, payee: 'A bank without instant' });
  await arriveAtSigningPage(page);
  await signButton(page).click();
  await expect(page.getByRole('heading', { name: reason })).toBeVisible();
  const [receipt] = await Promise.all([page.context().waitForEvent('page'), page.getByRole('link', { name: 'Receipt' }).click()]);
  await expect(receipt.getByText(reason)).toBeVisible();
  await expect(receipt.getByRole('heading', { level: 2 }).first()).toHaveText('Status');
  await expectGoodPage(receipt);
  await receipt.close();
  await page.getByRole('button', { name: 'Back to service provider', exact: true }).click();
  await page.waitForURL(`${shopUrl}/orders/*/not-paid**`);
  await expect(page.getByRole('heading', { name: 'Not paid', exact: true })).toBeVisible();
  await expect(page.getByText(`The bank says: ${reason}.`)).toBeVisible();
  await page.getByRole('link', { name: 'Pay again' }).click();
  await expect(page.getByRole('heading', { name: 'Checkout' })).toBeVisible();
});

test('a refusal lost in the network keeps the page until the bank has confirmed it', { tag: '@desktop' }, async ({ page, shopUrl, watch }) => {
  watch.expectConsole(CUT);
  await startPayment(page, { shopUrl });
  await arriveAtSigningPage(page);
  await page.route('**/api/ui/payment', (route) => (route.request().method() === 'DELETE' ? route.abort() : route.continue()));
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'We are still cancelling' })).toBeVisible();
  await expect(page.getByText('Do not enter your PIN.')).toBeVisible();
  await expectGoodPage(page);
  await page.unroute('**/api/ui/payment');
  await page.getByRole('button', { name: 'Try again now' }).click();
  await page.waitForURL(`${shopUrl}/orders/*/not-paid**`);
  await expect(page.getByRole('heading', { name: 'Not paid', exact: true })).toBeVisible();
});
