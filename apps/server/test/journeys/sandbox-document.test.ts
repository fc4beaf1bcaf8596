/** A developer exports the sandbox as a document and imports documents, valid and faulty ones. */
import { type DocumentTransaction, SandboxDocument, TestAccountList, type TokenUser, TokenUserList } from '@portico/contract';
import { IMPORT_TRANSACTIONS_MAX, IMPORTS_PER_DAY, OWN_CUSTOMERS_MAX } from '@portico/contract/values';
import { textOf } from '@portico/testkit';
import fc from 'fast-check';
import { sql } from 'kysely';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyLedger } from '#modules/bank-sandbox/index.ts';
import { orderBody } from '../house/company-house.ts';
import { openPayersHouse, type PayersHouse } from '../house/open-payers-house.ts';
import { documentOf, documentPerson as person } from '../house/sandbox-document.ts';

let house: PayersHouse;
let developers = 0;
const PAYER = 'dev_document';
const AT = '/api/tpp/sandbox';

beforeAll(async () => {
  house = await openPayersHouse(PAYER);
});
afterAll(() => house.close());

async function newDeveloper(): Promise<string> {
  developers += 1;
  const developer = `dev_document_${developers}`;
  expect((await house.send(developer, 'POST', '/api/tpp')).status).toBe(204);
  return developer;
}

async function exported(developer: string): Promise<SandboxDocument> {
  const answer = await house.send(developer, 'GET', `${AT}/document`);
  expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'no-store']);
  return Value.Parse(SandboxDocument, answer.body);
}

const imported = (developer: string, body: unknown, query = 'mode=replace') => house.send(developer, 'POST', `${AT}/document?${query}`, { body });
const users = async (developer: string): Promise<TokenUserList> =>
  Value.Parse(TokenUserList, (await house.send(developer, 'GET', '/api/tpp/psu')).body);
const withoutTime = ({ now: _, ...document }: SandboxDocument) => document;
const numbersOf = ({ userName, customer, phoneNumber, userNumber }: TokenUser) => [
  userName,
  customer.nationalIdentityNumber,
  phoneNumber,
  userNumber,
];

describe('the export of a sandbox', () => {
  it('has every customer with accounts and transactions, and balances that are their sums', async () => {
    const document = await exported(await newDeveloper());
    expect(document.customers).toHaveLength(19);
    expect(document.customers.find(({ seed }) => seed === 'ee-1-person')?.accounts[0]).toMatchObject({
      balance: { amount: '1205.15', currency: 'EUR' },
    });
    for (const account of document.customers.flatMap(({ accounts }) => accounts)) {
      const sum = account.transactions.reduce(
        (cents, { amount }) => cents + Math.round(Number(amount.amount) * 100),
        Math.round(Number(account.openingBalance.amount) * 100),
      );
      expect((sum / 100).toFixed(2)).toBe(account.balance.amount);
    }
  });

  it('contains no number that is unique in the installation', async () => {
    const developer = await newDeveloper();
    const text = JSON.stringify(await exported(developer));
    const { rows } = await sql<{ iban: string }>`select iban from account join tpp_app on tpp_app.sandbox_id = account.sandbox_id
      where developer_id = ${developer} and kind = 'customer'`.execute(house.database.db);
    const unique = [...rows.map(({ iban }) => iban), ...(await users(developer)).flatMap(numbersOf), ...(await users(developer)).map(({ id }) => id)];
    expect(unique.length).toBeGreaterThan(80);
    expect(unique.filter((number) => number !== undefined && text.includes(number))).toEqual([]);
  });

  it('has tables with the numbers of the sandbox, in which no cell is a formula', async () => {
    const developer = await newDeveloper();
    const trick = person('Trikk', [500]);
    for (const each of trick.accounts[0]?.transactions ?? []) each.counterpartName = '=HYPERLINK("https://example.com")';
    expect((await imported(developer, documentOf(trick), 'mode=add')).status).toBe(200);
    const tables = await Promise.all(['customers', 'accounts', 'transactions'].map((table) => house.send(developer, 'GET', `${AT}/${table}.csv`)));
    expect(tables.map(({ status, headers }) => [status, headers['content-type']])).toEqual(
      Array.from({ length: 3 }, () => [200, 'text/csv; charset=utf-8']),
    );
    const [customers, accounts, transactions] = tables.map(({ text }) => text);
    const [first] = await users(developer);
    expect(customers).toContain(first?.customer.nationalIdentityNumber ?? 'none');
    expect(accounts).toMatch(/Everyday account,EUR,enabled,\d+\.\d\d,1205\.15/);
    expect(transactions).toContain(`"'=HYPERLINK(""https://example.com"")"`);
  });

  it('is refused to a visitor without a session, but its schema is public', async () => {
    const paths = ['document', 'customers.csv'];
    expect(await Promise.all(paths.map(async (path) => (await house.send(undefined, 'GET', `${AT}/${path}`)).status))).toEqual([401, 401]);
    expect((await house.send(undefined, 'GET', `${AT}/document/schema`)).body).toMatchObject({
      type: 'object',
      required: ['format', 'version', 'now', 'customers'],
    });
  });
});

