/** A company's payment, whose second signatory opens Smart-ID by a link on the same phone, or by a QR code from another screen. */
import type { Browser, Page } from '@playwright/test';
import { expect, expectGoodPage, test } from '../support/fixtures.ts';
import { KINDS } from '../support/flows.ts';
import { answerOnDevice, openDevice, signButton } from '../support/journey.ts';
import { type Asked, openSandbox } from '../support/sandbox.ts';
import { IN_ESTONIA, playSite, press, viewSigning } from '../support/signing-view.ts';

const BY_CODE = 'Scan a QR code with Smart-ID';
const HERE = 'Open Smart-ID on this device';

const code = (page: Page) => page.getByRole('img', { name: 'QR code for Smart-ID' });
const appLink = (page: Page) => page.getByRole('link', { name: 'Open Smart-ID', exact: true });
/** What a camera reads now: the link that the sandbox also offers as text. */
const scanned = (page: Page) => page.getByRole('link', { name: 'Open the test device in a new tab' });
const opened = (phone: Page) => phone.getByText('Opened. Answer here');
const refused = (phone: Page) => phone.getByText('This link or code opens nothing here');

/** A company's payment of a sandbox for this test alone. The first signatory signs it in their own browser. */
async function signFirst(browser: Browser, portalUrl: string): Promise<Asked> {
  const asked = await (await openSandbox(portalUrl)).ask('payment', { ...IN_ESTONIA, type: 'company' });
  await asked.playAs('needsSecondSignature');
  const context = await browser.newContext({ locale: 'en-US' });
  await asked.bring(context);
  await playSite(context);
  const page = await context.newPage();
  const view = viewSigning(page, 'payment', IN_ESTONIA);
  await view.arrive(asked);
  await press(view.sign);
  await page.getByRole('button', { name: 'Back to service provider', exact: true }).click();
  await view.expectSiteReached('signed');
  await context.close();
  return asked;
}

/** The second signatory, from their sign-in to the payment, which they choose to sign with the app. */
async function openToSign(page: Page, portalUrl: string, { coSignersCode = '' }: Asked, choice: string): Promise<void> {
  await page.goto(`${portalUrl}/bank/to-sign`);
  await page.getByRole('radio', { name: 'Estonia' }).check();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('Personal identification code').fill(coSignersCode);
  await page.getByRole('button', { name: 'Continue with Smart-ID' }).click();
  await page.getByRole('link', { name: /Lumen Books OÜ/ }).click();
  await expect(page.getByRole('heading', { name: 'Payment, second signature' })).toBeVisible();
  await page.getByRole('checkbox', { name: choice }).check();
  await expectGoodPage(page);
  await press(signButton(page));
}

test.beforeEach(({ watch }) => watch.expectConsole(/status of 410/));

test('a second signatory opens Smart-ID by the link on their phone and signs; the payment is executed', { tag: ['@phone', '@money'] }, async ({
  page,
  browser,
  portalUrl,
}) => {
  const asked = await signFirst(browser, portalUrl);
  await openToSign(page, portalUrl, asked, HERE);
  await expect(appLink(page)).toBeVisible();
  await expect(code(page)).toHaveCount(0);
  await expectGoodPage(page);
  await page.getByRole('button', { name: 'Scan a QR code with another device' }).click();
  await expect(code(page)).toBeInViewport({ ratio: 0.99 });
  await expectGoodPage(page);
  const [app] = await Promise.all([page.context().waitForEvent('page'), appLink(page).click()]);
  await expect(opened(app)).toBeVisible();
  await app.close();
  await page.bringToFront();
  await expect(page.getByRole('heading', { name: 'Payment signed' })).toBeVisible();
  await expectGoodPage(page);
  await expect.poll(asked.status).toMatch(KINDS.payment.signed);
});

test('a second signatory scans the renewed code of another screen; a refusal leaves the payment open, and the next scan signs it', {
  tag: ['@desktop', '@money'],
}, async ({ page, browser, portalUrl }) => {
  const asked = await signFirst(browser, portalUrl);
  await openToSign(page, portalUrl, asked, BY_CODE);
  // A camera reads only a whole code.
  await expect(code(page)).toBeInViewport({ ratio: 0.99 });
  await expect(appLink(page)).toHaveCount(0);
  await expectGoodPage(page);
  const first = (await scanned(page).getAttribute('href')) ?? '';
  await expect(scanned(page)).not.toHaveAttribute('href', first);

  const context = await browser.newContext({ locale: 'en-US' });
  const phone = await openDevice(await context.newPage(), portalUrl);
  await scan(page, phone);
  await expect(page.getByText('Smart-ID is open. Check what it shows and enter PIN2 there.')).toBeVisible();
  await expect(code(page)).toHaveCount(0);
  await answerOnDevice(phone, 'Refuse');
  await expect(page.getByRole('alert')).toContainText('You refused the request on your device. The payment still waits');
  await expect(page.getByRole('checkbox', { name: BY_CODE })).toBeChecked();
  await expectGoodPage(page);

  await press(signButton(page));
  await expect(code(page)).toBeVisible();
  await scan(page, phone);
  await answerOnDevice(phone, 'Approve');
  await expect(page.getByRole('heading', { name: 'Payment signed' })).toBeVisible();
  await expect.poll(asked.status).toMatch(KINDS.payment.signed);
  await context.close();
});

/** Scans until the phone was quick enough: a code counts for ten seconds. */
async function scan(page: Page, phone: Page): Promise<void> {
  await expect(async () => {
    await phone.goto((await scanned(page).getAttribute('href')) ?? '');
    await expect(opened(phone).or(refused(phone))).toBeVisible();
    expect(await opened(phone).count()).toBe(1);
  }).toPass();
}
