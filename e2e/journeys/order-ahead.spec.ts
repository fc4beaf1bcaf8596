/** What is signed today and paid on another day: a subscription that runs by the clock, a later payment, and taking both back. */
import { expect, expectGoodPage, test } from '../support/fixtures.ts';
import { CUSTOMERS, signIn } from '../support/journey.ts';
import { askToCancel, cancelAtBank, goToSign, instant, openShopWithClock, outcome, signAndReturn } from '../support/orders.ts';

test('a subscription is signed once, paid on its dates, and ends when the customer cancels it', { tag: ['@phone', '@money'] }, async ({
  page,
  portalUrl,
}) => {
  const shop = await openShopWithClock(portalUrl);
  try {
    const person = { shopUrl: shop.url, customer: await shop.customer('ee', 'person') };
    await page.goto(`${shop.url}/subscriptions`);
    await expectGoodPage(page);
    await page.getByLabel('Amount in EUR').fill('1.00');
    await instant(page).check();
    await goToSign(page, person.customer);
    expect(new URL(page.url()).hash).toBe('#/?m=signingPeriodicPayment');
    await signAndReturn(page, person);
    await expect(outcome(page)).toHaveText('The subscription runs');

    await shop.advance({ days: 63 });
    // Two months later the shop may no longer ask: tokens live for an hour, what was signed stays.
    await page.getByRole('link', { name: 'Ask the bank again' }).click();
    await expect(outcome(page)).toHaveText('Sign in to ask the bank');
    await page.getByRole('button', { name: /^Sign in at / }).click();
    await signIn(page, person.customer);
    await expect(outcome(page)).toHaveText('The subscription runs');
    const payments = page.getByRole('region', { name: 'Payments so far' }).getByRole('listitem');
    await expect(payments).toHaveCount(3);
    for (const payment of await payments.all()) await expect(payment).toContainText(/1\.00 EUR\s*paid/);
    await expect(page.getByText('Next payment')).toBeVisible();
    await expectGoodPage(page);

    await askToCancel(page, 'subscription');
    await expectGoodPage(page);
    await cancelAtBank(page, person);
    await expect(outcome(page)).toHaveText('Cancelled');
    await expect(page.getByText('CANC').first()).toBeVisible();
    await expectGoodPage(page);
  } finally {
    await shop.stop();
  }
});

test('a later payment is kept when the customer goes back from its cancellation, and cancelled when they sign it', {
  tag: ['@desktop', '@money'],
}, async ({ page, shopUrl }) => {
  const person = { shopUrl, customer: CUSTOMERS.lt };
  await page.goto(`${shopUrl}/pay-later`);
  await expectGoodPage(page);
  await page.getByLabel('Amount in EUR').fill('2.00');
  await page.getByRole('radio', { name: /Lithuania/ }).check();
  await goToSign(page, person.customer);
  await signAndReturn(page, person);
  await expect(outcome(page)).toHaveText('Will be paid');
  await expectGoodPage(page);

  await askToCancel(page, 'payment');
  await page.getByRole('button', { name: 'Go back' }).click();
  await expect(outcome(page)).toHaveText('Will be paid');

  await askToCancel(page, 'payment');
  await cancelAtBank(page, person);
  await expect(outcome(page)).toHaveText('Cancelled');
});