describe('the import of a document', () => {
  it('makes the same sandbox again from its own export, and keeps every number', async () => {
    const developer = await newDeveloper();
    const [before, people] = [await exported(developer), await users(developer)];
    expect((await imported(developer, before)).body).toMatchObject({ customers: 19, removedCustomers: 0 });
    expect(withoutTime(await exported(developer))).toEqual(withoutTime(before));
    expect((await users(developer)).map(numbersOf)).toEqual(people.map(numbersOf));
  });

  it('makes the same sandbox for another developer, with other numbers', async () => {
    const [from, to] = [await newDeveloper(), await newDeveloper()];
    expect((await imported(from, documentOf(person('Anna', [-250, 1000])), 'mode=add')).status).toBe(200);
    const document = await exported(from);
    expect((await imported(to, document)).status).toBe(200);
    expect(withoutTime(await exported(to))).toEqual(withoutTime(document));
    const taken = new Set((await users(from)).flatMap(numbersOf));
    taken.delete(undefined);
    expect((await users(to)).flatMap(numbersOf).filter((number) => taken.has(number))).toEqual([]);
  });

  it('is what the next export returns, for any customer and any transactions', async () => {
    const developer = await newDeveloper();
    const cents = fc.integer({ min: -2_000, max: 90_000 }).filter((value) => value !== 0);
    const text = fc.stringMatching(/^[A-Za-z0-9 õäöü.,-]{1,60}$/);
    // Two names and four people are at most eight customers, removed ones included.
    const people = fc.array(fc.record({ name: fc.constantFrom('Anna', 'Berta'), cents: fc.array(cents, { maxLength: 12 }), text }), {
      maxLength: 4,
      minLength: 1,
    });
    await fc.assert(
      fc.asyncProperty(people, async (chosen) => {
        const customers = chosen.map(({ name, cents: amounts, text: remittance }) => {
          const made = person(name, amounts);
          for (const each of made.accounts[0]?.transactions ?? []) each.remittanceInformationUnstructured = remittance;
          return made;
        });
        expect((await imported(developer, documentOf(...customers))).status).toBe(200);
        const back = await exported(developer);
        const own = back.customers.filter(({ seed }) => seed === undefined);
        expect(own.map((one) => JSON.stringify(one)).toSorted()).toEqual(customers.map((one) => JSON.stringify(one)).toSorted());
        expect((await imported(developer, back)).status).toBe(200);
        expect(withoutTime(await exported(developer))).toEqual(withoutTime(back));
      }),
      { numRuns: 8 },
    );
    expect(await verifyLedger(house.database.db)).toEqual([]);
  });

  it('removes own customers that the document does not have, resets seeded ones, and brings a removed customer back', async () => {
    const developer = await newDeveloper();
    const names = async () => (await users(developer)).filter(({ isSeeded }) => !isSeeded).map(({ customer }) => customer.name);
    await imported(developer, documentOf(person('Anna', [100]), person('Berta', [])));
    const anna = (await users(developer)).find(({ customer }) => customer.name === 'Anna');
    expect((await imported(developer, documentOf(person('Berta', [])))).body).toMatchObject({ customers: 1, removedCustomers: 1 });
    expect(await names()).toEqual(['Berta']);
    await imported(developer, documentOf(person('Anna', [200])), 'mode=add');
    expect(await names()).toEqual(['Anna', 'Berta']);
    expect((await users(developer)).find(({ customer }) => customer.name === 'Anna')?.id).toBe(anna?.id);
    expect((await users(developer)).filter(({ isSeeded }) => isSeeded)).toHaveLength(19);
  });

  it('moves old transactions to the present on request, and keeps their dates otherwise', async () => {
    const developer = await newDeveloper();
    const dates = async () =>
      (await exported(developer)).customers.find(({ seed }) => seed === undefined)?.accounts[0]?.transactions.map(({ bookedAt }) => bookedAt);
    await imported(developer, documentOf(person('Anna', [100])));
    expect(await dates()).toEqual(['2026-01-01T09:00:00.000Z']);
    await imported(developer, documentOf(person('Anna', [100])), 'mode=replace&dates=moved');
    const { now } = Value.Parse(SandboxDocument, (await house.send(developer, 'GET', `${AT}/document`)).body);
    const [moved = ''] = (await dates()) ?? [];
    const hours = (Date.parse(now) - Date.parse(moved)) / 3_600_000;
    expect(Math.round(hours)).toBe(15);
  });

  it('opens the accounts of a new customer with the balance of the import after a reset', async () => {
    const developer = await newDeveloper();
    await imported(developer, documentOf(person('Anna', [-2500])));
    const anna = (await users(developer)).find(({ customer }) => customer.name === 'Anna');
    const bearer = Object(await house.send(developer, 'POST', '/api/tpp/psu', { body: { id: anna?.id, userName: anna?.userName } })).body
      .access_token;
    expect((await house.send(undefined, 'DELETE', '/api/v1/sandbox/reset', { bearer })).status).toBe(204);
    const account = (await exported(developer)).customers.find(({ seed }) => seed === undefined)?.accounts[0];
    expect(account).toMatchObject({ openingBalance: { amount: '975.00' }, balance: { amount: '975.00' }, transactions: [] });
  });
});

