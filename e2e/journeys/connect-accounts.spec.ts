import { expect, expectGoodPage, test } from '../support/fixtures.ts';
import { answerOnDevice, CUSTOMERS, countdownText, openDevice, signIn } from '../support/journey.ts';
import { arriveAtConsent, backToOverview, CUT, consentButton, cutSignature, rights, startConnecting } from '../support/money.ts';

/**
 * A newer recurring consent ends the older one of the same customer, whichever journey made it: journeys that read on afterwards have a
 * customer of their own, all others ask for one reading.
 */
const ONCE = { once: true } as const;

/** The browser's own line about a refused request; the page itself handles it. */
const REFUSED_REQUEST = /status of 4\d\d/;
const SUM = /^−?[\d,]+\.\d\d EUR$/;

test('a customer in Estonia signs a consent with Smart-ID and sees balances and pages of transactions', { tag: '@money' }, async ({
  page,
  shopUrl,
  isMobile,
}) => {
  await page.goto(`${shopUrl}/money`);
  await expectGoodPage(page);
  await startConnecting(page, { shopUrl, access: 'all' });
  await signIn(page, isMobile ? CUSTOMERS.eeLowBalance : CUSTOMERS.ee);
  await expect(page.getByRole('button', { name: 'Sign with Smart-ID' })).toBeEnabled();
  expect(new URL(page.url()).hash).toBe('#/?m=signingConsent');
  await expect(page.getByText('You came from website owned by')).toBeVisible();
  await expect(rights(page).getByRole('row')).not.toHaveCount(1);
  for (const label of ['Account holder', 'Service provider', 'Valid until'])
    await expect(page.getByText(label, { exact: true }).first()).toBeVisible();
  await expect(page.getByText('Representative')).toHaveCount(0);
  await expectGoodPage(page);

  await consentButton(page).click();
  await expect(page.getByText('Access confirmed')).toBeVisible();
  await expect(countdownText(page)).toBeVisible();
  await expectGoodPage(page);
  await page.waitForURL(`${shopUrl}/money/**`);
  await expect(page.getByRole('heading', { name: 'Your money' })).toBeVisible();
  await expect(page.getByText(SUM).first()).toBeVisible();
  await expectGoodPage(page);

  await page.getByRole('region', { name: 'Accounts' }).getByRole('link').first().click();
  await expect(page.getByRole('heading', { name: 'Transactions' })).toBeVisible();
  await expect(page.getByText(SUM).first()).toBeVisible();
  await expectGoodPage(page);
  await page.getByRole('link', { name: 'Older' }).click();
  await expect(page.getByRole('link', { name: 'Newest' })).toBeVisible();
});

test('in Lithuania the recent sign-in confirms the consent without another challenge', { tag: '@phone' }, async ({ page, shopUrl, portalUrl }) => {
  await arriveAtConsent(page, { shopUrl, bank: 'lt', access: 'list', ...ONCE });
  await expect(page.getByRole('button', { name: 'Confirm', exact: true })).toBeEnabled();
  // A phone that waits for a person would never answer by itself.
  await openDevice(page, portalUrl);
  await consentButton(page).click();
  await expect(page.getByText('Access confirmed')).toBeVisible();
  await backToOverview(page);
  await expect(page.getByText('transactions not shared').first()).toBeVisible();
});

test('in Latvia two consents in a row are each confirmed by a sign-in', { tag: '@desktop' }, async ({ page, shopUrl }) => {
  for (const access of ['all', 'list'] as const) {
    await arriveAtConsent(page, { shopUrl, bank: 'lv', access });
    await consentButton(page).click();
    await backToOverview(page);
  }
});

test('with two consents in two tabs the older session is terminated, and the newer one signs its consent', { tag: '@desktop' }, async ({
  page,
  shopUrl,
  watch,
}) => {
  watch.expectConsole(REFUSED_REQUEST);
  await arriveAtConsent(page, { shopUrl, access: 'list' });
  const second = await page.context().newPage();
  await arriveAtConsent(second, { shopUrl, access: 'all', ...ONCE });
  await consentButton(page).click();
  await expect(page.getByText('Your session is terminated', { exact: true })).toBeVisible();
  await consentButton(second).click();
  await backToOverview(second);
  await page.getByRole('button', { name: 'back to service provider' }).click();
  await expect(page.getByRole('heading', { name: 'Not confirmed yet' })).toBeVisible();
});

test('the customer chooses at least one account by keyboard, and only the chosen ones are shared', { tag: '@phone' }, async ({ page, shopUrl }) => {
  await arriveAtConsent(page, { shopUrl, ...ONCE });
  const boxes = rights(page).getByRole('checkbox');
  const offered = await boxes.count();
  expect(offered).toBeGreaterThan(1);
  await expect(boxes.first()).toBeChecked();
  await expectGoodPage(page);
  await page.getByRole('button', { name: 'Choose none' }).click();
  await expect(page.getByRole('button', { name: 'Choose at least one account' })).toBeDisabled();
  await expectGoodPage(page);
  await boxes.nth(1).focus();
  await page.keyboard.press('Space');
  await expect(page.getByText(`1 of ${offered} accounts chosen`)).toBeVisible();
  await consentButton(page).click();
  await expect(page.getByText('Access confirmed')).toBeVisible();
  await backToOverview(page);
  await expect(page.getByRole('region', { name: 'Accounts' }).getByRole('link')).toHaveCount(1);
});

