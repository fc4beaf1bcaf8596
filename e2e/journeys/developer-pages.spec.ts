import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Locator, Page } from '@playwright/test';
import { openBrowser, overHttp } from '@portico/testkit';
import { becomeDeveloper } from '../support/developer.ts';
import { expect, expectGoodPage, test } from '../support/fixtures.ts';

const definition = (page: Page, label: string) => page.locator('dt', { hasText: new RegExp(`^${label}$`) }).locator('xpath=following-sibling::dd');

test('a developer reads the application identity, rotates its secret and edits it', async ({ page, portalUrl, watch }) => {
  watch.expectConsole(/the server responded with a status of 400/);
  await becomeDeveloper(page, portalUrl);
  await page.goto(`${portalUrl}/#/tpp`);
  await expect(definition(page, 'Client Id')).toHaveText(/\S+/);
  await expect(definition(page, 'Redirect Uri')).toContainText(`${portalUrl}/?m=authCode`);
  await expectGoodPage(page);

  const masked = await definition(page, 'Client Secret').innerText();
  await page.getByRole('button', { name: 'Show client secret' }).click();
  await expect(definition(page, 'Client Secret')).not.toHaveText(masked);
  const first = await definition(page, 'Client Secret').innerText();
  await page.getByRole('button', { name: 'Rotate secret' }).click();
  await expect(page.getByText('Make a new client secret?')).toBeVisible();
  await page.getByRole('button', { name: 'Make a new secret' }).click();
  await expect(page.getByText('Two secrets are valid.')).toBeVisible();
  await expect(definition(page, 'Client Secret')).not.toHaveText(first);

  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Client Name').fill('Lumen Books');
  await page.getByRole('button', { name: 'Add another' }).first().click();
  await page.getByLabel('Redirect Uri 2', { exact: true }).fill('javascript:alert(1)');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByLabel('Redirect Uri 2', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await expectGoodPage(page);
  await page.getByLabel('Redirect Uri 2', { exact: true }).fill('https://lumenbooks.example/callback');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Your changes are saved.')).toBeVisible();
  await expect(definition(page, 'Client Name')).toHaveText('Lumen Books');
  await expect(definition(page, 'Redirect Uri')).toContainText('https://lumenbooks.example/callback');
});

test('a developer has a second application, whose tokens are other ones, and deletes it', async ({ page, portalUrl, watch }) => {
  watch.expectConsole(/the server responded with a status of 401/);
  const { password } = await becomeDeveloper(page, portalUrl);
  const application = page.getByRole('combobox', { name: 'Application' });
  const token = page.getByRole('region', { name: 'Access token' }).locator('code');
  await page.goto(`${portalUrl}/#/tokens`);
  await expect(token).toHaveText(/\S+/);
  await expect(application).toHaveCount(0);
  const tokenOfFirst = await token.innerText();

  await page.goto(`${portalUrl}/#/tpp`);
  const list = page.getByRole('region', { name: 'Your applications' });
  await expect(list.getByRole('listitem')).toHaveCount(1);
  const first = await definition(page, 'Client Id').innerText();
  await list.getByRole('button', { name: 'New application' }).press('Enter');
  await page.getByLabel('Name of the new application').fill('Lumen Shop');
  await page.getByLabel('Name of the new application').press('Enter');
  await expect(definition(page, 'Client Name')).toHaveText('Lumen Shop');
  await expect(definition(page, 'Client Id')).not.toHaveText(first);
  await expectGoodPage(page);

  await page.goto(`${portalUrl}/#/tokens`);
  await expect(application.locator('option:checked')).toHaveText('Lumen Shop');
  await expect(token).toHaveText(/\S+/);
  await expect(token).not.toHaveText(tokenOfFirst);
  await expectGoodPage(page);
  await page.reload();
  await expect(application.locator('option:checked')).toHaveText('Lumen Shop');
  await application.selectOption({ index: 0 });
  await expect(token).toHaveText(tokenOfFirst);

  await page.goto(`${portalUrl}/#/tpp/requests`);
  await application.selectOption('Lumen Shop');
  await expect(page.getByText('/api/v1/account-list').first()).toBeVisible();
  await expectGoodPage(page);

  await page.goto(`${portalUrl}/#/tpp`);
  await list.getByRole('button', { name: 'Delete Lumen Shop' }).click();
  await page.getByLabel('Your password').fill('not-the-password-1');
  await list.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByLabel('Your password')).toHaveAttribute('aria-invalid', 'true');
  await expectGoodPage(page);
  await page.getByLabel('Your password').fill(password);
  await page.getByLabel('Your password').press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'The application that was chosen before is gone.' })).toBeVisible();
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await expect(definition(page, 'Client Id')).toHaveText(first);
  await expect(application).toHaveCount(0);
});

