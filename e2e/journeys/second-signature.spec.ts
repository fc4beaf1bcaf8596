/** A company's payment from its first signature at the shop to its second one at the bank's own pages, by two people in two browsers. */
import type { Page } from '@playwright/test';
import { expect, expectGoodPage, test } from '../support/fixtures.ts';
import { arriveAtSigningPage, signButton, signIn, startPayment } from '../support/journey.ts';

interface Company {
  readonly bank: 'lv' | 'lt';
  readonly country: string;
  readonly name: string;
  /** Personal codes of who signs first and second. */
  readonly first: string;
  readonly second: string;
  readonly secondName: string;
}

/** One for each size of the window, so that neither sees the other's payments. */
const COMPANIES: Readonly<Record<string, Company>> = {
  desktop: {
    bank: 'lv',
    country: 'Latvia',
    name: 'SIA Parauga Darbnīca',
    first: '329000-00089',
    second: '329000-00118',
    secondName: 'Ivars Līdzparaksts',
  },
  phone: {
    bank: 'lt',
    country: 'Lithuania',
    name: 'UAB Pavyzdžio dirbtuvės',
    first: '37205119905',
    second: '35705199906',
    secondName: 'Jonas Bendraparašis',
  },
};

test(
  'a co-signer signs two payments, of which one cannot be executed, and refuses a third; the shop shows each outcome',
  { tag: ['@phone', '@money'] },
  async ({ page, browser, portalUrl, shopUrl, watch }, { project }) => {
    const company = COMPANIES[project.name];
    if (company === undefined) throw new Error(`There is no company for ${project.name}.`);
    // Nobody is signed in at first: the list is refused, and the page asks who is there.
    watch.expectConsole(/status of 410/);
    const context = await browser.newContext({ viewport: project.use.viewport ?? null, locale: 'en-US' });
    const coSigner = await context.newPage();
    await signInToSign(coSigner, portalUrl, company);

    await signFirst(page, { shopUrl, company, amount: '41.10' });
    await openFromList(coSigner, company, '41.10 EUR');
    await expectGoodPage(coSigner);
    await signButton(coSigner).click();
    await expect(coSigner.getByRole('heading', { name: 'Payment signed' })).toBeVisible();
    await expectGoodPage(coSigner);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Paid', exact: true })).toBeVisible();

    await coSigner.getByRole('link', { name: 'Back to the list' }).click();
    await expect(coSigner.getByText('No payments wait for your signature.')).toBeVisible();
    await signFirst(page, { shopUrl, company, amount: '41.20' });
    await openFromList(coSigner, company, '41.20 EUR');
    await expect(coSigner.getByRole('button', { name: 'Refuse' })).toBeEnabled();
    // It works once it could be seen for half a second.
    await coSigner.waitForFunction(() => document.querySelectorAll('button[aria-disabled="true"]').length === 0);
    await coSigner.getByRole('button', { name: 'Refuse' }).click();
    await expect(coSigner.getByText('Refuse this payment?')).toBeFocused();
    await coSigner.waitForFunction(() => document.querySelectorAll('button[aria-disabled="true"]').length === 0);
    await expectGoodPage(coSigner);
    await coSigner.getByRole('button', { name: 'Refuse payment' }).click();
    await expect(coSigner.getByRole('heading', { name: 'Payment refused' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Not paid', exact: true })).toBeVisible();

    await coSigner.getByRole('link', { name: 'Back to the list' }).click();
    await expect(coSigner.getByText('No payments wait for your signature.')).toBeVisible();
    await signFirst(page, { shopUrl, company, amount: '41.30', payee: 'A bank without instant' });
    await openFromList(coSigner, company, '41.30 EUR');
    await signButton(coSigner).click();
    await expect(coSigner.getByRole('heading', { name: 'Not paid: the payee’s bank does not take instant payments' })).toBeVisible();
    await expectGoodPage(coSigner);
    await page.reload();
    await expect(page.getByText('The bank says: Not paid: the payee’s bank does not take instant payments.')).toBeVisible();
    await context.close();
  },
);

/** From the bank's own address through its sign-in to the list, which is empty. */
async function signInToSign(page: Page, portalUrl: string, { country, second, secondName, name }: Company): Promise<void> {
  await page.goto(`${portalUrl}/bank/to-sign`);
  await page.getByRole('radio', { name: country }).check();
  await expectGoodPage(page);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Then you see your permissions, receipts and payments to sign.')).toBeVisible();
  await signIn(page, second);
  await expect(page.getByText(`You are signed in as ${secondName} and sign for ${name}.`)).toBeVisible();
  await expect(page.getByText('No payments wait for your signature.')).toBeVisible();
  await expectGoodPage(page);
}

/** The first signature, and back to the shop, which waits. */
async function signFirst(
  page: Page,
  { shopUrl, company, ...order }: { shopUrl: string; company: Company; amount: string; payee?: string },
): Promise<void> {
  await startPayment(page, { shopUrl, bank: company.bank, ...order });
  await arriveAtSigningPage(page, company.first);
  await signButton(page).click();
  await expect(page.getByText(company.secondName)).toBeVisible();
  await page.getByRole('button', { name: 'Back to service provider', exact: true }).click();
  await page.waitForURL(`${shopUrl}/**`);
  await expect(page.getByText('PATC').first()).toBeVisible();
}

async function openFromList(page: Page, { name }: Company, sum: string): Promise<void> {
  await page.getByRole('button', { name: 'Look again' }).click();
  const line = page.getByRole('link', { name: new RegExp(sum.replace(' ', '\\s')) });
  await expect(line).toContainText(`Paid by ${name}`);
  await expectGoodPage(page);
  await line.click();
  await expect(page.getByRole('heading', { name: 'Payment, second signature' })).toBeVisible();
  await expect(page.getByText('Awaited')).toBeVisible();
}