describe('an import while a customer signs', () => {
  it('ends the signing and the payment, as a reset does, and keeps the token', async () => {
    const customer = await house.choose('ee');
    const self = '/api/v1/payments/sepa-credit-transfers';
    const bearer = await house.token();
    const created = await house.tpp('POST', self, { body: orderBody('10.00'), bearer });
    const { page } = await house.enter(customer, created, 'payment');
    const [iban = ''] = await page.ibans();
    await page.choose(iban);
    const before = await exported(PAYER);
    expect((await imported(PAYER, before)).status).toBe(200);
    expect((await page.sign(iban)).status).toBe(410);
    const status = await house.tpp('GET', `${self}/${textOf(created.body, 'paymentId')}/status`, { bearer });
    expect([status.status, status.body]).toMatchObject([200, { transactionStatus: 'RJCT' }]);
    expect(withoutTime(await exported(PAYER))).toEqual(withoutTime(before));
  });

  it('keeps transactions with fees, structured references and counterparts in the sandbox', async () => {
    const customer = await house.choose('ee');
    const [own = '', second = ''] = Value.Parse(TestAccountList, (await house.call('GET', `/api/tpp/customers/${customer.id}/accounts`)).body).map(
      ({ iban }) => iban,
    );
    const orders = [{ ...orderBody('12.00'), creditorAccount: { iban: second }, creditorName: 'Liis Näidis' }, { ...orderBody('13.00') }];
    for (const order of orders) {
      const created = await house.tpp('POST', '/api/v1/payments/instant-sepa-credit-transfers', { body: order });
      const { page } = await house.enter(customer, created, 'payment');
      await page.choose(own);
      expect((await page.sign(own)).status).toBe(200);
    }
    const before = await exported(PAYER);
    const kept = before.customers
      .find(({ seed }) => seed === 'ee-1-person')
      ?.accounts[0]?.transactions.filter(({ amount }) => /^-1[23]\.00$/.test(amount.amount));
    expect(kept?.[0]).toMatchObject({ counterpartAccount: { account: 1 } });
    expect(kept).toHaveLength(2);
    expect((await imported(PAYER, before)).status).toBe(200);
    expect(withoutTime(await exported(PAYER))).toEqual(withoutTime(before));
    expect(await verifyLedger(house.database.db)).toEqual([]);
  });
});

