/** What the explorer makes of a line, a server, a token and a document that are not as they should be. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Page } from '@playwright/test';
import { freePort } from '@portico/testkit';
import { becomeDeveloper } from '../support/developer.ts';
import { openStage } from '../support/explorer-stage.ts';
import { expect, expectGoodPage, test } from '../support/fixtures.ts';

const CONSENTS = '**/api/v1/consents';
const MEGABYTE = 1_000_000;

const answer = (page: Page) => page.getByRole('region', { name: 'Response', exact: true });
const send = (page: Page) => page.getByRole('button', { name: 'Send request' });

async function openConsents(page: Page, portalUrl: string): Promise<void> {
  await becomeDeveloper(page, portalUrl);
  await page.goto(`${portalUrl}/#/api-explorer/consents/createConsent`);
  await expect(send(page)).toBeEnabled();
}

test('a request sent offline is not transmitted, and Send again sends it once the browser is online', { tag: '@phone' }, async ({
  page,
  portalUrl,
  watch,
}) => {
  watch.expectConsole(/ERR_INTERNET_DISCONNECTED/);
  await openConsents(page, portalUrl);
  await page.context().setOffline(true);
  await send(page).click();
  await expect(page.getByRole('alert')).toContainText('This computer is offline.');
  await expect(page.getByRole('alert')).toContainText('Nothing was sent.');
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect(answer(page)).toContainText('201 Created');
});

test('parts that fail to load offline show an error, load after Try again, and keep the typed values', {
  tag: '@phone',
}, async ({ page, portalUrl, watch }) => {
  watch.expectConsole(/ERR_INTERNET_DISCONNECTED|This computer is offline/);
  await openConsents(page, portalUrl);
  const requestId = page.getByLabel('X-Request-ID');
  await requestId.fill('typed-before');
  await page.context().setOffline(true);
  await page
    .getByRole('button', { name: /^Schema of/ })
    .first()
    .click();
  await page
    .getByRole('button', { name: /^Example of/ })
    .first()
    .click();
  await expect(page.getByRole('alert')).toHaveCount(2);
  await page.getByRole('button', { name: 'Search pages and operations' }).click();
  await expect(page.getByText('This could not be opened.')).toBeVisible();
  await expectGoodPage(page);
  await page.context().setOffline(false);
  for (let left = 2; left > 0; left -= 1) {
    await page.getByRole('button', { name: 'Try again' }).first().click();
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(left - 1);
  }
  await expect(page.getByRole('region', { name: 'Example' })).toBeVisible();
  await expect(requestId).toHaveValue('typed-before');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeVisible();
});

test('an HTML answer, an empty answer and a 410 are each shown with an explanation', { tag: '@phone' }, async ({ page, portalUrl, watch }) => {
  watch.expectConsole(/status of 410/);
  await openConsents(page, portalUrl);
  await page.route(CONSENTS, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<title>Proxy</title><img src="https://evil.example/x" onerror="alert(1)"><script>alert(1)</script>',
    }),
  );
  await send(page).click();
  await expect(answer(page)).toContainText('<script>alert(1)</script>');
  await answer(page).getByRole('tab', { name: 'Schema' }).click();
  await expect(answer(page)).toContainText(/promises JSON, and the response is none|describes no body/);
  await expectGoodPage(page);
  await page.unroute(CONSENTS);
  await page.route(CONSENTS, (route) => route.fulfill({ status: 200, body: '' }));
  await send(page).click();
  await answer(page).getByRole('tab', { name: 'Body' }).click();
  await expect(answer(page)).toContainText('The response has no body.');
  await page.unroute(CONSENTS);
  await page.route(CONSENTS, (route) => route.fulfill({ status: 410, json: { tppMessages: [{ category: 'ERROR', code: 'RESOURCE_EXPIRED' }] } }));
  await send(page).click();
  await expect(page.getByText('What this address named is over.')).toBeVisible();
  await expectGoodPage(page);
});

test('an answer of 20 MB is shown, scrolled and saved', { tag: '@desktop' }, async ({ page, portalUrl }) => {
  await openConsents(page, portalUrl);
  const entry = { transactionId: '4711', remittanceInformationUnstructured: 'Order 1024', amount: '46.80' };
  const entries = Array.from({ length: Math.ceil((20 * MEGABYTE) / JSON.stringify(entry).length) }, () => entry);
  // Through a socket: what a test fulfils reaches the browser as one message of Base64, which takes longer than the page does.
  const body = JSON.stringify({ entries });
  const port = await freePort();
  const server = createServer((_, answer) => answer.setHeader('content-type', 'application/json').end(body));
  await once(server.listen(port, 'localhost'), 'listening');
  await page.route(CONSENTS, (route) => route.continue({ url: `http://localhost:${port}` }));
  await send(page).click();
  // Each look at the whole text of the answer would cost the better part of a second.
  await expect(answer(page).locator('.tab')).toContainText(/2\d\.\d MB/);
  server.close();
  const shown = answer(page).getByRole('region', { name: 'Body of the response' });
  const end = await shown.evaluate((element) => {
    element.scrollTo(0, element.scrollHeight);
    return element.textContent.slice(-200);
  });
  expect(end).toContain('Order 1024');
  // So much is formatted only for who asks.
  await answer(page).getByRole('button', { name: 'Show formatted' }).click();
  await expect(answer(page).getByRole('button', { name: 'Show raw' })).toBeVisible();
  await answer(page)
    .getByRole('tab', { name: /Headers/ })
    .click();
  const saving = page.waitForEvent('download');
  await answer(page).getByRole('button', { name: 'Download' }).click();
  expect((await saving).suggestedFilename()).toBe('createConsent.json');
});

