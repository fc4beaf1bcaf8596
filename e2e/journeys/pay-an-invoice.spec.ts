import { expect, expectGoodPage, test } from '../support/fixtures.ts';
import { arriveAtSigningPage, CUSTOMERS, countdownText, readSum, signButton, signIn, startPayment } from '../support/journey.ts';

test('a customer pays an invoice instantly, and the shop shows it as paid', { tag: '@money' }, async ({ page, shopUrl }) => {
  await page.goto(shopUrl);
  await expectGoodPage(page);
  await startPayment(page, { shopUrl });
  await expectGoodPage(page);

  await signIn(page, CUSTOMERS.ee);
  await expect(signButton(page)).toBeEnabled();
  expect(new URL(page.url()).search).toBe('');
  expect(new URL(page.url()).hash).toBe('#/?m=signingPayment');
  await expect(page.getByText('You came from website owned by')).toBeVisible();
  await expect(page.getByText('Match.')).toBeVisible();
  await expectGoodPage(page);

  await signButton(page).click();
  await expect(countdownText(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Back to service provider', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Logout and go back to service provider' })).toBeVisible();

  await page.waitForURL(`${shopUrl}/orders/**`);
  await expect(page.getByRole('heading', { name: 'Paid', exact: true })).toBeVisible();
  await expect(page.getByText('ACCC').first()).toBeVisible();
  await expectGoodPage(page);
});

test('a signed payment reduces the available balance that the next payment shows', { tag: ['@desktop', '@money'] }, async ({ page, shopUrl }) => {
  // One project alone moves this customer's money.
  await startPayment(page, { shopUrl, bank: 'lv', amount: '1.00' });
  await arriveAtSigningPage(page, CUSTOMERS.lv);
  const afterwards = await readSum(page, 'Available afterwards');
  expect(afterwards).toBeLessThan(await readSum(page, 'Available now'));
  await signButton(page).click();
  await page.getByRole('button', { name: 'Back to service provider', exact: true }).click();
  // The bank's page has this heading, too.
  await page.waitForURL(`${shopUrl}/orders/**`);
  await expect(page.getByRole('heading', { name: 'Paid', exact: true })).toBeVisible();

  await startPayment(page, { shopUrl, bank: 'lv', amount: '1.00' });
  await arriveAtSigningPage(page, CUSTOMERS.lv);
  expect(await readSum(page, 'Available now')).toBe(afterwards);
});

test('an ordinary payment is signed, and the shop shows it as paid or under way', { tag: ['@phone', '@money'] }, async ({ page, shopUrl }) => {
  await startPayment(page, { shopUrl, speed: 'ordinary', bank: 'lt' });
  await arriveAtSigningPage(page, CUSTOMERS.lt);
  await expect(page.getByText('Ordinary')).toBeVisible();
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(page.getByText('Send address')).toBeVisible();
  await expect(page.getByText('Send my ID')).toBeVisible();
  await expectGoodPage(page);
  await signButton(page).click();
  await page.getByRole('button', { name: 'Back to service provider', exact: true }).click();
  await expect(page.getByRole('heading', { name: /^(Paid|Approved, payment under way)$/ })).toBeVisible();
});

test('staying on the success page stops the countdown, a reload shows the success again, and logging out leads to the shop', {
  tag: '@desktop',
}, async ({ page, shopUrl }) => {
  await startPayment(page, { shopUrl });
  await arriveAtSigningPage(page);
  await signButton(page).click();
  await page.getByRole('button', { name: 'Stay on this page' }).click();
  await expect(countdownText(page)).toHaveCount(0);
  await expectGoodPage(page);
  await page.reload();
  await expect(page.getByText('Payment signed')).toBeVisible();
  await page.getByRole('button', { name: 'Logout and go back to service provider' }).click();
  // The bank's page has this heading, too.
  await page.waitForURL(`${shopUrl}/orders/**`);
  await expect(page.getByRole('heading', { name: 'Paid', exact: true })).toBeVisible();
});

for (const { payee, note, window } of [
  { payee: 'close-match', note: 'Close match.', window: '@phone' },
  { payee: 'no-match', note: 'No match.', window: '@desktop' },
  { payee: 'not-possible', note: 'Not checked.', window: '@phone' },
]) {
  test(`the payee check shows '${note}' beside the amount and changes the button to 'Sign anyway with Smart-ID'`, { tag: window }, async ({
    page,
    shopUrl,
  }) => {
    await startPayment(page, { shopUrl, payee });
    await arriveAtSigningPage(page);
    await expect(page.getByText(note)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Sign anyway with Smart-ID' })).toBeEnabled();
    await expectGoodPage(page);
  });
}
