/** “Usage” of the request log: the calls of an application in figures, and what became of its consents. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { type Customer, enterSigning, openBrowser, overHttp, textOf } from '@portico/testkit';
import { becomeDeveloper } from '../support/developer.ts';
import { expect, expectGoodPage, test } from '../support/fixtures.ts';

/** How long the page is looked at before it is loaded once more. */
const LOOK = { timeout: 10_000 };

/** Calls the API with the token of the page's developer. */
async function openApi(page: Page, portalUrl: string) {
  const users: readonly unknown[] = await (await page.request.get(`${portalUrl}/api/tpp/psu`)).json();
  const user = users.find((one) => Object(one).access_token !== undefined);
  const call = async (method: string, path: string, headers: Record<string, string> = {}, data?: object) => {
    const response = await page.request.fetch(`${portalUrl}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${textOf(user, 'access_token')}`, 'x-request-id': randomUUID(), ...headers },
      ...(data !== undefined && { data }),
    });
    return { status: response.status(), body: await response.json() };
  };
  const nationalIdentityNumber = textOf(user, 'customer', 'nationalIdentityNumber');
  const customer: Customer = { country: textOf(user, 'country') as Customer['country'], nationalIdentityNumber, method: 'SMART_ID' };
  return { call, customer };
}

const CONSENT = {
  ...{ access: { allPsd2: 'allAccounts' }, recurringIndicator: true, validUntil: '9999-12-31', frequencyPerDay: 4 },
  combinedServiceIndicator: false,
};

test('a developer reads the usage of the application: calls, errors, durations, consents and readings left, and takes them as files', {
  tag: '@desktop',
}, async ({ page, portalUrl }) => {
  await becomeDeveloper(page, portalUrl);
  await page.goto(`${portalUrl}/#/tpp/requests?view=usage`);
  await expect(page.getByText('No calls in this period.')).toBeVisible();
  await expect(page.getByText('No consents and no payments in this period.')).toBeVisible();
  await expect(page.getByText('No consent is valid now.')).toBeVisible();
  await expectGoodPage(page);

  const { call, customer } = await openApi(page, portalUrl);
  const asked = { 'psu-ip-address': '192.0.2.10', 'tpp-redirect-uri': `${portalUrl}/welcome` };
  const { body: consent } = await call('POST', '/consents', asked, CONSENT);
  const signing = await enterSigning(
    openBrowser(overHttp(portalUrl), portalUrl),
    textOf(consent, '_links', 'scaRedirect', 'href'),
    customer,
    'consent',
  );
  await signing.submit({});
  const ofConsent = { 'consent-id': textOf(consent, 'consentId') };
  await expect.poll(async () => (await call('GET', `/consents/${ofConsent['consent-id']}/status`)).body.consentStatus).toBe('valid');
  expect((await call('POST', '/consents', asked, CONSENT)).status).toBe(201);
  expect((await call('GET', '/accounts', ofConsent)).status).toBe(200);
  for (let round = 0; round < 2; round += 1) expect((await call('GET', '/consents/cns_unknown')).status).toBe(403);
  expect((await call('GET', '/accounts')).status).toBe(400);

  const figure = (name: string) => page.locator('dt', { hasText: name }).locator('xpath=following-sibling::dd');
  const errors = page.getByRole('table', { name: 'Errors by code' });
  // Lines of the log are written behind the answers.
  await expect(async () => {
    await page.reload();
    await expect(errors.getByRole('row', { name: /CONSENT_UNKNOWN/ })).toContainText('2', LOOK);
    await expect(errors.getByRole('row', { name: /FORMAT_ERROR/ })).toContainText('1', LOOK);
    await expect(figure('Failed calls')).toHaveText('3', LOOK);
  }).toPass();
  for (const name of ['Median duration (p50)', '95% are done within (p95)']) await expect(figure(name)).toHaveText(/^[\d,]+\sms$/);
  const byHour = page.getByRole('table', { name: 'Calls by hour' });
  await expect(byHour.getByRole('columnheader')).toHaveText(['Hour', 'Calls', 'Failed', 'p50', 'p95']);
  // The chart shows what the table says, so it is not read out.
  await expect(page.locator('svg[aria-hidden=true] g')).toHaveCount((await byHour.getByRole('row').count()) - 1);
  const results = page.getByRole('table', { name: 'Consents and payments by end' });
  await expect(results.getByRole('row', { name: /valid Valid Consents/ })).toContainText('1');
  await expect(results.getByRole('row', { name: /received Waits for the customer Consents/ })).toContainText('1');
  const readings = page.getByRole('table', { name: 'Readings left today' });
  // 4 only where the bank’s day has ended since the reading.
  await expect(readings.getByRole('row', { name: ofConsent['consent-id'] }).getByRole('cell').nth(1)).toHaveText(/^[34]$/);
  await expectGoodPage(page);

  for (const [button, name, line] of [
    ['Download CSV', 'usage-24h.csv', 'CONSENT_UNKNOWN,403,2'],
    ['Download consents and payments', 'consents-and-payments-24h.csv', 'consents,valid,1'],
  ] as const) {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: button, exact: true }).click();
    const saved = await download;
    expect(saved.suggestedFilename()).toBe(name);
    expect((await readFile(await saved.path(), 'utf8')).split('\r\n')).toContain(line);
  }

  await page.getByRole('combobox', { name: 'Period' }).selectOption('7 days');
  await expect(page.getByRole('table', { name: 'Calls by day' })).toBeVisible();
  await expect(page).toHaveURL(/period=7d/);
  await expect(figure('Failed calls')).toHaveText('3');
  await expectGoodPage(page);

  await errors.getByRole('link', { name: 'CONSENT_UNKNOWN' }).click();
  await expect(page.getByRole('heading', { name: 'API error handling', level: 1 })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('table', { name: 'Calls by day' })).toBeVisible();
  await page.getByRole('tab', { name: 'Requests' }).click();
  await expect(page.getByRole('region', { name: 'Requests' }).getByRole('listitem')).not.toHaveCount(0);
});
