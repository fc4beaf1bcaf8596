/** A developer takes the CSV files of a sandbox to a spreadsheet, changes them and imports them again. */
import { SandboxDocument } from '@portico/contract';
import { IMPORT_TRANSACTIONS_MAX } from '@portico/contract/values';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyLedger } from '#modules/bank-sandbox/index.ts';
import { openPayersHouse, type PayersHouse } from '../house/open-payers-house.ts';
import { documentOf, documentPerson as person } from '../house/sandbox-document.ts';

let house: PayersHouse;
let developers = 0;
const AT = '/api/tpp/sandbox';
const TABLES = ['customers', 'accounts', 'transactions'] as const;

beforeAll(async () => {
  house = await openPayersHouse('dev_tables');
});
afterAll(() => house.close());

async function newDeveloper(): Promise<string> {
  developers += 1;
  const developer = `dev_tables_${developers}`;
  expect((await house.send(developer, 'POST', '/api/tpp')).status).toBe(204);
  return developer;
}

const exported = async (developer: string) => Value.Parse(SandboxDocument, (await house.send(developer, 'GET', `${AT}/document`)).body);
const exportedTables = (developer: string) =>
  Promise.all(TABLES.map(async (table) => (await house.send(developer, 'GET', `${AT}/${table}.csv`)).text));
const imported = (developer: string, tables: unknown, query = 'mode=replace') =>
  house.send(developer, 'POST', `${AT}/tables?${query}`, { body: { tables } });
const withoutTime = ({ now: _, ...document }: SandboxDocument) => document;

const CUSTOMERS = 'User name,Country,Type,First name,Surname,Scenario\nanna,ee,person,Anna,Katse,approves\n';
const ACCOUNTS = 'User name,IBAN,Name,Currency,Status,Opening balance,Booked balance\nanna,A1,Everyday account,EUR,enabled,1000.00,998.00\n';
const TRANSACTIONS = 'IBAN,Booked at,Kind,Amount,Currency,Counterpart\nA1,2026-01-01T09:00:00.000Z,transfer,-2.00,EUR,Lumen Books OÜ\n';

describe('the CSV files of a sandbox', () => {
  it('make the same sandbox for another developer, also with hostile texts, fees, references and counterparts of the sandbox', async () => {
    const [from, to] = [await newDeveloper(), await newDeveloper()];
    const anna = person('Anna', [-250, 1_000, -1_210]);
    const [first, second, third] = anna.accounts[0]?.transactions ?? [];
    Object.assign(first ?? {}, { remittanceInformationUnstructured: '\'=1+1, "quoted"; -2', counterpartName: '=HYPERLINK("https://example.com")' });
    Object.assign(second ?? {}, { remittanceInformationStructured: { reference: 'RF18539007547034', referenceType: 'SCOR' } });
    Object.assign(third ?? {}, {
      amount: { amount: '-12.00', currency: 'EUR' },
      fee: { amount: '0.10', currency: 'EUR' },
      counterpartIban: undefined,
      counterpartAccount: { customer: 1, account: 0 },
      endToEndIdentification: '-E2E-1',
      paymentProduct: 'INDIVIDUAL_SEPA',
    });
    const company = { ...person('Berta', []), type: 'company' as const, companyName: 'Katse ja Pojad OÜ' };
    expect((await house.send(from, 'POST', `${AT}/document?mode=add`, { body: documentOf(anna, company) })).body).toMatchObject({ customers: 2 });
    const tables = await exportedTables(from);
    expect(tables[2]).toMatch(/,-12\.00,0\.10,EUR,/);
    expect((await imported(to, tables.toReversed())).body).toMatchObject({ customers: 21, removedCustomers: 0 });
    expect(withoutTime(await exported(to))).toEqual(withoutTime(await exported(from)));
    expect(await verifyLedger(house.database.db)).toEqual([]);
  });

  it('may come from a spreadsheet: semicolons, commas in amounts, left-out zeros, CRLF, other order of columns, no transactions', async () => {
    const developer = await newDeveloper();
    const customers = '\uFEFFscenario;user name;surname;first name;type;country\r\napproves;anna;Katse;Anna;person;ee\r\n;;;;;\r\n';
    const accounts = 'IBAN;User name;Booked balance;Opening balance;Status;Currency;Name\r\nX;anna;1205,5;1205,5;enabled;EUR;"Everyday account"\r\n';
    expect((await imported(developer, [accounts, customers])).body).toMatchObject({ customers: 1, accounts: 1, transactions: 0 });
    const own = (await exported(developer)).customers.find(({ seed }) => seed === undefined);
    expect(own?.accounts).toMatchObject([{ name: 'Everyday account', balance: { amount: '1205.50' }, transactions: [] }]);
  });

  it('move to the present by their last transaction', async () => {
    const developer = await newDeveloper();
    expect((await imported(developer, [CUSTOMERS, ACCOUNTS, TRANSACTIONS], 'mode=add&dates=moved')).status).toBe(200);
    const { customers, now } = await exported(developer);
    const at = customers.find(({ seed }) => seed === undefined)?.accounts[0]?.transactions[0]?.bookedAt ?? '';
    expect(Math.abs(Date.parse(now) - Date.parse(at))).toBeLessThan(600_000);
  });

  it('of one developer, imported twice at once, are both whole', async () => {
    const developer = await newDeveloper();
    const other = ACCOUNTS.replace('1000.00,998.00', '2000.00,1998.00');
    const answers = await Promise.all([ACCOUNTS, other].map((accounts) => imported(developer, [CUSTOMERS, accounts, TRANSACTIONS])));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const own = (await exported(developer)).customers.filter(({ seed }) => seed === undefined);
    expect(own.map(({ accounts }) => accounts.map(({ balance }) => balance.amount))).toEqual([[expect.stringMatching(/^(998|1998)\.00$/)]]);
    expect(await verifyLedger(house.database.db)).toEqual([]);
  });

  it("use another developer's numbers only to join the files, and draw new ones", async () => {
    const [from, to] = [await newDeveloper(), await newDeveloper()];
    const tables = await exportedTables(from);
    expect((await imported(to, tables)).status).toBe(200);
    const numbers = (text: string): readonly string[] => text.match(/[A-Z]{2}\d{2}[A-Z0-9]{12,}/g) ?? [];
    const [, taken = ''] = tables;
    const [, drawn = ''] = await exportedTables(to);
    expect(numbers(drawn).length).toBeGreaterThan(30);
    expect(numbers(drawn).filter((number) => numbers(taken).includes(number))).toEqual([]);
    expect((await exportedTables(from))[1]).toBe(taken);
  });
});

