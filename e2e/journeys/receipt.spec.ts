/** What was signed, kept: the receipt on the screen, on paper and as files that the bank can verify. */
import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { CLI_ENTRY, commandEnv, createBankFolder } from '@portico/testkit';
import { expect, expectGoodPage, test } from '../support/fixtures.ts';
import { arriveAtSigningPage, countdownText, signButton, startPayment } from '../support/journey.ts';
import { startServers } from '../support/servers.ts';

/** Pays at the shop and opens the receipt beside the page that says so. */
async function payAndOpenReceipt(page: Page, shopUrl: string): Promise<Page> {
  await startPayment(page, { shopUrl, amount: '1.20' });
  await arriveAtSigningPage(page);
  await signButton(page).click();
  await expect(countdownText(page)).toBeVisible();
  const [receipt] = await Promise.all([page.context().waitForEvent('page'), page.getByRole('link', { name: 'Receipt' }).click()]);
  await expect(receipt.getByRole('heading', { name: 'Payment', level: 1 })).toBeVisible();
  return receipt;
}

const row = (page: Page, label: string) => page.locator('dt', { hasText: new RegExp(`^${label}$`) }).locator('xpath=following-sibling::dd');

test('a customer opens the receipt after signing, prints it and finds it in the list', async ({ page, portalUrl, shopUrl }) => {
  const receipt = await payAndOpenReceipt(page, shopUrl);
  // Whoever reads the receipt is not sent away meanwhile.
  await expect(countdownText(page)).toHaveCount(0);
  await expect(row(receipt, 'Amount')).toHaveText('1.20\u00a0EUR');
  await expect(row(receipt, 'Signed with')).toHaveText('Smart-ID');
  await expect(row(receipt, 'Hash of what was signed \\(SHA-256\\)')).toHaveText(/^[0-9a-f]{64}$/);
  await expectGoodPage(receipt);

  await receipt.emulateMedia({ media: 'print', colorScheme: 'dark' });
  // Paper is white, whatever the screen is: dark ink on it.
  await expect(row(receipt, 'Beneficiary')).toHaveCSS('color', 'rgb(19, 33, 31)');
  await expect(receipt.getByRole('button', { name: 'Print' })).toBeHidden();
  await expect(receipt.getByRole('navigation')).toBeHidden();
  await expect(row(receipt, 'Beneficiary')).toBeVisible();
  expect((await receipt.pdf({ format: 'A4' })).byteLength).toBeGreaterThan(5_000);
  await receipt.emulateMedia({ media: 'screen', colorScheme: 'light' });

  await receipt.getByRole('link', { name: 'To all receipts' }).click();
  await expect(receipt.getByRole('heading', { name: 'Your receipts' })).toBeVisible();
  await expect(receipt.locator('a[href^="/bank/receipts/sgn_"]').first()).toContainText('1.20\u00a0EUR');
  await expectGoodPage(receipt);
  await receipt.goto(`${portalUrl}/bank/receipts?search=no-such-shop`);
  await expect(receipt.getByText('No receipt was found.')).toBeVisible();
  await expectGoodPage(receipt);
});

test('the operator’s command verifies the saved files and rejects a changed one', { tag: '@desktop' }, async ({ page }) => {
  const folder = await createBankFolder('receipt');
  const dataDir = join(folder, 'data');
  const servers = await startServers({ dataDir, isBrief: true });
  const verify = (file: string) =>
    new Promise<{ readonly exitCode: number; readonly said: string }>((resolve) => {
      const env = { ...commandEnv(), PORTICO_DATA_DIR: dataDir };
      execFile(process.execPath, [CLI_ENTRY, 'receipt', 'verify', file], { env }, (error, out, complaint) =>
        resolve({ exitCode: error === null ? 0 : Number(error.code), said: `${out}${complaint}` }),
      );
    });
  try {
    const receipt = await payAndOpenReceipt(page, servers.shopUrl);
    const pdf = await save(receipt, 'Save as PDF', folder);
    const json = await save(receipt, 'Save the evidence (JSON)', folder);
    expect((await readFile(pdf)).subarray(0, 5).toString()).toBe('%PDF-');
    for (const file of [pdf, json]) expect(await verify(file)).toMatchObject({ exitCode: 0, said: expect.stringContaining('Proven:') });
    const changed = join(folder, 'changed.json');
    await writeFile(changed, (await readFile(json, 'utf8')).replace('"amountCents":120', '"amountCents":999'));
    expect(await verify(changed)).toMatchObject({ exitCode: 1, said: expect.stringContaining('The receipt is not proven.') });
    expect(await verify(join(folder, 'nothing.pdf'))).toMatchObject({ exitCode: 66 });
  } finally {
    await servers.stop();
    await rm(folder, { recursive: true, force: true });
  }
});

async function save(receipt: Page, link: string, folder: string): Promise<string> {
  const [download] = await Promise.all([receipt.waitForEvent('download'), receipt.getByRole('link', { name: link }).click()]);
  const path = join(folder, download.suggestedFilename());
  await download.saveAs(path);
  return path;
}
