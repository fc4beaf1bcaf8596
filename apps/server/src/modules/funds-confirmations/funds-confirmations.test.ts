import { randomUUID } from 'node:crypto';
import { PAYMENT_PRODUCTS } from '@portico/contract';
import { FUNDS_CONFIRMATIONS_PER_DAY } from '@portico/contract/values';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setClock } from '../../testing/set-clock.ts';
import { openTestPlatform, type TestPlatform } from '../../testing/test-platform.ts';
import { createAudit } from '../audit/index.ts';
import type { Bank, Owner } from '../bank/index.ts';
import { createSandboxBank, listDemoLogins, PAYEES, seedSandbox, setTestScenario } from '../bank-sandbox/index.ts';
import type { Xs2aCaller } from '../tpp-apps/index.ts';
import { registerFundsConfirmationRoutes } from './index.ts';

const SANDBOX_ID = 'sbx_funds';
const CARD = '4539578763621486';

let test: TestPlatform;
let bank: Bank;
let app: FastifyInstance;
let holder: Owner;
let isCounted = false;
/** Ids of the developers of applications. */
const developers: Record<string, string> = { app_shop: 'dev_one', app_twin: 'dev_one', app_other: 'dev_two' };
let caller: Xs2aCaller;
/** Pēteris: everyday 453.80 EUR, dollars 915.00 USD, and an old account of 200.00 EUR that is blocked. */
let [everyday, dollars, old, foreign] = ['', '', '', ''];

beforeAll(async () => {
  test = await openTestPlatform({ appendAudit: createAudit({ keyAudit: Buffer.alloc(32, 1) }).append });
  const { db, write, clock, random } = test.platform;
  bank = createSandboxBank({ db, clock, random });
  await write(({ tx }) => seedSandbox({ clock, random }, tx, { sandboxId: SANDBOX_ID, name: 'Funds' }));
  holder = await ownerOf('Pēteris Mēģinājums');
  [everyday = '', dollars = '', old = ''] = (await bank.listAccounts(db, holder)).map(({ iban }) => iban);
  [foreign = ''] = (await bank.listAccounts(db, await ownerOf('Liis Näidis'))).map(({ iban }) => iban);
  caller = { ...holder, appId: 'app_shop', bankCountry: 'lv', locale: 'en', roles: undefined };
  app = await test.openApp();
  await app.register(
    async (scope) =>
      registerFundsConfirmationRoutes(scope, {
        ...{ db, write, clock, bank },
        tppApps: { developerOf: async (appId) => developers[appId] },
        requireToken: async () => caller,
      }),
    { prefix: '/api/v1' },
  );
});
afterAll(async () => {
  await app.close();
  await test.database.close();
});

async function ownerOf(name: string): Promise<Owner> {
  const login = (await listDemoLogins(test.platform.db, SANDBOX_ID)).find((each) => each.name === name);
  const found = login && (await bank.findCustomerByIdentity(login.country, login.nationalIdentityNumber));
  if (found === undefined) throw new Error(`Nobody is called ${name}.`);
  return { sandboxId: found.sandboxId, customerId: found.customerId };
}

async function ask(changes: object, headers: Readonly<Record<string, string>> = { 'x-request-id': randomUUID() }) {
  // Only the tests of the limit are about the count of the day.
  if (!isCounted) await test.database.query('delete from funds_confirmation_count');
  const body = { account: { iban: everyday }, instructedAmount: { amount: '1.00', currency: 'EUR' }, ...changes };
  const response = await app.inject({ method: 'POST', url: '/api/v1/funds-confirmations', headers, payload: body });
  return { status: response.statusCode, body: response.json(), headers: response.headers };
}
const euros = (amount: unknown) => ({ instructedAmount: { amount, currency: 'EUR' } });
const outcomeOf = ({ status, body }: Awaited<ReturnType<typeof ask>>) => [status, body.tppMessages?.[0]?.code, body.tppMessages?.[0]?.path];

