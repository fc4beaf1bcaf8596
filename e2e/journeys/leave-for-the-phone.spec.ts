import { expect } from '../support/fixtures.ts';
import { KINDS } from '../support/flows.ts';
import { answerOnDevice, openDevice } from '../support/journey.ts';
import { test } from '../support/sandbox-fixture.ts';
import { playSite, press, viewSigning } from '../support/signing-view.ts';

const CUSTOMER = { country: 'ee', locale: 'en' } as const;

/** More than 40 s. The bank's clock moves while the tab is frozen, the page's at once when it wakes, as behind a closed lid. */
const AWAY_MINUTES = 1;

test('a customer who leaves for the Smart-ID app for a minute returns to a signed payment without a second challenge', {
  tag: ['@phone', '@money'],
}, async ({ page, portalUrl, sandbox }) => {
  const asked = await sandbox.ask('payment', CUSTOMER);
  await asked.bring(page.context());
  await playSite(page.context());
  await page.clock.install();
  const view = viewSigning(page, 'payment', CUSTOMER);
  await view.arrive(asked);
  const device = await openDevice(page, portalUrl);
  await page.bringToFront();
  await press(view.sign);
  await expect(view.heading('signing.progress.compare')).toBeVisible();

  const protocol = await page.context().newCDPSession(page);
  await device.bringToFront();
  await protocol.send('Page.setWebLifecycleState', { state: 'frozen' });
  await sandbox.advance({ minutes: AWAY_MINUTES });
  await expect(device.getByRole('button', { name: 'Approve' })).toHaveCount(1);
  await answerOnDevice(device, 'Approve');
  await protocol.send('Page.setWebLifecycleState', { state: 'active' });
  await page.clock.fastForward(AWAY_MINUTES * 60_000);
  await page.bringToFront();

  await view.expectDone();
  await press(view.button('signing.success.stay'));
  await expect(device.getByRole('button', { name: 'Approve' })).toHaveCount(0);
  expect(await asked.status()).toMatch(KINDS.payment.signed);
});
