import { randomUUID } from 'node:crypto';
import { PAYEE_NAMES_PER_DAY, PAYEE_VERIFICATIONS_PER_DAY } from '@portico/contract/values';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setClock } from '../../testing/set-clock.ts';
import { openTestPlatform, type TestPlatform } from '../../testing/test-platform.ts';
import { createAudit } from '../audit/index.ts';
import type { Bank, Customer } from '../bank/index.ts';
import { createSandboxBank, listDemoLogins, PAYEES, seedSandbox } from '../bank-sandbox/index.ts';
import type { Xs2aCaller } from '../tpp-apps/index.ts';
import { forgetOldNameChecks, forgetOldVerifications, forgetSandboxVerifications, registerPayeeVerificationRoutes } from './index.ts';

const SANDBOX_ID = 'sbx_payees';
const NAME = 'Lumen Books OÜ';
const DAY_MS = 24 * 3_600_000;
/** In the sandbox it is about noon, so that no day of the bank ends during a test. */
const untilNoon = () => (DAY_MS * 1.5 - (Date.now() % DAY_MS)) % DAY_MS;

let test: TestPlatform;
let bank: Bank;
let app: FastifyInstance;
let caller: Xs2aCaller;
let person: Customer;
let company: Customer;
/** Ids of the developers of applications. */
const developers: Record<string, string> = { app_shop: 'dev_one', app_twin: 'dev_one', app_other: 'dev_two' };

beforeAll(async () => {
  test = await openTestPlatform({ appendAudit: createAudit({ keyAudit: Buffer.alloc(32, 1) }).append });
  const { db, write, clock, random } = test.platform;
  bank = createSandboxBank({ db, clock, random });
  await write(({ tx }) => seedSandbox({ clock, random }, tx, { sandboxId: SANDBOX_ID, name: 'Payees' }));
  const customers = await Promise.all(
    (await listDemoLogins(db, SANDBOX_ID)).map(({ country, nationalIdentityNumber }) => bank.findCustomerByIdentity(country, nationalIdentityNumber)),
  );
  person = customerOf(customers, 'person');
  company = customerOf(customers, 'company');
  app = await test.openApp();
  const deps = { db, write, clock, bank, key: Buffer.alloc(32, 2), tppApps: { developerOf: async (appId: string) => developers[appId] } };
  await app.register(async (scope) => registerPayeeVerificationRoutes(scope, { ...deps, requireToken: async () => caller }), { prefix: '/api/v1' });
});
afterAll(async () => {
  await app.close();
  await test.database.close();
});
beforeEach(async () => {
  await test.database.query('delete from payee_name_check');
  await test.database.query('delete from payee_verification_count');
  await setClock(test.database, untilNoon(), SANDBOX_ID);
  asCustomer(person);
});

function customerOf(customers: readonly (Customer | undefined)[], type: Customer['type']): Customer {
  const found = customers.find((customer) => customer?.type === type);
  if (found === undefined) throw new Error(`The sandbox has no ${type}.`);
  return found;
}

function asCustomer({ customerId, country }: Customer, appId = 'app_shop'): void {
  caller = { sandboxId: SANDBOX_ID, customerId, appId, bankCountry: country, locale: 'en', roles: undefined };
}

async function send(body: unknown, requestId: string = randomUUID()) {
  const response = await app.inject({
    method: 'POST',
    url: '/api/v1/payee-verifications',
    headers: { 'x-request-id': requestId, 'content-type': 'application/json' },
    payload: JSON.stringify(body),
  });
  return { status: response.statusCode, body: response.json(), headers: response.headers };
}
const ask = (iban: string, name: string, requestId?: string) => send({ partyAccount: { iban }, party: { name } }, requestId);
const outcomeOf = ({ status, body }: Awaited<ReturnType<typeof send>>) => [status, body.tppMessages?.[0]?.code, body.tppMessages?.[0]?.path];
const LIMIT = [429, 'ACCESS_EXCEEDED', undefined];

const rowsOf = async (statement: string) => (await test.database.query(statement)).rows;

/** Stores that this number of payees was verified for the customer today. */
async function spend(customer: Customer, answered: number): Promise<void> {
  await ask(PAYEES.lumenBooks.iban, NAME);
  await test.database.query(`update payee_verification_count set answered = $1 where customer_id = $2`, [answered, customer.customerId]);
}

