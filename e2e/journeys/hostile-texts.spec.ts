/**
 * Texts that deceive or break pages, on the narrowest screen. The API refuses most of them, so they are put into the bank's answers on
 * their way to the browser, as a bank's own core or an older row could hold them.
 */
import type { Page } from '@playwright/test';
import { HOSTILE_TEXTS } from '@portico/testkit';
import { expect, expectGoodPage, test } from '../support/fixtures.ts';
import { arriveAtSigningPage, CUSTOMERS, signButton, startPayment } from '../support/journey.ts';
import { goToSign } from '../support/orders.ts';

/** Fictitious. */
const LINES = ['name,iban,amount,reference', 'Lumen Books OÜ,EE869800100045081764,1.20,Salary'];
const NARROW = { width: 320, height: 640 };
/** A character that is not seen, or that turns others; the isolates are the page's own. */
const UNSEEN = /(?![\n\r\u2068\u2069])(?:[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|\u3164|\u034f)/u;

interface Hostile {
  readonly tppName?: string;
  readonly details: (details: Record<string, unknown>) => object;
}

/** Changes what the bank answers about the thing to sign. */
async function putInto(page: Page, kind: string, { tppName, details }: Hostile): Promise<void> {
  await page.route(`**/api/ui/${kind}/details`, async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    const names = tppName === undefined ? {} : { tppName, tppApplicationName: tppName };
    await route.fulfill({ response, json: { ...body, ...names, details: { ...body.details, ...details(body.details) } } });
  });
}

/** Figures of an amount or an account stand from left to right, whatever stands beside them. */
async function expectUnturned(page: Page, text: string): Promise<void> {
  const lefts = await page.evaluate((wanted) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const at = node.textContent?.indexOf(wanted) ?? -1;
      const isShown = node.parentElement?.checkVisibility() === true;
      if (at === -1 || !isShown) continue;
      return Array.from(wanted, (_character, index) => {
        const range = document.createRange();
        range.setStart(node, at + index);
        range.setEnd(node, at + index + 1);
        return range.getBoundingClientRect().left;
      });
    }
    return [];
  }, text);
  expect(lefts.length, `${text} is on the page`).toBe(text.length);
  expect(lefts).toEqual([...lefts].sort((a, b) => a - b));
}

async function expectHarmless(page: Page): Promise<void> {
  expect(await page.locator('main').innerText()).not.toMatch(UNSEEN);
  expect(await page.title()).not.toMatch(UNSEEN);
  // What was sent as markup is text.
  await expect(page.locator('main script, main img, main b > b, main svg[onload]')).toHaveCount(0);
}

test('a bulk payment with hostile names shows every recipient with the right amount', { tag: '@phone' }, async ({ page, shopUrl }) => {
  const sums = HOSTILE_TEXTS.map((_text, index) => `${101 + index}.37`);
  await putInto(page, 'bulk-payment', {
    details: ({ payments }) => {
      const [item] = Array.isArray(payments) ? payments : [];
      return {
        payments: HOSTILE_TEXTS.map(({ text }, index) => ({
          ...item,
          creditorName: text,
          remittanceInformationUnstructured: text,
          instructedAmount: { amount: sums[index], currency: 'EUR' },
          payeeVerification: { result: 'CMTC', matchedName: text },
        })),
      };
    },
  });
  await page.setViewportSize(NARROW);
  await page.goto(`${shopUrl}/payroll`);
  await page.getByLabel('or paste its lines').fill(LINES.join('\n'));
  await page.getByRole('button', { name: 'Check the payroll' }).click();
  await page.getByRole('button', { name: 'Continue at' }).waitFor();
  await goToSign(page, CUSTOMERS.ee).catch(() => undefined);
  await page.getByRole('button', { name: /^Show all/ }).click();
  const rows = page.getByRole('region', { name: 'Recipients' }).getByRole('listitem');
  await expect(rows).toHaveCount(HOSTILE_TEXTS.length);
  await expectHarmless(page);
  await expectGoodPage(page);
  for (const [index, sum] of sums.entries()) {
    await expect(rows.nth(index)).toContainText(sum);
    await expectUnturned(page, sum);
  }
});

const OF_A_PROVIDER = ['an override that is ended', 'Hebrew', 'an element', 'a heap of marks', '300 letters', 'tags'];

for (const { what, text } of HOSTILE_TEXTS.filter((hostile) => OF_A_PROVIDER.includes(hostile.what))) {
  test(`a provider and a payee named with ${what} do not change the amount and the account shown`, { tag: '@phone' }, async ({ page, shopUrl }) => {
    await putInto(page, 'payment', {
      tppName: text,
      details: () => ({
        creditorName: text,
        // As long as the field may be.
        remittanceInformationUnstructured: text.slice(0, 140),
        remittanceInformationStructured: { reference: text },
        payeeVerification: { result: 'CMTC', matchedName: text },
      }),
    });
    await page.setViewportSize(NARROW);
    await startPayment(page, { shopUrl, amount: '31.97' });
    await arriveAtSigningPage(page);
    await expectHarmless(page);
    await expectGoodPage(page);
    await expectUnturned(page, '31.97');
    await expectUnturned(page, '4508');
    await signButton(page).click();
    await expect(page.getByText('Payment signed')).toBeVisible();
    await expectHarmless(page);
    await expectGoodPage(page);
  });
}
