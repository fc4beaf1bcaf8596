/** What an operator learns of one id: the whole story of one thing in its order, nothing personal, nothing of anybody else. */
import { randomUUID } from 'node:crypto';
import { enterSigning } from '@portico/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportAudit } from '#modules/audit/index.ts';
import { CHAIN_NAMES } from '#modules/console/index.ts';
import { playOrder } from '../../src/app/operators/operator-commands.ts';
import { type House, openHouse } from '../house/open-house.ts';
import { orderOf } from '../house/order-of.ts';

let house: House;
let paymentId: string;
let otherPaymentId: string;
let scaRedirect: string;
const requestId = randomUUID();

beforeAll(async () => {
  house = await openHouse();
  const browser = house.browse();
  const token = await house.token(browser);
  ({ paymentId, scaRedirect } = await house.tpp.createPayment(token, orderOf('12.50', { requestId })));
  ({ paymentId: otherPaymentId } = await house.tpp.createPayment(token, orderOf('1.00')));
  const page = await enterSigning(browser, scaRedirect, house.customers[0]);
  const [iban = ''] = await page.ibans();
  await page.sign(iban);
});
afterAll(() => house.close());

async function find(about: string) {
  const lines: Record<string, unknown>[] = [];
  for await (const event of playOrder(house.portico, { command: 'find', about, operator: 'mari', isConfirmed: false, file: '', options: {} })) {
    if ('line' in event) lines.push(JSON.parse(event.line));
    else if ('exitCode' in event) return { lines, exitCode: event.exitCode, text: event.text ?? '' };
  }
  throw new Error('The command did not end.');
}

const eventsOf = (lines: readonly Record<string, unknown>[]) => lines.map(({ event }) => event);

describe('the story of a payment', () => {
  it('lists its events from receipt to signature in the order of time', async () => {
    const { lines, exitCode } = await find(paymentId);
    expect(exitCode).toBe(0);
    const events = eventsOf(lines);
    const told = ['payment.received', 'signing.opened', 'signing.entered', 'signing.shown', 'signing.signed'];
    expect(events.filter((event) => told.includes(String(event)))).toEqual(told);
    expect(lines.map(({ at }) => at)).toEqual(lines.map(({ at }) => at).sort());
  });

  it('is also found by the id of its signing session', async () => {
    const { lines } = await find(paymentId);
    const sessionId = String(lines.find(({ event }) => event === 'signing.opened')?.sessionId);
    expect(eventsOf((await find(sessionId)).lines)).toEqual(eventsOf(lines));
  });

  it('contains no personal data and nothing of another payment', async () => {
    const text = JSON.stringify((await find(paymentId)).lines);
    const [customer] = house.customers;
    for (const secret of [customer.nationalIdentityNumber, 'Lumen', 'LT', scaRedirect.split('/').at(-1) ?? '', otherPaymentId])
      expect(text).not.toContain(secret);
  });
});

describe('a request', () => {
  it('is found by its X-Request-ID, with method, path and status', async () => {
    expect((await find(requestId)).lines).toMatchObject([
      { event: 'request', method: 'POST', status: 201, path: expect.stringContaining('/payments/') },
    ]);
  });
});

describe('the command', () => {
  it('writes an audit entry with the operator and the id', async () => {
    await find(paymentId);
    const orders = [];
    for await (const { event, ids } of exportAudit(house.database.db, { chain: 'operators' })) if (event === 'operator.find') orders.push(ids);
    expect(orders).toContainEqual({ operator: 'mari', about: paymentId });
  });

  it('ends with 1 for an unknown id', async () => {
    expect(await find(randomUUID())).toMatchObject({ lines: [], exitCode: 1, text: expect.stringContaining('Nothing is known of') });
  });

  it.each(['', 'short', 'a name with spaces', `${'x'.repeat(101)}`, "a' or true --", 'anna@bank.example'])(
    'refuses a search for %j, which is no id',
    async (about) => {
      expect(await find(about)).toMatchObject({ lines: [], exitCode: 64, text: expect.stringContaining('Nothing was looked for') });
    },
  );

  it('knows every kind of chain', async () => {
    const names = new Set<string>();
    for await (const { chain } of exportAudit(house.database.db)) if (chain.includes(':')) names.add(chain.slice(0, chain.indexOf(':')));
    expect(names.size).toBeGreaterThan(3);
    expect([...names].filter((name) => !CHAIN_NAMES.some((known) => known === name))).toEqual([]);
  });
});
