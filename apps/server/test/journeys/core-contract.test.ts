/**
 * A core behind the HTTP adapter keeps the contract that the sandbox bank keeps: by default the small core of `apps/demo-core`, as a process
 * with its own ledger. With the settings of docs/guide/bank-core.md the tests check a bank's core instead.
 */
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { CORE_SECRET, createFolder, freePort, openCoreLine, startCore } from '@portico/testkit';
import { pino } from 'pino';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { BANK_TENANT } from '#modules/bank/index.ts';
import type { BankUnderTest, TestAccount } from '#modules/bank/testing/bank-under-test.ts';
import { describeBank } from '#modules/bank/testing/describe-bank.ts';
import { type MakeCore, openCore } from '#modules/bank-core/index.ts';
import { CORE_CALLS } from '#modules/bank-core/wire/calls.ts';
import { createWriteDoor } from '#platform/db/run-write-door.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { createClock } from '#platform/tenant/clock.ts';
import { openTestDatabase } from '../../src/testing/test-database.ts';

/** What a bank says of its test environment. */
const CheckedCore = Type.Object({
  url: Type.String(),
  secret: Type.String(),
  /** At least two; accounts in EUR with 10.00 or more and nothing reserved, as many as the tests take. */
  customers: Type.Array(Type.Object({ customerId: Type.String(), ibans: Type.Array(Type.String()) }), { minItems: 2 }),
  payee: Type.Object({ iban: Type.String(), name: Type.String() }),
  silentIban: Type.String(),
  /** A company with two signatories: its id, and that of the person who signs second. */
  company: Type.Optional(Type.Object({ customerId: Type.String(), secondId: Type.String() })),
});
interface CoreToCheck {
  readonly about: ReturnType<typeof readAbout>;
  end(): Promise<void>;
}
const readAbout = (text: string) => Value.Parse(CheckedCore, JSON.parse(text));

const ACCOUNTS_EACH = 60;

/** Every request of Portico has the form of the document. */
function requireForm(name: string, asked: object): void {
  const call = Object.values(CORE_CALLS).find((each) => each.name === name);
  if (call === undefined || !Value.Check(call.request, asked)) throw new Error(`Portico asks ${name} in another form: ${JSON.stringify(asked)}`);
}

async function openCoreToCheck(version: 1 | 2): Promise<CoreToCheck> {
  const file = process.env.PORTICO_CHECK_CORE;
  if (file !== undefined) return { about: readAbout(await readFile(file, 'utf8')), end: async () => {} };
  const folder = await createFolder('core');
  const core = await startCore({ port: await freePort(), file: join(folder, 'core.db'), accounts: ACCOUNTS_EACH, version });
  const line = await openCoreLine(core.url, await freePort());
  line.changeAnswer = (call, asked, answer) => {
    requireForm(call, asked);
    return answer;
  };
  const ibansOf = async (customerId: string) => {
    const { accounts } = Value.Parse(
      Type.Object({ accounts: Type.Array(Type.Object({ iban: Type.String() })) }),
      await core.ask('list-accounts', { customerId }),
    );
    return accounts.map(({ iban }) => iban);
  };
  const customers = [];
  for (const customerId of ['c-1001', 'c-1002']) customers.push({ customerId, ibans: await ibansOf(customerId) });
  const payee = { iban: customers[0]?.ibans.at(-1) ?? '', name: 'Kersti Tuumik' };
  const about = {
    url: line.url,
    secret: CORE_SECRET,
    customers,
    payee,
    silentIban: 'EE409600300012345673',
    company: { customerId: 'c-2001', secondId: 'c-2002' },
  };
  return {
    about,
    async end() {
      await line.close();
      await core.kill();
      await rm(folder, { recursive: true });
    },
  };
}

/** What a transaction sends runs right after it here; that it survives a crash is another test's. */
function createJobsAtOnce(): Jobs & { run(): Promise<void> } {
  const handlers = new Map<string, (data: object) => Promise<void>>();
  const sent: { readonly queue: string; readonly data: object }[] = [];
  return {
    define(queue, handler) {
      handlers.set(queue, (data) => Reflect.apply(handler, undefined, [data]));
    },
    send: async (_tx, queue, data) => sent.push({ queue, data }) > 0,
    wake() {},
    repeat() {},
    start: async () => {},
    stop: async () => {},
    async run() {
      for (const { queue, data } of sent.splice(0)) await handlers.get(queue)?.(data);
    },
  };
}

async function openCoreBank(version: 1 | 2): Promise<BankUnderTest> {
  const { about, end } = await openCoreToCheck(version);
  const database = await openTestDatabase();
  const { db } = database;
  const log = pino({ level: 'silent' });
  const door = createWriteDoor({ db, appendAudit: async () => {}, log });
  const jobs = createJobsAtOnce();
  const make: MakeCore = await openCore({ url: about.url, secret: about.secret, timeoutMs: 10_000 }, log);
  const { bank, accountReader: accounts } = make({ jobs, write: door, clock: createClock(), findOrigins: async () => new Map() });
  let taken = 0;
  return {
    bank,
    accounts,
    db,
    async write(work, options) {
      const result = await door(work, options);
      await jobs.run();
      return result;
    },
    async takeAccount(): Promise<TestAccount> {
      const { customerId, ibans } = about.customers[taken % about.customers.length] ?? { customerId: '', ibans: [] };
      const iban = ibans[Math.floor(taken / about.customers.length)];
      const owner = { sandboxId: BANK_TENANT, customerId };
      const [customer, accounts] = [await bank.findCustomer(owner), await bank.listAccounts(db, owner)];
      const account = accounts.find((each) => each.iban === iban);
      if (customer === undefined || account === undefined || iban === undefined) throw new Error(`The core has no further account of ${customerId}.`);
      taken += 1;
      return { customer, accountId: account.accountId, iban };
    },
    async findCompany() {
      if (about.company === undefined) return undefined;
      const find = async (customerId: string) => {
        const customer = await bank.findCustomer({ sandboxId: BANK_TENANT, customerId });
        if (customer === undefined) throw new Error(`The core does not know ${customerId}.`);
        return customer;
      };
      return { company: await find(about.company.customerId), second: await find(about.company.secondId) };
    },
    payee: about.payee,
    silentIban: about.silentIban,
    async close() {
      await database.close();
      await end();
    },
  };
}

if (process.env.PORTICO_CHECK_CORE === undefined) {
  describeBank('a core over HTTP', () => openCoreBank(2));
  describeBank('a core of version 1', () => openCoreBank(1));
} else {
  describeBank('the core to be checked', () => openCoreBank(2));
}
