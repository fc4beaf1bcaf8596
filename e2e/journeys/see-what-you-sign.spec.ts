/** What the page shows is what is paid: read in a real browser, compared with what was asked, with the status and with the account. */
import { randomInt } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  createBankFolder,
  createDatabase,
  createFolder,
  createTpp,
  demoClient,
  freePort,
  obtainToken,
  openBrowser,
  overHttp,
  type PaymentOrder,
  SITE,
  startPortico,
} from '@portico/testkit';
import { expect, test } from '../support/fixtures.ts';
import { CUSTOMERS, readSum, signButton, signIn } from '../support/journey.ts';

const PAYMENTS = 25;
/** Payees that the sandbox bank knows (fictitious). */
const PAYEES = [
  { creditorName: 'Lumen Books OÜ', creditorIban: 'EE869800100045081764' },
  { creditorName: 'Lumen Boks OÜ', creditorIban: 'EE869800100045081764' },
] as const;
const WORDS = ['Order', 'Invoice', 'No. 7', "O'Neil + Co", 'käsiraamat (2)', '12/2026', 'šokolaad', 'A,B'] as const;

function randomOrder(): PaymentOrder {
  const remittance = Array.from({ length: randomInt(1, 6) }, () => pick(WORDS)).join(' ');
  const amount = `${randomInt(0, 30)}.${String(randomInt(1, 100)).padStart(2, '0')}`;
  return { product: 'instant-sepa-credit-transfers', amount, remittance, ...pick(PAYEES) };
}

function pick<Item>(items: readonly Item[]): Item {
  const item = items[randomInt(items.length)];
  if (item === undefined) throw new RangeError('There is nothing to pick from.');
  return item;
}

test('the page shows each random payment as it was ordered, paid and deducted from the account', { tag: ['@money', '@desktop'] }, async ({
  page,
}) => {
  // Many payments in one journey: a busy machine needs longer than for the others.
  const cluster = process.env.E2E_POSTGRES_URL;
  const folder = await (cluster === undefined ? createBankFolder : createFolder)('shown');
  const dataDir = join(folder, 'data');
  const databaseUrl = cluster === undefined ? undefined : await createDatabase(cluster);
  const portico = await startPortico({ port: await freePort(), dataDir, databaseUrl, isBrief: true, env: { PORTICO_DEVICE_ANSWER_SECONDS: '0' } });
  try {
    const transport = overHttp(portico.origin);
    const tpp = createTpp({ transport, publicUrl: portico.origin, site: SITE, ...(await demoClient(dataDir)) });
    const customer = { country: 'ee', nationalIdentityNumber: CUSTOMERS.ee, method: 'SMART_ID' };
    const token = await obtainToken(openBrowser(transport, portico.origin), tpp, customer);
    const fact = async (label: string) =>
      (await page.locator('dt', { hasText: label }).first().locator('+ dd').innerText()).replaceAll(/[\s\u00ad\u200b\u2060]/g, '');
    let left: number | undefined;
    for (let number = 0; number < PAYMENTS; number += 1) {
      const order = randomOrder();
      const { paymentId, scaRedirect } = await tpp.createPayment(token, order);
      await page.goto(scaRedirect);
      if (number === 0) await signIn(page, CUSTOMERS.ee);
      await expect(signButton(page)).toBeEnabled();
      const payee = page.getByText(`to ${order.creditorName}`, { exact: true });
      await expect(payee).toBeVisible();
      const amount = await payee.locator('xpath=preceding-sibling::p[1]').innerText();
      expect(amount.replaceAll(/\s+/g, ' ')).toBe(`${order.amount} EUR`);
      expect(await fact('Beneficiary account')).toBe(order.creditorIban);
      expect(await fact('Description')).toBe(order.remittance?.replaceAll(/\s/g, ''));
      const [cents, fee, now] = [Math.round(Number(order.amount) * 100), await readSum(page, 'Fee'), await readSum(page, 'Available now')];
      if (left !== undefined) expect(now).toBe(left);
      left = await readSum(page, 'Available afterwards');
      expect(left).toBe(now - cents - fee);
      await signButton(page).click();
      await expect(page.getByText('Payment signed')).toBeVisible();
      // The way back of this one would cross the way to the next.
      await page.getByRole('button', { name: 'Stay on this page' }).click();
      expect(await tpp.readStatus(token, order, paymentId)).toBe('ACCC');
    }
  } finally {
    await portico.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
