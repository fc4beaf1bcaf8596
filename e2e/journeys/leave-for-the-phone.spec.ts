import { expect, test } from '../support/fixtures.ts';
import { answerOnDevice, arriveAtSigningPage, openDevice, signButton, startPayment } from '../support/journey.ts';

const AWAY_MS = 40_000;

test('a customer who leaves for the Smart-ID app for 40 s comes back to a signed payment without a second challenge', {
  tag: ['@phone', '@money'],
}, async ({ page, shopUrl, portalUrl }) => {
  await startPayment(page, { shopUrl });
  await arriveAtSigningPage(page);
  const device = await openDevice(page, portalUrl);
  await page.bringToFront();
  await signButton(page).click();
  await expect(page.getByRole('heading', { name: 'Compare the control code' })).toBeVisible();

  const protocol = await page.context().newCDPSession(page);
  await device.bringToFront();
  await protocol.send('Page.setWebLifecycleState', { state: 'frozen' });
  await device.waitForTimeout(AWAY_MS);
  await expect(device.getByRole('button', { name: 'Approve' })).toHaveCount(1);
  await answerOnDevice(device, 'Approve');
  await protocol.send('Page.setWebLifecycleState', { state: 'active' });
  await page.bringToFront();

  await expect(page.getByText('Payment signed')).toBeVisible();
  await expect(device.getByRole('button', { name: 'Approve' })).toHaveCount(0);
});
