import type { Page } from '@playwright/test';
import { becomeDeveloper } from '../support/developer.ts';
import { expect, expectGoodPage, test } from '../support/fixtures.ts';
import { typeBody } from '../support/type-body.ts';

const answer = (page: Page) => page.getByRole('region', { name: 'Response', exact: true });
/** It has this name when everything is filled in. */
const send = (page: Page) => page.getByRole('button', { name: 'Send request' });
const history = (page: Page) => page.getByRole('region', { name: 'History' });
const rows = (page: Page) => history(page).getByRole('listitem');
const kept = (page: Page) => page.evaluate(() => window.localStorage.getItem('portico-explorer-history') ?? '');

test('a sent request survives a reload, is sent again with the same or a new X-Request-ID, and is deleted with Undo', { tag: '@desktop' }, async ({
  page,
  portalUrl,
  watch,
}) => {
  watch.expectConsole(/400/);
  await becomeDeveloper(page, portalUrl);
  await page.goto(`${portalUrl}/#/api-explorer/consents/createConsent`);
  await expect(history(page)).toContainText('Nothing yet.');
  await send(page).click();
  await expect(answer(page)).toContainText('201 Created');
  const consentId = /"consentId": "(cns_\w+)"/.exec((await answer(page).textContent()) ?? '')?.[1] ?? 'none';
  await page.reload();
  await expect(rows(page)).toHaveCount(1);
  await rows(page).locator('summary').click();
  await expectGoodPage(page);
  // The same X-Request-ID: the bank answers as it did the first time.
  await rows(page).getByRole('button', { name: 'Send again with the same X-Request-ID' }).click();
  await expect(answer(page)).toContainText(consentId);
  await rows(page).last().getByRole('button', { name: 'Send again', exact: true }).click();
  await expect(rows(page)).toHaveCount(3);
  await expect(answer(page)).toContainText('201 Created');
  await expect(answer(page)).not.toContainText(consentId);
  // From the page of another operation back to this one, with what was typed.
  await page.goto(`${portalUrl}/#/api-explorer/accounts/getAccountList`);
  await expect(history(page)).toContainText('This operation was not sent yet.');
  await history(page)
    .getByRole('tab', { name: /^All operations/ })
    .click();
  await rows(page).last().locator('summary').click();
  await rows(page).last().getByRole('link', { name: 'Open with these values' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Ask for a consent' })).toBeVisible();
  await expect(rows(page)).toHaveCount(3);
  await history(page).getByRole('button', { name: 'Clear' }).press('Enter');
  await expect(rows(page)).toHaveCount(0);
  await expect(history(page).getByRole('button', { name: 'Undo' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(rows(page)).toHaveCount(3);
  await rows(page).first().locator('summary').click();
  await rows(page).first().getByRole('link', { name: 'Request log' }).click();
  await expect(page.getByRole('region', { name: 'Requests' }).getByRole('listitem')).toHaveCount(1);
});

test('no client secret, code, token or password is stored in the browser', {
  tag: '@desktop',
}, async ({ page, portalUrl, watch }) => {
  watch.expectConsole(/400|401/);
  await becomeDeveloper(page, portalUrl);
  const bearers: string[] = [];
  page.on('request', (request) => {
    const { authorization } = request.headers();
    if (authorization !== undefined) bearers.push(authorization.replace(/^Bearer /, ''));
  });
  await page.goto(`${portalUrl}/#/api-explorer/consents/createConsent`);
  await expect(send(page)).toBeVisible();
  await typeBody(page, '{"password": "canary-1", "deep": [{"access_token": "canary-2"}], "note": "Bearer canary-3"}');
  await page.keyboard.press('Control+Enter');
  await expect(answer(page)).toContainText('400 Bad Request');
  await page.goto(`${portalUrl}/#/api-explorer/oauth2/getAccessToken`);
  await expect(send(page)).toBeVisible();
  await typeBody(
    page,
    'grant_type=authorization_code&code=canary-4&client_id=x&client_secret=YOUR_CLIENT_SECRET&redirect_uri=https%3A%2F%2Flumen.example',
  );
  const [request] = await Promise.all([page.waitForRequest('**/oauth2/access_token'), page.keyboard.press('Control+Enter')]);
  const secret = new URLSearchParams(request.postData() ?? '').get('client_secret') ?? '';
  await expect(answer(page)).toContainText(/40[01]/);
  await expect(rows(page)).toHaveCount(1);
  const stored = await kept(page);
  expect(stored).toContain('createConsent');
  expect(secret.length).toBeGreaterThan(20);
  expect(stored).not.toContain(secret);
  expect(bearers.length).toBeGreaterThan(0);
  for (const bearer of bearers) expect(stored).not.toContain(bearer);
  expect(stored).not.toContain('canary');
});