describe('a confirmation of funds', () => {
  it.each([
    ['453.80', true],
    ['453.81', false],
    ['0.01', true],
    ['999999999.99', false],
    ['453.8', true],
  ])('for %s returns %s only', async (amount, fundsAvailable) => {
    const requestId = randomUUID();
    const answer = await ask(euros(amount), { 'x-request-id': requestId });
    expect([answer.status, answer.body]).toEqual([200, { fundsAvailable }]);
    expect(answer.headers['x-request-id']).toBe(requestId);
  });

  it('is possible in the currency of the account', async () => {
    const inDollars = (amount: string) => ask({ account: { iban: dollars, currency: 'USD' }, instructedAmount: { amount, currency: 'USD' } });
    expect((await inDollars('915.00')).body).toEqual({ fundsAvailable: true });
    expect((await inDollars('915.01')).body).toEqual({ fundsAvailable: false });
  });

  it('considers holds and creates none', async () => {
    const { write } = test.platform;
    const [product] = PAYMENT_PRODUCTS;
    const payee = { creditorIban: PAYEES.lumenBooks.iban, creditorName: PAYEES.lumenBooks.name };
    const transfer = { ...holder, ...payee, paymentId: 'pay_funds', debtorIban: everyday, amountCents: 5_000, feeCents: 0, currency: 'EUR' };
    const text = { remittance: 'Order', endToEndId: 'NOTPROVIDED' };
    expect(await write(({ tx }) => bank.holdEach(tx, [{ ...transfer, ...text, product }]))).toEqual([{ ok: true }]);
    for (let times = 0; times < 2; times += 1) expect((await ask(euros('403.80'))).body).toEqual({ fundsAvailable: true });
    expect((await ask(euros('403.81'))).body).toEqual({ fundsAvailable: false });
    await write(({ tx }) => bank.releaseHolds(tx, ['pay_funds']));
    expect((await ask(euros('453.80'))).body).toEqual({ fundsAvailable: true });
  });

  it('returns false for a blocked account', async () => {
    expect((await ask({ account: { iban: old } })).body).toEqual({ fundsAvailable: false });
  });

  it('returns false in the scenario notEnoughMoney', async () => {
    const { write } = test.platform;
    await write(({ tx }) => setTestScenario(tx, holder, 'notEnoughMoney'));
    expect((await ask(euros('0.01'))).body).toEqual({ fundsAvailable: false });
    await write(({ tx }) => setTestScenario(tx, holder, 'approves'));
    expect((await ask(euros('0.01'))).body).toEqual({ fundsAvailable: true });
  });

  // NextGenPSD2 1.3.12: Max35Text, in the notation of the issuer. Review of 25 November 2026, X9.
  it.each([CARD, '4539578763621487', '4539 5787 6362 1486', '453957xxxxxx1486', '1', 'x'.repeat(35), 'tok_ÄÕ-ü/1'])(
    'accepts the card number %s',
    async (cardNumber) => {
      expect((await ask({ cardNumber, payee: 'Lumen Books' })).body).toEqual({ fundsAvailable: true });
    },
  );
});

describe('a request for a confirmation is refused', () => {
  it('for an account of another customer like for an unknown one', async () => {
    const theirs = await ask({ account: { iban: foreign } });
    expect(outcomeOf(theirs)).toEqual([400, 'RESOURCE_UNKNOWN', 'account.iban']);
    expect(theirs.body).toEqual((await ask({ account: { iban: 'EE382200221020145685' } })).body);
    expect((await ask({ account: { iban: PAYEES.lumenBooks.iban } })).body).toEqual(theirs.body);
  });

  it.each<[what: string, changes: () => object, code: string, path: string]>([
    ['without an account', () => ({ account: undefined }), 'FORMAT_ERROR', 'account'],
    ['without an amount', () => ({ instructedAmount: undefined }), 'FORMAT_ERROR', 'instructedAmount'],
    ['for an account by another name than its IBAN', () => ({ account: { pan: CARD } }), 'PARAMETER_NOT_SUPPORTED', 'account.pan'],
    ['for an IBAN with wrong check digits', () => ({ account: { iban: `EE00${foreign.slice(4)}` } }), 'FORMAT_ERROR', 'account.iban'],
    ['for an IBAN in small letters', () => ({ account: { iban: everyday.toLowerCase() } }), 'FORMAT_ERROR', 'account.iban'],
    ['for the account in another currency', () => ({ account: { iban: everyday, currency: 'USD' } }), 'RESOURCE_UNKNOWN', 'account.iban'],
    ['for nothing', () => euros('0'), 'FORMAT_ERROR', 'instructedAmount.amount'],
    ['for less than nothing', () => euros('-1.00'), 'FORMAT_ERROR', 'instructedAmount.amount'],
    ['for part of a cent', () => euros('0.001'), 'FORMAT_ERROR', 'instructedAmount.amount'],
    ['for more than SEPA carries', () => euros('1000000000.00'), 'FORMAT_ERROR', 'instructedAmount.amount'],
    ['for an amount as a number', () => euros(1), 'FORMAT_ERROR', 'instructedAmount.amount'],
    ['for an amount with a comma', () => euros('1,00'), 'FORMAT_ERROR', 'instructedAmount.amount'],
    [
      'for dollars on an account in euros',
      () => ({ instructedAmount: { amount: '1.00', currency: 'USD' } }),
      'PARAMETER_NOT_SUPPORTED',
      'instructedAmount.currency',
    ],
    ['for a card of 36 characters', () => ({ cardNumber: '1'.repeat(36) }), 'FORMAT_ERROR', 'cardNumber'],
    ['for a card without a character', () => ({ cardNumber: '' }), 'FORMAT_ERROR', 'cardNumber'],
    ['for a card as a number', () => ({ cardNumber: 4_539_578_763_621 }), 'FORMAT_ERROR', 'cardNumber'],
    ['for a payee with 71 characters', () => ({ payee: 'x'.repeat(71) }), 'FORMAT_ERROR', 'payee'],
    ['with a field that it does not have', () => ({ balance: true }), 'FORMAT_ERROR', 'balance'],
  ])('%s', async (_what, changes, code, path) => expect(outcomeOf(await ask(changes()))).toEqual([400, code, path]));

  it('without a UUID in X-Request-ID', async () => {
    for (const headers of [{}, { 'x-request-id': 'first' }]) {
      expect(outcomeOf(await ask({}, headers))).toEqual([400, 'FORMAT_ERROR', 'header:X-Request-ID']);
    }
  });
});

