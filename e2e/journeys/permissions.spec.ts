/** What a customer gave in the shop, seen and withdrawn at the bank: in one tab, known to the other tab and to the shop. */
import type { Page } from '@playwright/test';
import { expect, expectGoodPage, test } from '../support/fixtures.ts';
import { CUSTOMERS, signIn } from '../support/journey.ts';
import { connect } from '../support/money.ts';

/** The browser's own line about a call that nobody signed in made. */
const NOT_SIGNED_IN = /status of 410/;

test('a customer withdraws a consent, and the other tab and the shop show that it was withdrawn', { tag: ['@phone', '@money'] }, async ({
  page,
  portalUrl,
  shopUrl,
  isMobile,
  watch,
}) => {
  watch.expectConsole(NOT_SIGNED_IN);
  const customer = isMobile ? CUSTOMERS.eeLowBalance : CUSTOMERS.ee;
  // For one reading: it takes no other journey's permission away.
  await connect(page, { shopUrl, customer, access: 'all', once: true });
  const consentId = (await page.getByText(/^cns_\w+$/).textContent()) ?? '';

  const bank = await page.context().newPage();
  await bank.goto(`${portalUrl}/bank/permissions`);
  await expect(bank.getByRole('heading', { name: 'Permissions', exact: true })).toBeVisible();
  const line = bank.locator(`a[href="/bank/permissions/${consentId}"]`);
  await expect(line).toContainText('Account details · Balances · Transactions');
  await expectGoodPage(bank);
  const otherTab = await page.context().newPage();
  await otherTab.goto(`${portalUrl}/bank/permissions/${consentId}`);
  await expect(otherTab.getByRole('button', { name: 'Withdraw' })).toBeVisible();

  await line.click();
  await expect(bank.getByText('For one reading')).toBeVisible();
  await expect(bank.getByText(consentId)).toBeVisible();
  const read = bank.getByRole('region', { name: 'What was read' });
  await expect(read.getByRole('listitem').filter({ hasText: 'List of accounts' })).toContainText('once with you');
  const download = bank.waitForEvent('download');
  await read.getByRole('button', { name: 'Save as CSV' }).click();
  expect((await download).suggestedFilename()).toBe(`${consentId}.csv`);
  await expectGoodPage(bank);
  await bank.getByRole('button', { name: 'Withdraw' }).press('Enter');
  await expect(bank.getByRole('heading', { name: 'Withdraw this permission?' })).toBeFocused();
  await expectGoodPage(bank);
  await bank.getByRole('button', { name: 'Keep it' }).click();
  await bank.getByRole('button', { name: 'Withdraw' }).click();
  await armed(bank);
  await bank.getByRole('button', { name: 'Withdraw' }).press('Enter');
  await expect(bank.getByRole('heading', { name: 'Permission withdrawn' })).toBeFocused();
  await expectGoodPage(bank);

  await expect(otherTab.getByText('This permission has ended meanwhile.')).toBeVisible();
  await expect(otherTab.getByText('You withdrew it')).toBeVisible();
  await expect(otherTab.getByRole('button', { name: 'Withdraw' })).toHaveCount(0);
  await expectGoodPage(otherTab);
  await page.getByRole('link', { name: 'Read again' }).click();
  await expect(page.getByRole('heading', { name: 'You withdrew the access' })).toBeVisible();

  await bank.goto(`${portalUrl}/bank/permissions?view=past`);
  await expect(bank.locator(`a[href="/bank/permissions/${consentId}"]`)).toContainText('You withdrew it');
  await expectGoodPage(bank);
  await bank.locator(`a[href="/bank/permissions/${consentId}"]`).click();
  await expect(bank.getByText('You withdrew it')).toBeVisible();
  await bank.goBack();
  await expect(bank.getByRole('link', { name: 'History' })).toHaveAttribute('aria-current', 'true');

  await bank.goto(`${portalUrl}/bank/permissions?view=past&search=lumen`);
  const search = bank.getByRole('searchbox', { name: 'Provider or account number' });
  await expect(search).toHaveValue('lumen');
  await search.fill('nobody');
  await search.press('Enter');
  await expect(bank.getByText('Nothing was found.')).toBeVisible();
  await expectGoodPage(bank);
  const statement = bank.waitForEvent('popup');
  await bank.getByRole('link', { name: 'Accessibility' }).click();
  await expect((await statement).getByRole('heading', { name: 'Accessibility statement' })).toBeVisible();
  await expectGoodPage(await statement);
  await (await statement).close();
  await bank.getByRole('link', { name: 'Show all again' }).click();
  await expect(bank.locator(`a[href="/bank/permissions/${consentId}"]`)).toBeVisible();
});

test(
  'a link to one permission requires a sign-in, and only its own customer can see it',
  { tag: '@desktop' },
  async ({ page, portalUrl, shopUrl, browser, isMobile, watch }, { project }) => {
    watch.expectConsole(NOT_SIGNED_IN);
    const customer = isMobile ? CUSTOMERS.eeLowBalance : CUSTOMERS.ee;
    await connect(page, { shopUrl, customer, access: 'list', once: true });
    const consentId = (await page.getByText(/^cns_\w+$/).textContent()) ?? '';
    const context = await browser.newContext({ viewport: project.use.viewport ?? null, locale: 'en-US' });
    const elsewhere = await context.newPage();
    for (const [who, heading] of [
      [isMobile ? CUSTOMERS.ee : CUSTOMERS.eeLowBalance, /^There is no such permission/],
      [customer, /Lumen Books/],
    ] as const) {
      await elsewhere.goto(`${portalUrl}/bank/permissions/${consentId}`);
      await elsewhere.getByRole('button', { name: 'Sign in' }).click();
      await signIn(elsewhere, who);
      await expect(elsewhere).toHaveURL(`${portalUrl}/bank/permissions/${consentId}`);
      await expect(elsewhere.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      await expectGoodPage(elsewhere);
      await elsewhere.goto(`${portalUrl}/bank/permissions`);
      await elsewhere.getByRole('button', { name: 'Sign out' }).click();
      await expect(elsewhere.getByRole('heading', { name: /^Sign in to / })).toBeVisible();
    }
    await context.close();
  },
);

/** What signs or ends something works once it could be seen for half a second. */
async function armed(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelectorAll('button[aria-disabled="true"]').length === 0);
}
