/** A developer gets test certificates, calls with them by mutual TLS, and plays what can happen to them. */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Locator, Page } from '@playwright/test';
import { becomeDeveloper } from '../support/developer.ts';
import { test as base, expect, expectGoodPage } from '../support/fixtures.ts';
import { tabTo } from '../support/keyboard.ts';

const test = base.extend<{ folder: string }>({
  folder: async ({ browserName: _ }, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'portico-certificates-'));
    await use(folder);
    await rm(folder, { recursive: true });
  },
});

const region = (page: Page, name: string) => page.getByRole('region', { name });
const rowOf = (page: Page, use: 'QWAC' | 'QSealC') => region(page, 'Your certificates').getByRole('row', { name: use });

test('a developer issues certificates, calls with one, revokes it and undoes that', async ({ page, portalUrl, folder }) => {
  await becomeDeveloper(page, portalUrl);
  const token = await readToken(page, portalUrl);
  await page.goto(`${portalUrl}/#/tpp`);
  await page.getByRole('link', { name: 'give it certificates' }).click();
  await expect(page.getByText('No certificate yet.')).toBeVisible();
  await expectGoodPage(page);

  await page.getByRole('button', { name: 'Issue test certificates' }).click();
  await expect(page.getByRole('heading', { name: 'New certificates' })).toBeFocused();
  await expectGoodPage(page);
  await saveFiles(page, folder, ['qwac.pem', 'qwac.key', 'portico-ca.pem']);
  await page.getByRole('button', { name: 'I have saved the keys' }).click();
  await expect(region(page, 'New certificates')).toHaveCount(0);
  const qwac = rowOf(page, 'QWAC');
  await expect(qwac).toContainText('never used');
  await expect(qwac).toContainText('Active');

  const [address = ''] = /https:[^']+/.exec(await sample(page, 'Accounts')) ?? [];
  const [answeredId, refusedId] = [randomUUID(), randomUUID()];
  expect(await call(address, token, folder, answeredId)).toMatchObject({
    status: 200,
    body: { accounts: expect.arrayContaining([expect.objectContaining({ currency: 'EUR' })]) },
  });
  await page.reload();
  await expect(qwac).toContainText(', used ');

  await qwac.getByRole('button', { name: /^Revoke / }).click();
  await expect(qwac).toContainText('Revoked');
  await expectGoodPage(page);
  expect(await call(address, token, folder, refusedId)).toMatchObject({ status: 401, body: { tppMessages: [{ code: 'CERTIFICATE_REVOKE' }] } });
  await qwac.getByRole('button', { name: /^Undo / }).click();
  await expect(qwac).toContainText('Active');
  expect(await call(address, token, folder)).toMatchObject({ status: 200 });

  await expect(await openLogged(page, portalUrl, answeredId)).toContainText(/200 OK.*Certificate PSDEE-\S+ .*[0-9a-f]{64}/);
  await expect(await openLogged(page, portalUrl, refusedId)).toContainText(/Certificate\s+[0-9a-f]{64} CERTIFICATE_REVOKE/);
  await expectGoodPage(page);
});

test('the sample calls with a certificate run as printed @desktop', async ({ page, portalUrl, folder }) => {
  await becomeDeveloper(page, portalUrl);
  await page.goto(`${portalUrl}/#/tokens`);
  await page.getByRole('tab', { name: 'OAuth version 2' }).click();
  const codeCommand = await page.getByRole('tabpanel').locator('pre').first().innerText();
  const token = await readToken(page, portalUrl);

  await page.goto(`${portalUrl}/#/tpp/certificates`);
  await page.getByRole('button', { name: 'Issue test certificates' }).click();
  await saveFiles(page, folder, ['qwac.pem', 'qwac.key', 'qseal.pem', 'qseal.key', 'portico-ca.pem']);
  const security = region(page, 'How the application proves itself');
  await security.getByRole('radio', { name: /^Certificate/ }).check();
  await saveSecurity(page);

  const accounts = await runInBash(folder, [`TOKEN='${token}'`, await sample(page, 'Accounts')]);
  expect(JSON.parse(accounts)).toMatchObject({ accounts: expect.arrayContaining([expect.objectContaining({ currency: 'EUR' })]) });
  // The first command prints the code, too.
  const [, answer = ''] = (await runInBash(folder, [codeCommand, await sample(page, 'OAuth version 2')])).split(/(?=\{)/, 2);
  const tokens = JSON.parse(answer);
  expect(tokens).toMatchObject({ access_token: expect.any(String) });

  await security.getByRole('checkbox', { name: 'Calls must be signed with a QSealC' }).check();
  await saveSecurity(page);
  const payment = await runInBash(folder, [`TOKEN='${tokens.access_token}'`, await sample(page, 'Signed payment')]);
  expect(JSON.parse(payment)).toMatchObject({ transactionStatus: 'RCVD' });
  // Links lead on at the address that was called.
  expect(JSON.parse(payment)).toMatchObject({
    _links: { self: { href: expect.stringMatching(/^https:/) }, scaRedirect: { href: expect.stringContaining(portalUrl) } },
  });
  await page.reload();
  await expect(rowOf(page, 'QSealC')).toContainText(', used ');
});

test('the explorer’s samples show the chosen certificate and sign, and unsaved keys are not replaced without a question', {
  tag: '@desktop',
}, async ({ page, portalUrl, watch }) => {
  watch.expectConsole(/status of 401/);
  await becomeDeveloper(page, portalUrl);
  await page.goto(`${portalUrl}/#/tpp/certificates`);
  await page.getByRole('button', { name: 'Issue test certificates' }).click();
  await expect(page.getByRole('heading', { name: 'New certificates' })).toBeFocused();
  await page.getByRole('button', { name: 'Issue test certificates' }).click();
  const question = page.getByRole('group', { name: 'Replace these files?' });
  await expect(question).toBeFocused();
  await expectGoodPage(page);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Issue test certificates' })).toBeFocused();
  await expect(region(page, 'New certificates')).toBeVisible();
  const security = region(page, 'How the application proves itself');
  await security.getByRole('radio', { name: /^Certificate/ }).check();
  await security.getByRole('checkbox', { name: 'Calls must be signed with a QSealC' }).check();
  await saveSecurity(page);

  await page.goto(`${portalUrl}/#/api-explorer/consents/createConsent`);
  const code = region(page, 'Code sample').locator('pre');
  const certificate = page.getByLabel('Certificate in samples');
  const signing = page.getByRole('checkbox', { name: 'Sign samples with the QSealC' });
  await expect(certificate).toHaveValue(/./);
  await expect(code).toContainText('--cert qwac.pem --key qwac.key');
  await expect(code).toContainText(/https:\/\/localhost:\d+\/api\/v1\/consents/);
  await expect(code).toContainText('Signature: keyId=');
  await expectGoodPage(page);

  await tabTo(page, certificate);
  await page.keyboard.press('Home');
  await expect(code).not.toContainText('--cert');
  await expect(code).toContainText(`${portalUrl}/api/v1/consents`);
  await tabTo(page, signing);
  await page.keyboard.press('Space');
  await expect(code).not.toContainText('Signature');
  await page.keyboard.press('Space');
  await region(page, 'Code sample').getByRole('tab', { name: 'Python' }).click();
  await expect(code).toContainText('headers["Signature"]');
  await expect(code).not.toContainText('cert=');

  await page.getByRole('button', { name: 'Send request' }).click();
  await expect(page.getByRole('region', { name: 'Response', exact: true })).toContainText('CERTIFICATE_MISSING');
});

async function readToken(page: Page, portalUrl: string): Promise<string> {
  await page.goto(`${portalUrl}/#/tokens`);
  const token = region(page, 'Access token').locator('code');
  await expect(token).toHaveText(/\S+/);
  return token.innerText();
}

/** The opened line of one call in the request log. */
async function openLogged(page: Page, portalUrl: string, requestId: string): Promise<Locator> {
  await page.goto(`${portalUrl}/#/tpp/requests?requestId=${requestId}`);
  await expect(page.getByLabel('X-Request-ID')).toHaveValue(requestId);
  const row = page.getByRole('listitem').filter({ hasText: '/api/v1/account-list' });
  await expect(row).toHaveCount(1);
  await row.getByText('/api/v1/account-list').click();
  return row;
}

/** The command of a tab. */
async function sample(page: Page, topic: string): Promise<string> {
  const samples = region(page, 'Sample calls');
  await samples.getByRole('tab', { name: topic }).click();
  await expect(samples.getByRole('tab', { name: topic })).toHaveAttribute('aria-selected', 'true');
  return samples.locator('pre').innerText();
}

async function saveFiles(page: Page, folder: string, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: `Save ${name}` }).click();
    await (await download).saveAs(join(folder, name));
  }
}

async function saveSecurity(page: Page): Promise<void> {
  const saved = page.waitForResponse((response) => response.url().endsWith('/certificates/profile') && response.request().method() === 'PUT');
  await region(page, 'How the application proves itself').getByRole('button', { name: 'Save' }).click();
  expect((await saved).status()).toBe(200);
}

/** By a new connection, which shows the saved certificate. */
async function call(
  address: string,
  token: string,
  folder: string,
  requestId: string = randomUUID(),
): Promise<{ status: number | undefined; body: unknown }> {
  const [cert, key, ca] = await Promise.all(['qwac.pem', 'qwac.key', 'portico-ca.pem'].map((file) => readFile(join(folder, file))));
  return new Promise((resolve, reject) => {
    request(address, { cert, key, ca, agent: false, headers: { authorization: `Bearer ${token}`, 'x-request-id': requestId } }, async (answer) => {
      const chunks: Buffer[] = [];
      for await (const chunk of answer) chunks.push(chunk);
      resolve({ status: answer.statusCode, body: JSON.parse(Buffer.concat(chunks).toString()) });
    })
      .once('error', reject)
      .end();
  });
}

async function runInBash(folder: string, commands: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', commands.join('\n')], { cwd: folder });
  return stdout;
}
