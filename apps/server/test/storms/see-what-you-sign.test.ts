/** What the page was told is what is signed and booked (RTS (EU) 2018/389 Art. 5): whatever changes in between is not paid. */
import { type Browser, enterSigning, jsonOf, member, textOf } from '@portico/testkit';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PAYEES } from '#modules/bank-sandbox/index.ts';
import { type House, openHouse } from '../house/open-house.ts';
import { orderOf } from '../house/order-of.ts';

const PAYMENTS = 40;

let house: House;
let browser: Browser;
let token: string;

beforeAll(async () => {
  house = await openHouse();
  browser = house.browse();
  token = await house.token(browser);
});
afterAll(() => house.close());

async function openPayment(changes: Parameters<typeof orderOf>[1] = {}, amount = '1.00') {
  const { paymentId, scaRedirect } = await house.tpp.createPayment(token, orderOf(amount, changes));
  const page = await enterSigning(browser, scaRedirect, house.customers[0]);
  const [iban = '', other = ''] = await page.ibans();
  return { paymentId, page, iban, other };
}

const bookingsOf = async (paymentId: string) =>
  (
    await house.database.query(
      `select creditor_name as name, creditor_iban as iban, remittance, debtor_iban as debtor,
         (select sum(-amount_cents)::integer from ledger_entry where transaction_id = ledger_transaction.id and part = 'principal' and amount_cents < 0) as cents,
         (select coalesce(sum(-amount_cents), 0)::integer from ledger_entry where transaction_id = ledger_transaction.id and part = 'fee' and amount_cents < 0) as fee
       from ledger_transaction where payment_id = $1`,
      [paymentId],
    )
  ).rows;

const refusedFor = (code: string) => ({ status: code === 'FORMAT_ERROR' ? 400 : 409, text: expect.stringContaining(`"${code}"`) });

/** Everything of a payment that the page shows, with another value. Another currency cannot even be stored. */
const CHANGES = [
  'amount_cents = amount_cents + 1',
  "creditor_name = 'Somebody Else OÜ'",
  "creditor_iban = 'EE769800100099001237'",
  "creditor_type = 'private'",
  `creditor_address = '{"country":"LV"}'`,
  "remittance_unstructured = 'Another order'",
  `remittance_structured = '{"reference":"12345614"}'`,
  "end_to_end_id = 'OTHER-1'",
  "execution_date = '2030-01-07'",
  "product = 'sepa-credit-transfers'",
  'retry_as_sepa = not retry_as_sepa',
  "payee_result = 'NMTC'",
] as const;

const alter = (paymentId: string, change: string) => house.database.query(`update payment set ${change} where payment_id = $1`, [paymentId]);

async function changeWhileAsked(change: string): Promise<void> {
  const { paymentId, page, iban } = await openPayment();
  await browser.send('PUT', '/bank/device', { body: { automatic: false } });
  const held = page.sign(iban);
  const isAsked = async () => member(jsonOf(await browser.send('GET', '/api/ui/challenge', { headers: page.headers })), 'state');
  await expect.poll(isAsked).toBe('started');
  await alter(paymentId, change);
  const challengeId = textOf(jsonOf(await browser.send('GET', '/bank/device/challenges')), 'challenges', '0', 'challengeId');
  await browser.send('POST', `/bank/device/challenges/${challengeId}/answer`, { body: { answer: 'approve' } });
  const answer = await held;
  await browser.send('PUT', '/bank/device', { body: { automatic: true } });
  expect(answer).toMatchObject(refusedFor('SCA_CONTENT_CHANGED'));
  expect(await bookingsOf(paymentId)).toEqual([]);
}

