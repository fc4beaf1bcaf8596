/**
 * Pages look as recorded in docs/evidence/looks, except for what a line of digits takes: ports, ids, times and numbers of accounts differ from
 * visit to visit. After a change: `npm run e2e:one -- looks --update-snapshots`, then look at what changed.
 */
import type { Page } from '@playwright/test';
import { dialog } from '../support/developer.ts';
import { expect, test } from '../support/fixtures.ts';
import { openSandbox } from '../support/sandbox.ts';
import { IN_ESTONIA, playSite, viewSigning } from '../support/signing-view.ts';

const SCHEMES = ['light', 'dark'] as const;

/** The longest date, because a shorter one may need one line less. */
const LONGEST_DATE = 'September 30, 2026, today';

async function expectLooks(page: Page, name: string): Promise<void> {
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    await expect(page).toHaveScreenshot(`${name}-${colorScheme}.png`);
  }
}

test('pages of the portal look as recorded', async ({ page, portalUrl, watch }) => {
  watch.expectConsole(/status of 404/);
  const open = async (path: string, heading: string | RegExp) => {
    await page.goto('about:blank');
    await page.goto(`${portalUrl}${path}`);
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
  };
  await open('/', /./);
  await expectLooks(page, 'landing');
  await open('/#/how-to-api', /./);
  await expectLooks(page, 'guide');
  await open('/#/api-explorer/consents/createConsent', 'Ask for a consent');
  await expect(page.getByRole('textbox', { name: 'Body' })).toBeVisible();
  await expectLooks(page, 'operation');
  await open('/no-such-page', /./);
  await expectLooks(page, 'not-found');
  await page.goto(`${portalUrl}/#/?m=login`);
  await expect(dialog(page).getByLabel('EMAIL')).toBeVisible();
  await expectLooks(page, 'login');
});

test('pages of the bank look as recorded', async ({ page, portalUrl, watch }) => {
  // Who is not signed in has no permissions.
  watch.expectConsole(/status of 410/);
  await playSite(page.context());
  await page.goto(`${portalUrl}/bank/permissions`);
  await expect(page.getByRole('heading', { name: /^Sign in to/ })).toBeVisible();
  await expectLooks(page, 'bank-sign-in');
  const sandbox = await openSandbox(portalUrl);
  const asked = await sandbox.ask('payment', IN_ESTONIA);
  await asked.bring(page.context());
  const view = viewSigning(page, 'payment', IN_ESTONIA);
  await view.arrive(asked);
  await page.getByText(/, today$/).evaluate((date, text) => date.replaceChildren(text), LONGEST_DATE);
  await expectLooks(page, 'payment');
});
