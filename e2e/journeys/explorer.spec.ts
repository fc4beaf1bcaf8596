import type { Page } from '@playwright/test';
import { member, textOf } from '@portico/testkit';
import { becomeDeveloper, dialog } from '../support/developer.ts';
import { expect, expectGoodPage, test } from '../support/fixtures.ts';
import { press } from '../support/signing-view.ts';
import { typeBody } from '../support/type-body.ts';

const answer = (page: Page) => page.getByRole('region', { name: 'Response', exact: true });
const send = (page: Page) => page.getByRole('button', { name: 'Send request' });

test('a visitor finds an operation with a misspelt search and reads its refusals and code samples', async ({ page, portalUrl }) => {
  await page.goto(`${portalUrl}/#/api-explorer`);
  await expect(page.getByRole('link', { name: 'Ask for a consent' })).toBeVisible();
  await expectGoodPage(page);
  await page.keyboard.press('/');
  await page.keyboard.type('paymnt cancle');
  await page.getByRole('link', { name: /Cancel a payment/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Cancel a payment' })).toBeVisible();
  await expect(page).toHaveURL(/#\/api-explorer\/payments\/cancelPayment$/);
  await expect(page.getByRole('region', { name: 'Errors' })).toContainText('CANCELLATION_INVALID');
  await expect(page.getByText('This call carries a test customer’s access token.')).toBeVisible();
  await page.getByRole('tab', { name: 'Python' }).click();
  await expect(page.getByRole('tabpanel')).toContainText('import requests');
  await expectGoodPage(page);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'API Explorer' })).toBeVisible();
});

