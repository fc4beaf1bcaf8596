import type { Page } from '@playwright/test';
import { expect, expectGoodPage, test } from '../support/fixtures.ts';
import { answerOnDevice, CUSTOMERS, countdownText, openDevice } from '../support/journey.ts';
import { arriveAtStatement, askForStatement, backToProvider, type Connecting, CUT, connect, cutSignature, signStatement } from '../support/money.ts';

/** Its own consent is read once, so that journeys of the same customer leave each other alone. */
const ONCE = { access: 'list', once: true } as const;
/** No second authentication for the consent: the quickest way to a connection. */
const QUICK = { ...ONCE, bank: 'lt' } as const;

/** The browser's own line about a refused request; the page itself handles it. */
const REFUSED_REQUEST = /status of 4\d\d/;

const DAY_MS = 24 * 60 * 60 * 1000;
const dayBefore = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
const signed = (page: Page) => page.getByText('Statement confirmed');
const waiting = (page: Page) => page.getByRole('heading', { name: 'Compare the control code' });
const terminated = (page: Page) => page.getByText('Your session is terminated', { exact: true });

async function stayOnSuccess(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Stay on this page' }).click();
}

/** The shop's own page of a connection, in another tab of the same browser. */
async function openShop(page: Page, connection: string): Promise<Page> {
  const shop = await page.context().newPage();
  await shop.goto(connection);
  return shop;
}

/** Answers the connection's address. */
async function connected(page: Page, connecting: Connecting): Promise<string> {
  await connect(page, connecting);
  return page.url();
}

