/** Are the bank's services there: what a developer sees, what an operator says, and what is shown when nobody answers. */
import type { Page } from '@playwright/test';
import { expect, expectGoodInBothWindows } from '../support/fixtures.ts';
import { test } from '../support/own-bank.ts';

/** How long the page is looked at before it is loaded once more. */
const LOOK = { timeout: 10_000 };

// The first finds a bank without incidents.
test.describe.configure({ mode: 'serial' });

const bars = (page: Page, title: string) => page.getByRole('toolbar', { name: `${title}, day by day` });
/** Of the page, not of what pops up. */
const said = (page: Page) => page.getByRole('main').getByRole('status').first();
const incidents = (page: Page) => page.getByRole('region', { name: 'Incidents' });

test('a new server shows "No data" for days without a measurement, and today as operational after the first probe', { tag: '@desktop' }, async ({
  page,
  bank,
}) => {
  await page.goto(`${bank.portalUrl}/#/api-status`);
  await expect(page.getByRole('heading', { level: 1, name: 'API Status' })).toBeVisible();
  const days = bars(page, 'Account information').getByRole('button', { includeHidden: true });
  await expect(days).toHaveCount(90);
  await expect(days.first()).toHaveAttribute('aria-label', /: No data$/);
  await expect(incidents(page)).toContainText('No incident in the last 90 days.');
  await expectGoodInBothWindows(page);
  // The server's own probes go once a minute.
  await expect(async () => {
    await page.reload();
    await expect(said(page)).toContainText('All services are operational.', LOOK);
  }).toPass();
  await expect(days.last()).toHaveAccessibleName(/: Operational\. No downtime\. Measured for /);
  await expectGoodInBothWindows(page);
});

test('an incident appears on the page and in the feed, and arrow keys move between the days', { tag: '@desktop' }, async ({ page, bank }) => {
  const title = 'Payments <img src=x onerror=alert(1)> answer slowly';
  const id = (
    await bank.operate('incident', 'open', title, '--services', 'payments', '--fallback', 'yes', '--next', '30m', '--text', 'A queue is too long.')
  ).trim();
  await bank.operate('maintenance', 'plan', '--from', inHours(20), '--until', inHours(21), '--message', 'New discs.');
  await page.goto(`${bank.portalUrl}/#/api-status?incident=${id}`);
  await expect(said(page)).toContainText('A queue is too long.');
  await expect(incidents(page).getByRole('heading', { name: title })).toBeInViewport();
  await expect(incidents(page).getByRole('link', { name: 'How to Fallback' })).toBeVisible();
  await askUntil(page, () => expect(page.getByRole('region', { name: 'Maintenance' })).toContainText('New discs.', LOOK));
  await expectGoodInBothWindows(page);

  const days = bars(page, 'Payments').getByRole('button', { includeHidden: true });
  await days.last().focus();
  await page.keyboard.press('Home');
  await expect(bars(page, 'Payments').getByRole('button').first()).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('End');
  await expect(days.last()).toBeFocused();
  await expect(days.last()).toHaveAccessibleName(/Incident: Payments <img/);
  await expect(days.last()).toHaveAttribute('aria-expanded', 'true');
  await expectGoodInBothWindows(page);
  await page.keyboard.press('Escape');
  await expect(days.last()).toHaveAttribute('aria-expanded', 'false');
  await expect(days.last()).toBeFocused();
  await days.last().click();
  await expect(days.last()).toHaveAttribute('aria-expanded', 'true');

  await bank.operate('incident', 'resolve', id, '--text', 'The queue is short again.');
  await askUntil(page, () => expect(incidents(page)).toContainText('The queue is short again.', LOOK));
  await expect(incidents(page)).toContainText('A queue is too long.');
  const feed = await page.request.get(`${bank.portalUrl}/api/specs/api-status/incidents.atom`);
  expect(feed.headers()['content-type']).toContain('application/atom+xml');
  const parsed = await page.evaluate(async (address) => {
    const answer = await fetch(address);
    const text = await answer.text();
    return { hasImage: text.includes('<img'), entries: text.split('<entry>').length - 1 };
  }, '/api/specs/api-status/incidents.atom');
  expect(parsed).toEqual({ hasImage: false, entries: 1 });
});

test('a failed status request shows Down with the last known state, and the page recovers after the next request', { tag: '@desktop' }, async ({
  page,
  bank,
  watch,
}) => {
  watch.expectConsole(/ERR_FAILED/);
  await page.clock.install();
  await page.goto(`${bank.portalUrl}/#/api-status`);
  await expect(bars(page, 'Payments')).toBeVisible();
  await page.route('**/specs/api-status', (route) => route.abort());
  await page.reload();
  await expect(said(page)).toContainText('Down.');
  await expect(said(page)).toContainText('Last known at');
  await expect(page.getByRole('main').getByText('Down', { exact: true }).first()).toBeVisible();
  await expect(bars(page, 'Payments')).toBeVisible();
  await expectGoodInBothWindows(page);
  await page.unroute('**/specs/api-status');
  // The page asks twice a minute.
  await page.clock.fastForward(45_000);
  await expect(said(page)).not.toContainText('Down.');
});

/** An answer may be kept for a few seconds. */
async function askUntil(page: Page, isTold: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click();
    await isTold();
  }).toPass();
}

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
