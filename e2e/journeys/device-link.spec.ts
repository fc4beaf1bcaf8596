/** Smart-ID opened by a QR code on another device, or by a link on the same phone, in place of a notification with a control code. */
import type { Page } from '@playwright/test';
import { expect, expectGoodPage, test } from '../support/fixtures.ts';
import { answerOnDevice, openDevice, signButton } from '../support/journey.ts';
import { openSandbox } from '../support/sandbox.ts';
import { IN_ESTONIA, playSite } from '../support/signing-view.ts';

const code = (page: Page) => page.getByRole('img', { name: 'QR code for Smart-ID' });
const deviceLink = (page: Page) => page.getByRole('link', { name: 'Open the test device in a new tab' });
const paid = (page: Page) => expect(page.getByText('Payment signed')).toBeVisible();

/** What a camera reads now: the link that the sandbox also offers as text. */
const scan = async (page: Page) => (await deviceLink(page).getAttribute('href')) ?? '';

const opened = (phone: Page) => phone.getByText('Opened. Answer here');
const refused = (phone: Page) => phone.getByText('This link or code opens nothing here');

/** Scans until the phone was quick enough: a code counts for ten seconds. Returns the code that opened the request. */
async function openByCode(page: Page, phone: Page): Promise<string> {
  let scanned = '';
  await expect(async () => {
    scanned = await scan(page);
    await phone.goto(scanned);
    await expect(opened(phone).or(refused(phone))).toBeVisible();
    expect(await opened(phone).count()).toBe(1);
  }).toPass();
  return scanned;
}

/** To the bank's sign-in, as a customer of a sandbox for this test alone: another browser must not ask the same device. */
async function startByLink(page: Page, portalUrl: string, choice: string): Promise<void> {
  await playSite(page.context());
  const { address, personalCode } = await (await openSandbox(portalUrl)).ask('payment', IN_ESTONIA);
  await page.goto(address);
  await page.getByLabel('Personal identification code').fill(personalCode);
  await page.getByRole('checkbox', { name: choice }).check();
  await expectGoodPage(page);
  await page.getByRole('button', { name: 'Continue with Smart-ID' }).click();
}

test('a phone scans the code of another screen, signs in and pays; the code is renewed, and no second phone can use it', {
  tag: ['@desktop', '@money'],
}, async ({ page, browser, portalUrl }) => {
  await startByLink(page, portalUrl, 'Scan a QR code with Smart-ID');
  await expect(page.getByRole('heading', { name: 'Scan the code with Smart-ID' })).toBeVisible();
  await expect(code(page)).toBeVisible();
  await expectGoodPage(page);
  const first = await scan(page);
  await expect(deviceLink(page)).not.toHaveAttribute('href', first);

  const context = await browser.newContext({ locale: 'en-US' });
  const phone = await openDevice(await context.newPage(), portalUrl);
  await openByCode(page, phone);
  expect(new URL(phone.url()).search).toBe('');
  await expect(page.getByRole('heading', { name: 'Continue in Smart-ID' })).toBeVisible();
  await expect(code(page)).toHaveCount(0);
  await answerOnDevice(phone, 'Approve');

  await page.getByRole('checkbox', { name: 'Scan a QR code with Smart-ID' }).check();
  await expectGoodPage(page);
  await signButton(page).click();
  await expect(code(page)).toBeVisible();
  await expectGoodPage(page);
  const stolen = await openByCode(page, phone);
  const thief = await (await browser.newContext({ locale: 'en-US' })).newPage();
  await thief.goto(stolen);
  await expect(refused(thief)).toBeVisible();
  await answerOnDevice(phone, 'Approve');
  await paid(page);
});

test('a customer without a camera is notified instead, and compares the control code as usual', { tag: ['@desktop', '@money'] }, async ({
  page,
  portalUrl,
}) => {
  await startByLink(page, portalUrl, 'Scan a QR code with Smart-ID');
  const device = await openDevice(page, portalUrl);
  await expect(device.getByText('No requests.')).toBeVisible();
  await page.getByRole('button', { name: 'I do not have the app on a device with a camera' }).click();
  await expect(page.getByRole('heading', { name: 'Compare the control code' })).toBeVisible();
  await answerOnDevice(device, 'Approve');
  await page.getByRole('checkbox', { name: 'Scan a QR code with Smart-ID' }).check();
  await signButton(page).click();
  await page.getByRole('button', { name: 'I do not have the app on a device with a camera' }).click();
  await expect(page.getByRole('heading', { name: 'Compare the control code' })).toBeVisible();
  await answerOnDevice(device, 'Approve');
  await paid(page);
});

test('on a phone the button opens the app beside the page, twice: to sign in and to pay', { tag: ['@phone', '@money'] }, async ({
  page,
  portalUrl,
}) => {
  await startByLink(page, portalUrl, 'Open Smart-ID on this device');
  const openApp = async () => {
    const [app] = await Promise.all([page.context().waitForEvent('page'), page.getByRole('link', { name: 'Open Smart-ID' }).click()]);
    await expect(opened(app)).toBeVisible();
    await app.close();
    await page.bringToFront();
  };
  await expect(page.getByRole('heading', { name: 'Continue in Smart-ID' })).toBeVisible();
  await expectGoodPage(page);
  await page.getByRole('button', { name: 'Scan a QR code with another device' }).click();
  await expect(code(page)).toBeVisible();
  await expectGoodPage(page);
  await openApp();
  await page.getByRole('checkbox', { name: 'Open Smart-ID on this device' }).check();
  await expectGoodPage(page);
  await signButton(page).click();
  await expect(page.getByRole('link', { name: 'Open Smart-ID' })).toBeVisible();
  await expectGoodPage(page);
  await openApp();
  await paid(page);
});