describe('a faulty import changes nothing and says why', () => {
  let developer: string;
  let before: SandboxDocument;
  beforeAll(async () => {
    developer = await newDeveloper();
    await imported(developer, documentOf(person('Anna', [100])), 'mode=add');
    before = await exported(developer);
  });

  const good = () => documentOf(person('Anna', [100, -300]));
  type Change = (document: ReturnType<typeof good>, transaction: DocumentTransaction) => unknown;
  const changed = (change: Change) => {
    const document = good();
    const transaction = document.customers[0]?.accounts[0]?.transactions[1];
    if (transaction === undefined) throw new Error('The document has no transaction.');
    return change(document, transaction) ?? document;
  };
  const set = (target: object, members: object) => void Object.assign(target, members);
  const of = (document: SandboxDocument) => document.customers[0] ?? person('Anna', []);
  const row = 'customers[0].accounts[0].transactions[1]';

  it.each<[string, Change, string | undefined, string]>([
    ['another format', (document) => set(document, { format: 'x' }), 'format', 'portico-sandbox'],
    ['another version', (document) => set(document, { version: 2, extra: true }), 'version', 'version 1'],
    ['a list', () => [], undefined, 'must be an object'],
    ["a customer's id", (document) => set(of(document), { id: 'cus_1' }), 'customers[0].id', 'Leave it out'],
    [
      "a foreign customer's personal code",
      (document) => set(of(document), { nationalIdentityNumber: '60001019906' }),
      'customers[0].nationalIdentityNumber',
      'Leave it out',
    ],
    [
      "an account's IBAN",
      (document) => set(of(document).accounts[0] ?? {}, { iban: 'EE869800100045081764' }),
      'customers[0].accounts[0].iban',
      'Leave it out',
    ],
    ['no customer', (document) => set(document, { customers: [] }), 'customers', 'empty'],
    ['a seed of no sandbox', (document) => set(of(document), { seed: 'ee-99' }), 'customers[0].seed', 'No new sandbox'],
    ['a renamed seeded customer', (document) => set(of(document), { seed: 'ee-1-person' }), 'customers[0].firstName', 'Liis'],
    ['a company without a name', (document) => set(of(document), { type: 'company' }), 'customers[0].companyName', 'needs a name'],
    ['a name in two scripts', (document) => set(of(document), { firstName: 'Аnna' }), 'customers[0].firstName', 'two scripts'],
    ['an unknown scenario', (document) => set(of(document), { scenario: 'dances' }), 'customers[0].scenario', 'Accepted: approves'],
    [
      'a balance that is not the sum',
      (document) => set(of(document).accounts[0]?.balance ?? {}, { amount: '1.00' }),
      'customers[0].accounts[0].balance.amount',
      'add up to 998.00, not 1.00',
    ],
    [
      'an overdrawn account',
      (document) => set(document, { customers: [person('Anna', [-100_001])] }),
      'customers[0].accounts[0].balance.amount',
      'overdrawn',
    ],
    ['a number as amount', (_document, each) => set(each.amount, { amount: -3 }), `${row}.amount.amount`, 'a text'],
    ['a third decimal', (_document, each) => set(each.amount, { amount: '-3.000' }), `${row}.amount.amount`, 'two decimals'],
    ['nothing moved', (_document, each) => set(each.amount, { amount: '0.00' }), `${row}.amount.amount`, 'moves money'],
    ['another currency', (_document, each) => set(each.amount, { currency: 'USD' }), `${row}.amount.currency`, 'Accepted: EUR'],
    ['an unknown currency', (_document, each) => set(each.amount, { currency: 'GBP' }), `${row}.amount.currency`, 'Accepted: EUR, USD'],
    ['a negative fee', (_document, each) => set(each, { fee: { amount: '-0.10', currency: 'EUR' } }), `${row}.fee.amount`, 'more than 0.00'],
    ['a wrong IBAN', (_document, each) => set(each, { counterpartIban: 'EE869800100045081765' }), `${row}.counterpartIban`, 'check digits'],
    [
      'an account that the document lacks',
      (_document, each) => set(each, { counterpartIban: undefined, counterpartAccount: { customer: 0, account: 7 } }),
      `${row}.counterpartAccount`,
      'has no customers[0].accounts[7]',
    ],
    ['30 February', (_document, each) => set(each, { bookedAt: '2026-02-30T10:00:00.000Z' }), `${row}.bookedAt`, 'does not exist'],
    ["a time after the document's", (_document, each) => set(each, { bookedAt: '2026-01-03T10:00:00.000Z' }), `${row}.bookedAt`, 'later than'],
    ['a document from the future', (document) => set(document, { now: '2099-01-01T00:00:00.000Z' }), 'now', 'dates=moved'],
    [
      'an invisible character',
      (_document, each) => set(each, { remittanceInformationUnstructured: 'a\u202eb' }),
      `${row}.remittanceInformationUnstructured`,
      'invisible',
    ],
  ])('%s', async (_what, change, path, text) => {
    const answer = await imported(developer, changed(change));
    expect([answer.status, Object(answer.body).errors[0].code]).toEqual([400, 'FORMAT_ERROR']);
    expect(Object(answer.body).errors).toContainEqual(
      expect.objectContaining({ text: expect.stringContaining(text), ...(path !== undefined && { path }) }),
    );
    expect(withoutTime(await exported(developer))).toEqual(withoutTime(before));
  });

  it('lists the first 20 of many faults and their number', async () => {
    const document = good();
    for (const account of of(document).accounts)
      account.transactions = Array.from({ length: 60 }, (_, index) => ({
        ...(account.transactions[0] ?? never()),
        bookedAt: `2026-05-01T10:00:00.${String(index).padStart(3, '0')}Z`,
      }));
    const { status, body } = await imported(developer, document);
    expect([status, Object(body).errors.length]).toEqual([400, 20]);
    expect(Object(body).errors[0].text).toContain('61 faults; the first 20 are listed');
  });

  it.each([IMPORT_TRANSACTIONS_MAX + 1, 100_000])('%i transactions', async (count) => {
    const document = documentOf(
      person(
        'Anna',
        Array.from({ length: Math.ceil(count / 4) }, () => 1),
      ),
      person(
        'Berta',
        Array.from({ length: Math.floor((count * 3) / 4) }, () => 1),
      ),
    );
    const answer = await imported(developer, document);
    const [status, text] = count > 50_000 ? [413, 'too large'] : [400, `at most ${IMPORT_TRANSACTIONS_MAX}`];
    expect([answer.status, Object(answer.body).errors[0].text]).toEqual([status, expect.stringContaining(text)]);
  });

  it('more own customers than a developer may create', async () => {
    const many = Array.from({ length: OWN_CUSTOMERS_MAX + 1 }, (_, index) => person(`Anna${'abcdefghi'[index]}`, []));
    const answer = await imported(developer, documentOf(...many));
    expect([answer.status, answer.body]).toMatchObject([
      409,
      { errors: [{ code: 'LIMIT_REACHED', text: expect.stringContaining('would create more in ee') }] },
    ]);
    expect(withoutTime(await exported(developer))).toEqual(withoutTime(before));
  });

  it.each(['', 'mode=overwrite', 'mode=add&dates=tomorrow', 'mode=add&other=1'])('the query "%s"', async (query) => {
    expect((await imported(developer, good(), query)).status).toBe(400);
  });

  it('an import without a session', async () => {
    const answer = await house.send(undefined, 'POST', `${AT}/document?mode=replace`, { body: good() });
    expect(answer.status).toBe(401);
  });
});