describe('a verification of a payee', () => {
  it.each([
    ['the holder’s name', PAYEES.lumenBooks, NAME, { partyNameMatch: 'MTCH' }],
    ['the holder’s name in other letters', PAYEES.lumenBooks, 'LUMEN BOOKS OÜ', { partyNameMatch: 'MTCH' }],
    ['a name that is nearly right', PAYEES.lumenRaamatud, NAME, { partyNameMatch: 'CMTC', matchedName: 'Lumen Raamatud OÜ' }],
    ['somebody else’s name', PAYEES.somebodyElse, NAME, { partyNameMatch: 'NMTC' }],
    ['a bank that does not answer', PAYEES.notAnswering, NAME, { partyNameMatch: 'NOAP' }],
  ])('answers for %s', async (_what, { iban }, name, answer) => {
    expect(await ask(iban, name)).toMatchObject({ status: 200, body: answer });
  });

  it('gives the name of a holder with a close match only', async () => {
    expect((await ask(PAYEES.somebodyElse.iban, NAME)).body).toEqual({ partyNameMatch: 'NMTC' });
    expect((await ask(PAYEES.lumenBooks.iban, NAME)).body).toEqual({ partyNameMatch: 'MTCH' });
  });

  it('compares with the holders of accounts of the sandbox', async () => {
    const [account] = await bank.listAccounts(test.platform.db, { sandboxId: SANDBOX_ID, customerId: company.customerId });
    expect((await ask(account?.iban ?? '', company.name)).body).toEqual({ partyNameMatch: 'MTCH' });
  });

  it('answers a repeated request with its first answer, without counting it', async () => {
    const requestId = randomUUID();
    const first = await ask(PAYEES.lumenBooks.iban, NAME, requestId);
    for (let again = 0; again < 2; again += 1) expect((await ask(PAYEES.lumenBooks.iban, NAME, requestId)).body).toEqual(first.body);
    expect(await rowsOf('select answered from payee_verification_count')).toEqual([{ answered: 1 }]);
  });

  it('stores neither the name nor the IBAN', async () => {
    await ask(PAYEES.lumenBooks.iban, 'Lumen Books');
    const rows = JSON.stringify(await rowsOf('select * from payee_name_check'));
    expect(rows).not.toContain(PAYEES.lumenBooks.iban);
    expect(rows.toLowerCase()).not.toContain('lumen');
  });
});

describe('a refused verification', () => {
  const GOOD = { partyAccount: { iban: PAYEES.lumenBooks.iban }, party: { name: NAME } };

  it.each([
    ['no body', {}, 'partyAccount'],
    ['no account', { party: GOOD.party }, 'partyAccount'],
    ['no payee', { partyAccount: GOOD.partyAccount }, 'party'],
    ['no name', { ...GOOD, party: {} }, 'party.name'],
    ['an empty name', { ...GOOD, party: { name: '' } }, 'party.name'],
    ['a name of spaces', { ...GOOD, party: { name: '   ' } }, 'party.name'],
    ['a name that is too long', { ...GOOD, party: { name: 'x'.repeat(141) } }, 'party.name'],
    ['a name that cannot travel', { ...GOOD, party: { name: 'Люмен' } }, 'party.name'],
    ['a name that is a number', { ...GOOD, party: { name: 5 } }, 'party.name'],
    ['wrong check digits', { ...GOOD, partyAccount: { iban: 'EE879800100045081764' } }, 'partyAccount.iban'],
    ['a country outside SEPA', { ...GOOD, partyAccount: { iban: 'BR1800360305000010009795493C1' } }, 'partyAccount.iban'],
    ['spaces in the IBAN', { ...GOOD, partyAccount: { iban: 'EE86 9800 1000 4508 1764' } }, 'partyAccount.iban'],
    ['an unknown field', { ...GOOD, colour: 'red' }, 'colour'],
  ])('names the field: %s', async (_what, body, path) => {
    expect(outcomeOf(await send(body))).toEqual([400, 'FORMAT_ERROR', path]);
  });

  it.each([
    ['requestingAgent', { ...GOOD, requestingAgent: 'PORTEE2X' }, 'requestingAgent'],
    ['party.identification', { ...GOOD, party: { name: NAME, identification: {} } }, 'party.identification'],
    ['partyAccount.bban', { ...GOOD, partyAccount: { ...GOOD.partyAccount, bban: '1' } }, 'partyAccount.bban'],
  ])('says that the bank does not offer %s', async (_what, body, path) => {
    expect(outcomeOf(await send(body))).toEqual([400, 'PARAMETER_NOT_SUPPORTED', path]);
  });

  it('counts nothing', async () => {
    await send({ ...GOOD, party: { name: 'Люмен' } });
    await send({ ...GOOD, partyAccount: { iban: 'EE879800100045081764' } });
    expect(await rowsOf('select * from payee_verification_count')).toEqual([]);
    expect(await rowsOf('select * from payee_name_check')).toEqual([]);
  });
});

