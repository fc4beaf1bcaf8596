import { isIban, isPersonalCode } from '@portico/primitives';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRandom } from '#platform/random.ts';
import { createClock } from '#platform/tenant/clock.ts';
import { deleteTenant, markErased } from '#platform/tenant/tenant-store.ts';
import { openTestDatabase } from '../../../testing/test-database.ts';
import {
  addTestAccount,
  closeTestAccount,
  createTestCustomer,
  deleteCustomersAndLedger,
  fillHistory,
  isHistoryDue,
  listTestCustomers,
  removeTestCustomer,
  resetCustomer,
  seedSandbox,
  setTestScenario,
  type TestCustomer,
  verifyLedger,
} from '../index.ts';
import { openTestBank, type TestBank, transferFrom } from '../testing/open-test-bank.ts';

const deps = { clock: createClock(), random: createRandom() };
const LATER = 'sbx_later';
const ANNA = { country: 'ee', type: 'person', firstName: 'Anna', surname: 'Proovija' } as const;

let test: TestBank;
beforeAll(async () => {
  test = await openTestBank(await openTestDatabase());
  await test.write(({ tx }) => seedSandbox(deps, tx, { sandboxId: LATER, name: 'Later', history: 'later' }));
});
afterAll(() => test.close());

async function someone(userName: string, sandboxId = LATER): Promise<TestCustomer> {
  const found = (await listTestCustomers(test.database.db, sandboxId)).find((each) => each.userName.startsWith(userName));
  if (found === undefined) throw new Error(`Nobody is called ${userName}.`);
  return found;
}

async function accountOf(customer: TestCustomer, position = 0) {
  const account = (await test.bank.listAccounts(test.database.db, customer))[position];
  if (account === undefined) throw new Error('There is no such account.');
  return { ...account, customer };
}

const available = async (customer: TestCustomer, position = 0) =>
  (await test.bank.findAccount(test.database.db, customer, (await accountOf(customer, position)).iban))?.availableCents;

