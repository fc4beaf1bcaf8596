/** Tab, Enter, Space, arrows and Escape alone: from the shop to a paid invoice, and every flow from its first step to the way back. */
import { expect } from '../support/fixtures.ts';
import { FLOWS, KINDS } from '../support/flows.ts';
import { answerOnDevice, CUSTOMERS, countdownText, openDevice, signButton, startPayment } from '../support/journey.ts';
import { choose, expectGoodStops, tabTo } from '../support/keyboard.ts';
import { test } from '../support/sandbox-fixture.ts';
import { IN_ESTONIA, playSite, viewSigning } from '../support/signing-view.ts';

const KEY_DELAY_MS = 80;
/** As high as a small laptop's window: what floats at the bottom comes close to what has the focus. */
const LOW_WINDOW = { width: 1024, height: 600 };
/** The narrow layout, where the buttons float above the page. */
const NARROW_WINDOW = { width: 400, height: 660 };
const REFUSED_REQUEST = /status of 4\d\d/;

test('a payment is signed with the keyboard alone, and the focus moves to each next step', { tag: '@desktop' }, async ({
  page,
  shopUrl,
  portalUrl,
}) => {
  await startPayment(page, { shopUrl });
  await tabTo(page, page.getByRole('textbox', { name: 'Personal identification code' }));
  // At the pace of a person: the form takes its first answer half a second after it appeared.
  await page.keyboard.type(CUSTOMERS.ee, { delay: KEY_DELAY_MS });
  await page.keyboard.press('Enter');

  await expect(signButton(page)).toBeEnabled();
  const device = await openDevice(page, portalUrl);
  await page.bringToFront();
  await choose(page, signButton(page));
  await expect(page.getByRole('heading', { name: 'Compare the control code' })).toBeFocused();
  await answerOnDevice(device, 'Approve');
  await page.bringToFront();

  await expect(countdownText(page)).toBeVisible();
  await choose(page, page.getByRole('button', { name: 'Stay on this page' }));
  await expect(countdownText(page)).toHaveCount(0);
  await choose(page, page.getByRole('button', { name: 'Back to service provider', exact: true }));
  // The bank's page has this heading, too.
  await page.waitForURL(`${shopUrl}/orders/**`);
  await expect(page.getByRole('heading', { name: 'Paid', exact: true })).toBeVisible();
});

for (const [index, flow] of FLOWS.entries()) {
  test(`${flow}: with the keyboard alone a customer retries after a refusal, signs, returns, and cancels nothing by accident`, {
    tag: '@desktop',
  }, async ({ page, sandbox, watch }) => {
    watch.expectConsole(REFUSED_REQUEST);
    const { texts, signed } = KINDS[flow];
    const asked = await sandbox.ask(flow, IN_ESTONIA);
    await asked.bring(page.context());
    await playSite(page.context());
    await asked.holdDevice();
    const view = viewSigning(page, flow, IN_ESTONIA);
    await page.setViewportSize(index % 2 === 0 ? LOW_WINDOW : NARROW_WINDOW);

    await page.goto(asked.address);
    if (texts.question !== undefined) {
      await expect(view.heading(texts.question)).toBeFocused();
      expectGoodStops(await choose(page, view.button('signing.yes')));
    }
    await expect(view.sign).toBeEnabled();
    await expect(page.locator('h1')).toBeFocused();
    await page.keyboard.press('Escape');
    expectGoodStops(await tabTo(page, view.refuse));
    // Back to the first stop and once more to the button that signs: nothing on the way holds the focus.
    await page.locator('h1').evaluate((heading) => heading.focus());
    expectGoodStops(await choose(page, view.sign));
    await expect(view.heading('signing.progress.compare')).toBeFocused();
    expectGoodStops(await tabTo(page, view.refuse));
    await asked.answerDevice('refuse');

    await expect(view.heading('refusal.title.notSigned')).toBeFocused();
    expectGoodStops(await choose(page, view.button('signing.error.tryAgain')));
    await expect(page.locator('h1')).toBeFocused();
    await choose(page, view.sign);
    await expect(view.heading('signing.progress.compare')).toBeFocused();
    await asked.answerDevice('approve');

    await view.expectDone();
    await expect(page.locator('h1')).toBeFocused();
    expectGoodStops(await choose(page, view.button('signing.success.stay')));
    await expect(page.getByText(view.text('signing.success.stayed'))).toBeFocused();
    expectGoodStops(await choose(page, view.button('signing.success.back')));
    await view.expectSiteReached('signed');
    expect(await asked.status()).toMatch(signed);
  });
}