describe('faulty CSV files change nothing, and the answer names file, line and column', () => {
  let developer: string;
  let before: SandboxDocument;
  beforeAll(async () => {
    developer = await newDeveloper();
    before = await exported(developer);
  });

  const files = (change: { customers?: string; accounts?: string; transactions?: string }) => [
    change.customers ?? CUSTOMERS,
    change.accounts ?? ACCOUNTS,
    change.transactions ?? TRANSACTIONS,
  ];
  const line = (table: string, from: string, to: string) => table.replace(from, to);
  it.each<[string, unknown, string | undefined, string]>([
    ['one file', [CUSTOMERS], 'tables', 'fewer than 2'],
    ['no list', 'a,b', 'tables', 'a list'],
    ['two files of customers', [CUSTOMERS, CUSTOMERS, ACCOUNTS], 'customers, line 1', 'two files'],
    ['no file of accounts', [CUSTOMERS, TRANSACTIONS], 'tables', 'file of accounts is missing'],
    ['a file of something else', [CUSTOMERS, ACCOUNTS, 'Date,Text\n1,2'], 'tables[2]', 'none of the columns'],
    ['an empty file', [CUSTOMERS, ACCOUNTS, ''], 'tables[2]', 'none of the columns'],
    ['names such as __proto__', [CUSTOMERS, ACCOUNTS, '__proto__,toString\n1,2'], 'tables[2]', 'none of the columns'],
    ['an unknown column', files({ customers: line(CUSTOMERS, 'Surname', 'Lastname') }), 'customers, line 1, Lastname', 'unknown'],
    ['a column twice', files({ customers: line(CUSTOMERS, 'Surname', 'First name') }), 'customers, line 1, First name', 'twice'],
    ['no column that joins', files({ transactions: line(TRANSACTIONS, 'IBAN,', 'Fee,') }), 'transactions, line 1, IBAN', 'missing'],
    ['a quotation mark never closed', files({ accounts: line(ACCOUNTS, 'Everyday', '"Everyday') }), 'accounts, line 2', 'never closed'],
    ['a value too many', files({ customers: line(CUSTOMERS, 'approves', 'approves,more') }), 'customers, line 2', 'more values'],
    ['a user name twice', files({ customers: `${CUSTOMERS}anna,ee,person,Berta,Katse,approves\n` }), 'customers, line 3, User name', 'Another line'],
    ['a customer without user name', files({ customers: line(CUSTOMERS, 'anna', '') }), 'customers, line 2, User name', 'missing'],
    ['an account of no customer', files({ accounts: line(ACCOUNTS, 'anna', 'berta') }), 'accounts, line 2, User name', 'no line with this value'],
    ['a transaction of no account', files({ transactions: line(TRANSACTIONS, 'A1', 'A2') }), 'transactions, line 2, IBAN', 'no line with this value'],
    ['a country of no bank', files({ customers: line(CUSTOMERS, ',ee,', ',EE,') }), 'customers, line 2, Country', 'Accepted: '],
    ['no scenario', files({ customers: line(CUSTOMERS, 'approves', '') }), 'customers, line 2, Scenario', 'Accepted: approves'],
    [
      'an amount with three decimals',
      files({ transactions: line(TRANSACTIONS, '-2.00', '-2.000') }),
      'transactions, line 2, Amount',
      'two decimals after a dot or a comma',
    ],
    [
      'a thousands separator',
      files({ accounts: line(ACCOUNTS, '1000.00', '"1,000.00"') }),
      'accounts, line 2, Opening balance',
      'no thousands separators',
    ],
    ['an amount of words', files({ accounts: line(ACCOUNTS, '998.00', 'much') }), 'accounts, line 2, Booked balance', 'such as -46.80 or -46,80'],
    ['ten digits', files({ accounts: line(ACCOUNTS, '1000.00', '1000000000.00') }), 'accounts, line 2, Opening balance', 'up to nine digits'],
    ['no amount', files({ transactions: line(TRANSACTIONS, '-2.00', '') }), 'transactions, line 2, Amount', 'missing'],
    ['another currency', files({ transactions: line(TRANSACTIONS, 'EUR', 'USD') }), 'transactions, line 2, Currency', 'Accepted: EUR'],
    ['an unknown currency', files({ accounts: line(ACCOUNTS, 'EUR', 'GBP') }), 'accounts, line 2, Currency', 'Accepted: EUR, USD'],
    [
      'a balance that is not the sum',
      files({ accounts: line(ACCOUNTS, '998.00', '999.00') }),
      'accounts, line 2, Booked balance',
      'add up to 998.00',
    ],
    ['a date alone', files({ transactions: line(TRANSACTIONS, 'T09:00:00.000Z', '') }), 'transactions, line 2, Booked at', 'a time in UTC'],
    ['a time of the future', files({ transactions: line(TRANSACTIONS, '2026', '2099') }), 'transactions, line 2, Booked at', 'later than'],
    [
      'a wrong IBAN of the counterpart',
      files({
        transactions: 'IBAN,Booked at,Kind,Amount,Currency,Counterpart IBAN\nA1,2026-01-01T09:00:00.000Z,transfer,-2.00,EUR,EE869800100045081765\n',
      }),
      'transactions, line 2, Counterpart IBAN',
      'no IBAN',
    ],
    [
      'a seed of no sandbox',
      files({ customers: `Seed,${CUSTOMERS}`.replace('\nanna', '\nee-99,anna') }),
      'customers, line 2, Seed',
      'No new sandbox',
    ],
  ])('%s', async (_what, tables, path, text) => {
    const answer = await imported(developer, tables);
    expect([answer.status, Object(answer.body).errors[0].code]).toEqual([400, 'FORMAT_ERROR']);
    expect(Object(answer.body).errors).toContainEqual(expect.objectContaining({ path, text: expect.stringContaining(text) }));
    expect(withoutTime(await exported(developer))).toEqual(withoutTime(before));
  });

  it.each([IMPORT_TRANSACTIONS_MAX + 1, 50_000])('%i transactions', async (count) => {
    const rows = Array.from({ length: count }, () => 'A1,1').join('\n');
    const answer = await imported(developer, [CUSTOMERS, ACCOUNTS, `IBAN,Booked at\n${rows}`]);
    expect([answer.status, Object(answer.body).errors[0]]).toMatchObject([400, { path: 'transactions', text: expect.stringContaining(`${count}`) }]);
  });

  it('more bytes than an import may have', async () => {
    expect((await imported(developer, [CUSTOMERS, ACCOUNTS, `IBAN,Booked at\n${'A1,1\n'.repeat(700_000)}`])).status).toBe(413);
  });

  it('without a session', async () => {
    expect((await house.send(undefined, 'POST', `${AT}/tables?mode=add`, { body: { tables: [CUSTOMERS, ACCOUNTS] } })).status).toBe(401);
  });
});