/** Every answer halves what is unknown of a balance (PSD2 Art. 65). Review of 25 November 2026, S10. */
describe('the confirmations of a day', () => {
  const shop = () => {
    caller = { ...caller, appId: 'app_shop' };
  };
  beforeEach(async () => {
    await test.database.query('delete from funds_confirmation_count');
    isCounted = true;
  });
  afterEach(() => {
    isCounted = false;
    shop();
  });
  const moveClock = (days: number) => setClock(test.database, days * 24 * 3_600_000, SANDBOX_ID);

  async function useUp(changes: object = {}): Promise<void> {
    for (let asked = 0; asked < FUNDS_CONFIRMATIONS_PER_DAY; asked += 1) expect((await ask(changes)).status).toBe(200);
  }

  it('are limited for one account, and the refusal contains Retry-After', async () => {
    await useUp();
    const refused = await ask({});
    expect(outcomeOf(refused)).toEqual([429, 'ACCESS_EXCEEDED', undefined]);
    expect(String(refused.headers['retry-after'])).toMatch(/^[1-9]\d{0,4}$/);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(25 * 3600);
  });

  it('do not reveal a balance by bisection', async () => {
    let [low, high] = [0, 1_000_000];
    for (let asked = 0; asked < 40; asked += 1) {
      const middle = Math.floor((low + high) / 2);
      const { status, body } = await ask(euros((middle / 100).toFixed(2)));
      if (status === 200) [low, high] = body.fundsAvailable ? [middle, high] : [low, middle];
    }
    expect(high - low).toBeGreaterThan(500);
  });

  it('are counted over all applications of a developer, and separately for another developer', async () => {
    for (let asked = 0; asked < FUNDS_CONFIRMATIONS_PER_DAY; asked += 1) {
      caller = { ...caller, appId: asked % 2 === 0 ? 'app_shop' : 'app_twin' };
      expect((await ask({})).status).toBe(200);
    }
    for (const appId of ['app_shop', 'app_twin']) {
      caller = { ...caller, appId };
      expect((await ask({})).status).toBe(429);
    }
    for (const appId of ['app_other', 'app_without_developer']) {
      caller = { ...caller, appId };
      expect((await ask({})).status).toBe(200);
    }
  });

  it('are counted by account, with or without currency', async () => {
    await useUp({ account: { iban: everyday, currency: 'EUR' } });
    expect((await ask({})).status).toBe(429);
    expect((await ask({ account: { iban: dollars }, instructedAmount: { amount: '1.00', currency: 'USD' } })).status).toBe(200);
  });

  it('do not exceed the limit when they are simultaneous', async () => {
    const answers = await Promise.all(Array.from({ length: 3 * FUNDS_CONFIRMATIONS_PER_DAY }, () => ask({})));
    expect(answers.filter(({ status }) => status === 200).length).toBe(FUNDS_CONFIRMATIONS_PER_DAY);
    expect(answers.filter(({ status }) => status === 429).length).toBe(2 * FUNDS_CONFIRMATIONS_PER_DAY);
  });

  it('are not counted when refused, and a repeated request gets its first response', async () => {
    const headers = { 'x-request-id': randomUUID() };
    for (let asked = 0; asked < 2 * FUNDS_CONFIRMATIONS_PER_DAY; asked += 1) {
      expect((await ask(euros('0'))).status).toBe(400);
      expect((await ask({ account: { iban: foreign } })).status).toBe(400);
      expect((await ask({}, headers)).body).toEqual({ fundsAvailable: true });
    }
    expect(outcomeOf(await ask(euros('2.00'), headers))).toEqual([400, 'FORMAT_ERROR', 'header:X-Request-ID']);
    for (let asked = 1; asked < FUNDS_CONFIRMATIONS_PER_DAY; asked += 1) expect((await ask({})).status).toBe(200);
    expect((await ask({})).status).toBe(429);
    expect((await ask({}, headers)).body).toEqual({ fundsAvailable: true });
  });

  it.each([1, 3 * 365])('are counted from zero on another day, also %s days later', async (days) => {
    await useUp();
    await moveClock(days);
    expect((await ask({})).status).toBe(200);
    await moveClock(0);
    expect((await ask({})).status).toBe(429);
  });
});
