/** Bad lines and browsers that hold back: every page stays honest about what happened to the money and offers the way back. */
import type { BrowserContext, Page } from '@playwright/test';
import { expect, expectGoodPage, test } from '../support/fixtures.ts';
import { arriveAtSigningPage, CUSTOMERS, countdownText, signButton, signIn, startPayment } from '../support/journey.ts';

/** The browser's own lines about what it could not fetch. */
const NOT_FETCHED = /Failed to load resource: net::ERR_(INTERNET_DISCONNECTED|FAILED)/;
const REFUSED = /status of 4\d\d/;
/** As the developer tools have it: 400 ms, 400 kbit/s each way. */
const SLOW_3G = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };

/** Reading the areas throws, as where a policy forbids them. */
async function forbidStorage(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    for (const name of ['sessionStorage', 'localStorage']) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('The operation is insecure.', 'SecurityError');
        },
      });
    }
  });
}

const wayBack = (page: Page) => page.getByRole('button', { name: /^(Back to|Cancel and go back to|Logout and go back)/ }).first();

test('a signature requested offline shows the lost connection and is completed once the network is back', { tag: '@phone' }, async ({
  page,
  context,
  shopUrl,
  watch,
}) => {
  watch.expectConsole(NOT_FETCHED);
  await startPayment(page, { shopUrl });
  await arriveAtSigningPage(page);
  await context.setOffline(true);
  await signButton(page).click();
  await expect(page.getByText(/does not answer|connection/i).first()).toBeVisible();
  await expectGoodPage(page);
  await context.setOffline(false);
  await expect(page.getByText('Payment signed')).toBeVisible();
});

test('a sign-in attempted offline shows an error and continues once the network is back', { tag: '@phone' }, async ({
  page,
  context,
  shopUrl,
  watch,
}) => {
  watch.expectConsole(NOT_FETCHED);
  await startPayment(page, { shopUrl });
  await context.setOffline(true);
  await signIn(page, CUSTOMERS.ee);
  await expect(page.getByRole('alert').first()).toBeVisible();
  await expect(wayBack(page)).toBeVisible();
  await expectGoodPage(page);
  await context.setOffline(false);
  await page
    .getByRole('button', { name: /^(Continue with|Try again)/ })
    .first()
    .click();
  await expect(signButton(page)).toBeEnabled();
});

test('details that cannot be loaded offline are loaded by Try again', { tag: '@desktop' }, async ({ page, shopUrl, watch }) => {
  watch.expectConsole(NOT_FETCHED);
  let isCut = true;
  await page.route('**/api/ui/payment/details', (route) => (isCut ? route.abort('internetdisconnected') : route.continue()));
  await startPayment(page, { shopUrl });
  await signIn(page, CUSTOMERS.ee);
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expectGoodPage(page);
  isCut = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(signButton(page)).toBeEnabled();
});

test('on slow 3G the payment can be signed once the balance has loaded', { tag: '@phone' }, async ({ page, context, shopUrl }) => {
  await startPayment(page, { shopUrl });
  const protocol = await context.newCDPSession(page);
  await protocol.send('Network.enable');
  await protocol.send('Network.emulateNetworkConditions', SLOW_3G);
  await signIn(page, CUSTOMERS.ee);
  await expect(page.getByText('Lumen Books', { exact: false }).first()).toBeVisible();
  await expect(signButton(page)).toBeEnabled();
  await expect(page.getByText('Available afterwards').first()).toBeVisible();
  await signButton(page).click();
  await expect(page.getByText('Payment signed')).toBeVisible();
});

test('without browser storage a payment is signed, also after a reload', { tag: '@desktop' }, async ({ page, context, shopUrl }) => {
  await forbidStorage(context);
  await startPayment(page, { shopUrl });
  await arriveAtSigningPage(page);
  await page.reload();
  await expect(signButton(page)).toBeEnabled();
  await expectGoodPage(page);
  await signButton(page).click();
  await expect(countdownText(page)).toBeVisible();
  await page.waitForURL(`${shopUrl}/orders/**`);
});

test('after its cookies are deleted the sign-in page offers no method', { tag: '@phone' }, async ({ page, context, shopUrl, watch }) => {
  watch.expectConsole(REFUSED);
  await startPayment(page, { shopUrl });
  await context.clearCookies();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Continue with/ })).toHaveCount(0);
  await expectGoodPage(page);
});

test('after the cookies are deleted, signing shows the terminated session with the way back', { tag: '@desktop' }, async ({
  page,
  context,
  shopUrl,
  watch,
}) => {
  watch.expectConsole(REFUSED);
  await startPayment(page, { shopUrl });
  await arriveAtSigningPage(page);
  await context.clearCookies();
  await signButton(page).click();
  await expect(page.getByRole('heading', { name: 'Your session is terminated' })).toBeVisible();
  await expect(page.getByText('If you had already signed, the provider’s site shows the result.')).toBeVisible();
  await expectGoodPage(page);
  await page.getByRole('button', { name: 'back to service provider' }).click();
  await page.waitForURL(`${shopUrl}/**`);
});

test('without JavaScript every page says that it has signed nothing and how to go back', { tag: '@phone' }, async ({ browser, portalUrl }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  for (const path of ['/', '/?m=signingPayment&entry=x', '/bank/sign-in/x', '/bank/to-sign']) {
    await page.goto(`${portalUrl}${path}`);
    await expect(page.getByText(/needs JavaScript\. It has signed nothing and moved no money\..*Back button/s)).toBeVisible();
  }
  await context.close();
});