test('a developer creates a consent, reads CONSENT_INVALID before it is signed, and finds the call in the request log', { tag: '@phone' }, async ({
  page,
  portalUrl,
  watch,
}) => {
  watch.expectConsole(/401/);
  await becomeDeveloper(page, portalUrl);
  await page.goto(`${portalUrl}/#/api-explorer/consents/createConsent`);
  await expect(page.getByLabel('TPP-Redirect-URI')).toHaveValue(/\/api-explorer\?signed=[0-9a-f-]{36}$/);
  await send(page).click();
  await expect(answer(page)).toContainText('201 Created');
  await expect(page.getByRole('link', { name: /^Sign as/ })).toHaveAttribute('href', /\/bank\/sca\//);
  await answer(page).getByRole('tab', { name: 'Schema' }).click();
  await expect(answer(page)).toContainText('The response is as the document describes it.');
  await expectGoodPage(page);
  // Not signed yet: the bank's own words, and no talk of the token.
  await page.goto(`${portalUrl}/#/api-explorer/accounts/getAccountList`);
  await expect(page.getByLabel('Consent-ID')).toHaveValue(/^cns_/);
  await send(page).click();
  await expect(answer(page)).toContainText('CONSENT_INVALID');
  await expect(page.getByRole('button', { name: 'Renew the token and send again' })).toBeHidden();
  await expectGoodPage(page);
  // The same call as the bank saw it.
  await page.getByRole('link', { name: 'Request log' }).click();
  const requests = page.getByRole('region', { name: 'Requests' });
  await expect(requests.getByRole('listitem')).toHaveCount(1);
  await requests.locator('summary').click();
  await expect(requests).toContainText('consent-id: cns_');
  await expect(requests).not.toContainText('Bearer ey');
  await page.getByRole('searchbox', { name: 'X-Request-ID' }).fill('');
  await expect(requests).toContainText('/api/v1/consents');
  await expectGoodPage(page);
});

// Review of 25 November 2026, portal §3, rows 1 to 3.
test('a consent that is signed from the explorer returns to its status, and the next call reads the accounts', { tag: '@desktop' }, async ({
  page,
  portalUrl,
}) => {
  await becomeDeveloper(page, portalUrl);
  const users: unknown = await (await page.request.get(`${portalUrl}/api/tpp/psu`)).json();
  const current = (Array.isArray(users) ? users : []).find((user) => member(user, 'access_token') !== undefined);
  await page.goto(`${portalUrl}/#/api-explorer/accounts/getAccountList`);
  await expect(page.getByLabel('Consent-ID')).toHaveValue('');
  await expectGoodPage(page);
  await page.getByRole('link', { name: 'Ask for a consent first' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Ask for a consent' })).toBeVisible();
  await send(page).click();
  await page.getByRole('link', { name: /^Sign as/ }).click();
  const name = `${textOf(current, 'customer', 'name')} ${textOf(current, 'customer', 'surname')}`;
  await press(page.getByRole('button', { name: `Sign in as test customer ${name}` }));
  // The first customer is Estonian: the consent needs a signature after the sign-in.
  await press(page.getByRole('button', { name: /^Sign with/ }));
  await page.getByRole('button', { name: 'Logout and go back to service provider' }).click();
  const outcome = page.getByRole('status').filter({ hasText: 'The consent is valid.' });
  await expect(outcome).toContainText('Status valid');
  await expectGoodPage(page);
  await outcome.getByRole('link', { name: 'List the accounts' }).click();
  await expect(page.getByLabel('Consent-ID')).toHaveValue(/^cns_/);
  await send(page).click();
  await expect(answer(page)).toContainText('200 OK');
  // A reload keeps the ids.
  await page.reload();
  await expect(page.getByLabel('Consent-ID')).toHaveValue(/^cns_/);
});

test('the languages of a sample have one line from 480 pixels on and two on a phone, the button to copy in the first', {
  tag: '@desktop',
}, async ({ page, portalUrl }) => {
  await page.goto(`${portalUrl}/#/api-explorer/accounts/getAccountList`);
  const tabs = page.getByRole('tablist', { name: 'Language' }).getByRole('tab');
  await expect(tabs).toHaveCount(7);
  for (const width of [320, 360, 480, 768, 769, 1024, 1280, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    // The chosen label is bold, so the longest one needs the most room.
    for (const name of ['curl', 'TypeScript']) {
      await tabs.filter({ hasText: name }).click();
      const tops = await tabs.evaluateAll((all) => [...new Set(all.map((tab) => tab.getBoundingClientRect().top))]);
      expect([width, tops.length]).toEqual([width, width < 480 ? 2 : 1]);
      const copy = await page
        .getByRole('region', { name: 'Code sample' })
        .getByRole('button', { name: /^Copy code/ })
        .boundingBox();
      expect(Math.abs((copy?.y ?? 0) - (tops[0] ?? 0))).toBeLessThan(8);
    }
  }
});

test('the list of operations is beside the page from 1200 pixels on, and folded above it in narrower windows', { tag: '@desktop' }, async ({
  page,
  portalUrl,
}) => {
  for (const [width, isBeside] of [
    [768, false],
    [769, false],
    [1024, false],
    [1199, false],
    [1200, true],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`${portalUrl}/#/api-explorer/accounts/getAccountList`);
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText('List the accounts of a consent');
    const list = page.getByRole('navigation', { name: 'Operations' });
    const fold = page.locator('summary').filter({ hasText: /^Operations$/ });
    await expect(fold).toHaveCount(isBeside ? 0 : 1);
    if (!isBeside) {
      await expect(list).toHaveCount(0);
      await fold.click();
    }
    await expect(list.getByRole('link', { name: 'Read the balances of an account' })).toBeVisible();
    await list.getByRole('link', { name: 'Read the balances of an account' }).click();
    await expect(heading).toHaveText('Read the balances of an account');
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth), { message: `${width}` }).toBeLessThanOrEqual(0);
  }
});

test('Ctrl+K opens any operation or page by keyboard alone', { tag: '@desktop' }, async ({ page, portalUrl }) => {
  await page.goto(portalUrl);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  const words = page.getByRole('combobox', { name: 'Search the portal' });
  await expect(words).toBeFocused();
  await words.fill('cancl bulk');
  await expect(page.getByRole('option').first()).toContainText('Cancel a bulk payment');
  await expectGoodPage(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Cancel a bulk payment' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await words.fill('zzzz');
  await expect(page.getByText('Nothing was found for these words.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('button', { name: 'Search pages and operations' }).click();
  await words.fill('o');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await words.fill('cookie');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Cookie policy' })).toBeVisible();
});

test('an invalid body is marked before it is sent, can be sent, and the server’s error is shown', { tag: '@phone' }, async ({
  page,
  portalUrl,
  watch,
}) => {
  watch.expectConsole(/400/);
  await becomeDeveloper(page, portalUrl);
  await page.goto(`${portalUrl}/#/api-explorer/consents/createConsent`);
  const body = page.getByRole('textbox', { name: 'Body' });
  await typeBody(page, '{"access": 7}');
  await expect(page.getByText('not as described')).toBeVisible();
  await typeBody(page, '{"access": ');
  await expect(page.getByText('It is sent as it stands.')).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(answer(page)).toContainText('400 Bad Request');
  await expect(answer(page)).toContainText('FORMAT_ERROR');
  await page.getByRole('button', { name: 'Reset to example' }).click();
  await expect(body).toContainText('recurringIndicator');
});

test('a refused connection and a cancelled request have messages of their own', { tag: '@phone' }, async ({ page, portalUrl, watch }) => {
  watch.expectConsole(/ERR_|Failed to load/);
  await becomeDeveloper(page, portalUrl);
  await page.goto(`${portalUrl}/#/api-explorer/consents/createConsent`);
  await expect(send(page)).toBeEnabled();
  await page.route('**/api/v1/consents', (route) => route.abort('connectionrefused'));
  await send(page).click();
  await expect(page.getByText('No response arrived.')).toBeVisible();
  await page.unroute('**/api/v1/consents');
  await page.route('**/api/v1/consents', () => undefined);
  await send(page).click();
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(page.getByText('The request may have arrived before.')).toBeVisible();
  await expectGoodPage(page);
});

test('the sign-in of version 1 returns from the bank with the code, and the token request is filled in', { tag: '@desktop' }, async ({
  page,
  portalUrl,
}) => {
  await becomeDeveloper(page, portalUrl);
  await page.goto(`${portalUrl}/#/api-explorer/login/authorize`);
  await page.getByRole('button', { name: /optional parameters/ }).click();
  await page.getByLabel('bypass').selectOption('true');
  await page.getByRole('button', { name: 'Go to the bank’s sign-in' }).click();
  await expect(dialog(page).getByText('Your authorization code is')).toBeVisible();
  await dialog(page).getByRole('link', { name: 'Get Access Token' }).click();
  await expect(page).toHaveURL(/#\/api-explorer\/oauth2\/getAccessToken$/);
  await expect(page.getByRole('textbox', { name: 'Body' })).toHaveValue(/client_secret=YOUR_CLIENT_SECRET/);
  await send(page).click();
  await expect(answer(page)).toContainText('200 OK');
  await expect(answer(page)).toContainText('access_token');
});

test('the portal follows an address that changes while it is still rendering', { tag: '@desktop' }, async ({ page, portalUrl }) => {
  for (const milliseconds of [0, 30, 60, 100, 150, 200, 250]) {
    await page.goto('about:blank');
    await page.goto(`${portalUrl}/#/api-explorer`);
    await page.evaluate(async (wait) => {
      await new Promise((resolve) => setTimeout(resolve, wait));
      window.location.hash = '#/api-explorer/consents/getConsentStatus';
    }, milliseconds);
    await expect(page.getByRole('heading', { level: 1, name: 'Read the status of a consent' }), `after ${milliseconds} ms`).toBeVisible();
  }
});
