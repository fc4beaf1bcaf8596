/** Many at once, over two servers on one database: one payment by many calls, one balance by many payments, many accounts by many people. */
import { type Browser, enterSigning, jsonOf, member, type SigningPage, signInAtBank, textOf, type WireAnswer } from '@portico/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PAYEES, verifyLedger } from '#modules/bank-sandbox/index.ts';
import { overInject } from '../../src/testing/over-inject.ts';
import { type House, type HouseCustomer, openHouse } from '../house/open-house.ts';
import { orderOf } from '../house/order-of.ts';

/** The long fault runs ask for 200. */
const SESSIONS = Number(process.env.STORM_SESSIONS ?? 20);
const CALLS = 50;
/** An account at the bank itself: no fee, so a payment is exactly two legs. */
const { name: creditorName, iban: creditorIban } = PAYEES.lumenRaamatud;

let house: House;
let transports: readonly ReturnType<typeof overInject>[];

beforeAll(async () => {
  house = await openHouse();
  const second = await house.startServer();
  await second.start();
  transports = [house.portico.app, second.app].map((app) => overInject(app, house.config.publicUrl));
});
afterAll(() => house.close());

/** One call of a page, at the server of this turn. */
async function call(browser: Browser, page: SigningPage, turn: number, method: 'PUT' | 'DELETE', iban?: string): Promise<WireAnswer> {
  const path = '/api/ui/payment';
  const headers = { ...page.headers, origin: house.config.publicUrl, 'content-type': 'application/json', cookie: browser.cookieHeader(path) };
  const transport = transports[turn % transports.length] ?? transports[0];
  if (transport === undefined) throw new Error('There is no server.');
  return transport({
    method,
    path,
    headers: { ...headers, 'x-request-id': crypto.randomUUID() },
    body: iban === undefined ? undefined : JSON.stringify({ debtorAccountIban: iban }),
  });
}

async function openPayment(
  browser: Browser,
  token: string,
  amount: string,
  customer: HouseCustomer = house.customers[0],
  iban: string = creditorIban,
) {
  const { paymentId, scaRedirect } = await house.tpp.createPayment(token, orderOf(amount, { creditorName, creditorIban: iban }));
  return { paymentId, page: await enterSigning(browser, scaRedirect, customer) };
}

async function rowsOf(text: string, ...values: unknown[]): Promise<readonly unknown[]> {
  return (await house.database.query(text, values)).rows;
}

/** `legs` and `sum` of what was booked for a payment, `ends` of its signing session. */
async function tracesOf(paymentId: string) {
  const [row] = await rowsOf(
    `select (select count(*)::integer from ledger_transaction where payment_id = $1) as bookings,
       (select count(*)::integer from ledger_entry join ledger_transaction on ledger_transaction.id = transaction_id where payment_id = $1) as legs,
       (select count(*)::integer from audit_entry join signing_session on chain = 'signing:' || session_id
        where resource_id = $1 and event in ('signing.signed', 'signing.refused', 'signing.expired')) as ends`,
    paymentId,
  );
  return row;
}

