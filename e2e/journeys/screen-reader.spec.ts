/**
 * What a screen reader reads on each page of the bank, in English: recorded in docs/evidence/screen-reader and reviewed as text. After a
 * change: `npm run e2e:one -- screen-reader --update-snapshots`, then read what changed.
 */
import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { FLOWS } from '../support/flows.ts';
import { openSandbox } from '../support/sandbox.ts';
import { readTree } from '../support/screen-reader.ts';
import { IN_ESTONIA, playSite, press, viewSigning } from '../support/signing-view.ts';

/** One text of a whole walk: its steps with the tree of each. */
function recordSteps() {
  const steps: string[] = [];
  return {
    look: async (page: Page, step: string) => void steps.push(`# ${step}\n\n${await readTree(page)}`),
    expectRecorded: (name: string) => expect(steps.join('\n')).toMatchSnapshot(`${name}.yml`),
  };
}

test.describe('a screen reader reads the recorded names in the recorded order', { tag: '@desktop' }, () => {
  test('on every signing page, from the question to the receipt', async ({ page, portalUrl, watch }) => {
    // The answer to a refusal on the phone.
    watch.expectConsole(/status of 422/);
    await playSite(page.context());
    // A sandbox of this test alone, so that no earlier consent and no other payment changes the texts.
    const sandbox = await openSandbox(portalUrl);
    for (const flow of FLOWS) {
      const { look, expectRecorded } = recordSteps();
      const asked = await sandbox.ask(flow, IN_ESTONIA);
      await asked.bring(page.context());
      await asked.holdDevice();
      const view = viewSigning(page, flow, IN_ESTONIA);
      await view.arrive(asked, () => look(page, 'Question'));
      await look(page, 'Details');
      await press(view.sign);
      await expect(view.heading('signing.progress.compare')).toBeVisible();
      await look(page, 'Control code');
      await asked.answerDevice('refuse');
      await expect(view.heading('refusal.title.notSigned')).toBeVisible();
      await look(page, 'Refused on the phone');
      await press(view.button('signing.error.tryAgain'));
      await press(view.sign);
      await asked.answerDevice('approve');
      await view.expectDone();
      await press(view.button('signing.success.stay'));
      await look(page, 'Signed');
      const [receipt] = await Promise.all([
        page.context().waitForEvent('page'),
        page.getByRole('link', { name: view.text('signing.success.receipt') }).click(),
      ]);
      await expect(receipt.getByRole('button', { name: 'Print' })).toBeVisible();
      await look(receipt, 'Receipt');
      await receipt.close();
      expectRecorded(flow);
    }
  });

  test('on every other page of the bank', async ({ page, portalUrl, watch }) => {
    watch.expectConsole(/status of (?:404|410)/);
    await playSite(page.context());
    const sandbox = await openSandbox(portalUrl);
    const { look, expectRecorded } = recordSteps();
    const open = async (path: string, heading: string | RegExp) => {
      await page.goto(`${portalUrl}${path}`);
      await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
      await look(page, path);
    };
    await open('/bank/permissions', /^Sign in to/);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible();
    await look(page, 'Sign-in');
    await open('/bank/accessibility', 'Accessibility');
    await open('/bank/nowhere', 'Page not found');
    const consent = await sandbox.ask('consent', IN_ESTONIA);
    await consent.bring(page.context());
    const consentView = viewSigning(page, 'consent', IN_ESTONIA);
    await consentView.arrive(consent);
    await press(consentView.sign);
    await consentView.expectDone();
    await open('/bank/permissions', 'Permissions');
    await page.getByRole('link').filter({ hasText: 'Account details' }).click();
    await expect(page.getByRole('region', { name: 'What was read' })).toBeVisible();
    await look(page, 'One permission');
    await page.getByRole('button', { name: 'Withdraw' }).click();
    await expect(page.getByRole('heading', { name: 'Withdraw this permission?' })).toBeVisible();
    await look(page, 'Question before the withdrawal');
    await open('/bank/receipts', 'Your receipts');
    await open('/bank/to-sign', 'To sign');
    expectRecorded('bank-pages');
  });
});
