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

test('a customer in Estonia signs a consent with Smart-ID and sees balances and transactions, page by page', { tag: '@money' }, async ({
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

test('in Lithuania the sign-in that was just made confirms the consent: no phone is asked again', { tag: '@phone' }, async ({
  page,
  shopUrl,
  portalUrl,
}) => {
  await arriveAtConsent(page, { shopUrl, bank: 'lt', access: 'list', ...ONCE });
  await expect(page.getByRole('button', { name: 'Confirm', exact: true })).toBeEnabled();
  // A phone that waits for a person would never answer by itself.
  await openDevice(page, portalUrl);
  await consentButton(page).click();
  await expect(page.getByText('Access confirmed')).toBeVisible();
  await backToOverview(page);
  await expect(page.getByText('transactions not shared').first()).toBeVisible();
});

test('in Latvia two consents are confirmed one after the other, each by its own sign-in', { tag: '@desktop' }, async ({ page, shopUrl }) => {
  for (const access of ['all', 'list'] as const) {
    await arriveAtConsent(page, { shopUrl, bank: 'lv', access });
    await consentButton(page).click();
    await backToOverview(page);
  }
});

test('two tabs with two consents never mix: the older sign-in is over, the newer one signs its own', { tag: '@desktop' }, async ({
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

test('the customer chooses the accounts: at least one, by keyboard, and only those are shared', { tag: '@phone' }, async ({ page, shopUrl }) => {
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

test('accounts that the customer names at the shop are exactly what the bank shows', { tag: '@desktop' }, async ({ page, shopUrl }) => {
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

test('for a company the page shows whose accounts they are and who signs', { tag: '@phone' }, async ({ page, shopUrl }) => {
  await arriveAtConsent(page, { shopUrl, access: 'all', customer: CUSTOMERS.eeCompany, ...ONCE });
  await expect(page.getByText('Account holder', { exact: true }).locator('..')).toContainText('Näidis Puidutöökoda OÜ');
  await expect(page.getByText('Representative', { exact: true }).locator('..')).toContainText('Tõnu Näidis');
  await expectGoodPage(page);
  await consentButton(page).click();
  await backToOverview(page);
});

test('refusing brings the customer back, and the shop reads nothing', { tag: ['@desktop', '@money'] }, async ({ page, shopUrl }) => {
  await arriveAtConsent(page, { shopUrl });
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await page.waitForURL(`${shopUrl}/money/*/refused`);
  await expect(page.getByRole('heading', { name: 'Not connected' })).toBeVisible();
  await expect(page.getByText('rejected').first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Accounts' })).toHaveCount(0);
  await expectGoodPage(page);
});

test('refusing on the phone says that no access was given, and a second try signs', { tag: '@phone' }, async ({
  page,
  shopUrl,
  portalUrl,
  watch,
}) => {
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

test('a consent that the shop gives back while its page is open ends the page with the way back', { tag: '@phone' }, async ({
  page,
  shopUrl,
  watch,
}) => {
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

test('disconnecting ends the access, and the shop says so', { tag: ['@desktop', '@money'] }, async ({ page, shopUrl }) => {
  await arriveAtConsent(page, { shopUrl, customer: CUSTOMERS.eeCompany });
  await consentButton(page).click();
  await backToOverview(page);
  await page.getByRole('button', { name: 'Disconnect' }).click();
  await expect(page.getByRole('heading', { name: 'Disconnected' })).toBeVisible();
  await expect(page.getByText('terminatedByTpp').first()).toBeVisible();
  await expectGoodPage(page);
});

test('pressed twice, cut off and reloaded while the phone is asked, it is one signature; afterwards a reload and coming back show the success', {
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
