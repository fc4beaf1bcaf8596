import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { answerOnDevice, CUSTOMERS, countdownText, openDevice, signButton, startPayment } from '../support/journey.ts';

const TAB_STOPS_MAX = 30;
const KEY_DELAY_MS = 80;

/** Tab until the element has the focus, as a person without a pointer would. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  const wanted = page.getByRole('button', { name }).or(page.getByRole('textbox', { name }));
  for (let stops = 0; stops < TAB_STOPS_MAX; stops += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${name} was not reached within ${TAB_STOPS_MAX} tab stops.`);
}

test('a payment is signed with the keyboard alone, and each step puts the focus where it goes on', { tag: '@desktop' }, async ({
  page,
  shopUrl,
  portalUrl,
}) => {
  await startPayment(page, { shopUrl });
  await tabTo(page, /^Personal identification code$/);
  // At the pace of a person: the form takes its first answer half a second after it appeared.
  await page.keyboard.type(CUSTOMERS.ee, { delay: KEY_DELAY_MS });
  await page.keyboard.press('Enter');

  await expect(signButton(page)).toBeEnabled();
  const device = await openDevice(page, portalUrl);
  await page.bringToFront();
  await tabTo(page, /^Sign (anyway )?with Smart-ID$/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Compare the control code' })).toBeFocused();
  await answerOnDevice(device, 'Approve');
  await page.bringToFront();

  await expect(countdownText(page)).toBeVisible();
  await tabTo(page, /^Stay on this page$/);
  await page.keyboard.press('Enter');
  await expect(countdownText(page)).toHaveCount(0);
  await tabTo(page, /^Back to service provider$/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Paid', exact: true })).toBeVisible();
});
