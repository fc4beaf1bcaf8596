/**
 * A core behind the HTTP adapter keeps the contract that the sandbox bank keeps: by default the small core of `apps/demo-core`, as a process
 * with its own ledger. With the settings of docs/guide/bank-core.md the tests check a bank's core instead.
 */
import { spawn, spawnSync } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { CORE_SECRET, CORE_SECRET_NEXT, createFolder, freePort, openCoreLine, startCore, until } from '@portico/testkit';
import { pino } from 'pino';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe } from 'vitest';
import { BANK_TENANT } from '#modules/bank/index.ts';
import type { BankUnderTest, TestAccount } from '#modules/bank/testing/bank-under-test.ts';
import { describeBank } from '#modules/bank/testing/describe-bank.ts';
import { type MakeCore, openCore } from '#modules/bank-core/index.ts';
import { CORE_CALLS, describeCalls, explainForm, OPTIONAL_CALLS } from '#modules/bank-core/testing/describe-calls.ts';
import { describeOptionalCalls } from '#modules/bank-core/testing/describe-optional-calls.ts';
import type { CoreSettings } from '#platform/config.ts';
import { createWriteDoor } from '#platform/db/run-write-door.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { createClock } from '#platform/tenant/clock.ts';
import { openTestDatabase } from '../../src/testing/test-database.ts';
import { COMPANY, KERSTI, OSKAR } from '../house/core-accounts.ts';

const Files = Type.Object({ certFile: Type.String(), keyFile: Type.String() });
/** What a bank says of its test environment. */
const CheckedCore = Type.Object({
  url: Type.String(),
  secret: Type.String(),
  nextSecret: Type.Optional(Type.String()),
  /** Certificate and key of Portico, and the authorities of the core, where the core asks for mutual TLS. */
  credentials: Type.Optional(Files),
  caFile: Type.Optional(Type.String()),
  /** At least two; accounts in EUR with 10.00 or more and nothing reserved, as many as the tests take. */
  customers: Type.Array(Type.Object({ customerId: Type.String(), ibans: Type.Array(Type.String()) }), { minItems: 2 }),
  payee: Type.Object({ iban: Type.String(), name: Type.String() }),
  silentIban: Type.String(),
  /** A company with two signatories: its id, and that of the person who signs second. */
  company: Type.Optional(Type.Object({ customerId: Type.String(), secondId: Type.String() })),
  /** Persons with several roles: the id of one of each person's customers. */
  roles: Type.Optional(Type.Array(Type.String())),
});
type CheckedCore = Static<typeof CheckedCore>;

interface OpenedCore {
  readonly about: CheckedCore;
  end(): Promise<void>;
}

/** The file names its first fault, as an answer of a core does. */
function readAbout(text: string): CheckedCore {
  const value: unknown = JSON.parse(text);
  if (Value.Check(CheckedCore, value)) return value;
  throw new Error(`The file of the core: ${explainForm(Compile(CheckedCore).Errors(value), value)}`);
}

function settingsOf({ url, secret, credentials, caFile }: CheckedCore): CoreSettings {
  const tls = credentials === undefined && caFile === undefined ? undefined : { credentials, caFile };
  return { url, secret, timeoutMs: 10_000, tls };
}

const ACCOUNTS_EACH = 60;

/** Every request of Portico has the form of the document. */
function requireForm(name: string, asked: object): void {
  const call = Object.values({ ...CORE_CALLS, ...OPTIONAL_CALLS }).find((each) => each.name === name);
  if (call === undefined || !Value.Check(call.request, asked)) throw new Error(`Portico asks ${name} in another form: ${JSON.stringify(asked)}`);
}

/** The file of a core that is asked here, and not by its bank. */
async function aboutCore(
  core: { readonly url: string; ask(call: string, body: object): Promise<unknown> },
  { people: [payee, other], company }: { readonly people: readonly [Named, Named]; readonly company: NonNullable<CheckedCore['company']> },
): Promise<CheckedCore> {
  const customers = [];
  for (const { customerId } of [payee, other]) {
    const { accounts } = Value.Parse(Accounts, await core.ask('list-accounts', { customerId }));
    customers.push({ customerId, ibans: accounts.map(({ iban }) => iban) });
  }
  const iban = customers[0]?.ibans.at(-1) ?? '';
  return { url: core.url, secret: CORE_SECRET, customers, payee: { iban, name: payee.name }, silentIban: 'EE409600300012345673', company };
}
const Accounts = Type.Object({ accounts: Type.Array(Type.Object({ iban: Type.String() })) });
type Named = { readonly customerId: string; readonly name: string };