test('a developer sees the browsers in which they are logged in, and ends the session of one and then of all others', async ({ page, portalUrl }) => {
  const login = await becomeDeveloper(page, portalUrl);
  const others = ['Windows NT 10.0; Win64; x64', 'X11; Linux x86_64'].map((system) => ({
    browser: openBrowser(overHttp(portalUrl), portalUrl),
    headers: { 'user-agent': `Mozilla/5.0 (${system}; rv:140.0) Gecko/20100101 Firefox/140.0` },
  }));
  for (const { browser, headers } of others) await browser.send('POST', '/identity/sign-in', { body: login, headers });
  const isLoggedIn = async () =>
    Promise.all(others.map(async ({ browser }) => !(await browser.send('GET', '/identity/session')).text.includes('"user":null')));
  expect(await isLoggedIn()).toEqual([true, true]);

  await page.goto(`${portalUrl}/#/tpp/sessions`);
  const sessions = page.getByRole('region', { name: 'Where you are logged in' }).getByRole('listitem');
  await expect(sessions).toHaveCount(3);
  await expect(sessions.first()).toContainText('This browser');
  await expectGoodPage(page);
  await page.getByRole('button', { name: 'End session: Firefox on Windows' }).click();
  await expect(sessions).toHaveCount(2);
  expect(await isLoggedIn()).toEqual([false, true]);
  await page.getByRole('button', { name: 'End all other sessions' }).click();
  await expect(page.getByText('You stay logged in here.')).toBeVisible();
  await expectGoodPage(page);
  await page.getByRole('button', { name: 'End sessions' }).click();
  await expect(page.getByText('You are logged in nowhere else.')).toBeVisible();
  expect(await isLoggedIn()).toEqual([false, false]);
});

test('a developer selects a customer, reads accounts, renews the token and resets the data', async ({ page, portalUrl }) => {
  await becomeDeveloper(page, portalUrl);
  await page.goto(`${portalUrl}/#/tokens`);
  const selector = page.getByLabel('Customer', { exact: true });
  await expect(selector).toBeVisible();
  const labels = await selector.locator('option').allInnerTexts();
  expect(labels.length).toBeGreaterThanOrEqual(9);
  expect(labels.map((label) => label.split(' ')[0])).toEqual(labels.map((label) => label.split(' ')[0]).toSorted());
  const accounts = page.getByRole('region', { name: 'Accounts' }).locator('tbody tr');
  await expect(accounts.first()).toContainText('EUR');
  await expectGoodPage(page);

  const token = page.getByRole('region', { name: 'Access token' }).locator('code');
  const before = await token.innerText();
  const ibanBefore = await accounts.first().locator('td').first().innerText();
  await selector.selectOption({ index: labels.length - 1 });
  await expect(token).not.toHaveText(before);
  await expect(accounts.first().locator('td').first()).not.toHaveText(ibanBefore);
  await expect(definition(page, 'Country')).toHaveText(/^(Estonia|Latvia|Lithuania)$/);

  const chosen = await token.innerText();
  await page.getByRole('button', { name: 'Renew token' }).click();
  await expect(token).not.toHaveText(chosen);

  await page.getByRole('button', { name: 'Reset sandbox data' }).click();
  await page.getByRole('button', { name: 'Reset', exact: true }).click();
  await expect(page.getByText('Sandbox data is reset.')).toBeVisible();
});

test('the sample calls run as printed @desktop', async ({ page, portalUrl }) => {
  await becomeDeveloper(page, portalUrl);
  await page.goto(`${portalUrl}/#/tokens`);
  const samples = page.getByRole('tabpanel');
  await expect(samples.locator('code').first()).toContainText('Bearer');
  const iban = (await page.getByRole('region', { name: 'Accounts' }).locator('tbody td').first().textContent()) ?? '';
  expect(await runInBash([await samples.locator('pre').innerText()])).toContain(iban);
  for (const version of ['OAuth version 1', 'OAuth version 2']) {
    await page.getByRole('tab', { name: version }).click();
    if (version === 'OAuth version 1') await page.getByRole('button', { name: 'Show client secret' }).click();
    await expect(page.getByRole('button', { name: 'Hide client secret' })).toBeVisible();
    const answer = await runInBash(await samples.locator('pre').allInnerTexts());
    expect(answer, version).toContain('"access_token"');
  }
});

