/** The power goes while a payment is taken back: it is cancelled or it stays, and the repeated call ends it right. */
import { randomUUID } from 'node:crypto';
import { enterSigning, jsonOf, obtainToken, SITE, textOf } from '@portico/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PAYEES } from '#modules/bank-sandbox/index.ts';
import type { CrashPoint } from '#platform/crash-points.ts';
import { openProcessHouse, PROCESS_CUSTOMER, type ProcessHouse } from '../house/process-house.ts';

const PATH = '/api/v1/payments/sepa-credit-transfers';
const DAY_MS = 24 * 60 * 60_000;

let house: ProcessHouse;
beforeEach(async () => {
  house = await openProcessHouse();
});
afterEach(() => house.close());

/** `before`: what the application reads after the restart, until the page has repeated its call. */
const ROUNDS: readonly (readonly [point: CrashPoint, before: string])[] = [
  ['signing.insideTransaction', 'ACTC'],
  ['signing.committed', 'CANC'],
];

describe('a server that dies while a payment is taken back', () => {
  it.each(ROUNDS)('(at %s) leaves it %s, and the repeated call cancels it once', async (point, before) => {
    const healthy = await house.start();
    const { tpp, browser } = await house.visit();
    const token = await obtainToken(browser, tpp, PROCESS_CUSTOMER);
    const send = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
      house.transport({
        method,
        path,
        headers: {
          authorization: `Bearer ${token}`,
          'x-request-id': randomUUID(),
          'psu-ip-address': '192.0.2.1',
          'tpp-redirect-uri': `${SITE}/done`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    const order = {
      instructedAmount: { amount: '12.50', currency: 'EUR' },
      creditorAccount: { iban: PAYEES.lumenBooks.iban },
      creditorName: PAYEES.lumenBooks.name,
      requestedExecutionDate: new Date(Date.now() + 9 * DAY_MS).toISOString().slice(0, 10),
    };
    const made = jsonOf(await send('POST', PATH, order));
    const self = `${PATH}/${textOf(made, 'paymentId')}`;
    const status = async () => textOf(jsonOf(await send('GET', `${self}/status`)), 'transactionStatus');
    const payment = await enterSigning(browser, textOf(made, '_links', 'scaRedirect', 'href'), PROCESS_CUSTOMER);
    const [iban = ''] = await payment.ibans();
    expect((await payment.sign(iban)).status).toBe(200);

    await healthy.kill();
    const dying = await house.start({ PORTICO_CRASH_AT: point });
    expect(await status()).toBe('ACTC');
    const asked = jsonOf(await send('DELETE', self));
    const page = await enterSigning(browser, textOf(asked, '_links', 'scaRedirect', 'href'), PROCESS_CUSTOMER, 'payment-cancellation');
    await expect(page.sign(iban)).rejects.toThrow();
    expect(await dying.ended()).toBe('SIGKILL');

    await house.start();
    expect(await status()).toBe(before);
    const [first, again] = [await page.sign(iban), await page.sign(iban)];
    expect([first.status, textOf(jsonOf(first), 'transactionStatus'), again.text]).toEqual([200, 'CANC', first.text]);
    expect([await status(), (await page.refuse()).status]).toEqual(['CANC', 409]);
  });
});