test('a request without an answer times out after 60 seconds, and Escape cancels a waiting request', { tag: '@desktop' }, async ({
  page,
  portalUrl,
  watch,
}) => {
  watch.expectConsole(/ERR_/);
  await page.addInitScript(() => {
    const real = AbortSignal.timeout.bind(AbortSignal);
    AbortSignal.timeout = (milliseconds) => {
      if (milliseconds !== 60_000) return real(milliseconds);
      // The second request has to wait until it is cancelled.
      AbortSignal.timeout = real;
      return real(700);
    };
  });
  await openConsents(page, portalUrl);
  await page.route(CONSENTS, () => undefined);
  await send(page).click();
  await expect(page.getByText('No response within 60 seconds.')).toBeVisible();
  await expectGoodPage(page);
  await page.getByRole('button', { name: 'Send again' }).click();
  await page.getByRole('button', { name: 'Cancel', exact: true }).focus();
  await page.keyboard.press('Escape');
  await expect(page.getByText('Cancelled.')).toBeVisible();
});

test('a token that was renewed in another window is renewed in place, and the request is sent again', { tag: '@desktop' }, async ({
  page,
  portalUrl,
  watch,
}) => {
  watch.expectConsole(/status of 401/);
  const stage = await openStage(page.context(), portalUrl);
  await page.goto(`${portalUrl}/#/api-explorer/sandbox/getTestAccountList`);
  await expect(send(page)).toBeEnabled();
  await stage.renewToken();
  await send(page).click();
  await expect(answer(page)).toContainText('401 Unauthorized');
  await expectGoodPage(page);
  await page.getByRole('button', { name: 'Renew the token and send again' }).click();
  await expect(answer(page)).toContainText('200 OK');
  await expect(page.getByText('is not accepted: it has expired or was revoked')).toBeHidden();
});

/** What somebody could write into a document, in every text of a slice. */
const HOSTILE = '<script>window.pwned=1</script><img src=https://evil.example/a onerror=window.pwned=1><style>body{display:none}</style>';

/** Every text that is shown becomes hostile; names by which the page works stay. */
function poison(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => poison(item, name));
  if (typeof value === 'object' && value !== null) return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, poison(item, key)]));
  if (['summary', 'description', 'when', 'sectionTitle', 'title', 'text'].includes(name)) return `${HOSTILE}${String(value)}`;
  return name === 'href' ? 'javascript:window.pwned=1' : value;
}

test('markup in an API description is not executed, and only the portal is called', { tag: '@desktop' }, async ({ page, portalUrl, watch }) => {
  watch.expectConsole(/status of 4\d\d/);
  const called = new Set<string>();
  page.context().on('request', (request) => void called.add(new URL(request.url()).origin));
  page.on('dialog', (shown) => void called.add(`dialog: ${shown.message()}`));
  await becomeDeveloper(page, portalUrl);
  await page.route(/\/api\/specs\/(index|[\w-]+\/operation)\?/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: poison(await response.json()) });
  });
  await page.goto(`${portalUrl}/#/api-explorer`);
  await expect(page.getByRole('main')).toContainText('<script>window.pwned=1</script>');
  for (const operation of ['payments/initiatePayment', 'accounts/getTransactionList', 'consents/createConsent']) {
    await page.goto(`${portalUrl}/#/api-explorer/${operation}`);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('<img src=https://evil.example/a');
    for (const language of await page.getByRole('tablist', { name: 'Language' }).getByRole('tab').all()) await language.click();
    for (const folded of await page.getByRole('button', { expanded: false }).all()) if (await folded.isVisible()) await folded.click();
  }
  await page.getByRole('textbox', { name: 'Body' }).focus();
  await send(page).click();
  await expect(answer(page)).toContainText('201 Created');
  for (const tab of await answer(page).getByRole('tab').all()) await tab.click();
  expect(await page.evaluate(() => Reflect.get(window, 'pwned'))).toBeUndefined();
  expect(await page.locator('main script, main style, main img[src^="http"], main a[href^="javascript"]').count()).toBe(0);
  expect([...called]).toEqual([new URL(portalUrl).origin]);
});