async function countEntries(accountId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ledger_entry where account_id = ${accountId}
      and generation = (select generation from customer join account on account.customer_id = customer.id where account.id = ${accountId})`.execute(
    test.database.db,
  );
  return rows[0]?.count ?? 0;
}

describe('a sandbox that is seeded without histories', () => {
  it('has the balances of one with histories', async () => {
    expect([await available(await someone('liis.naidis'), 0), await available(await someone('liis.naidis'), 1)]).toEqual([120_515, 840_000]);
  });

  it('shares no user name or personal code with another sandbox', async () => {
    const all = [...(await listTestCustomers(test.database.db, LATER)), ...(await listTestCustomers(test.database.db, test.sandboxId))];
    expect(new Set(all.map(({ userName }) => userName)).size).toBe(all.length);
    expect(new Set(all.map(({ nationalIdentityNumber }) => nationalIdentityNumber)).size).toBe(all.length);
  });

  it('gets a history once, without a change of balances', async () => {
    const liis = await someone('liis.naidis');
    const { accountId } = await accountOf(liis);
    expect(await countEntries(accountId)).toBe(1);
    expect(await isHistoryDue(test.database.db, liis)).toBe(true);
    await Promise.all([1, 2].map(() => test.write(({ tx }) => fillHistory(deps, tx, liis))));
    const filled = await countEntries(accountId);
    expect(filled).toBeGreaterThan(50);
    await test.write(({ tx }) => fillHistory(deps, tx, liis));
    expect(await countEntries(accountId)).toBe(filled);
    expect(await isHistoryDue(test.database.db, liis)).toBe(false);
    expect([await available(liis, 0), await available(liis, 1)]).toEqual([120_515, 840_000]);
    expect(await verifyLedger(test.database.db)).toEqual([]);
  });

  it('lists its customers by user name', async () => {
    const names = (await listTestCustomers(test.database.db, LATER)).map(({ userName }) => userName);
    expect(names).toEqual(names.toSorted());
  });
});

describe('a reset', () => {
  it('restores the balances in a new generation and keeps every entry', async () => {
    const janis = await someone('janis.paraugs');
    const account = await accountOf(janis);
    await test.write(({ tx }) => test.bank.transferInstantly(tx, transferFrom(account, { amountCents: 5_000 })));
    expect(await available(janis)).toBe(93_742);
    const before = await sql<{ count: number }>`select count(*)::int as count from ledger_entry`.execute(test.database.db);
    expect(await test.write(({ tx }) => resetCustomer(deps, tx, janis))).toBe(true);
    expect(await available(janis)).toBe(98_742);
    expect(await countEntries(account.accountId)).toBe(1);
    const after = await sql<{ count: number }>`select count(*)::int as count from ledger_entry`.execute(test.database.db);
    expect(after.rows[0]?.count ?? 0).toBeGreaterThan(before.rows[0]?.count ?? 0);
    expect(await verifyLedger(test.database.db)).toEqual([]);
  });

  it('does not change other customers or the money that they received', async () => {
    const [payer, payee] = [await someone('janis.paraugs'), await someone('madara')];
    const [source, target] = [await accountOf(payer), await accountOf(payee)];
    const had = (await available(payee)) ?? 0;
    const transfer = transferFrom(source, { creditorIban: target.iban, creditorName: payee.name });
    await test.write(({ tx }) => test.bank.transferInstantly(tx, transfer));
    await test.write(({ tx }) => resetCustomer(deps, tx, payer));
    expect(await available(payee)).toBe(had + 1_000);
  });

  it('makes the history due again', async () => {
    const liis = await someone('liis.naidis');
    await test.write(({ tx }) => resetCustomer(deps, tx, liis));
    expect(await isHistoryDue(test.database.db, liis)).toBe(true);
    await test.write(({ tx }) => fillHistory(deps, tx, liis));
    expect(await countEntries((await accountOf(liis)).accountId)).toBeGreaterThan(50);
    expect(await available(liis)).toBe(120_515);
  });

  it('does nothing for a customer of another sandbox or an unknown one', async () => {
    const { customerId } = await someone('liis.naidis');
    expect(await test.write(({ tx }) => resetCustomer(deps, tx, { sandboxId: test.sandboxId, customerId }))).toBe(false);
    expect(await test.write(({ tx }) => resetCustomer(deps, tx, { sandboxId: LATER, customerId: 'cus_none' }))).toBe(false);
  });

  it('keeps ledger and balance consistent during simultaneous payments', async () => {
    const ona = await someone('ona');
    const account = await accountOf(ona);
    const pay = () => test.write(({ tx }) => test.bank.transferInstantly(tx, transferFrom(account)));
    await Promise.all([pay(), test.write(({ tx }) => resetCustomer(deps, tx, ona)), pay(), pay()]);
    const { rows } = await sql<{ sum: number }>`select sum(amount_cents)::int as sum from ledger_entry where account_id = ${account.accountId}
      and generation = (select generation from customer where id = ${ona.customerId})`.execute(test.database.db);
    // What this generation shows adds up to what can be spent.
    expect(rows[0]?.sum).toBe(await available(ona));
    expect(await verifyLedger(test.database.db)).toEqual([]);
  });
});

describe("a developer's own customers", () => {
  it('have valid codes and an account with money', async () => {
    for (const country of ['ee', 'lv', 'lt'] as const) {
      const made = await test.write(({ tx }) => createTestCustomer(deps, tx, LATER, { ...ANNA, country }));
      if (made === undefined) throw new Error('Nobody was made.');
      expect(isPersonalCode(country, made.nationalIdentityNumber)).toBe(true);
      const [account] = await test.bank.listAccounts(test.database.db, made);
      expect(isIban(account?.iban ?? '')).toBe(true);
      expect(await test.bank.findAccount(test.database.db, made, account?.iban ?? '')).toMatchObject({ availableCents: 100_000 });
    }
  });

  it('are limited in each country', async () => {
    const made: unknown[] = [];
    for (let index = 0; index < 9; index += 1) made.push(await test.write(({ tx }) => createTestCustomer(deps, tx, LATER, ANNA)));
    expect(made.filter((each) => each !== undefined)).toHaveLength(7);
    expect(made.at(-1)).toBeUndefined();
  });

  it('are removed with their money; seeded customers and those of another sandbox are not', async () => {
    const anna = await someone('anna.proovija');
    expect(await test.write(({ tx }) => removeTestCustomer(deps, tx, { ...anna, sandboxId: test.sandboxId }))).toBe(false);
    const seeded = await someone('liis.naidis');
    expect(await test.write(({ tx }) => removeTestCustomer(deps, tx, seeded))).toBe('seeded');
    expect(await test.write(({ tx }) => removeTestCustomer(deps, tx, anna))).toBe(true);
    expect(await test.write(({ tx }) => removeTestCustomer(deps, tx, anna))).toBe(false);
    expect(await test.bank.findCustomer(anna)).toBeUndefined();
    expect(await test.bank.findCustomerByIdentity('ee', anna.nationalIdentityNumber)).toBeUndefined();
    expect(await verifyLedger(test.database.db)).toEqual([]);
  });

  it('can get accounts up to a limit and close them', async () => {
    const paulius = await someone('paulius');
    const wanted = { name: 'Holiday', currency: 'USD', openingCents: 250 };
    const added = await test.write(({ tx }) => addTestAccount(deps, tx, paulius, wanted));
    if (added === undefined || added === 'full') throw new Error('No account was added.');
    expect(await test.bank.findAccount(test.database.db, paulius, added.iban)).toMatchObject({ availableCents: 250 });
    expect(await test.write(({ tx }) => closeTestAccount(deps, tx, paulius, added.iban))).toBe(true);
    expect(await test.write(({ tx }) => closeTestAccount(deps, tx, paulius, added.iban))).toBe(false);
    expect(await test.bank.findAccount(test.database.db, paulius, added.iban)).toBeUndefined();
    const answers: unknown[] = [];
    for (let index = 0; index < 8; index += 1) answers.push(await test.write(({ tx }) => addTestAccount(deps, tx, paulius, wanted)));
    expect(answers.at(-1)).toBe('full');
    expect(await test.write(({ tx }) => addTestAccount(deps, tx, { sandboxId: LATER, customerId: 'cus_none' }, wanted))).toBeUndefined();
  });

  it('cannot close an account with a hold', async () => {
    const tomas = await someone('tomas');
    const account = await accountOf(tomas);
    await test.write(({ tx }) => test.bank.holdEach(tx, [transferFrom(account)]));
    expect(await test.write(({ tx }) => closeTestAccount(deps, tx, tomas, account.iban))).toBe('inUse');
  });

  it('approve as persons, and need two signatures as companies', async () => {
    const company = { ...ANNA, country: 'lt', type: 'company', companyName: 'UAB Bandymas' } as const;
    for (const [wanted, scenario] of [
      [{ ...ANNA, country: 'lt' }, 'approves'],
      [company, 'needsSecondSignature'],
    ] as const) {
      expect(await test.write(({ tx }) => createTestCustomer(deps, tx, LATER, wanted))).toMatchObject({ scenario });
    }
  });

  it('can get another scenario, but not through another sandbox', async () => {
    const liis = await someone('liis.naidis');
    expect(await test.write(({ tx }) => setTestScenario(tx, liis, 'refuses'))).toBe(true);
    expect((await someone('liis.naidis')).scenario).toBe('refuses');
    expect(await test.write(({ tx }) => setTestScenario(tx, { ...liis, sandboxId: test.sandboxId }, 'approves'))).toBe(false);
  });
});

describe('the end of a sandbox', () => {
  it('is refused by the ledger unless the sandbox is marked', async () => {
    await expect(test.write(({ tx }) => deleteCustomersAndLedger(tx, LATER))).rejects.toThrow(/append-only|never deleted/);
    await expect(test.database.query(`delete from account_balance where sandbox_id = $1`, [LATER])).rejects.toThrow(/entries and holds only/);
  });

  it('cannot be reverted, and the ledger of a marked sandbox cannot be updated', async () => {
    await expect(
      test.write(async ({ tx }) => {
        await markErased(tx, LATER);
        await sql`update ledger_entry set amount_cents = amount_cents + 1 where sandbox_id = ${LATER}`.execute(tx);
      }),
    ).rejects.toThrow(/append-only/);
    await expect(
      test.write(async ({ tx }) => {
        await markErased(tx, LATER);
        await sql`update sandbox set erased_at = null where id = ${LATER}`.execute(tx);
      }),
    ).rejects.toThrow(/does not come back/);
  });

  it('deletes its customers and their money, and none of another sandbox', async () => {
    const others = (await listTestCustomers(test.database.db, test.sandboxId)).length;
    await test.write(async ({ tx }) => {
      await markErased(tx, LATER);
      await deleteCustomersAndLedger(tx, LATER);
      await deleteTenant(tx, LATER);
    });
    expect(await listTestCustomers(test.database.db, LATER)).toEqual([]);
    expect(await listTestCustomers(test.database.db, test.sandboxId)).toHaveLength(others);
    expect(await verifyLedger(test.database.db)).toEqual([]);
  });
});
