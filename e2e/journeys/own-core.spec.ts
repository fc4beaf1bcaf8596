/** A bank with its own core: it authenticates its customers on its page and in its app, and one of them acts for a company too. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { CORE_SECRET, createFolder, freePort, startCore } from '@portico/testkit';
import { expect, expectGoodPage, test as journey } from '../support/fixtures.ts';
import { countdownText, signButton, signIn } from '../support/journey.ts';
import { type Servers, startServers } from '../support/servers.ts';

const START_TIMEOUT_MS = 600_000;
/** Mai acts privately and for a company whose payments another person signs second. */
const MAI = '49001019977';

interface OwnCore extends Servers {
  readonly coreUrl: string;
}

const test = journey.extend<object, { core: OwnCore }>({
  core: [
    async ({ browserName: _ }, use) => {
      const folder = await createFolder('own-core');
      const core = await startCore({ port: await freePort(), file: join(folder, 'core.db'), hasOwnAuthentication: true });
      const servers = await startServers({
        dataDir: join(folder, 'data'),
        isBrief: true,
        env: {
          PORTICO_BANK: 'adapter',
          PORTICO_BANK_URL: core.url,
          PORTICO_BANK_SECRET: CORE_SECRET,
          PORTICO_BANK_AUTHENTICATION_ORIGINS: core.url,
        },
      });
      await use({ ...servers, coreUrl: core.url });
      await servers.stop();
      await core.kill();
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: START_TIMEOUT_MS },
  ],
});

async function beginPayment(page: Page, shopUrl: string): Promise<void> {
  await page.goto(shopUrl);
  await page.getByRole('radio', { name: /Estonia/ }).check();
  await page.getByRole('button', { name: /^Pay .* at / }).click();
  await expect(page.getByRole('heading', { name: /^Sign in to / })).toBeVisible();
}

/** The page of the bank, which decides for this person. */
async function decide(page: Page, person: string, answer: 'Confirm' | 'Refuse'): Promise<void> {
  await page.getByLabel('Person').selectOption({ label: person });
  await page.getByRole('button', { name: answer, exact: true }).click();
}

async function signInOnBankPage(page: Page, { coreUrl, shopUrl }: OwnCore, person = 'Kersti Tuumik'): Promise<void> {
  await beginPayment(page, shopUrl);
  await page.getByRole('radio', { name: 'Small bank’s page' }).check();
  await expectGoodPage(page);
  await page.getByRole('button', { name: /^Continue/ }).click();
  await page.waitForURL(`${coreUrl}/openid/sign-in/**`);
  await decide(page, person, 'Confirm');
}

test('a customer signs in and signs a payment on the page of the bank', { tag: '@phone' }, async ({ page, core }) => {
  await signInOnBankPage(page, core);
  await expect(page.getByText('You came from website owned by')).toBeVisible();
  const sign = page.getByRole('button', { name: /^Sign (anyway )?with the bank’s page/ });
  await expect(sign).toBeEnabled();
  await expectGoodPage(page);
  await sign.click();
  await page.waitForURL(`${core.coreUrl}/openid/sign-in/**`);
  await expect(page.getByRole('heading')).toContainText('46.80');
  await decide(page, 'Kersti Tuumik', 'Confirm');
  await expect(countdownText(page)).toBeVisible();
  await page.waitForURL(`${core.shopUrl}/orders/**`);
  await expect(page.getByRole('heading', { name: 'Paid', exact: true })).toBeVisible();
});

test('a person who acts for a company chooses the role, reads it on the bank’s pages and changes it', { tag: '@desktop' }, async ({ page, core }) => {
  await beginPayment(page, core.shopUrl);
  await signIn(page, MAI);
  await expect(page.getByRole('heading', { name: 'For whom do you act?' })).toBeVisible();
  await expectGoodPage(page);
  await page.getByRole('button', { name: /Näidisköide OÜ/ }).click();
  await expect(page.getByText('Näidisköide OÜ').first()).toBeVisible();
  await expect(signButton(page)).toBeEnabled();

  await page.goto(`${core.portalUrl}/bank/permissions`);
  await expect(page.getByText('Acting for')).toContainText('Näidisköide OÜ');
  await expectGoodPage(page);
  await page.reload();
  await expect(page.getByText('Acting for')).toContainText('Näidisköide OÜ');
  await page.getByRole('button', { name: 'Change' }).click();
  await page.getByRole('button', { name: /Mai Näidisroll/ }).click();
  await expect(page.getByText('Acting for yourself')).toBeVisible();
});
