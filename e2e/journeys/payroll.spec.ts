/** A payroll: from a file to what became of each payment. */
import { expect, expectGoodPage, test } from '../support/fixtures.ts';
import { CUSTOMERS, signButton } from '../support/journey.ts';
import { askToCancel, cancelAtBank, goToSign, instant, outcome, signAndReturn } from '../support/orders.ts';

/** How long the page is looked at before it is loaded once more. */
const LOOK = { timeout: 10_000 };

/** Fictitious. */
const LINES = ['name,iban,amount,reference', 'Lumen Books OÜ,EE869800100045081764,1.20,Salary', '"Proov, Jaan",EE769800100099001237,0.80,Bonus'];
const FILE = { name: 'salaries.csv', mimeType: 'text/csv' };
const TOMORROW_MS = 26 * 60 * 60 * 1000;

test('a file with errors is refused with line numbers; once corrected, the payroll is signed and every payment is settled', {
  tag: ['@desktop', '@money'],
}, async ({ page, shopUrl, watch }) => {
  // The browser's own line about the form that is shown again.
  watch.expectConsole(/status of 400/);
  const person = { shopUrl, customer: CUSTOMERS.ee };
  await page.goto(`${shopUrl}/payroll`);
  const wrong = LINES.join('\r\n').replace('1.20', '"1,20"').replace('EE76', 'EE77');
  await page.getByLabel('CSV file').setInputFiles({ ...FILE, buffer: Buffer.from(wrong) });
  await instant(page).check();
  await page.getByRole('button', { name: 'Check the payroll' }).click();
  const faults = page.getByRole('alert').getByRole('listitem');
  await expect(faults).toHaveText([/^Line 2.*Write a point before the cents: 1\.20$/, /^Line 3.*The IBAN “EE77/]);
  await expectGoodPage(page);

  await page.getByLabel('or paste its lines').fill(LINES.join('\n'));
  await page.getByRole('button', { name: 'Check the payroll' }).click();
  await expect(outcome(page)).toHaveText('Check the payroll');
  await expect(page.getByText('2.00 EUR')).toBeVisible();
  await expectGoodPage(page);

  await goToSign(page, person.customer);
  expect(new URL(page.url()).hash).toBe('#/?m=signingBulkPayment');
  await signButton(page).click();
  const [receipt] = await Promise.all([page.context().waitForEvent('page'), page.getByRole('link', { name: 'Receipt' }).click()]);
  const sheet = receipt.getByRole('table', { name: 'Payments' });
  await expect(sheet.getByRole('row', { name: /Lumen Books/ })).toContainText('1.20\u00a0EUR');
  await expect(sheet.getByRole('row', { name: /^Total signed/ })).toContainText('2.00\u00a0EUR');
  await expectGoodPage(receipt);
  await receipt.close();
  await page.getByRole('button', { name: 'Back to service provider', exact: true }).click();
  await page.waitForURL(`${shopUrl}/**`);
  await expect(async () => {
    await page.getByRole('link', { name: 'Ask the bank again' }).click();
    await expect(outcome(page)).toHaveText('Paid', LOOK);
  }).toPass();
  await expect(page.getByRole('region', { name: 'Payments' }).getByText(/^paid$/)).toHaveCount(2);
  await expectGoodPage(page);
});

test('cancelling a payroll at the bank pays none of its payments', { tag: '@desktop' }, async ({ page, shopUrl }) => {
  await page.goto(`${shopUrl}/payroll`);
  await page.getByLabel('or paste its lines').fill(LINES.join('\n'));
  await page.getByRole('button', { name: 'Check the payroll' }).click();
  await goToSign(page, CUSTOMERS.ee);
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(outcome(page)).toHaveText('Not paid');
  await expect(page.getByText('RJCT').first()).toBeVisible();
});

test('a payroll for tomorrow is signed and cancelled before it is paid', { tag: '@phone' }, async ({ page, shopUrl }) => {
  const person = { shopUrl, customer: CUSTOMERS.lt };
  await page.goto(`${shopUrl}/payroll`);
  await page.getByLabel('or paste its lines').fill(LINES.join('\n'));
  await page.getByLabel('Payday').fill(new Date(Date.now() + TOMORROW_MS).toISOString().slice(0, 10));
  await page.getByRole('radio', { name: /Lithuania/ }).check();
  await instant(page).check();
  await page.getByRole('button', { name: 'Check the payroll' }).click();
  await goToSign(page, person.customer);
  await signAndReturn(page, person);
  await expect(outcome(page)).toHaveText('Will be paid');
  await askToCancel(page, 'payroll');
  await expectGoodPage(page);
  await cancelAtBank(page, person);
  await expect(outcome(page)).toHaveText('Cancelled');
  await expectGoodPage(page);
});

test('a company’s payroll requires a second signature, and the shop says so', { tag: '@desktop' }, async ({ page, shopUrl }) => {
  const person = { shopUrl, customer: CUSTOMERS.eeCompany };
  await page.goto(`${shopUrl}/payroll`);
  await page.getByLabel('or paste its lines').fill(LINES.join('\n'));
  await page.getByRole('button', { name: 'Check the payroll' }).click();
  await goToSign(page, person.customer);
  await signAndReturn(page, person);
  await expect(outcome(page)).toHaveText('Additional signature(s) required');
  await expectGoodPage(page);
});
