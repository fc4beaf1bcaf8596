import { isIban } from '@portico/primitives';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setClock } from '../../testing/set-clock.ts';
import { openTestDatabase } from '../../testing/test-database.ts';
import { listDemoLogins, PAYEES } from './index.ts';
import { openTestBank, type TestBank, transferFrom } from './testing/open-test-bank.ts';

let test: TestBank;
beforeAll(async () => {
  test = await openTestBank(await openTestDatabase());
});
afterAll(() => test.close());

const SHOP = 'Lumen Books OÜ';

describe('the sandbox bank', () => {
  it('finds a customer by country and personal code, also with a space', async () => {
    const janis = await test.customer('Jānis Paraugs');
    expect(janis).toMatchObject({ country: 'lv', firstName: 'Jānis', surname: 'Paraugs', type: 'person', scenario: 'approves' });
    const digits = janis.nationalIdentityNumber.replace('-', ' ');
    expect(await test.bank.findCustomerByIdentity('lv', digits)).toEqual(janis);
    expect(await test.bank.findCustomer(janis)).toEqual(janis);
  });

  it('finds no customer in another country, in another sandbox or with another code', async () => {
    const liis = await test.customer('Liis Näidis');
    expect(await test.bank.findCustomerByIdentity('lt', liis.nationalIdentityNumber)).toBeUndefined();
    expect(await test.bank.findCustomerByIdentity('ee', '38001085718')).toBeUndefined();
    expect(await test.bank.findCustomerByIdentity('ee', '')).toBeUndefined();
    expect(await test.bank.findCustomerByIdentity('ee', "' or 1=1 --")).toBeUndefined();
    expect(await test.bank.findCustomer({ ...liis, sandboxId: 'sbx_other' })).toBeUndefined();
  });

  it('lists the methods of each country in the order of the page', () => {
    expect(test.bank.authMethodsOf('ee')).toEqual(['SMART_ID', 'MOBILE_ID', 'IDCARD', 'CODE_CALCULATOR']);
    expect(test.bank.authMethodsOf('lv')).toEqual(['SMART_ID', 'EPARAKSTS_MOBILE', 'CODE_CALCULATOR']);
    expect(test.bank.authMethodsOf('lt')).toEqual(['SMART_ID', 'MOBILE_ID', 'CODE_CALCULATOR']);
  });
});

describe('accounts', () => {
  it('are listed in the customer’s order, with name, currency and status', async () => {
    const owner = await test.customer('Pēteris Mēģinājums');
    const accounts = await test.bank.listAccounts(test.database.db, owner);
    expect(accounts.map(({ name, currency, status }) => [name, currency, status])).toEqual([
      ['Everyday account', 'EUR', 'enabled'],
      ['Dollar account', 'USD', 'enabled'],
      ['Old account', 'EUR', 'blocked'],
    ]);
  });

  it('of a customer are not returned to other customers or sandboxes', async () => {
    const owner = await test.customer('Liis Näidis');
    expect(await test.bank.listAccounts(test.database.db, { ...owner, sandboxId: 'sbx_other' })).toEqual([]);
    const { iban } = await test.account('Jānis Paraugs');
    expect(await test.bank.findAccount(test.database.db, owner, iban)).toBeUndefined();
    expect(await test.bank.findAccount(test.database.db, owner, PAYEES.lumenRaamatud.iban)).toBeUndefined();
  });

  it('are found individually, as they are listed, with their available balance', async () => {
    const owner = await test.customer('Pēteris Mēģinājums');
    const listed = await test.bank.listAccounts(test.database.db, owner);
    for (const account of listed) expect(await test.bank.findAccount(test.database.db, owner, account.iban)).toEqual(account);
    expect(listed).toMatchObject(Array.from({ length: 3 }, () => ({ availableCents: expect.any(Number), needsSecondSignature: false })));
  });

  it('are found by their owner only, in their own sandbox only, and not once they are closed', async () => {
    const { customer: owner, iban } = await test.account('Liis Näidis', 1);
    const find = (given: { sandboxId: string; customerId: string }, wanted = iban) => test.bank.findAccount(test.database.db, given, wanted);
    const stranger = await test.account('Jānis Paraugs');
    expect(await find(stranger.customer)).toBeUndefined();
    expect(await find(owner, stranger.iban)).toBeUndefined();
    expect(await find({ ...owner, sandboxId: 'sbx_other' })).toBeUndefined();
    for (const other of [PAYEES.lumenRaamatud.iban, '', "' or 1=1 --", iban.toLowerCase()]) expect(await find(owner, other)).toBeUndefined();
    const setStatus = (status: string) => test.database.query('update account set status = $2 where iban = $1', [iban, status]);
    await setStatus('closed');
    expect(await find(owner)).toBeUndefined();
    await setStatus('enabled');
    expect(await find(owner)).toMatchObject({ iban, status: 'enabled' });
  });

  it('have an available balance and a second signature according to holds and scenario', async () => {
    const account = await test.account('Liis Näidis');
    const find = () => test.bank.findAccount(test.database.db, account.customer, account.iban);
    const before = (await find())?.availableCents ?? Number.NaN;
    const transfer = transferFrom(account, { amountCents: 250, feeCents: 16, product: 'INDIVIDUAL_SEPA' });
    await test.write(({ tx }) => test.bank.holdEach(tx, [transfer]));
    expect(await find()).toMatchObject({ availableCents: before - 266, needsSecondSignature: false });
    await test.write(({ tx }) => test.bank.releaseHolds(tx, [transfer.paymentId]));
    const play = (scenario: string) =>
      test.database.query('update customer set scenario = $2 where id = $1', [account.customer.customerId, scenario]);
    await play('notEnoughMoney');
    expect(await find()).toMatchObject({ availableCents: 0, needsSecondSignature: false });
    await play('needsSecondSignature');
    expect(await find()).toMatchObject({ availableCents: before, needsSecondSignature: true });
    await play('approves');
  });

  it('have debtor details with town and country in Lithuania only', async () => {
    expect(await test.bank.debtorDetails(await test.customer('Ona Pavyzdytė'))).toMatchObject({
      townName: 'Vilnius',
      country: 'LT',
      debtorId: (await test.customer('Ona Pavyzdytė')).nationalIdentityNumber,
      debtorIdType: 'NIDN',
    });
    const logins = await listDemoLogins(test.database.db, test.sandboxId);
    const login = logins.find(({ country, type }) => country === 'lt' && type === 'company');
    const company = await test.bank.findCustomerByIdentity('lt', login?.nationalIdentityNumber ?? '');
    expect(company?.type).toBe('company');
    expect(company && (await test.bank.debtorDetails(company))).not.toHaveProperty('debtorId');
    expect(await test.bank.debtorDetails(await test.customer('Liis Näidis'))).toBeUndefined();
  });
});

