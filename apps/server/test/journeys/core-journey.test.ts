/** A customer of a bank with its own core pays and shares his accounts; the money is the core's, moved there once whatever happens on the way. */
import { ApiStatus } from '@portico/contract';
import { type Browser, type CallFault, enterSigning, jsonOf, member, obtainToken, type PaymentOrder, type WireAnswer } from '@portico/testkit';
import { Value } from 'typebox/value';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { msUntilClosedDay } from '../../src/testing/bank-day.ts';
import { setClock } from '../../src/testing/set-clock.ts';
import { createAccessPages, EVERY_ACCOUNT } from '../house/access-pages.ts';
import { KERSTI, OSKAR } from '../house/core-accounts.ts';
import { type CoreHouse, openCoreHouse } from '../house/core-house.ts';

const INSTANT = 'instant-sepa-credit-transfers';
const ORDINARY = 'sepa-credit-transfers';
const WAIT = { interval: 100 };

let house: CoreHouse;
let browser: Browser;
let token: string;
beforeAll(async () => {
  house = await openCoreHouse();
  await setClock(house.database, msUntilClosedDay());
  browser = house.browse();
  token = await obtainToken(browser, house.tpp, KERSTI);
});
afterEach(() => {
  house.line.faultOf = () => 'none';
  house.line.changeAnswer = (_call, _asked, answer) => answer;
});
afterAll(() => house.close());

const statusOf = (paymentId: string, product: PaymentOrder['product'] = INSTANT) => house.tpp.readStatus(token, { product }, paymentId);

async function signed(
  amount: string,
  product: PaymentOrder['product'] = INSTANT,
  creditorName = OSKAR.name,
): Promise<{ readonly paymentId: string; readonly answer: WireAnswer }> {
  const { iban } = await house.account(OSKAR.customerId);
  const order = { product, amount, creditorName, creditorIban: iban };
  const { paymentId, scaRedirect } = await house.tpp.createPayment(token, order);
  const page = await enterSigning(browser, scaRedirect, KERSTI);
  const { iban: own } = await house.account(KERSTI.customerId);
  await page.choose(own);
  return { paymentId, answer: await page.sign(own) };
}

/** What both have, in cents, as the core says. */
const books = async () => [(await house.account(KERSTI.customerId)).bookedCents, (await house.account(OSKAR.customerId)).bookedCents] as const;