test('a developer sets a scenario, adds an account and a customer, and moves the test clock and back', { tag: '@phone' }, async ({
  page,
  portalUrl,
  watch,
}) => {
  // The accounts are asked for with the token that the clock has ended.
  watch.expectConsole(/status of 401/);
  await becomeDeveloper(page, portalUrl);
  await page.goto(`${portalUrl}/#/tokens`);
  await page.getByText('Your sandbox').click();
  await page.getByLabel(/does when signing$/).selectOption('refuses');
  await expect(page.getByText('Scenario: Refuses.')).toBeVisible();

  await page.getByRole('button', { name: 'Add an account' }).click();
  await page.getByLabel('Account name').fill('Trip');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Balances' }).getByText('Trip')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Accounts' }).getByText('Trip')).toBeVisible();

  await page.getByRole('button', { name: 'Add a test customer' }).click();
  await page.getByLabel('First name').fill('Zane');
  await page.getByLabel('Last name').fill('Paraudzina');
  await page.getByLabel('Country', { exact: true }).selectOption('lv');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Your own test customers' }).getByText(/Zane Paraudzina/)).toBeVisible();
  await expectGoodPage(page);

  const clock = page.getByRole('region', { name: 'Test clock' });
  await clock.getByLabel('Advance by').fill('2');
  await clock.getByLabel('Unit').selectOption('months');
  await clock.getByRole('button', { name: 'Advance' }).click();
  await expect(clock.getByText('Moved')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Access token' }).getByText('Token expired.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Accounts' }).getByText('Token expired.')).toBeVisible();
  await clock.getByRole('button', { name: 'Back to real time' }).click();
  await expect(clock.getByText('All your test customers are reset with it')).toBeVisible();
  await clock.getByRole('button', { name: 'Reset and go back' }).click();
  await expect(clock.getByText('Real time', { exact: true })).toBeVisible();
});

async function runInBash(commands: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', commands.join('\n')]);
  return stdout;
}

test('a developer saves the sandbox as a file, changes it and brings it back', { tag: '@desktop' }, async ({ page, portalUrl, watch }) => {
  // The browser's own line about the refused file.
  watch.expectConsole(/status of 400/);
  await becomeDeveloper(page, portalUrl);
  await page.goto(`${portalUrl}/#/tokens`);
  await page.getByText('Your sandbox').click();
  const card = page.getByRole('region', { name: 'Sandbox as a file' });
  const choose = async (file: Parameters<Locator['setInputFiles']>[0]) => card.getByLabel('Files to import').setInputFiles(file);
  const [download] = await Promise.all([page.waitForEvent('download'), card.getByRole('button', { name: 'Download: JSON' }).click()]);
  expect(download.suggestedFilename()).toBe('sandbox.json');
  const saved = await download.path();

  await choose({ name: 'other.json', mimeType: 'application/json', buffer: Buffer.from('{"format":"other"}') });
  await card.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(card.getByText('This is no document of a sandbox')).toBeVisible();
  await expectGoodPage(page);

  await choose(saved);
  await card.getByLabel('What the import does').selectOption('replace');
  await card.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(card.getByRole('group', { name: 'Replace your sandbox?' })).toBeVisible();
  await expectGoodPage(page);
  await card.getByRole('button', { name: 'Replace', exact: true }).click();
  await expect(page.getByText(/customers and \d+ transactions are imported\./)).toBeVisible();

  const tables = [];
  for (const name of ['Customers', 'Accounts', 'Transactions']) {
    const [table] = await Promise.all([page.waitForEvent('download'), card.getByRole('button', { name: `Download: ${name} (CSV)` }).click()]);
    tables.push({ name: table.suggestedFilename(), mimeType: 'text/csv', buffer: await readFile(await table.path()) });
  }
  await choose(tables);
  await expect(card.getByText('customers.csv, accounts.csv, transactions.csv')).toBeVisible();
  await card.getByRole('button', { name: 'Import', exact: true }).click();
  const replaced = page.waitForResponse((response) => response.url().includes('/tpp/sandbox/tables?mode=replace'));
  await card.getByRole('button', { name: 'Replace', exact: true }).click();
  expect((await replaced).status()).toBe(200);
});
