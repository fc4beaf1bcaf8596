import type { Page } from '@playwright/test';
import { becomeDeveloper } from '../support/developer.ts';
import { expect, expectGoodPage, test } from '../support/fixtures.ts';
import { typeBody } from '../support/type-body.ts';

const EDITOR = /code-editor/;
const body = (page: Page) => page.getByRole('textbox', { name: 'Body' });
const textOf = (page: Page) =>
  body(page).evaluate((field) =>
    field instanceof HTMLTextAreaElement ? field.value : [...field.querySelectorAll('.cm-line')].map((line) => line.textContent).join('\n'),
  );

/** Names of the scripts that the page has fetched. */
function watchScripts(page: Page): string[] {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
  });
  return scripts;
}

async function openBody(page: Page, portalUrl: string): Promise<void> {
  await becomeDeveloper(page, portalUrl);
  await page.goto(`${portalUrl}/#/api-explorer/consents/createConsent`);
  await expect(page.getByRole('button', { name: 'Send request' })).toBeVisible();
}

test('the code editor is loaded when the body gets the focus, and continues with the text of the plain field @desktop', async ({
  page,
  portalUrl,
}) => {
  const scripts = watchScripts(page);
  const reports: string[] = [];
  await page.exposeFunction('reportPolicy', (directive: string) => void reports.push(directive));
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) => Reflect.apply(Reflect.get(window, 'reportPolicy'), window, [event.effectiveDirective]));
  });
  await openBody(page, portalUrl);
  await page.getByRole('button', { name: 'Send request' }).click();
  await expect(page.getByText('201 Created').first()).toBeVisible();
  expect(scripts.filter((script) => EDITOR.test(script))).toEqual([]);
  const before = await body(page).boundingBox();
  await body(page).focus();
  await expect(page.locator('.cm-content')).toBeFocused();
  expect(scripts.filter((script) => EDITOR.test(script))).toHaveLength(1);
  // What stands below does not jump.
  const after = await body(page).boundingBox();
  expect(Math.abs((after?.height ?? 0) - (before?.height ?? 0))).toBeLessThan(24);
  await typeBody(page, '{"access": {"accounts": [7]}, "validUntil": 1}');
  await expect(page.getByText('not as described')).toBeVisible();
  await expect(page.locator('.cm-lintRange').first()).toBeVisible();
  await expect(page.locator('.cm-key').first()).toHaveText('"access"');
  await expectGoodPage(page);
  await page.getByRole('button', { name: 'Format' }).click();
  expect(await textOf(page)).toContain('\n  "validUntil": 1\n}');
  await body(page).press('Control+z');
  expect(await textOf(page)).toBe('{"access": {"accounts": [7]}, "validUntil": 1}');
  // Tab leaves, and Shift+Tab comes back.
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Format' })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(page.locator('.cm-content')).toBeFocused();
  await typeBody(page, '{"access": ');
  await expect(page.getByText('It is sent as it stands.')).toBeVisible();
  await expect(page.locator('.cm-lintRange-error, .cm-lintPoint-error').first()).toBeAttached();
  await page.getByRole('button', { name: 'Reset to example' }).click();
  await expect(body(page)).toContainText('recurringIndicator');
  expect(reports).toEqual([]);
});

test('on a touch screen the body is a plain field @phone', async ({ page, portalUrl }) => {
  const scripts = watchScripts(page);
  await openBody(page, portalUrl);
  await typeBody(page, '{"access": 7}');
  await expect(page.getByText('not as described')).toBeVisible();
  await expect(page.getByText('“validUntil” is missing.')).toBeVisible();
  expect(scripts.filter((script) => EDITOR.test(script))).toEqual([]);
  await expectGoodPage(page);
});

test('the plain field works when the editor cannot be loaded @desktop', async ({ page, portalUrl, watch }) => {
  watch.expectConsole(/ERR_FAILED|400/);
  await page.route(EDITOR, (route) => route.abort());
  await openBody(page, portalUrl);
  await typeBody(page, '{"access": 7}');
  await expect(page.getByText('not as described')).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('400 Bad Request').first()).toBeVisible();
  await expect(body(page)).toHaveValue('{"access": 7}');
});

test('text typed while the editor loads is kept, with its cursor position @desktop', async ({ page, portalUrl }) => {
  await openBody(page, portalUrl);
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route(EDITOR, async (route) => {
    await held;
    await route.continue();
  });
  await body(page).focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('{"a": 12}');
  await page.keyboard.press('ArrowLeft');
  release();
  await expect(page.locator('.cm-content')).toBeFocused();
  await page.keyboard.type('34');
  expect(await textOf(page)).toBe('{"a": 1234}');
});