describe('the names that a developer tries for an IBAN', () => {
  const { iban } = PAYEES.somebodyElse;
  const guess = async (...names: readonly string[]) => {
    const outcomes = [];
    for (const name of names) outcomes.push((await ask(iban, name)).status);
    return outcomes;
  };

  it('end after three in a day, also from another application of the developer and for another customer', async () => {
    expect(await guess('One', 'Two', 'Three', 'Four')).toEqual([200, 200, 200, 429]);
    asCustomer(company, 'app_twin');
    const refused = await ask(iban, 'Five');
    expect(outcomeOf(refused)).toEqual(LIMIT);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(24 * 3600 + 3600);
  });

  it('are not used up by a name that was tried already, in other letters or with spaces', async () => {
    expect(await guess('One', 'one', ' ONE ', 'Two', 'Three', 'two')).toEqual([200, 200, 200, 200, 200, 200]);
    expect(await guess('Four', 'Three')).toEqual([429, 200]);
  });

  it('leave another developer and another IBAN alone', async () => {
    expect(await guess('One', 'Two', 'Three')).toEqual([200, 200, 200]);
    expect((await ask(PAYEES.lumenBooks.iban, 'Four')).status).toBe(200);
    asCustomer(person, 'app_other');
    expect(await guess('Four')).toEqual([200]);
  });

  it('are limited exactly when they are tried at the same time', async () => {
    const statuses = await Promise.all(Array.from({ length: 8 }, async (_, number) => (await ask(iban, `Guess ${number}`)).status));
    expect(statuses.filter((status) => status === 200)).toHaveLength(PAYEE_NAMES_PER_DAY);
  });

  it('begin again at 0 on the next day of the bank', async () => {
    await guess('One', 'Two', 'Three');
    await test.database.query(`update payee_name_check set asked_on = asked_on - 1`);
    expect(await guess('Four')).toEqual([200]);
  });
});

describe('the payees that are verified for a customer', () => {
  it('end after the number of a private person, from all applications together', async () => {
    await spend(person, PAYEE_VERIFICATIONS_PER_DAY.person - 1);
    asCustomer(person, 'app_other');
    expect((await ask(PAYEES.lumenBooks.iban, NAME)).status).toBe(200);
    expect(outcomeOf(await ask(PAYEES.lumenBooks.iban, NAME))).toEqual(LIMIT);
    asCustomer(company);
    expect((await ask(PAYEES.lumenBooks.iban, NAME)).status).toBe(200);
  });

  it('are more for a company, and end too', async () => {
    asCustomer(company);
    await spend(company, PAYEE_VERIFICATIONS_PER_DAY.person);
    expect((await ask(PAYEES.lumenBooks.iban, NAME)).status).toBe(200);
    await spend(company, PAYEE_VERIFICATIONS_PER_DAY.company);
    expect(outcomeOf(await ask(PAYEES.lumenBooks.iban, NAME))).toEqual(LIMIT);
  });

  it('are not counted when the names for the IBAN are used up, and the reverse', async () => {
    for (const name of ['One', 'Two', 'Three', 'Four']) await ask(PAYEES.somebodyElse.iban, name);
    expect(await rowsOf('select answered from payee_verification_count')).toEqual([{ answered: 3 }]);
    await spend(person, PAYEE_VERIFICATIONS_PER_DAY.person);
    await ask(PAYEES.withoutInstant.iban, 'One');
    expect(await rowsOf('select cardinality(name_digests)::int as names from payee_name_check order by 1')).toEqual([{ names: 1 }, { names: 3 }]);
  });

  it('begin again at 0 on the next day of the sandbox', async () => {
    await spend(person, PAYEE_VERIFICATIONS_PER_DAY.person);
    await setClock(test.database, untilNoon() + DAY_MS, SANDBOX_ID);
    expect((await ask(PAYEES.lumenBooks.iban, NAME)).status).toBe(200);
  });
});

describe('what the limits keep', () => {
  it('is deleted by day, in portions, and with its sandbox', async () => {
    await ask(PAYEES.lumenBooks.iban, NAME);
    await ask(PAYEES.lumenRaamatud.iban, NAME);
    const { write } = test.platform;
    const forget = (before: Date, limit: number) =>
      write(async ({ tx }) => [await forgetOldVerifications(tx, before, limit), await forgetOldNameChecks(tx, before, limit)]);
    expect(await forget(new Date(Date.now() - 3 * DAY_MS), 1)).toEqual([0, 0]);
    expect(await forget(new Date(Date.now() + 3 * DAY_MS), 1)).toEqual([1, 1]);
    expect(await rowsOf('select * from payee_name_check')).toHaveLength(1);
    await write(({ tx }) => forgetSandboxVerifications(tx, 'sbx_other'));
    expect(await rowsOf('select * from payee_name_check')).toHaveLength(1);
    await write(({ tx }) => forgetSandboxVerifications(tx, SANDBOX_ID));
    expect(await rowsOf('select * from payee_name_check')).toEqual([]);
  });
});
