/** SIGTERM while a customer's signature is really held: the process, its page's calls, and the process after it. */
import { enterSigning, jsonOf, member, obtainToken } from '@portico/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { orderOf } from '../house/order-of.ts';
import { openProcessHouse, PROCESS_CUSTOMER, type ProcessHouse } from '../house/process-house.ts';

/** Long enough to stop the server while the phone still asks. */
const ANSWER_SECONDS = '3';

let house: ProcessHouse;
beforeAll(async () => {
  house = await openProcessHouse({ PORTICO_DEVICE_ANSWER_SECONDS: ANSWER_SECONDS });
});
afterAll(() => house.close());

describe('a server that is asked to stop while a customer signs', () => {
  it('sends the held signature away, ends with 0, and the next process goes on with the same challenge', async () => {
    const portico = await house.start();
    const { tpp, browser } = await house.visit();
    const order = orderOf('1.00');
    const token = await obtainToken(browser, tpp, PROCESS_CUSTOMER);
    const { paymentId, scaRedirect } = await tpp.createPayment(token, order);
    const page = await enterSigning(browser, scaRedirect, PROCESS_CUSTOMER);
    const [iban = ''] = await page.ibans();
    await page.choose(iban);
    const challenge = async () => jsonOf(await browser.send('GET', '/api/ui/challenge', { headers: page.headers }));

    const held = page.sign(iban);
    await expect.poll(async () => member(await challenge(), 'state')).toBe('started');
    const asked = await challenge();
    const stopped = portico.stop();
    const sentAway = await held;
    expect([sentAway.status, sentAway.headers['retry-after'], sentAway.headers.connection]).toEqual([503, '1', 'close']);
    expect(jsonOf(sentAway)).toMatchObject({ errors: [{ code: 'UNAVAILABLE' }] });
    await stopped;
    expect(await portico.ended()).toBe(0);

    await house.start();
    expect(await tpp.readStatus(token, order, paymentId)).toBe('RCVD');
    const signed = await page.sign(iban);
    expect([signed.status, member(jsonOf(signed), 'transactionStatus')]).toEqual([200, 'ACCC']);
    expect(member(await challenge(), 'controlCode')).toBe(member(asked, 'controlCode'));
  });
});