test('a customer signs a statement; the shop reads transactions older than 90 days until it ends the access', { tag: '@money' }, async ({
  page,
  shopUrl,
  isMobile,
}) => {
  await connect(page, { shopUrl, ...ONCE, customer: isMobile ? CUSTOMERS.eeLowBalance : CUSTOMERS.ee });
  await arriveAtStatement(page);
  expect(new URL(page.url()).hash).toBe('#/?m=signingTransactionsStatement');
  await expect(page.getByText('You came from website owned by')).toBeVisible();
  for (const label of ['IBAN', 'Currency', 'Valid from', 'Valid to', 'Account holder', 'Service provider'])
    await expect(page.getByText(label, { exact: true })).toBeVisible();
  await expect(page.getByText('Representative')).toHaveCount(0);
  await expectGoodPage(page);
  await signStatement(page).click();
  await expect(countdownText(page)).toBeVisible();
  await stayOnSuccess(page);
  await expectGoodPage(page);

  await page.reload();
  await expect(signed(page)).toBeVisible();
  await stayOnSuccess(page);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Ask for a statement' })).toBeVisible();
  await page.goForward();
  await expect(signed(page)).toBeVisible();
  await backToProvider(page);

  await expect(page.getByRole('heading', { name: 'Your statement' })).toBeVisible();
  const days = await page
    .getByRole('region', { name: 'Transactions' })
    .getByText(/^\d{4}-\d\d-\d\d$/)
    .allInnerTexts();
  expect(days.filter((day) => day < dayBefore(91)).length).toBeGreaterThan(5);
  await expectGoodPage(page);
  await page.getByRole('button', { name: 'Give it back' }).click();
  await expect(page.getByRole('heading', { name: 'Given back' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Transactions' })).toHaveCount(0);
  await expectGoodPage(page);
});

test('a company’s statement names its representative; a refusal and a cancellation share nothing', { tag: '@phone' }, async ({
  page,
  shopUrl,
  portalUrl,
  watch,
}) => {
  watch.expectConsole(REFUSED_REQUEST);
  await connect(page, { shopUrl, ...ONCE, customer: CUSTOMERS.eeCompany });
  await page.getByRole('link', { name: 'Ask for a statement' }).click();
  await page.getByLabel('From', { exact: true }).fill(dayBefore(-30));
  await page.getByRole('button', { name: /^Continue at / }).click();
  await expect(page.getByText('The first day is after the last one.')).toBeVisible();
  await expectGoodPage(page);
  await askForStatement(page, { from: dayBefore(364) });
  await expect(page.getByText('Account holder', { exact: true }).locator('..')).toContainText('Näidis Puidutöökoda OÜ');
  await expect(page.getByText('Representative', { exact: true }).locator('..')).toContainText('Tõnu Näidis');
  const device = await openDevice(page, portalUrl);
  await signStatement(page).click();
  await expect(waiting(page)).toBeVisible();
  await expectGoodPage(page);
  await answerOnDevice(device, 'Refuse');
  await expect(page.getByText('Nothing was signed and no transactions were shared.')).toBeVisible();
  await expectGoodPage(page);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await page.waitForURL(`${shopUrl}/money/*/statements/*/refused`);
  await expect(page.getByRole('heading', { name: 'Nothing was shared' })).toBeVisible();
  await expectGoodPage(page);
});

test('in Lithuania a double click, lost connections and a reload cause one signature of a statement', { tag: '@desktop' }, async ({
  page,
  shopUrl,
  portalUrl,
  watch,
}) => {
  watch.expectConsole(CUT);
  await connect(page, { shopUrl, ...QUICK });
  await arriveAtStatement(page);
  const device = await openDevice(page, portalUrl);
  const cuts = await cutSignature(page, 'transactions-statement', 2);
  await page.getByRole('button', { name: 'Sign with Smart-ID' }).dblclick();
  await expect(waiting(page)).toBeVisible();
  await expect(device.getByRole('button', { name: 'Approve' })).toHaveCount(1);
  await page.reload();
  await expect(waiting(page)).toBeVisible();
  await expect(device.getByRole('button', { name: 'Approve' })).toHaveCount(1);
  await answerOnDevice(device, 'Approve');
  await expect(signed(page)).toBeVisible();
  expect(cuts()).toBe(2);
});

test('two tabs sign their own statements; a statement ended by the shop or by the logout is terminated', {
  tag: '@desktop',
}, async ({ page, shopUrl, watch }) => {
  watch.expectConsole(REFUSED_REQUEST);
  const connection = await connected(page, { shopUrl, ...QUICK });
  await arriveAtStatement(page, { from: '2026-01-01', to: '2026-01-31' });
  const tabs: Page[] = [];
  for (const month of ['02', '03', '04']) {
    const tab = await openShop(page, `${connection}/statement`);
    await askForStatement(tab, { from: `2026-${month}-01`, to: `2026-${month}-28` });
    tabs.push(tab);
  }
  const [february, march, april] = tabs;
  if (february === undefined || march === undefined || april === undefined) throw new Error('there are three tabs');

  const shop = await openShop(page, connection);
  await expect(shop.getByRole('heading', { name: 'This access has ended' })).toBeVisible();
  await shop.getByRole('link', { name: '2026-03-01 – 2026-03-28' }).click();
  await expect(shop.getByRole('heading', { name: 'Not signed yet' })).toBeVisible();
  await shop.getByRole('button', { name: 'Give it back' }).click();
  await signStatement(march).click();
  await expect(terminated(march)).toBeVisible();
  await expectGoodPage(march);
  await march.getByRole('button', { name: 'back to service provider' }).click();
  await expect(march.getByRole('heading', { name: 'Nothing was shared' })).toBeVisible();

  await signStatement(february).click();
  await stayOnSuccess(february);
  await expect(february.getByText('Valid from', { exact: true }).locator('..')).toContainText('February 1, 2026');
  await signStatement(page).click();
  await expect(page.getByText('Valid from', { exact: true }).locator('..')).toContainText('January 1, 2026');
  await page.getByRole('button', { name: 'Logout and go back to service provider' }).click();
  await expect(page.getByRole('heading', { name: 'Your statement' })).toBeVisible();

  await signStatement(april).click();
  await expect(terminated(april)).toBeVisible();
  await april.getByRole('button', { name: 'back to service provider' }).click();
  await expect(april.getByRole('heading', { name: /^(Not signed yet|Nothing was shared)$/ })).toBeVisible();
});