describe('the fee', () => {
  const fee = (product: 'INDIVIDUAL_SEPA' | 'INDIVIDUAL_INSTANT_SEPA', creditorIban: string): number =>
    test.bank.feeCents({ product, debtorIban: '', creditorIban, amountCents: 4_680 });

  it('is nothing within the bank, in all three countries', async () => {
    for (const surname of ['Liis Näidis', 'Jānis Paraugs', 'Ona Pavyzdytė']) {
      expect(fee('INDIVIDUAL_SEPA', (await test.account(surname)).iban)).toBe(0);
    }
  });

  it.each([PAYEES.lumenBooks.iban, 'FI2112345600000785', 'DE89370400440532013000'])('is 0.16 EUR to %s, and instant costs no more', (iban) => {
    expect(fee('INDIVIDUAL_SEPA', iban)).toBe(16);
    expect(fee('INDIVIDUAL_INSTANT_SEPA', iban)).toBeLessThanOrEqual(fee('INDIVIDUAL_SEPA', iban));
  });
});

describe('verification of payee', () => {
  const verify = async (iban: string, name: string, sandboxId = test.sandboxId) =>
    (await test.bank.verifyPayees(test.database.db, sandboxId, [{ iban, name }]))[0];

  it('returns each of its four results for the name of the demo shop', async () => {
    expect(await verify(PAYEES.lumenBooks.iban, SHOP)).toEqual({ result: 'MTCH' });
    expect(await verify(PAYEES.lumenRaamatud.iban, SHOP)).toEqual({ result: 'CMTC', matchedName: 'Lumen Raamatud OÜ' });
    expect(await verify(PAYEES.somebodyElse.iban, SHOP)).toEqual({ result: 'NMTC' });
    expect(await verify(PAYEES.notAnswering.iban, SHOP)).toEqual({ result: 'NOAP' });
    expect(await verify(PAYEES.withoutInstant.iban, SHOP)).toEqual({ result: 'MTCH' });
  });

  it('finds customers of the same sandbox', async () => {
    const { iban } = await test.account('Liis Näidis');
    expect(await verify(iban, 'LIIS NAIDIS')).toEqual({ result: 'MTCH' });
    expect(await verify(iban, 'Liis Näidiss')).toEqual({ result: 'CMTC', matchedName: 'Liis Näidis' });
    expect(await verify(iban, SHOP)).toEqual({ result: 'NMTC' });
    expect(await verify(iban, 'Liis Näidis', 'sbx_other')).toEqual({ result: 'NOAP' });
  });

  it('returns NOAP for an account that is unknown in the sandbox', async () =>
    expect(await verify('FI2112345600000785', SHOP)).toEqual({ result: 'NOAP' }));

  it('has payees with valid account numbers only', () => expect(Object.values(PAYEES).filter(({ iban }) => !isIban(iban))).toEqual([]));
});

describe('tenant time', () => {
  it('dates a booking, so that a sandbox whose clock was moved books in its own time', async () => {
    const account = await test.account('Ona Pavyzdytė');
    await setClock(test.database, 10 * 86_400_000, test.sandboxId);
    await test.write(({ tx }) =>
      test.bank.transferInstantly(tx, {
        ...account.customer,
        paymentId: 'pay_tomorrow',
        debtorIban: account.iban,
        amountCents: 100,
        feeCents: 0,
        currency: 'EUR',
        creditorIban: PAYEES.lumenRaamatud.iban,
        creditorName: SHOP,
        remittance: '',
        endToEndId: 'NOTPROVIDED',
        product: 'INDIVIDUAL_INSTANT_SEPA',
      }),
    );
    const { rows } = await sql<{ days: number }>`
      select round(extract(epoch from booked_at - now()) / 86400)::int as days from ledger_transaction where payment_id = 'pay_tomorrow'`.execute(
      test.database.db,
    );
    expect(rows).toEqual([{ days: 10 }]);
  });
});
