/** The steps of a person who pays at the demo shop. Each goes through the real pages only. */
import { expect, type Page } from '@playwright/test';

/** Seeded customers of the sandbox bank (fictitious), by what their device does. */
export const CUSTOMERS = {
  ee: '60001019906',
  eeCompany: '37409029900',
  eeLowBalance: '38803149903',
  eeRefuses: '47905209904',
  eeSilent: '36911089907',
  eeWrongCode: '49207279902',
  lt: '49002169902',
  lv: '329000-00003',
} as const;

export interface Purchase {
  readonly shopUrl: string;
  readonly bank?: 'ee' | 'lv' | 'lt';
  readonly customer?: string;
  readonly speed?: 'instant' | 'ordinary';
  /** Decimal text; default is the order's 46.80. */
  readonly amount?: string;
  /** The shop's rehearsal option: who receives the money. */
  readonly payee?: string;
}

/** From the shop to the bank's sign-in page, with the personal code typed and the sign-in started. */
export async function startPayment(page: Page, purchase: Purchase): Promise<void> {
  const { shopUrl, bank = 'ee', speed = 'instant', amount, payee } = purchase;
  await page.goto(shopUrl);
  if (amount !== undefined || payee !== undefined) {
    if (payee !== undefined) await page.getByLabel('Who receives the money').selectOption(payee);
    if (amount !== undefined) await page.getByLabel('Amount in EUR').fill(amount);
    await page.getByRole('button', { name: 'Use these' }).click();
    // The page that has this choice, before anything on it is pressed.
    await page.waitForURL(/[?&]amount=/);
  }
  await page.getByRole('radio', { name: { ee: /Estonia/, lv: /Latvia/, lt: /Lithuania/ }[bank] }).check();
  await page.getByRole('radio', { name: speed === 'instant' ? /^Instant/ : /^Ordinary/ }).check();
  await page.getByRole('button', { name: /^Pay .* at / }).click();
  await expect(page.getByRole('heading', { name: /^Sign in to / })).toBeVisible();
}

export async function signIn(page: Page, customer: string): Promise<void> {
  await page.getByLabel('Personal identification code').fill(customer);
  await page.getByRole('button', { name: 'Continue with Smart-ID' }).click();
}

/** Signs in and waits until the signing page can be signed. */
export async function arriveAtSigningPage(page: Page, customer: string = CUSTOMERS.ee): Promise<void> {
  await signIn(page, customer);
  await expect(signButton(page)).toBeEnabled();
}

export const signButton = (page: Page) => page.getByRole('button', { name: /^Sign (anyway )?with Smart-ID$/ });

/** What the eye reads; a second, hidden line says it once to a screen reader. */
export const countdownText = (page: Page) => page.getByText(/You’ll be redirected back to the website after \ds/).first();

/** The customer's phone, opened in a tab of the same browser and switched to wait for a person. */
export async function openDevice(page: Page, portalUrl: string): Promise<Page> {
  const device = await page.context().newPage();
  await device.goto(`${portalUrl}/bank/device`);
  // The switch moves once the server has answered, so it is clicked, not set.
  await device.getByLabel('Answer by itself').click();
  await expect(device.getByText('The device waits until you answer here.')).toBeVisible();
  return device;
}

/** Answers the one request that is waiting. */
export async function answerOnDevice(
  device: Page,
  answer: 'Approve' | 'Refuse' | 'Wrong code' | 'Let it time out' | 'Phone out of reach',
): Promise<void> {
  await device.getByRole('button', { name: answer }).first().click();
  await expect(device.getByRole('button', { name: answer })).toHaveCount(0);
}

/** The figure behind a label of the signing page, e.g. 'Available now', in cents. */
export async function readSum(page: Page, label: string): Promise<number> {
  const row = page.getByText(label, { exact: true }).locator('..');
  const text = await row.innerText();
  const [, euros = '', cents = ''] = /([\d,\u00a0\u202f ]+)\.(\d\d)/.exec(text) ?? [];
  return Number(euros.replaceAll(/\D/g, '') + cents);
}
