/** Every method but Smart-ID, from the shop to a signed payment, with one thing that goes wrong on the way. */
import type { Page } from '@playwright/test';
import { expect, expectGoodPage, test } from '../support/fixtures.ts';
import { answerOnDevice, CUSTOMERS, openDevice, startPayment } from '../support/journey.ts';

/** Of the ordinary persons of the seed; nobody's phone has these numbers. */
const PHONE = '+37200000016';
const USER_NUMBER = '90000016';

/** The browser's own line about a refused signature; the page itself handles it. */
const REFUSED_REQUEST = /status of 4\d\d/;

const choose = (page: Page, method: string) => page.getByRole('radio', { name: method }).check();
const goOn = (page: Page, method: string) => page.getByRole('button', { name: `Continue with ${method}` }).click();
const tryAgain = (page: Page) => page.getByRole('button', { name: 'Try again' }).click();
const sign = (page: Page, method: string) => page.getByRole('button', { name: `Sign with ${method}`, exact: true }).click();
const paid = (page: Page) => expect(page.getByText('Payment signed')).toBeVisible();

/** In the card reader's window. */
async function enterPin(device: Page, name: 'PIN1' | 'PIN2', pin: string): Promise<void> {
  await device.getByLabel(name).fill(pin);
  await device.getByRole('button', { name: 'Confirm' }).click();
  await expect(device.getByLabel(name)).toHaveCount(0);
}

/** What the calculator shows for the newest number. */
async function readResponse(device: Page): Promise<string> {
  const response = device.getByRole('img', { name: /^Response / }).first();
  return (await response.innerText()).trim();
}

async function respond(page: Page, button: string, response: string): Promise<void> {
  await page.getByLabel('Response').fill(response);
  await page.getByRole('button', { name: button }).click();
}

test('Mobile-ID in Estonia: an unreachable phone is reported, and the next attempt signs in and pays', { tag: '@desktop' }, async ({
  page,
  shopUrl,
  portalUrl,
}) => {
  await startPayment(page, { shopUrl, amount: '1.00' });
  await choose(page, 'Mobile-ID');
  await page.getByLabel('Phone number').fill(PHONE);
  await page.getByLabel('Personal identification code').fill(CUSTOMERS.ee);
  const device = await openDevice(page, portalUrl);
  await goOn(page, 'Mobile-ID');
  await answerOnDevice(device, 'Phone out of reach');
  await expect(page.getByRole('heading', { name: 'Your phone could not be reached' })).toBeVisible();
  await expectGoodPage(page);
  await tryAgain(page);
  await goOn(page, 'Mobile-ID');
  await expect(page.getByRole('heading', { name: 'Compare the control code' })).toBeVisible();
  await answerOnDevice(device, 'Approve');
  await sign(page, 'Mobile-ID');
  await answerOnDevice(device, 'Approve');
  await paid(page);
});

test('ID-card in Estonia: a wrong PIN is reported at the sign-in and at the signature, and the right PINs pay', { tag: '@desktop' }, async ({
  page,
  shopUrl,
  portalUrl,
  watch,
}) => {
  watch.expectConsole(REFUSED_REQUEST);
  await startPayment(page, { shopUrl, amount: '1.00' });
  await choose(page, 'ID-card');
  await page.getByLabel('Personal code on the card').fill(CUSTOMERS.ee);
  const device = await openDevice(page, portalUrl);
  await goOn(page, 'ID-card');
  await expectGoodPage(device);
  await enterPin(device, 'PIN1', '0000');
  await expect(page.getByRole('heading', { name: 'The PIN was wrong' })).toBeVisible();
  await expectGoodPage(page);
  await tryAgain(page);
  await goOn(page, 'ID-card');
  await enterPin(device, 'PIN1', '1234');
  await sign(page, 'ID-card');
  await expect(page.getByRole('heading', { name: 'Continue on your device' })).toBeVisible();
  await expectGoodPage(page);
  await enterPin(device, 'PIN2', '1234');
  await expect(page.getByText('Nothing was signed and no money has moved.')).toBeVisible();
  await tryAgain(page);
  await sign(page, 'ID-card');
  await enterPin(device, 'PIN2', '12345');
  await paid(page);
});

test('code calculator in Lithuania: a wrong response is reported, and the right responses sign in and pay', {
  tag: '@phone',
}, async ({ page, shopUrl, portalUrl, watch }) => {
  watch.expectConsole(REFUSED_REQUEST);
  await startPayment(page, { shopUrl, bank: 'lt', amount: '1.00' });
  await choose(page, 'Code calculator');
  await page.getByLabel('Personal identification code').fill(CUSTOMERS.lt);
  await goOn(page, 'Code calculator');
  await expect(page.getByLabel('Response')).toBeVisible();
  await expectGoodPage(page);
  await respond(page, 'Sign in', '00000000');
  await expect(page.getByRole('heading', { name: 'The response was wrong' })).toBeVisible();
  await tryAgain(page);
  await goOn(page, 'Code calculator');
  const device = await page.context().newPage();
  await device.goto(`${portalUrl}/bank/device`);
  await respond(page, 'Sign in', await readResponse(device));

  await sign(page, 'code calculator');
  await expect(page.getByText(/^Amount in cents/)).toBeVisible();
  await expectGoodPage(page);
  await expect(device.getByRole('heading', { name: 'Signature with Code calculator' })).toBeVisible();
  await respond(page, 'Send the response', await readResponse(device));
  await paid(page);
});

test('eParaksts mobile in Latvia: after a timeout the customer returns to the shop, and pays at the second attempt', {
  tag: '@phone',
}, async ({ page, shopUrl, portalUrl }) => {
  await startPayment(page, { shopUrl, bank: 'lv', amount: '1.00' });
  await choose(page, 'eParaksts mobile');
  await page.getByLabel('eParaksts mobile user number').fill(USER_NUMBER);
  const device = await openDevice(page, portalUrl);
  await goOn(page, 'eParaksts mobile');
  await expect(page.getByRole('heading', { name: 'Continue in eParaksts mobile' })).toBeVisible();
  await expectGoodPage(page);
  await answerOnDevice(device, 'Let it time out');
  await expect(page.getByRole('heading', { name: 'Your phone did not answer in time' })).toBeVisible();
  await expectGoodPage(page);
  await page.getByRole('button', { name: /^Cancel and go back to/ }).click();
  await expect(page.getByRole('heading', { name: 'You did not sign in' })).toBeVisible();

  await startPayment(page, { shopUrl, bank: 'lv', amount: '1.00' });
  await choose(page, 'eParaksts mobile');
  await page.getByLabel('eParaksts mobile user number').fill(USER_NUMBER);
  await goOn(page, 'eParaksts mobile');
  await answerOnDevice(device, 'Approve');
  await sign(page, 'eParaksts mobile');
  await answerOnDevice(device, 'Approve');
  await paid(page);
});
