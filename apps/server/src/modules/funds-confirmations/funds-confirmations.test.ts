import { PAYMENT_PRODUCTS } from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestPlatform, type TestPlatform } from '../../testing/test-platform.ts';
import { createAudit } from '../audit/index.ts';
import { type Bank, createSandboxBank, listDemoLogins, type Owner, PAYEES, seedSandbox, setTestScenario } from '../bank/index.ts';
import type { Xs2aCaller } from '../tpp-apps/index.ts';
import { hasCardCheckDigit } from './card-number.ts';
import { registerFundsConfirmationRoutes } from './index.ts';

const SANDBOX_ID = 'sbx_funds';
const UUID = '0193c2b4-7a5e-4a6f-9c1d-2f3b4c5d6e7f';
const CARD = '4539578763621486';

let test: TestPlatform;
let bank: Bank;
let app: FastifyInstance;
let holder: Owner;
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
  const caller: Xs2aCaller = { ...holder, appId: 'app_shop', bankCountry: 'lv', locale: 'en' };
  app = await test.openApp();
  await app.register(async (scope) => registerFundsConfirmationRoutes(scope, { db, bank, requireToken: async () => caller }), { prefix: '/api/v1' });
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

async function ask(changes: object, headers: Readonly<Record<string, string>> = { 'x-request-id': UUID }) {
  const body = { account: { iban: everyday }, instructedAmount: { amount: '1.00', currency: 'EUR' }, ...changes };
  const response = await app.inject({ method: 'POST', url: '/api/v1/funds-confirmations', headers, payload: body });
  return { status: response.statusCode, body: response.json(), headers: response.headers };
}
const euros = (amount: unknown) => ({ instructedAmount: { amount, currency: 'EUR' } });
const outcomeOf = ({ status, body }: Awaited<ReturnType<typeof ask>>) => [status, body.tppMessages?.[0]?.code, body.tppMessages?.[0]?.path];

describe('the question whether there is enough money', () => {
  it.each([
    ['453.80', true],
    ['453.81', false],
    ['0.01', true],
    ['999999999.99', false],
    ['453.8', true],
  ])('for %s is answered %s and nothing else', async (amount, fundsAvailable) => {
    const answer = await ask(euros(amount));
    expect([answer.status, answer.body]).toEqual([200, { fundsAvailable }]);
    expect(answer.headers['x-request-id']).toBe(UUID);
  });

  it('is answered in the account’s own currency', async () => {
    const inDollars = (amount: string) => ask({ account: { iban: dollars, currency: 'USD' }, instructedAmount: { amount, currency: 'USD' } });
    expect((await inDollars('915.00')).body).toEqual({ fundsAvailable: true });
    expect((await inDollars('915.01')).body).toEqual({ fundsAvailable: false });
  });

  it('counts what is reserved, and reserves nothing itself', async () => {
    const { write } = test.platform;
    const [product] = PAYMENT_PRODUCTS;
    const payee = { creditorIban: PAYEES.lumenBooks.iban, creditorName: PAYEES.lumenBooks.name };
    const transfer = { ...holder, ...payee, paymentId: 'pay_funds', debtorIban: everyday, amountCents: 5_000, feeCents: 0, currency: 'EUR' };
    const text = { remittance: 'Order', endToEndId: 'NOTPROVIDED' };
    expect(await write(({ tx }) => bank.hold(tx, { ...transfer, ...text, product }))).toEqual({ ok: true });
    for (let times = 0; times < 2; times += 1) expect((await ask(euros('403.80'))).body).toEqual({ fundsAvailable: true });
    expect((await ask(euros('403.81'))).body).toEqual({ fundsAvailable: false });
    await write(({ tx }) => bank.releaseHold(tx, 'pay_funds'));
    expect((await ask(euros('453.80'))).body).toEqual({ fundsAvailable: true });
  });

  it('is answered no for a blocked account, however much is on it', async () => {
    expect((await ask({ account: { iban: old } })).body).toEqual({ fundsAvailable: false });
  });

  it('is answered no while the customer’s scenario is too little money', async () => {
    const { write } = test.platform;
    await write(({ tx }) => setTestScenario(tx, holder, 'notEnoughMoney'));
    expect((await ask(euros('0.01'))).body).toEqual({ fundsAvailable: false });
    await write(({ tx }) => setTestScenario(tx, holder, 'approves'));
    expect((await ask(euros('0.01'))).body).toEqual({ fundsAvailable: true });
  });

  it('may name card and payee', async () => {
    expect((await ask({ cardNumber: CARD, payee: 'Lumen Books' })).body).toEqual({ fundsAvailable: true });
  });
});

describe('the question is refused', () => {
  it('for an account of somebody else as for one that does not exist', async () => {
    const theirs = await ask({ account: { iban: foreign } });
    expect(outcomeOf(theirs)).toEqual([400, 'RESOURCE_UNKNOWN', 'account.iban']);
    expect(theirs.body).toEqual((await ask({ account: { iban: 'EE382200221020145685' } })).body);
    expect((await ask({ account: { iban: PAYEES.lumenBooks.iban } })).body).toEqual(theirs.body);
  });

  it.each<[what: string, changes: () => object, code: string, path: string]>([
    ['without an account', () => ({ account: undefined }), 'FORMAT_ERROR', 'account'],
    ['without an amount', () => ({ instructedAmount: undefined }), 'FORMAT_ERROR', 'instructedAmount'],
    ['for an account by another name than its IBAN', () => ({ account: { pan: CARD } }), 'FORMAT_ERROR', 'account.iban'],
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
    ['for a card whose last digit does not fit', () => ({ cardNumber: '4539578763621487' }), 'CARD_INVALID', 'cardNumber'],
    ['for a card in fours', () => ({ cardNumber: '4539 5787 6362 1486' }), 'FORMAT_ERROR', 'cardNumber'],
    ['for a masked card', () => ({ cardNumber: '453957xxxxxx1486' }), 'FORMAT_ERROR', 'cardNumber'],
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

describe('the check digit of a card', () => {
  it.each(['4539578763621486', '79927398713', '00000000'])('fits %s', (digits) => expect(hasCardCheckDigit(digits)).toBe(true));
  it('tells every single digit that is mistyped', () => {
    const mistyped = [...CARD].flatMap((right, place) =>
      [...'0123456789'].filter((digit) => digit !== right).map((digit) => CARD.slice(0, place) + digit + CARD.slice(place + 1)),
    );
    expect(mistyped.filter(hasCardCheckDigit)).toEqual([]);
  });
});
