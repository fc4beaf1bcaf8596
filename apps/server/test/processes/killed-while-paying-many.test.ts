/** The power goes while a bulk payment is being made: the next server on the same data makes the payments that are left, each once. */
import { randomUUID } from 'node:crypto';
import { type Browser, enterSigning, jsonOf, obtainToken, SITE, type Transport, textOf } from '@portico/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PAYEES } from '#modules/bank-sandbox/index.ts';
import { openProcessHouse, PROCESS_CUSTOMER, type ProcessHouse } from '../house/process-house.ts';

const PATH = '/api/v1/bulk-payments/instant-sepa-credit-transfers';
const ITEMS = 250;
/** 0.01 and the fee, for each. */
const COST_CENTS = ITEMS * (1 + 16);

let house: ProcessHouse;
beforeEach(async () => {
  house = await openProcessHouse();
});
afterEach(() => house.close());

function application(transport: Transport, token: string) {
  const headers = () => ({
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'x-request-id': randomUUID(),
    'psu-ip-address': '192.0.2.1',
    'tpp-redirect-uri': `${SITE}/payroll`,
  });
  const order = {
    instructedAmount: { amount: '0.01', currency: 'EUR' },
    creditorAccount: { iban: PAYEES.lumenBooks.iban },
    creditorName: PAYEES.lumenBooks.name,
  };
  return {
    async create(): Promise<unknown> {
      const body = JSON.stringify({ payments: Array.from({ length: ITEMS }, () => order) });
      return jsonOf(await transport({ method: 'POST', path: PATH, headers: headers(), body }));
    },
    async read(rest: string): Promise<unknown> {
      return jsonOf(await transport({ method: 'GET', path: `${PATH}/${rest}`, headers: headers() }));
    },
  };
}

async function openPage(browser: Browser, app: ReturnType<typeof application>) {
  const made = await app.create();
  const page = await enterSigning(browser, textOf(made, '_links', 'scaRedirect', 'href'), PROCESS_CUSTOMER, 'bulk-payment');
  const [iban = ''] = await page.ibans();
  const balance = await browser.send('GET', `/api/ui/account/balance?iban=${iban}`, { headers: page.headers });
  const cents = Math.round(Number(textOf(jsonOf(balance), 'balanceAmount', 'amount')) * 100);
  return { page, iban, cents, paymentId: textOf(made, 'paymentId') };
}

describe('a server that dies while it makes a bulk payment', () => {
  it.each(['payments.settling:2', 'payments.settled:2'])('(at %s) leaves no payment out, and makes none twice', async (point) => {
    const dying = await house.start({ PORTICO_CRASH_AT: point });
    const { tpp, browser } = await house.visit();
    const app = application(house.transport, await obtainToken(browser, tpp, PROCESS_CUSTOMER));
    const { page, iban, cents, paymentId } = await openPage(browser, app);

    // The job may be faster than the answer.
    await page.sign(iban).catch(() => undefined);
    expect(await dying.ended()).toBe('SIGKILL');
    await house.start();
    await expect.poll(async () => textOf(await app.read(`${paymentId}/status`), 'transactionStatus')).toBe('ACCC');
    const payments: unknown = Object(await app.read(paymentId)).payments;
    const statuses = (Array.isArray(payments) ? payments : []).map((payment) => textOf(payment, 'transactionStatus'));
    expect(statuses).toEqual(Array.from({ length: ITEMS }, () => 'ACCC'));
    expect((await page.sign(iban)).status).toBe(200);
    expect(cents - (await openPage(browser, app)).cents).toBe(COST_CENTS);
  });
});
