/** The server dies while the page holds its signature and comes back on the same address: the customer need not do anything. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createBankFolder, createTpp, demoClient, freePort, obtainToken, openBrowser, overHttp, SITE, startPortico } from '@portico/testkit';
import { expect, test } from '../support/fixtures.ts';
import { arriveAtSigningPage, CUSTOMERS, signButton } from '../support/journey.ts';

const DOWN_MS = 2_000;

test('the signing page shows the success after the server is killed during the signature and restarted', { tag: '@desktop' }, async ({
  page,
  watch,
}) => {
  // What the browser itself says about the calls that got no answer.
  watch.expectConsole(/Failed to load resource: net::ERR_(CONNECTION_RE(SET|FUSED)|EMPTY_RESPONSE|SOCKET_NOT_CONNECTED)/);
  const folder = await createBankFolder('crash');
  const dataDir = join(folder, 'data');
  // Time for the kill, between the phone's question and its answer.
  const settings = { port: await freePort(), dataDir, isBrief: true, env: { PORTICO_DEVICE_ANSWER_SECONDS: '3' } };
  let portico = await startPortico(settings);
  try {
    const transport = overHttp(portico.origin);
    const tpp = createTpp({ transport, publicUrl: portico.origin, site: SITE, ...(await demoClient(dataDir)) });
    const customer = { country: 'ee', nationalIdentityNumber: CUSTOMERS.ee, method: 'SMART_ID' };
    const token = await obtainToken(openBrowser(transport, portico.origin), tpp, customer);
    const order = {
      product: 'instant-sepa-credit-transfers',
      amount: '2.00',
      creditorName: 'Lumen Books OÜ',
      creditorIban: 'EE869800100045081764',
    } as const;
    const { paymentId, scaRedirect } = await tpp.createPayment(token, order);

    await page.goto(scaRedirect);
    await arriveAtSigningPage(page);
    await signButton(page).click();
    await expect(page.getByRole('heading', { name: 'Compare the control code' })).toBeVisible();
    await portico.kill();
    await page.waitForTimeout(DOWN_MS);
    portico = await startPortico(settings);

    await page.getByRole('button', { name: 'Stay on this page' }).click();
    await expect(page.getByText('Payment signed')).toBeVisible();
    expect(await tpp.readStatus(token, order, paymentId)).toBe('ACCC');
  } finally {
    await portico.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