describe('a bank with its own core', () => {
  it('lets its customer share the accounts and balances of the core', async () => {
    const pages = createAccessPages(house.config.publicUrl, [house.transport]);
    const page = await pages.enter(browser, await pages.ask(token, 'consent', EVERY_ACCOUNT));
    expect((await page.sign()).status).toBe(200);
    const read = await house.get('/api/v1/accounts?withBalance=true', token, { 'consent-id': page.id });
    expect(read.status).toBe(200);
    const { iban, bookedCents } = await house.account(KERSTI.customerId);
    expect(read.body).toMatchObject({ accounts: [{ iban }, {}] });
    expect(read.text).toContain((bookedCents / 100).toFixed(2));
  });

  it('moves the money of a signed payment in the core, once', async () => {
    const [own, other] = await books();
    const { paymentId, answer } = await signed('12.30');
    expect([answer.status, member(jsonOf(answer), 'transactionStatus')]).toEqual([200, 'ACTC']);
    await expect.poll(() => statusOf(paymentId), WAIT).toBe('ACCC');
    expect(await books()).toEqual([own - 1_230, other + 1_230]);
  });

  it('holds the money of an ordinary payment in the core', async () => {
    const before = await house.account(KERSTI.customerId);
    const { paymentId, answer } = await signed('5.00', ORDINARY);
    expect(answer.status).toBe(200);
    await expect.poll(() => statusOf(paymentId, ORDINARY), WAIT).toBe('ACFC');
    const { availableCents, bookedCents } = await house.account(KERSTI.customerId);
    expect([availableCents, bookedCents]).toEqual([before.availableCents - 500, before.bookedCents]);
  });

  it('tells the core with each order which provider asked, who signed, and how', async () => {
    const asked: unknown[] = [];
    house.line.changeAnswer = (call, body, answer) => {
      if (call === 'transfer' || call === 'hold' || call === 'settle') asked.push([call, member(body, 'transfers', '0', 'origin')]);
      return answer;
    };
    const [instant, ordinary] = [await signed('1.10'), await signed('1.20', ORDINARY)];
    await expect.poll(() => asked.length, WAIT).toBeGreaterThanOrEqual(2);
    const originOf = ({ paymentId }: typeof instant) => ({
      provider: { clientId: 'demo-tpp', name: expect.any(String) },
      orderId: paymentId,
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      signatures: [
        {
          customerId: KERSTI.customerId,
          name: KERSTI.name,
          method: KERSTI.method,
          signedAt: expect.stringMatching(/^\d{4}-/),
          challengeId: expect.stringMatching(/^chl_/),
          contentHash: expect.stringMatching(/^[0-9a-f]{64}$/),
        },
      ],
    });
    expect(asked).toEqual(
      expect.arrayContaining([
        ['transfer', originOf(instant)],
        ['hold', originOf(ordinary)],
      ]),
    );
  });

  it.each<CallFault>(['lost', 'failed', 'garbled', 'late', 'refused'])('moves it once when the first response of the core is %s', async (fault) => {
    const [own, other] = await books();
    const faults: CallFault[] = [fault];
    house.line.faultOf = (call) => (call === 'transfer' ? (faults.shift() ?? 'none') : 'none');
    const { paymentId, answer } = await signed('1.00');
    expect([answer.status, member(jsonOf(answer), 'transactionStatus')]).toEqual([200, 'ACTC']);
    await expect.poll(() => statusOf(paymentId), WAIT).toBe('ACCC');
    await house.line.arrive();
    expect(faults).toEqual([]);
    expect(await books()).toEqual([own - 100, other + 100]);
  });

  it('keeps a signed payment in ACTC while the core is away, and executes it afterwards', async () => {
    const [own, other] = await books();
    house.line.faultOf = (call) => (call === 'transfer' ? 'refused' : 'none');
    const { paymentId, answer } = await signed('2.00');
    expect(answer.status).toBe(200);
    await expect.poll(() => house.line.calls.filter((call) => call === 'transfer').length, WAIT).toBeGreaterThan(0);
    await house.killCore();
    expect(await statusOf(paymentId)).toBe('ACTC');
    house.line.faultOf = () => 'none';
    await house.startCore();
    await expect.poll(() => statusOf(paymentId), WAIT).toBe('ACCC');
    expect(await books()).toEqual([own - 200, other + 200]);
  });

  it('rejects a payment that the core refuses, and a delayed order moves no money afterwards', async () => {
    const { iban: from, availableCents } = await house.account(KERSTI.customerId);
    const { iban: to } = await house.account(OSKAR.customerId);
    const drain = (paymentId: string, [customerId, debtorIban, creditorIban]: readonly string[], amountCents: number) =>
      house.core().ask('transfer', {
        transfers: [
          {
            paymentId,
            customerId,
            debtorIban,
            creditorIban,
            creditorName: 'x',
            amountCents,
            feeCents: 0,
            currency: 'EUR',
            remittance: '',
            endToEndId: 'x',
            product: 'INDIVIDUAL_SEPA',
          },
        ],
      });
    const faults: CallFault[] = ['late'];
    house.line.faultOf = (call) => (call === 'transfer' ? (faults.shift() ?? 'none') : 'none');
    const { paymentId } = await signed('3.00');
    await expect.poll(() => faults.length, WAIT).toBe(0);
    await drain('drain-1', [KERSTI.customerId, from, to], availableCents);
    await expect.poll(() => statusOf(paymentId), WAIT).toBe('RJCT');
    await drain('drain-2', [OSKAR.customerId, to, from], availableCents);
    await house.line.arrive();
    expect((await house.account(KERSTI.customerId)).availableCents).toBe(availableCents);
  });

  it.each([
    ['Näidis Limiit', 'AM14', 'Not paid: the amount is above the limit. No money has moved.'],
    ['Näidis Pettus', 'FRAD', 'Not paid: the bank stopped the payment for safety. No money has moved.'],
    ['Näidis Kordus', 'AM05', 'Not paid: the bank has already received the same payment. No money has moved.'],
    ['Näidis Blokk', 'AC06', 'Not paid: the account is blocked. No money has moved.'],
    ['Näidis Keeld', 'MS03', 'Not paid: the bank could not make the payment. No money has moved.'],
    ['Näidis Nimekiri', 'MS03', 'Not paid: the bank could not make the payment. No money has moved.'],
  ])('tells customer and provider why the core refused: %s', async (payee, reason, psuMessage) => {
    const before = await books();
    for (const product of [INSTANT, ORDINARY] as const) {
      const { paymentId } = await signed('4.00', product, payee);
      await expect.poll(() => statusOf(paymentId, product), WAIT).toBe('RJCT');
      const { body } = await house.get(`/api/v1/payments/${product}/${paymentId}/status`, token);
      expect(body).toMatchObject({ psuMessage, tppMessages: [{ code: 'PAYMENT_FAILED', text: expect.stringContaining(`(ISO 20022: ${reason})`) }] });
      expect(JSON.stringify(body)).not.toMatch(/sanction|list/i);
    }
    expect(await books()).toEqual(before);
  });

  it('returns 503 with Retry-After if the core does not respond', async () => {
    house.line.faultOf = () => 'refused';
    const { iban } = await house.account(KERSTI.customerId);
    const answer = await house.transport({
      method: 'POST',
      path: '/api/v1/funds-confirmations',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'x-request-id': crypto.randomUUID() },
      body: JSON.stringify({ account: { iban }, instructedAmount: { amount: '1.00', currency: 'EUR' } }),
    });
    expect([answer.status, member(jsonOf(answer), 'tppMessages', '0', 'code')]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(answer.text).not.toMatch(/secret|127\.0\.0\.1|core/i);
  });

  it('has an audit log that verifies', async () => {
    const { audit } = house.portico.modules;
    expect((await audit.verify(house.database.db)).findings).toEqual([]);
  });
});

describe('the status of services of a bank with its own core', () => {
  async function statesAfterProbe(): Promise<ReadonlySet<string>> {
    const { requestLog, status } = house.portico.modules;
    await status.probe();
    await requestLog.flush();
    await status.measure();
    const { services } = Value.Parse(ApiStatus, (await house.portico.app.inject({ method: 'GET', url: '/api/specs/api-status' })).json());
    return new Set(services.map(({ state }) => state));
  }

  it('is that of the core when only probes ask: a probe answers for no core that does not respond', async () => {
    house.line.faultOf = () => 'refused';
    // From now on the server's job sends probes too, to the same core.
    await house.portico.app.listen({ host: '127.0.0.1', port: 0 });
    await house.portico.modules.requestLog.flush();
    for (const table of ['request_measure', 'status_hour', 'status_service']) await house.database.query(`delete from ${table}`);
    expect(await statesAfterProbe()).toEqual(new Set(['degraded']));
    for (let probes = 2; probes <= 4; probes += 1) await statesAfterProbe();
    expect(await statesAfterProbe()).toEqual(new Set(['down']));
    house.line.faultOf = () => 'none';
    await expect.poll(statesAfterProbe, WAIT).toEqual(new Set(['degraded']));
  });
});
