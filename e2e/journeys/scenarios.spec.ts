/** A developer's own test customer: what is chosen at `/tokens` decides how the same payment ends in the browser. */

import type { Cookie, Page } from '@playwright/test';
import { createTpp, overHttp } from '@portico/testkit';
import { portalOf } from '../support/brands.ts';
import { becomeDeveloper } from '../support/developer.ts';
import { expect, expectGoodPage, test } from '../support/fixtures.ts';
import { answerOnDevice, countdownText, openDevice, signButton, signIn } from '../support/journey.ts';

/** Answers the payee check, at another bank (fictitious). */
const LUMEN_BOOKS = 'EE869800100045081764';

/** The browser's own line about a signature that was refused, or that the bank did not answer. */
const REFUSED = /the server responded with a status of (4\d\d|503)|^answer: 503 /;

interface Stage {
  readonly page: Page;
  readonly portalUrl: string;
}

interface Scenario {
  /** Its name in the list. */
  readonly name: string;
  /** From the signing page, that can be signed, to the end that this scenario brings. */
  readonly plays: (stage: Stage) => Promise<void>;
}

const SCENARIOS: readonly Scenario[] = [
  {
    name: 'Approves',
    plays: async ({ page }) => {
      await signButton(page).click();
      await expect(countdownText(page)).toBeVisible();
    },
  },
  { name: 'Refuses', plays: (stage) => failsWith(stage, 'You refused the request on your phone.') },
  { name: 'Compares the wrong code', plays: (stage) => failsWith(stage, 'The code or PIN was wrong.') },
  {
    name: 'Does not answer',
    plays: async ({ page, portalUrl }) => {
      await signButton(page).click();
      await expect(page.getByRole('heading', { name: 'Compare the control code' })).toBeVisible();
      await answerOnDevice(await openDevice(page, portalUrl), 'Let it time out');
      await expect(page.getByRole('alert')).toContainText('Your phone did not answer in time.');
      await expect(page.getByRole('alert')).toContainText('Nothing was signed and no money has moved.');
    },
  },
  {
    name: 'Has not enough money',
    plays: async ({ page }) => {
      // The balance is read when the page opens.
      await page.reload();
      await expect(page.getByText(/^Not enough money, available 0\.00\s?EUR$/)).toBeVisible();
      await expect(signButton(page)).toBeDisabled();
    },
  },
  {
    name: 'Waits until the session expires',
    plays: async ({ page }) => {
      await signButton(page).click();
      await expect(page.getByText('Your session is terminated', { exact: true })).toBeVisible();
    },
  },
  {
    name: 'Needs a second signature',
    plays: async ({ page }) => {
      await signButton(page).click();
      await expect(page.getByText('Additional signature(s) required')).toBeVisible();
    },
  },
  {
    name: 'Meets a slow bank',
    plays: async ({ page }) => {
      await signButton(page).click();
      await expect(page.getByText('The bank takes longer than usual.')).toBeVisible();
      await expect(countdownText(page)).toBeVisible();
    },
  },
  {
    name: 'Meets a bank that is down',
    plays: async ({ page, portalUrl }) => {
      await signButton(page).click();
      await expect(page.getByRole('heading', { name: 'The bank does not answer right now' })).toBeVisible();
      await expect(page.getByText(/^Next try in/)).toBeVisible();
      await expectGoodPage(page);
      await page.getByRole('button', { name: 'Cancel', exact: true }).click();
      await expect(page).toHaveURL(new RegExp(`^${portalUrl}/`));
      await expect(page.getByRole('heading', { name: 'The bank does not answer right now' })).toHaveCount(0);
    },
  },
];

test.describe('the scenario of a test customer', { tag: '@desktop' }, () => {
  // One developer for all of them, one after the other: each changes the same customer.
  test.describe.configure({ mode: 'default' });
  let cookies: Cookie[];

  test.beforeAll(async ({ browser }, { project }) => {
    const context = await browser.newContext();
    await becomeDeveloper(await context.newPage(), portalOf(project.name));
    cookies = await context.cookies();
    await context.close();
  });

  for (const { name, plays } of SCENARIOS) {
    test(`‘${name}’ determines how the signing of a payment ends`, async ({ page, portalUrl, watch }) => {
      watch.expectConsole(REFUSED);
      await page.context().addCookies(cookies);
      const tokens = await openTokens(page, portalUrl);
      await choose(tokens, 'Approves');
      await arriveAtSigning(page, portalUrl, tokens);
      await choose(tokens, name);
      await plays({ page, portalUrl });
    });
  }

  test('‘Meets a bank that is down’ returns 503 to the application before a payment is created', async ({ page, portalUrl, watch }) => {
    watch.expectConsole(/\b503\b/);
    await page.context().addCookies(cookies);
    const tokens = await openTokens(page, portalUrl);
    await choose(tokens, 'Meets a bank that is down');
    await expect(createPayment(tokens, portalUrl)).rejects.toThrow('503');
    await tokens.reload();
    await expect(tokens.getByRole('region', { name: 'Accounts' })).toContainText('The bank does not answer');
  });
});

async function failsWith({ page }: Stage, text: string): Promise<void> {
  await signButton(page).click();
  await expect(page.getByRole('heading', { name: 'This was not signed' })).toBeVisible();
  await expect(page.getByRole('alert')).toContainText(text);
  await expect(page.getByRole('alert')).toContainText('Nothing was signed and no money has moved.');
}

async function openTokens(page: Page, portalUrl: string): Promise<Page> {
  const tokens = await page.context().newPage();
  await tokens.goto(`${portalUrl}/#/tokens`);
  await tokens.getByText('Your sandbox').click();
  return tokens;
}

async function choose(tokens: Page, name: string): Promise<void> {
  await tokens.bringToFront();
  const list = tokens.getByLabel(/does when signing$/);
  const wanted = await list.locator('option', { hasText: new RegExp(`^${name}$`) }).getAttribute('value');
  if ((await list.inputValue()) === wanted) return;
  await list.selectOption(wanted);
  await expect(tokens.getByText(`Scenario: ${name}.`)).toBeVisible();
}

async function createPayment(tokens: Page, portalUrl: string): Promise<string> {
  const token = await tokens.getByRole('region', { name: 'Access token' }).locator('code').innerText();
  const tpp = createTpp({ transport: overHttp(portalUrl), publicUrl: portalUrl, clientId: '', clientSecret: '', site: portalUrl });
  const order = { product: 'instant-sepa-credit-transfers', amount: '1.00', creditorName: 'Lumen Books OÜ', creditorIban: LUMEN_BOOKS } as const;
  return (await tpp.createPayment(token, order)).scaRedirect;
}

/** The application creates a payment with the token shown; the customer signs in for it. */
async function arriveAtSigning(page: Page, portalUrl: string, tokens: Page): Promise<void> {
  const code = await tokens.locator('dt', { hasText: 'National identity number' }).locator('xpath=following-sibling::dd').innerText();
  await page.bringToFront();
  await page.goto(await createPayment(tokens, portalUrl));
  await signIn(page, code);
  await expect(signButton(page)).toBeEnabled();
}
