/** The sandbox bank keeps the contract that every bank behind Portico keeps. */
import { pino } from 'pino';

import type { BankUnderTest } from '#modules/bank/testing/bank-under-test.ts';
import { describeBank } from '#modules/bank/testing/describe-bank.ts';
import { createWriteDoor } from '#platform/db/run-write-door.ts';
import { createRandom } from '#platform/random.ts';
import { createClock } from '#platform/tenant/clock.ts';
import { openTestDatabase } from '../../testing/test-database.ts';
import type { SandboxCustomer } from './customers/sandbox-customer.ts';
import { addTestAccount, createSandboxBank, createSandboxReader, createTestCustomer, listTestCustomers, PAYEES, seedSandbox } from './index.ts';

const SANDBOX_ID = 'sbx_contract';

async function openSandboxBank(): Promise<BankUnderTest> {
  const database = await openTestDatabase();
  const { db } = database;
  const deps = { db, clock: createClock(), random: createRandom() };
  const write = createWriteDoor({ db, appendAudit: async () => {}, log: pino({ level: 'silent' }) });
  await write(({ tx }) => seedSandbox(deps, tx, { sandboxId: SANDBOX_ID, name: 'Contract' }));
  const customers: SandboxCustomer[] = [];
  let taken = 0;

  async function customerAt(index: number): Promise<SandboxCustomer> {
    const country = index < 8 ? 'ee' : 'lv';
    const wanted = { firstName: 'Test', surname: `Number ${index}`, country, type: 'person' } as const;
    const made = customers[index] ?? (await write(({ tx }) => createTestCustomer(deps, tx, SANDBOX_ID, wanted)));
    if (made === undefined) throw new Error('The sandbox has no place for another customer.');
    customers[index] = made;
    return made;
  }

  const bank = createSandboxBank(deps);
  return {
    db,
    write,
    bank,
    accounts: createSandboxReader({ db, write, random: deps.random }),
    async takeAccount() {
      const customer = await customerAt(taken % 10);
      taken += 1;
      const wanted = { name: `Account ${taken}`, currency: 'EUR', openingCents: 10_000 };
      const account = await write(({ tx }) => addTestAccount(deps, tx, customer, wanted));
      if (account === undefined || account === 'full') throw new Error('The customer has no place for another account.');
      return { customer, accountId: account.accountId, iban: account.iban };
    },
    async findCompany() {
      const company = (await listTestCustomers(db, SANDBOX_ID)).find(({ type }) => type === 'company');
      const [, party] = company === undefined ? [] : await bank.listSignatories(db, company);
      const second = party === undefined ? undefined : await bank.findCustomer({ sandboxId: SANDBOX_ID, customerId: party.customerId });
      if (company === undefined || second === undefined) throw new Error('The sandbox has no company with two signatories.');
      return { company, second };
    },
    async findRoles() {
      const person = await customerAt(9);
      const { firstName, surname, country } = person;
      const wanted = { firstName, surname, country, type: 'company', companyName: 'Lomas SIA' } as const;
      const company = await write(({ tx }) => createTestCustomer(deps, tx, SANDBOX_ID, wanted, person));
      if (company === undefined) throw new Error('The sandbox has no place for another company.');
      return [person, company];
    },
    payee: PAYEES.lumenBooks,
    silentIban: PAYEES.notAnswering.iban,
    close: () => database.close(),
  };
}

describeBank('the sandbox bank', openSandboxBank);