describe('a payment that changed', () => {
  it.each(CHANGES)('after it was shown cannot be signed: %s', async (change) => {
    const { paymentId, page, iban } = await openPayment();
    await alter(paymentId, change);
    expect(await page.sign(iban)).toMatchObject(refusedFor('SCA_CONTENT_CHANGED'));
    expect(await bookingsOf(paymentId)).toEqual([]);
  });

  it.each(CHANGES)('during the challenge is not executed, although the customer approves: %s', changeWhileAsked);
  it('is not paid either when it changed after the phone was asked', () => changeWhileAsked('amount_cents = amount_cents + 100'));

  it('is refused before the phone is asked', async () => {
    const { paymentId, page, iban } = await openPayment();
    await alter(paymentId, 'amount_cents = 250');
    expect((await page.sign(iban)).status).toBe(409);
    expect(jsonOf(await browser.send('GET', '/api/ui/challenge', { headers: page.headers }))).toMatchObject({ state: 'none' });
  });

  it('in what the page does not show runs as it was shown all the same: the date decides when, and it is the one on the page', async () => {
    const { paymentId, page, iban } = await openPayment({ product: 'sepa-credit-transfers' });
    await alter(paymentId, "requested_execution_date = '2099-01-05'");
    expect((await page.sign(iban)).status).toBe(200);
    const { rows } = await house.database.query(
      `select execute_at < received_at + interval '10 days' as "isSoon" from payment where payment_id = $1`,
      [paymentId],
    );
    expect(rows).toEqual([{ isSoon: true }]);
  });

  it('can be signed after the page showed the change', async () => {
    const { paymentId, page, iban } = await openPayment();
    await alter(paymentId, 'amount_cents = 250');
    expect((await page.sign(iban)).status).toBe(409);
    const shown = jsonOf(await browser.send('GET', '/api/ui/payment/details', { headers: page.headers }));
    expect(member(shown, 'details', 'instructedAmount')).toEqual({ amount: '2.50', currency: 'EUR' });
    expect((await page.sign(iban)).status).toBe(200);
    expect(await bookingsOf(paymentId)).toMatchObject([{ cents: 250 }]);
  });
});

describe('the signature', () => {
  it('takes nothing of the payment from the page', async () => {
    const { paymentId, page, iban } = await openPayment();
    const additions = [
      { amount: '1.00' },
      { instructedAmount: { amount: '1.00', currency: 'EUR' } },
      { creditorAccount: { iban: PAYEES.somebodyElse.iban } },
      { creditorName: 'Somebody Else OÜ' },
      { fee: '0.00' },
      { paymentId: 'pay_other' },
    ];
    for (const addition of additions) {
      const answer = await browser.send('PUT', '/api/ui/payment', { headers: page.headers, body: { debtorAccountIban: iban, ...addition } });
      expect(answer).toMatchObject(refusedFor('FORMAT_ERROR'));
    }
    expect(await bookingsOf(paymentId)).toEqual([]);
  });

  it('of another account books that account, with the fee shown for it', async () => {
    const { paymentId, page, iban, other } = await openPayment();
    const feeOf = async (from: string) => jsonOf(await browser.send('GET', `/api/ui/payment/fee?debtorIban=${from}`, { headers: page.headers }));
    await feeOf(iban);
    const shown = textOf(await feeOf(other), 'sum');
    expect((await page.sign(other)).status).toBe(200);
    expect(await bookingsOf(paymentId)).toMatchObject([{ debtor: other, fee: Math.round(Number(shown) * 100) }]);
  });

  it('books exactly what the page was told, for random payments', async () => {
    const payee = fc.constantFrom(PAYEES.lumenBooks, PAYEES.lumenRaamatud, PAYEES.somebodyElse, PAYEES.notAnswering);
    const words = fc.stringMatching(/^[A-Za-z0-9 .,'()+-]{1,70}$/).filter((text) => text.trim() === text);
    const payment = fc.record({ cents: fc.integer({ min: 1, max: 1_500 }), payee, name: words, remittance: words });
    await fc.assert(
      fc.asyncProperty(payment, async ({ cents, payee: { iban: creditorIban }, name, remittance }) => {
        const opened = await openPayment({ creditorName: name, creditorIban, remittance }, (cents / 100).toFixed(2));
        const shown = member(opened.page.details, 'details');
        const fee = jsonOf(await browser.send('GET', `/api/ui/payment/fee?debtorIban=${opened.iban}`, { headers: opened.page.headers }));
        const signed = await opened.page.sign(opened.iban);
        expect(signed.status, signed.text).toBe(200);
        expect(await bookingsOf(opened.paymentId)).toEqual([
          {
            name: textOf(shown, 'creditorName'),
            iban: textOf(shown, 'creditorAccount', 'iban'),
            remittance: textOf(shown, 'remittanceInformationUnstructured'),
            debtor: opened.iban,
            cents: Math.round(Number(textOf(shown, 'instructedAmount', 'amount')) * 100),
            fee: Math.round(Number(textOf(fee, 'sum')) * 100),
          },
        ]);
        expect({ name, iban: creditorIban, remittance, cents }).toEqual({
          name: textOf(shown, 'creditorName'),
          iban: textOf(shown, 'creditorAccount', 'iban'),
          remittance: textOf(shown, 'remittanceInformationUnstructured'),
          cents: Math.round(Number(textOf(shown, 'instructedAmount', 'amount')) * 100),
        });
      }),
      { numRuns: PAYMENTS },
    );
  });
});