test('the bank shows exactly the accounts named at the shop', { tag: '@desktop' }, async ({ page, shopUrl }) => {
  await startConnecting(page, { shopUrl, access: 'name' });
  await signIn(page, CUSTOMERS.ee);
  await expect(page.getByRole('heading', { name: 'Name your accounts' })).toBeVisible();
  await expectGoodPage(page);
  await page.getByRole('button', { name: /^Continue at / }).click();
  await expect(consentButton(page)).toBeEnabled();
  await expect(rights(page).getByRole('checkbox')).toHaveCount(0);
  await expect(rights(page).getByText('No', { exact: true })).toHaveCount(1);
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Not connected' })).toBeVisible();
});

test('for a company the page shows account holder and representative', { tag: '@phone' }, async ({ page, shopUrl }) => {
  await arriveAtConsent(page, { shopUrl, access: 'all', customer: CUSTOMERS.eeCompany, ...ONCE });
  await expect(page.getByText('Account holder', { exact: true }).locator('..')).toContainText('Näidis Puidutöökoda OÜ');
  await expect(page.getByText('Representative', { exact: true }).locator('..')).toContainText('Tõnu Näidis');
  await expectGoodPage(page);
  await consentButton(page).click();
  await backToOverview(page);
});

test('cancelling returns to the shop, which reads no accounts', { tag: ['@desktop', '@money'] }, async ({ page, shopUrl }) => {
  await arriveAtConsent(page, { shopUrl });
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await page.waitForURL(`${shopUrl}/money/*/refused`);
  await expect(page.getByRole('heading', { name: 'Not connected' })).toBeVisible();
  await expect(page.getByText('rejected').first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Accounts' })).toHaveCount(0);
  await expectGoodPage(page);
});

test('a refusal on the phone gives no access, and the second attempt signs', { tag: '@phone' }, async ({ page, shopUrl, portalUrl, watch }) => {
  watch.expectConsole(REFUSED_REQUEST);
  await arriveAtConsent(page, { shopUrl, ...ONCE });
  const device = await openDevice(page, portalUrl);
  await consentButton(page).click();
  await expect(page.getByRole('heading', { name: 'Compare the control code' })).toBeVisible();
  await expectGoodPage(page);
  await answerOnDevice(device, 'Refuse');
  await expect(page.getByText('Nothing was signed and no access was given.')).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await consentButton(page).click();
  await answerOnDevice(device, 'Approve');
  await expect(page.getByText('Access confirmed')).toBeVisible();
});

test('a consent deleted by the shop ends its open page, which links back to the shop', { tag: '@phone' }, async ({ page, shopUrl, watch }) => {
  watch.expectConsole(REFUSED_REQUEST);
  await arriveAtConsent(page, { shopUrl });
  const shop = await page.context().newPage();
  await shop.goto(`${shopUrl}/money`);
  await shop.getByRole('region', { name: 'Your connections' }).getByRole('link').first().click();
  await expect(shop.getByRole('heading', { name: 'Not confirmed yet' })).toBeVisible();
  await expectGoodPage(shop);
  await shop.getByRole('button', { name: 'Disconnect' }).click();
  await expect(shop.getByRole('heading', { name: 'Not connected' })).toBeVisible();

  await consentButton(page).click();
  await expect(page.getByText('Your session is terminated', { exact: true })).toBeVisible();
  await expectGoodPage(page);
  await page.getByRole('button', { name: 'back to service provider' }).click();
  await page.waitForURL(`${shopUrl}/money/**`);
});

test('disconnecting terminates the consent, and the shop says so', { tag: ['@desktop', '@money'] }, async ({ page, shopUrl }) => {
  await arriveAtConsent(page, { shopUrl, customer: CUSTOMERS.eeCompany });
  await consentButton(page).click();
  await backToOverview(page);
  await page.getByRole('button', { name: 'Disconnect' }).click();
  await expect(page.getByRole('heading', { name: 'Disconnected' })).toBeVisible();
  await expect(page.getByText('terminatedByTpp').first()).toBeVisible();
  await expectGoodPage(page);
});

test('a double click, lost connections and a reload cause one signature; the success remains after a reload and Back', {
  tag: '@desktop',
}, async ({ page, shopUrl, portalUrl, watch }) => {
  watch.expectConsole(CUT);
  await arriveAtConsent(page, { shopUrl, ...ONCE });
  const device = await openDevice(page, portalUrl);
  const cuts = await cutSignature(page, 'consent', 2);
  await consentButton(page).dblclick();
  await expect(page.getByRole('heading', { name: 'Compare the control code' })).toBeVisible();
  await expect(device.getByRole('button', { name: 'Approve' })).toHaveCount(1);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Compare the control code' })).toBeVisible();
  await expect(device.getByRole('button', { name: 'Approve' })).toHaveCount(1);
  await answerOnDevice(device, 'Approve');
  await page.getByRole('button', { name: 'Stay on this page' }).click();
  expect(cuts()).toBe(2);
  await page.reload();
  await expect(page.getByText('Access confirmed')).toBeVisible();
  await page.getByRole('button', { name: 'Stay on this page' }).click();
  await page.goto(`${shopUrl}/money`);
  await page.goBack();
  await expect(page.getByText('Access confirmed')).toBeVisible();
  await backToOverview(page);
});
