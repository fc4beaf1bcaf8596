/** The steps of a person who orders ahead at the demo shop: subscriptions, later payments, payrolls. Each goes through the real pages only. */
import { expect, type Page } from '@playwright/test';
import { becomeDeveloper, type OwnShop, openBrowser, openOwnShop, overHttp } from '@portico/testkit';
import { signButton, signIn } from './journey.ts';

export interface OrderingPerson {
  readonly shopUrl: string;
  /** Personal code. */
  readonly customer: string;
}

export const outcome = (page: Page) => page.getByRole('heading', { level: 1 });
export const instant = (page: Page) => page.getByRole('radio', { name: /^Instant/ });

/** From a form of the shop to the bank's signing page, where it can be signed. */
export async function goToSign(page: Page, customer: string): Promise<void> {
  await page.getByRole('button', { name: /^Continue at / }).click();
  await expect(page.getByRole('heading', { name: /^Sign in to / })).toBeVisible();
  await signIn(page, customer);
  await expect(signButton(page)).toBeEnabled();
}

/** Signs and goes back to the shop without waiting for the countdown. */
export async function signAndReturn(page: Page, { shopUrl }: OrderingPerson): Promise<void> {
  await signButton(page).click();
  await page.getByRole('button', { name: 'Back to service provider', exact: true }).click();
  await page.waitForURL(`${shopUrl}/**`);
}

const QUESTIONS = {
  subscription: { modal: 'cancellingPeriodicPayment', text: 'Are you sure you want to remove periodic payment?' },
  payment: { modal: 'cancellingFuturePayment', text: 'Are you sure you want to remove future payment?' },
  payroll: { modal: 'cancellingFutureBulkPayment', text: 'Are you sure you want to remove future payment?' },
} as const;

/** From the shop's page of an order to the bank's question whether it shall be cancelled. */
export async function askToCancel(page: Page, noun: keyof typeof QUESTIONS): Promise<void> {
  const { modal, text } = QUESTIONS[noun];
  await page.getByRole('button', { name: `Cancel this ${noun}` }).click();
  await expect(page.getByText(text)).toBeVisible();
  expect(new URL(page.url()).hash).toBe(`#/?m=${modal}`);
}

/** Answers yes, signs the cancellation and goes back. */
export async function cancelAtBank(page: Page, person: OrderingPerson): Promise<void> {
  await page.getByRole('button', { name: 'YES' }).click();
  await signAndReturn(page, person);
}

/** A shop with an application, customers and a clock of its own. */
export async function openShopWithClock(portalUrl: string): Promise<OwnShop> {
  const browser = openBrowser(overHttp(portalUrl), portalUrl);
  await becomeDeveloper(browser);
  return openOwnShop(browser, portalUrl);
}
