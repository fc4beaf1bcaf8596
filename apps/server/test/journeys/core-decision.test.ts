/** The core decides before the signature: its fee is shown, signed and charged, and its refusal reaches the customer before anything is signed. */
import { randomUUID } from 'node:crypto';
import { enterSigning, jsonOf, member, obtainToken, type WireAnswer } from '@portico/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { msUntilClosedDay } from '../../src/testing/bank-day.ts';
import { setClock } from '../../src/testing/set-clock.ts';
import { KERSTI, OSKAR } from '../house/core-accounts.ts';
import { type CoreHouse, openCoreHouse } from '../house/core-house.ts';

const INSTANT = 'instant-sepa-credit-transfers';
const WAIT = { interval: 100 };

let house: CoreHouse;
let token: string;
beforeAll(async () => {
  house = await openCoreHouse();
  await setClock(house.database, msUntilClosedDay());
  token = await obtainToken(house.browse(), house.tpp, KERSTI);
});
afterEach(() => {
  house.line.changeAnswer = (_call, _asked, answer) => answer;
});
afterAll(() => house.close());

const DEAR = 'Eel Kallis';

async function opened(creditorName: string) {
  const { iban } = await house.account(OSKAR.customerId);
  const { iban: own } = await house.account(KERSTI.customerId);
  const { paymentId, scaRedirect } = await house.tpp.createPayment(token, { product: INSTANT, amount: '2.00', creditorName, creditorIban: iban });
  const browser = house.browse();
  const page = await enterSigning(browser, scaRedirect, KERSTI);
  return { paymentId, own, page, fee: () => browser.send('GET', `/api/ui/payment/fee?debtorIban=${own}`, { headers: page.headers }) };
}
const codeOf = (answer: WireAnswer) => member(jsonOf(answer), 'errors', '0', 'code');
const challenges = () => house.line.calls.filter((call) => call === 'authenticate').length;

describe('a decision of the core before the signature', () => {
  it('names a fee that the page shows, the customer signs and the core charges', async () => {
    const { paymentId, own, page, fee } = await opened(DEAR);
    expect(jsonOf(await fee())).toMatchObject({ sum: '1.50', crcCode: 'EUR' });
    const before = await house.account(KERSTI.customerId);
    expect((await page.sign(own)).status).toBe(200);
    await expect.poll(() => house.tpp.readStatus(token, { product: INSTANT }, paymentId), WAIT).toBe('ACCC');
    expect((await house.account(KERSTI.customerId)).bookedCents).toBe(before.bookedCents - 200 - 150);
  });

  it.each([
    [DEAR, 'the fee of the core', '1.50'],
    ['Eel Limiit', 'the fee of the price list, because only customers learn of the refusal', '0.00'],
  ])('returns to a provider that names the account of a payment to %s %s', async (creditorName, _what, amount) => {
    const [{ iban: debtor }, { iban: creditor }] = [await house.account(KERSTI.customerId), await house.account(OSKAR.customerId)];
    const answer = await house.transport({
      method: 'POST',
      path: `/api/v1/payments/${INSTANT}`,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'x-request-id': randomUUID(),
        'psu-ip-address': '192.0.2.1',
        'tpp-redirect-uri': 'http://127.0.0.1:3001/orders/1/paid',
      },
      body: JSON.stringify({
        debtorAccount: { iban: debtor },
        instructedAmount: { amount: '2.00', currency: 'EUR' },
        creditorAccount: { iban: creditor },
        creditorName,
      }),
    });
    expect([answer.status, jsonOf(answer)]).toMatchObject([201, { transactionFees: { currency: 'EUR', amount } }]);
  });

  it.each([
    ['Eel Limiit', 'LIMIT_EXCEEDED', 'The amount is above your limit at the bank.'],
    ['Eel Pettus', 'PAYMENT_REFUSED', 'The bank does not make this payment.'],
    ['Eel Nimekiri', 'PAYMENT_REFUSED', 'The bank does not make this payment.'],
  ])('refuses a payment to %s as %s, and the phone is not asked', async (creditorName, code, text) => {
    const { paymentId, own, page, fee } = await opened(creditorName);
    const chosen = await fee();
    expect([chosen.status, codeOf(chosen), member(jsonOf(chosen), 'message')]).toEqual([400, code, expect.stringContaining(text)]);
    const asked = challenges();
    const signed = await page.sign(own);
    expect([signed.status, codeOf(signed)]).toEqual([400, code]);
    expect(challenges()).toBe(asked);
    expect(await house.tpp.readStatus(token, { product: INSTANT }, paymentId)).toBe('RCVD');
  });

  it('that names another fee after the customer has approved voids the approval', async () => {
    const { paymentId, own, page } = await opened(DEAR);
    let isApproved = false;
    house.line.changeAnswer = (call, _asked, answer) => {
      if (call === 'authenticate') isApproved ||= member(answer, 'state') === 'approved';
      return call === 'decide' && isApproved ? { decision: { decision: 'allow', currency: 'EUR', feesCents: [151] } } : answer;
    };
    const signed = await page.sign(own);
    expect([signed.status, codeOf(signed)]).toEqual([409, 'SCA_CONTENT_CHANGED']);
    expect(await house.tpp.readStatus(token, { product: INSTANT }, paymentId)).toBe('RCVD');
  });

  it.each([
    ['another currency', { decision: 'allow', currency: 'USD', feesCents: [0] }],
    ['fees of other payees', { decision: 'allow', currency: 'EUR', feesCents: [0, 0] }],
    ['another form', { decision: 'perhaps' }],
  ])('with %s is no answer: nothing is signed', async (_what, decision) => {
    const { fee } = await opened(OSKAR.name);
    house.line.changeAnswer = (call, _asked, answer) => (call === 'decide' ? { decision } : answer);
    expect((await fee()).status).toBe(503);
  });
});