describe('a storm over two servers', () => {
  it('of signatures and refusals on many sessions does each payment once or not at all', async () => {
    const browser = house.browse();
    const token = await house.token(browser);
    const ends = new Map<boolean, number>();
    for (let session = 0; session < SESSIONS; session += 1) {
      const { paymentId, page } = await openPayment(browser, token, '0.10');
      const [iban = ''] = await page.ibans();
      // Refusals come at another place of the queue in every session; in every fourth there is none.
      const isRefusal = (turn: number) => session % 4 !== 0 && turn >= session && turn % 6 === session % 6;
      const turns = Array.from({ length: CALLS }, (_, turn) => turn);
      const answers = await Promise.all(
        turns.map((turn) => (isRefusal(turn) ? call(browser, page, turn, 'DELETE') : call(browser, page, turn, 'PUT', iban))),
      );
      const seen = (wanted: boolean) =>
        new Set(
          answers.filter((_, turn) => isRefusal(turn) === wanted).map(({ status, text }) => `${status} ${text.replace(/"requestId":"[^"]+"/, '')}`),
        );
      const isSigned = answers.some(({ status }, turn) => status === 200 && !isRefusal(turn));
      expect([...seen(false)]).toEqual([expect.stringMatching(isSigned ? /^200 .*"ACCC"/ : /^410 /)]);
      if (turns.some(isRefusal)) expect([...seen(true)]).toEqual([expect.stringMatching(isSigned ? /^409 .*ALREADY_SIGNED/ : /^200 .*"RJCT"/)]);
      expect(await tracesOf(paymentId)).toEqual({ bookings: isSigned ? 1 : 0, legs: isSigned ? 2 : 0, ends: 1 });
      ends.set(isSigned, (ends.get(isSigned) ?? 0) + 1);
    }
    expect(ends.get(true)).toBeGreaterThan(0);
  });

  it('of payments that each want the whole balance pays exactly one', async () => {
    const browser = house.browse();
    const token = await house.token(browser);
    const payments = [];
    // The account with little money on it: 12.30 EUR.
    for (let number = 0; number < 8; number += 1) payments.push(await openPayment(browser, token, '12.30'));
    const iban = (await payments[0]?.page.ibans())?.[2] ?? '';
    const answers = await Promise.all(payments.map(({ page }, turn) => call(browser, page, turn, 'PUT', iban)));
    const told = answers.map((answer) => (answer.status === 200 ? 'paid' : `${answer.status} ${textOf(jsonOf(answer), 'message')}`)).sort();
    expect(told).toEqual([...Array.from({ length: 7 }, () => '400 Not enough money, available 0.00 EUR'), 'paid']);
    const bookings = await Promise.all(payments.map(({ paymentId }) => tracesOf(paymentId)));
    expect(bookings.filter((traces) => member(traces, 'legs') === 2)).toHaveLength(1);
  });

  it('of people who pay one another leaves the sum of all money as it was, in every reading', async () => {
    const people = house.customers.filter(({ scenario, type }) => scenario === 'approves' && type === 'person');
    const ibans = await Promise.all(people.map(firstIbanOf));
    const [before] = await rowsOf(READING);
    expect(before).toMatchObject({ negative: 0 });
    const readings: unknown[] = [];
    let isOver = false;
    async function readAll(): Promise<void> {
      while (!isOver) {
        readings.push(...(await rowsOf(READING)));
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    }
    const reading = readAll();
    await Promise.all(people.map((person, index) => payOthers(person, index, ibans)));
    isOver = true;
    await reading;
    expect(readings.length).toBeGreaterThan(5);
    expect(new Set(readings.map((row) => JSON.stringify(row)))).toEqual(new Set([JSON.stringify(before)]));
    expect(await verifyLedger(house.database.db)).toEqual([]);
  });
});

/** One statement, one snapshot: all money that people have; they pay one another here and nobody else. */
const READING = `select coalesce(sum(balance_cents), 0)::integer as sum,
  count(*) filter (where balance_cents < held_cents)::integer as negative
  from account_balance join account on account.id = account_id where account.kind = 'customer'`;

async function firstIbanOf({ name }: HouseCustomer): Promise<string> {
  const rows = await rowsOf(
    `select iban from account where holder_name = $1 and kind = 'customer' and currency = 'EUR' order by position limit 1`,
    name,
  );
  return textOf(rows[0], 'iban');
}

/** A third of what there is, a little, or all of it, to the next person and the one after; now and then refused. */
async function payOthers(person: HouseCustomer, index: number, ibans: readonly string[]): Promise<void> {
  const browser = house.browse();
  const request = house.tpp.authorize(person.country);
  const opened = await browser.send('GET', request.address);
  const resumed = await browser.send('GET', await signInAtBank(browser, opened.headers.location ?? '', person));
  const token = await request.redeem(resumed.headers.location ?? '');
  for (const [round, amount] of ['0.01', '100.00', '1.50', '5000.00', '77.77'].entries()) {
    const { page } = await openPayment(browser, token, amount, person, ibans[(index + round + 1) % ibans.length] ?? creditorIban);
    const iban = ibans[index] ?? '';
    const answers = await Promise.all([call(browser, page, round, 'PUT', iban), call(browser, page, round + 1, 'PUT', iban)]);
    if (round === 2) answers.push(await call(browser, page, round, 'DELETE'));
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  }
}
