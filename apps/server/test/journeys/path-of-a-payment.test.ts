/**
 * The path of one instant payment, from `POST /v1/payments` over the page and the signature to the ledger: how many files a reader meets. Files count
 * by the functions that ran (ARCHITECTURE.md, "Figures of the structure"). The limit may become smaller, never larger.
 */
import { Session } from 'node:inspector/promises';
import { fileURLToPath } from 'node:url';
import { createTpp, enterSigning, openBrowser } from '@portico/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { overInject } from '../../src/testing/over-inject.ts';
import { openPayersHouse, type PayersHouse } from '../house/open-payers-house.ts';
import { orderOf } from '../house/order-of.ts';

const FILES_MAX = 30;
const MODULES = new URL('../../src/modules/', import.meta.url);

let house: PayersHouse;
beforeAll(async () => {
  house = await openPayersHouse('dev_path');
});
afterAll(() => house.close());

/** Files below `src/modules` of which a function runs meanwhile. All modules are loaded before: that a file is imported does not count. */
async function filesRunBy(work: () => Promise<void>): Promise<readonly string[]> {
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true });
    await work();
    const { result } = await session.post('Profiler.takePreciseCoverage');
    const ran = result.filter(({ functions }) => functions.some(({ ranges }) => ranges.some(({ count }) => count > 0)));
    const paths = ran.map(({ url }) => (url.startsWith('file:') ? fileURLToPath(url) : url));
    const root = fileURLToPath(MODULES);
    return paths.filter((path) => path.startsWith(root)).map((path) => path.slice(root.length).replaceAll('\\', '/'));
  } finally {
    session.disconnect();
  }
}

it(`runs at most ${FILES_MAX} files of payments between the call and the ledger`, async () => {
  const { country, customer, authMethods } = await house.choose('ee');
  const { publicUrl } = house.config;
  const transport = overInject(house.app, publicUrl);
  const tpp = createTpp({ transport, publicUrl, clientId: '', clientSecret: '', site: publicUrl });
  const token = await house.token();
  const pay = async () => {
    const { scaRedirect } = await tpp.createPayment(token, orderOf('12.50', { product: 'instant-sepa-credit-transfers' }));
    const page = await enterSigning(openBrowser(transport, publicUrl), scaRedirect, { country, ...customer, method: authMethods[0] ?? '' });
    const [iban = ''] = await page.ibans();
    expect((await page.sign(iban)).status).toBe(200);
  };
  // A job that happens to run meanwhile does not do so twice within its minutes.
  const again = new Set(await filesRunBy(pay));
  const files = (await filesRunBy(pay)).filter((path) => again.has(path));
  const ofPayments = files.filter((path) => path.startsWith('payments/')).sort();
  expect(files).toContain('bank-sandbox/store/ledger-store.ts');
  expect(ofPayments).toContain('payments/lifecycle/transition.ts');
  expect(ofPayments.length, ofPayments.join('\n')).toBeLessThanOrEqual(FILES_MAX);
});