async function openSmallCore(version: 1 | 2): Promise<OpenedCore> {
  const folder = await createFolder('core');
  const core = await startCore({ port: await freePort(), file: join(folder, 'core.db'), accounts: ACCOUNTS_EACH, version });
  const line = await openCoreLine(core.url, await freePort());
  line.changeAnswer = (call, asked, answer) => {
    requireForm(call, asked);
    return answer;
  };
  const about = await aboutCore(core, { people: [KERSTI, OSKAR], company: { customerId: COMPANY.customerId, secondId: 'c-2002' } });
  return {
    about: { ...about, url: line.url, nextSecret: CORE_SECRET_NEXT, ...(version === 2 && { roles: ['c-3001'] }) },
    async end() {
      await line.close();
      await core.kill();
      await rm(folder, { recursive: true });
    },
  };
}

/** A core of strangers: `cores/small_core.py` was written from the guide and the OpenAPI document alone. */
const hasPython = spawnSync('python3', ['-c', 'import sqlite3, zoneinfo; zoneinfo.ZoneInfo("Europe/Tallinn")']).status === 0;

async function openPythonCore(): Promise<OpenedCore> {
  const folder = await createFolder('python-core');
  const port = await freePort();
  const program = join(import.meta.dirname, '..', 'cores', 'small_core.py');
  const child = spawn('python3', [program, String(port), join(folder, 'core.db'), CORE_SECRET], { stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = `http://127.0.0.1:${port}`;
  const ask = async (call: string, body: object): Promise<unknown> =>
    (await fetch(`${url}/${call}`, { method: 'POST', headers: { authorization: `Bearer ${CORE_SECRET}` }, body: JSON.stringify(body) })).json();
  await until(() =>
    ask('read-terms', {}).then(
      () => true,
      () => false,
    ),
  );
  const people = [
    { customerId: 'lee-1', name: 'Leelo Leiutatud' },
    { customerId: 'lee-2', name: 'Lembit Leiutatu' },
  ] as const;
  return {
    about: { ...(await aboutCore({ url, ask }, { people, company: { customerId: 'lee-3', secondId: 'lee-4' } })), roles: ['lee-5'] },
    async end() {
      child.kill();
      await ended;
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

async function openCoreBank(about: CheckedCore): Promise<BankUnderTest> {
  const database = await openTestDatabase();
  const { db } = database;
  const log = pino({ level: 'silent' });
  const door = createWriteDoor({ db, appendAudit: async () => {}, log });
  const jobs = createJobsAtOnce();
  const make: MakeCore = await openCore(settingsOf(about), log);
  const { bank, accountReader: accounts } = make({
    db,
    jobs,
    write: door,
    clock: createClock(),
    log,
    findOrigins: async () => new Map(),
    applyEvent: async () => undefined,
  });
  let taken = 0;
  const find = async (customerId: string) => {
    const customer = await bank.findCustomer({ sandboxId: BANK_TENANT, customerId });
    if (customer === undefined) throw new Error(`The core does not know ${customerId}.`);
    return customer;
  };
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
    findRoles: () => Promise.all((about.roles ?? []).map(find)),
    async findCompany() {
      if (about.company === undefined) return undefined;
      return { company: await find(about.company.customerId), second: await find(about.company.secondId) };
    },
    payee: about.payee,
    silentIban: about.silentIban,
    close: () => database.close(),
  };
}

/** All tests of one core: the bank behind the port, then the calls. */
function describeCore(name: string, open: () => Promise<OpenedCore>, { hasVersion = 2 } = {}): void {
  let opened: OpenedCore;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened?.end());
  describeBank(name, () => openCoreBank(opened.about));
  if (hasVersion === 1) return;
  describeCalls(name, () => ({ ...opened.about, settings: settingsOf(opened.about) }));
  describeOptionalCalls(name, () => ({ ...opened.about, settings: settingsOf(opened.about) }));
}

const file = process.env.PORTICO_CHECK_CORE;
if (file === undefined) {
  describe('the small core', () => describeCore('a core over HTTP', () => openSmallCore(2)));
  describe('the small core as it was in version 1', () => describeCore('a core of version 1', () => openSmallCore(1), { hasVersion: 1 }));
  describe.skipIf(!hasPython)('a core in Python', () => describeCore('a core in Python', openPythonCore));
} else {
  const openFile = async (): Promise<OpenedCore> => ({ about: readAbout(await readFile(file, 'utf8')), end: async () => {} });
  describe('the core of the file', () => describeCore('the core', openFile));
}
