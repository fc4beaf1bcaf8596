/** The steps of a person who connects accounts to the demo shop's money overview. Each goes through the real pages only. */
import { expect, type Page } from '@playwright/test';
import { CUSTOMERS, signIn } from './journey.ts';

export interface Connecting {
  readonly shopUrl: string;
  readonly bank?: 'ee' | 'lv' | 'lt';
  readonly customer?: string;
  readonly access?: 'choose' | 'name' | 'all' | 'list';
  readonly once?: boolean;
}

const ACCESS = {
  choose: /^Accounts that you choose/,
  name: /^Accounts that you name/,
  all: /^All accounts/,
  list: /^Only the list/,
} as const;

/** From the shop to the bank's sign-in page. */
export async function startConnecting(page: Page, { shopUrl, bank = 'ee', access = 'choose', once = false }: Connecting): Promise<void> {
  await page.goto(`${shopUrl}/money`);
  await page.getByRole('radio', { name: { ee: /Estonia/, lv: /Latvia/, lt: /Lithuania/ }[bank] }).check();
  await page.getByRole('radio', { name: ACCESS[access] }).check();
  if (once) await page.getByRole('radio', { name: /^Once/ }).check();
  await page.getByRole('button', { name: /^Continue at / }).click();
  await expect(page.getByRole('heading', { name: /^Sign in to / })).toBeVisible();
}

/** Signs in and waits until the consent can be signed. */
export async function arriveAtConsent(page: Page, connecting: Connecting): Promise<void> {
  await startConnecting(page, connecting);
  await signIn(page, connecting.customer ?? CUSTOMERS[connecting.bank ?? 'ee']);
  await expect(consentButton(page)).toBeEnabled();
}

export const consentButton = (page: Page) => page.getByRole('button', { name: /^(Confirm|Sign with Smart-ID)$/ });
export const rights = (page: Page) => page.getByRole('table', { name: 'Accounts and rights' });

/** From the overview of a connection to the bank's page of a statement. The period is the shop's proposal, unless it is given. */
export async function arriveAtStatement(page: Page, { from, to }: Period = {}): Promise<void> {
  await page.getByRole('link', { name: 'Ask for a statement' }).click();
  await askForStatement(page, { from, to });
}

interface Period {
  from?: string | undefined;
  to?: string | undefined;
}

/** From the shop's form to the bank's page of a statement. */
export async function askForStatement(page: Page, { from, to }: Period = {}): Promise<void> {
  if (from !== undefined) await page.getByLabel('From', { exact: true }).fill(from);
  if (to !== undefined) await page.getByLabel('To', { exact: true }).fill(to);
  await page.getByRole('button', { name: /^Continue at / }).click();
  await expect(signStatement(page)).toBeEnabled();
}

export const signStatement = (page: Page) => page.getByRole('button', { name: /^Sign with / });

/** Connected and back in the overview. */
export async function connect(page: Page, connecting: Connecting): Promise<void> {
  await arriveAtConsent(page, connecting);
  await consentButton(page).click();
  await backToOverview(page);
}

/** From the success page to the overview. */
export async function backToOverview(page: Page): Promise<void> {
  await backToProvider(page);
  await expect(page.getByRole('heading', { name: 'Your money' })).toBeVisible();
}

export const backToProvider = (page: Page) => page.getByRole('button', { name: 'Back to service provider', exact: true }).click();

/** The browser's own line about a call that was cut. */
export const CUT = /net::ERR_FAILED/;

/** Cuts the first `count` attempts of a signature before they reach the bank. Answers how many were cut so far. */
export async function cutSignature(page: Page, kind: 'consent' | 'transactions-statement', count: number): Promise<() => number> {
  let cuts = 0;
  await page.route(`**/api/ui/${kind}`, (route) => {
    const isCut = route.request().method() === 'PUT' && cuts < count;
    if (isCut) cuts += 1;
    return isCut ? route.abort() : route.continue();
  });
  return () => cuts;
}
