import { isIban, isPersonalCode } from '@portico/primitives';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../../testing/test-database.ts';
import { listDemoLogins, listTestCustomers, verifyLedger } from '../index.ts';
import { openTestBank, type TestBank } from '../testing/open-test-bank.ts';

let test: TestBank;
beforeAll(async () => {
  test = await openTestBank(await openTestDatabase());
});
afterAll(() => test.close());

const rows = async <Row>(query: ReturnType<typeof sql<Row>>): Promise<readonly Row[]> => (await query.execute(test.database.db)).rows;

describe('a seeded sandbox', () => {
  it('has a person, a person with little money, a company and one customer per failing scenario in each country', async () => {
    const logins = await listDemoLogins(test.database.db, test.sandboxId);
    for (const country of ['ee', 'lv', 'lt'] as const) {
      const own = logins.filter((login) => login.country === country);
      expect(own.filter(({ type }) => type === 'company').map(({ scenario }) => scenario)).toEqual(['needsSecondSignature']);
      const people = own.filter(({ type }) => type === 'person');
      expect(new Set(people.map(({ scenario }) => scenario))).toEqual(new Set(['approves', 'refuses', 'timesOut', 'wrongCode']));
      expect(new Set(own.flatMap(({ authMethods }) => authMethods))).toEqual(new Set(test.bank.authMethodsOf(country)));
    }
  });

  it('has a second signatory for each company and for no person', async () => {
    const customers = await listTestCustomers(test.database.db, test.sandboxId);
    const logins = await listDemoLogins(test.database.db, test.sandboxId);
    for (const shown of [customers, logins]) {
      expect(shown.filter(({ coSigner }) => coSigner !== undefined).map(({ type }) => type)).toEqual(['company', 'company', 'company']);
    }
    const company = customers.find(({ type }) => type === 'company');
    const owner = { sandboxId: test.sandboxId, customerId: company?.customerId ?? '' };
    const signatories = await test.bank.listSignatories(test.database.db, owner);
    expect(signatories.map(({ name }) => name)).toEqual([`${company?.firstName} ${company?.surname}`, company?.coSigner?.name]);
    const second = { sandboxId: test.sandboxId, customerId: signatories[1]?.customerId ?? '' };
    expect(await test.bank.listSignedFor(test.database.db, second)).toEqual([{ customerId: owner.customerId, name: company?.name }]);
    expect([await test.bank.listSignedFor(test.database.db, owner), await test.bank.listAccounts(test.database.db, second)]).toEqual([[], []]);
  });

  it('gets missing second signatories when it is seeded again', async () => {
    await sql`delete from customer where signs_for is not null and sandbox_id = ${test.sandboxId}`.execute(test.database.db);
    await test.seed(test.sandboxId);
    const customers = await listTestCustomers(test.database.db, test.sandboxId);
    expect(customers.filter(({ coSigner }) => coSigner !== undefined)).toHaveLength(3);
  });

  it('lists first, in each country and overall, a person who approves and has money', async () => {
    const byUserName = await listTestCustomers(test.database.db, test.sandboxId);
    const first = [byUserName[0], ...(['ee', 'lv', 'lt'] as const).map((country) => byUserName.find((each) => each.country === country))];
    expect(first.map((each) => each?.name)).toEqual(['Jānis Paraugs', 'Liis Näidis', 'Jānis Paraugs', 'Ona Pavyzdytė']);
    for (const { name, type, scenario } of first.filter((each) => each !== undefined)) {
      expect([type, scenario]).toEqual(['person', 'approves']);
      expect(await test.available(name)).toBeGreaterThan(50_000);
    }
  });

  it('has valid personal codes and IBANs', async () => {
    const logins = await listDemoLogins(test.database.db, test.sandboxId);
    expect(logins.filter((login) => !isPersonalCode(login.country, login.nationalIdentityNumber))).toEqual([]);
    const ibans = await rows(sql<{ iban: string }>`select iban from account where iban is not null`);
    expect(ibans.length).toBeGreaterThan(40);
    expect(ibans.filter(({ iban }) => !isIban(iban))).toEqual([]);
  });

  it('ends at the balances of the demonstration', async () => {
    expect([await test.available('Liis Näidis', 0), await test.available('Liis Näidis', 1)]).toEqual([120_515, 840_000]);
    expect(await test.available('Mart Proov')).toBe(320);
  });

  it('has about sixty bookings on the main account of an ordinary person, none in the future, none older than the history', async () => {
    const { accountId } = await test.account('Liis Näidis');
    const [count] = await rows(sql<{ bookings: number; newest: number; oldest: number }>`
      select count(*)::int as bookings,
        min(extract(epoch from now() - booked_at))::float8 as newest, (max(extract(epoch from now() - booked_at)) / 86400)::float8 as oldest
      from ledger_entry join ledger_transaction on ledger_transaction.id = transaction_id where account_id = ${accountId}`);
    expect(count?.bookings).toBeGreaterThan(50);
    expect(count?.bookings).toBeLessThan(70);
    expect(count?.newest).toBeGreaterThan(0);
    expect(count?.oldest).toBeLessThan(121);
  });

  it('was never below zero on any account at any time', async () => {
    const below = await rows(sql`
      select * from (
        select account_id, sum(amount_cents) over (partition by account_id order by booked_at, ledger_entry.id) as running
        from ledger_entry join ledger_transaction on ledger_transaction.id = transaction_id join account on account.id = account_id
        where account.kind = 'customer') as history where running < 0`);
    expect(below).toEqual([]);
  });

  it('agrees with its ledger', async () => {
    expect(await verifyLedger(test.database.db)).toEqual([]);
  });

  it('is not changed when it is complete and seeded again', async () => {
    const count = () => rows(sql`select (select count(*) from customer) as customers, (select count(*) from ledger_entry) as entries`);
    const before = await count();
    expect(await test.seed(test.sandboxId)).toEqual({ isNew: false });
    expect(await count()).toEqual(before);
  });

  it('shares no personal code, user name or customer IBAN with another sandbox', async () => {
    expect(await test.seed('sbx_other')).toEqual({ isNew: true });
    const twice = await rows(sql`select iban from account where kind = 'customer' group by iban having count(*) > 1`);
    expect(twice).toEqual([]);
    const own = await listDemoLogins(test.database.db, test.sandboxId);
    const other = await listDemoLogins(test.database.db, 'sbx_other');
    expect(other).toHaveLength(own.length);
    expect(other.filter(({ userName }) => own.some((login) => login.userName === userName))).toEqual([]);
  });
});