describe('a sandbox from a seed', () => {
  const seeded = (developer: string, seed: string, confirm: unknown = true) =>
    house.send(developer, 'POST', `${AT}/seed`, { body: { seed, confirm } });
  /** Times relative to the sandbox's clock. */
  const relative = ({ now, customers }: SandboxDocument) =>
    JSON.stringify(customers, (name, value) => (name === 'bookedAt' ? Math.round((Date.parse(now) - Date.parse(value)) / 60_000) : value));

  it('is the same for two developers with the same seed, apart from the numbers, and another one with another seed', async () => {
    const [ada, ben] = [await newDeveloper(), await newDeveloper()];
    await imported(ada, documentOf(person('Anna', [100])), 'mode=add');
    expect((await seeded(ada, 'ci-1')).body).toMatchObject({ customers: 19, removedCustomers: 1 });
    expect((await seeded(ben, 'ci-1')).status).toBe(200);
    const one = await exported(ada);
    expect(one.customers.map(({ seed }) => seed)).not.toContain(undefined);
    const minutes = relative({ ...one, now: (await exported(ada)).now });
    expect(relative(await exported(ben))).toBe(minutes);
    expect((await seeded(ben, 'ci-2')).status).toBe(200);
    expect(relative(await exported(ben))).not.toBe(minutes);
    expect(await verifyLedger(house.database.db)).toEqual([]);
  });

  it.each([
    ['', true],
    ['a b', true],
    ['x'.repeat(65), true],
    ['ci-1', false],
  ])('refuses the seed "%s" with the confirmation %s', async (seed, confirm) => {
    expect((await seeded(await newDeveloper(), seed, confirm)).status).toBe(400);
  });

  it('is refused after the allowance of a day', async () => {
    const developer = await newDeveloper();
    await sql`insert into spent_allowance (key, spent_at, expires_at)
      select 'sandbox-import:' || sandbox_id, array(select now() from generate_series(1, ${IMPORTS_PER_DAY}::integer)), now() + interval '1 day'
      from tpp_app where developer_id = ${developer}`.execute(house.database.db);
    const answer = await seeded(developer, 'ci-1');
    expect([answer.status, answer.body]).toMatchObject([
      429,
      { errors: [{ code: 'RATE_LIMITED', text: expect.stringContaining('Try again in 24 h') }] },
    ]);
  });
});

function never(): never {
  throw new Error('The document has no transaction.');
}
