import { setTimeout as delay } from 'node:timers/promises';
import { enterSigning, jsonOf } from '@portico/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyLedger } from '#modules/bank-sandbox/index.ts';
import { msUntilClosedDay } from '../../src/testing/bank-day.ts';
import { setClock } from '../../src/testing/set-clock.ts';
import { type House, openHouse } from '../house/open-house.ts';
import { orderOf } from '../house/order-of.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

const reset = (token: string) =>
  house.portico.app.inject({ method: 'DELETE', url: '/api/v1/sandbox/reset', headers: { authorization: `Bearer ${token}` } });
const setScenario = (scenario: string) =>
  house.database.query('update customer set scenario = $1 where user_name = $2', [scenario, house.customers[0].userName]);

async function begin(product?: 'sepa-credit-transfers') {
  const browser = house.browse();
  const order = orderOf('10.00', product === undefined ? {} : { product });
  const token = await house.token(browser);
  const { paymentId, scaRedirect } = await house.tpp.createPayment(token, order);
  const page = await enterSigning(browser, scaRedirect, house.customers[0]);
  const [iban = ''] = await page.ibans();
  await page.choose(iban);
  const balance = async () =>
    (
      await house.database.query(
        'select balance_cents - held_cents as cents from account_balance join account on account.id = account_id where iban = $1',
        [iban],
      )
    ).rows;
  return { browser, token, page, iban, balance, status: () => house.tpp.readStatus(token, order, paymentId) };
}

describe('a reset of the sandbox', () => {
  it('ends a signature that waits for the phone, with the way back', async () => {
    const { token, page, iban, status } = await begin();
    await setScenario('timesOut');
    const held = page.sign(iban);
    await delay(300);
    expect((await reset(token)).statusCode).toBe(204);
    const answer = await held;
    await setScenario('approves');
    expect([answer.status, jsonOf(answer)]).toMatchObject([410, { errors: [{ code: 'SIGNING_TERMINATED' }], tppSuccessUrl: expect.any(String) }]);
    expect(await status()).toBe('RJCT');
    expect((await page.sign(iban)).status).toBe(410);
  });

  it('signs the customer out at the bank, where a signed page could be read on', async () => {
    const { browser, token, page, iban } = await begin();
    expect((await page.sign(iban)).status).toBe(200);
    const read = () => browser.send('GET', '/api/ui/payment/details', { headers: page.headers });
    expect((await read()).status).toBe(200);
    expect((await reset(token)).statusCode).toBe(204);
    expect((await read()).status).toBe(410);
  });

  it('cancels what is signed and not yet executed, and frees its money', async () => {
    await setClock(house.database, msUntilClosedDay());
    const { token, page, iban, balance, status } = await begin('sepa-credit-transfers');
    const seeded = await balance();
    expect((await page.sign(iban)).status).toBe(200);
    expect(await status()).toBe('ACFC');
    expect(await balance()).not.toEqual(seeded);
    expect((await reset(token)).statusCode).toBe(204);
    expect(await status()).toBe('CANC');
    expect(await balance()).toEqual(seeded);
    expect(await verifyLedger(house.database.db)).toEqual([]);
  });

  it('needs the customer’s token', async () => {
    for (const token of ['', 'x'.repeat(43)]) expect((await reset(token)).statusCode).toBe(401);
  });
});
