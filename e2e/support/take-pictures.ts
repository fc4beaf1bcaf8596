/** Makes the pictures of README.md from the real journey: `npm run pictures`. Run it when a page of the journey changed its looks. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium, expect, type Page } from '@playwright/test';
import { CHROMIUM_ARGS } from '../playwright.config.ts';
import { becomeDeveloper, dialog } from './developer.ts';
import { arriveAtSigningPage, CUSTOMERS, countdownText, signButton, startPayment } from './journey.ts';
import { arriveAtConsent, arriveAtStatement, backToOverview, consentButton } from './money.ts';
import { askToCancel, goToSign, signAndReturn } from './orders.ts';
import { startServers } from './servers.ts';

const FOLDER = join(import.meta.dirname, '..', '..', 'docs', 'evidence', 'pictures');
const SIZES = [
  { width: 1280, height: 800 },
  { width: 360, height: 740 },
] as const;

/** Fictitious. */
const PAYROLL = `name,iban,amount,reference
Lumen Books OÜ,EE869800100045081764,320.00,Salary
"Proov, Jaan",EE769800100099001237,280.50,Salary`;

await mkdir(FOLDER, { recursive: true });
const servers = await startServers({});
const executablePath = process.env.CHROMIUM_PATH;
const browser = await chromium.launch({ args: CHROMIUM_ARGS, ...(executablePath === undefined ? {} : { executablePath }) });
try {
  for (const viewport of SIZES) await takePictures(browser, viewport);
} finally {
  await browser.close();
  await servers.stop();
}

async function takePictures(inBrowser: Browser, viewport: (typeof SIZES)[number]): Promise<void> {
  const context = await inBrowser.newContext({ viewport, timezoneId: 'Europe/Tallinn' });
  const page = await context.newPage();
  const take = async (name: string, of: Page = page) => {
    // A dialog that is still opening would be seen through.
    await of.evaluate(async () => {
      const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY);
      // One that is cancelled has ended too.
      await Promise.allSettled(ending.map((animation) => animation.finished));
    });
    await of.screenshot({ path: join(FOLDER, `${name}-${viewport.width}.png`) });
  };
  await page.goto(servers.portalUrl);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await take('landing');
  await page.goto(`${servers.portalUrl}/#/?m=login`);
  await expect(dialog(page).getByLabel('EMAIL')).toBeVisible();
  await take('login');
  await becomeDeveloper(page, servers.portalUrl);
  await page.reload();
  await page.goto(`${servers.portalUrl}/#/tpp`);
  await expect(page.getByText('Client Secret')).toBeVisible();
  await take('application');
  await page.goto(`${servers.portalUrl}/#/tokens`);
  await expect(page.getByRole('region', { name: 'Accounts' }).locator('tbody tr').first()).toContainText('EUR');
  await take('tokens');
  await page.goto(`${servers.portalUrl}/#/api-explorer`);
  await expect(page.getByRole('link', { name: 'Ask for a consent' })).toBeVisible();
  await take('explorer');
  await page.goto(`${servers.portalUrl}/#/api-explorer/consents/createConsent`);
  await page.getByRole('button', { name: 'Send request' }).click();
  await expect(page.getByRole('region', { name: 'Response', exact: true })).toContainText('201 Created');
  await page.evaluate(() => window.scrollTo(0, 0));
  await take('operation');
  await page.goto(`${servers.portalUrl}/#/tpp/requests`);
  await expect(page.getByRole('region', { name: 'Requests' }).getByRole('listitem').first()).toBeVisible();
  await take('request-log');
  await startPayment(page, servers);
  await take('sign-in');
  await arriveAtSigningPage(page);
  await take('signing-payment');
  await signButton(page).click();
  await expect(page.getByRole('heading', { name: 'Compare the control code' })).toBeVisible();
  await take('signing-progress');
  await expect(countdownText(page)).toBeVisible();
  await take('signing-success');
  const [receipt] = await Promise.all([context.waitForEvent('page'), page.getByRole('link', { name: 'Receipt' }).click()]);
  await expect(receipt.getByRole('heading', { name: 'Payment', level: 1 })).toBeVisible();
  await take('receipt', receipt);
  await receipt.close();
  // Who has looked at the receipt is not sent on by the countdown.
  await page.getByRole('button', { name: 'Back to service provider', exact: true }).click();
  await page.waitForURL(`${servers.shopUrl}/orders/**`);
  await take('shop-paid');
  // The proposal of the shop that lets the customer choose: what the consent page shows most of.
  await arriveAtConsent(page, servers);
  await take('signing-consent');
  await consentButton(page).click();
  await backToOverview(page);
  await take('money');
  const bank = await context.newPage();
  await bank.goto(`${servers.portalUrl}/bank/permissions`);
  await expect(bank.getByRole('heading', { name: 'Permissions', exact: true })).toBeVisible();
  await expect(bank.locator('a[href^="/bank/permissions/"]').first()).toBeVisible();
  await take('permissions', bank);
  await bank.close();
  await arriveAtStatement(page);
  await take('signing-statement');
  const person = { shopUrl: servers.shopUrl, customer: CUSTOMERS.ee };
  await page.goto(`${servers.shopUrl}/payroll`);
  await page.getByLabel('or paste its lines').fill(PAYROLL);
  await take('shop-payroll');
  await page.getByRole('button', { name: 'Check the payroll' }).click();
  await goToSign(page, person.customer);
  await take('signing-bulk-payment');
  await page.goto(`${servers.shopUrl}/subscriptions`);
  await page.getByLabel('Amount in EUR').fill('12.90');
  await goToSign(page, person.customer);
  await take('signing-periodic-payment');
  await signAndReturn(page, person);
  await take('shop-subscription');
  await askToCancel(page, 'subscription');
  await take('cancelling-periodic-payment');
  await context.close();
}
