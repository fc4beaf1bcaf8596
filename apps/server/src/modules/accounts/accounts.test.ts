import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { standardFindings } from '../../testing/nextgenpsd2/standard.ts';
import { openTestPlatform } from '../../testing/test-platform.ts';
import { createAudit } from '../audit/index.ts';
import { type AccountsHarness, type Given, openAccountsHarness } from './testing/accounts-harness.ts';

let house: AccountsHarness;
beforeAll(async () => {
  house = await openAccountsHarness(await openTestPlatform({ appendAudit: createAudit({ keyAudit: Buffer.alloc(32, 1) }).append }));
});
afterAll(() => house.close());

type Answer = Awaited<ReturnType<AccountsHarness['get']>>;
const outcomeOf = (response: Answer) => [response.statusCode, response.json().tppMessages?.[0]?.code, response.json().tppMessages?.[0]?.path];
const codeOf = (response: Answer) => outcomeOf(response).slice(0, 2);
const ibansOf = (response: Answer) => response.json().accounts.map(({ iban }: { iban: string }) => iban);

describe('the list of accounts', () => {
  it('shows the accounts of the consent with links as far as it reaches', async () => {
    const response = await house.get('/accounts', { consentId: await house.grant() });
    expect(response.statusCode).toBe(200);
    expect(standardFindings('accountList', response.json())).toEqual([]);
    const self = (position: number) => `http://localhost:3000/api/v1/accounts/${house.id(position)}`;
    expect(response.json().accounts).toMatchObject([
      {
        resourceId: house.id(0),
        iban: house.iban(0),
        currency: 'EUR',
        name: 'Everyday account',
        cashAccountType: 'CACC',
        status: 'enabled',
        bic: 'PORTEE2X',
        usage: 'PRIV',
        _links: { balances: { href: `${self(0)}/balances` }, transactions: { href: `${self(0)}/transactions` } },
      },
      { resourceId: house.id(1), _links: { balances: { href: `${self(1)}/balances` } } },
    ]);
    expect(response.json().accounts[1]._links.transactions).toBeUndefined();
    expect(response.json().accounts.some((account: object) => 'ownerName' in account || 'balances' in account)).toBe(false);
  });

  it('adds balances on request, and only where they were granted', async () => {
    const access = { accounts: [{ iban: house.iban(0) }], balances: [{ iban: house.iban(1) }] };
    const response = await house.get('/accounts?withBalance=true', { consentId: await house.grant(access) });
    expect(standardFindings('accountList', response.json())).toEqual([]);
    const [first, second] = response.json().accounts;
    expect(first.balances).toBeUndefined();
    expect(second.balances.map(({ balanceType }: { balanceType: string }) => balanceType)).toEqual(['interimBooked', 'interimAvailable']);
  });

  it('shows everything and the owner’s name to a global consent', async () => {
    const consentId = await house.grant({ allPsd2: 'allAccountsWithOwnerName' });
    const response = await house.get('/accounts', { consentId });
    expect(ibansOf(response)).toEqual(house.accounts.map(({ iban }) => iban));
    expect(response.json().accounts[0].ownerName).toBe('Liis Näidis');
  });

  it('shows exactly the accounts that the customer chose', async () => {
    const consentId = await house.grant({ accounts: [], transactions: [] }, {}, [house.iban(2)]);
    const response = await house.get('/accounts', { consentId });
    expect(ibansOf(response)).toEqual([house.iban(2)]);
    expect(Object.keys(response.json().accounts[0]._links)).toEqual(['transactions']);
  });

  it('is all that a consent to the list gives', async () => {
    const consentId = await house.grant({ availableAccountsWithBalance: 'allAccounts' });
    const list = await house.get('/accounts?withBalance=true', { consentId });
    expect(list.json().accounts[0]).toMatchObject({ balances: [{}, {}], _links: {} });
    for (const path of ['', '/balances', '/transactions?bookingStatus=booked&dateFrom=2026-01-01', '/transactions/x']) {
      const response = await house.get(`/accounts/${house.id(0)}${path}`, { consentId });
      expect(codeOf(response)).toEqual([401, 'CONSENT_INVALID']);
      expect(standardFindings('refusal401', response.json())).toEqual([]);
    }
  });
});

describe('one account', () => {
  it('is shown with balances on request', async () => {
    const consentId = await house.grant();
    const response = await house.get(`/accounts/${house.id(1)}?withBalance=true`, { consentId });
    expect(standardFindings('account', response.json())).toEqual([]);
    expect(response.json().account).toMatchObject({ iban: house.iban(1), balances: [{ balanceAmount: { amount: '8400.00', currency: 'EUR' } }, {}] });
  });

  it('tells what is booked and what is available', async () => {
    const consentId = await house.grant();
    const before = await house.get(`/accounts/${house.id(0)}/balances`, { consentId, isAttended: true });
    expect(standardFindings('balances', before.json())).toEqual([]);
    const amounts = (response: Answer) =>
      response.json().balances.map(({ balanceAmount }: { balanceAmount: { amount: string } }) => Number(balanceAmount.amount));
    const [booked, available] = amounts(before);
    await house.pay('hold', { amountCents: 250, feeCents: 0 });
    const after = await house.get(`/accounts/${house.id(0)}/balances`, { consentId, isAttended: true });
    expect(amounts(after)).toEqual([booked, Math.round((available - 2.5) * 100) / 100]);
  });

  it('has no balances for a consent that does not cover them', async () => {
    const consentId = await house.grant({ accounts: [{ iban: house.iban(0) }] });
    expect(codeOf(await house.get(`/accounts/${house.id(0)}/balances`, { consentId }))).toEqual([401, 'CONSENT_INVALID']);
    expect((await house.get(`/accounts/${house.id(0)}?withBalance=true`, { consentId })).json().account.balances).toBeUndefined();
  });

  it('has no transactions for a consent that does not cover them', async () => {
    const consentId = await house.grant();
    const path = `/accounts/${house.id(1)}/transactions`;
    expect(codeOf(await house.get(`${path}?bookingStatus=booked&dateFrom=${await house.day()}`, { consentId }))).toEqual([401, 'CONSENT_INVALID']);
    expect(codeOf(await house.get(`${path}/ltx_1`, { consentId }))).toEqual([401, 'CONSENT_INVALID']);
  });
});

const PATHS = ['', '/balances', '/transactions?bookingStatus=booked&dateFrom=2026-11-01', '/transactions/ltx_unknown'];

describe('an account outside the consent', () => {
  it.each(PATHS)('is answered like one that does not exist: …%s', async (path) => {
    const consentId = await house.grant();
    const unknown = await house.get(`/accounts/acc_unknown${path}`, { consentId });
    const own = await house.get(`/accounts/${house.id(2)}${path}`, { consentId });
    expect(codeOf(unknown)).toEqual([404, 'RESOURCE_UNKNOWN']);
    expect(standardFindings('refusal404', unknown.json())).toEqual([]);
    expect([own.statusCode, own.body]).toEqual([unknown.statusCode, unknown.body]);
  });

  it.each(PATHS)('does not exist for a global consent when it is another customer’s: …%s', async (path) => {
    const consentId = await house.grant({ allPsd2: 'allAccounts' });
    const [foreign] = await house.bank.listAccounts(house.db, { ...house.liis, customerId: await otherCustomer() });
    const response = await house.get(`/accounts/${foreign?.accountId}${path}`, { consentId });
    expect(codeOf(response)).toEqual([404, 'RESOURCE_UNKNOWN']);
  });

  async function otherCustomer(): Promise<string> {
    const { rows } = await house.database.query(`select id from customer where sandbox_id = $1 and id <> $2 limit 1`, [
      house.liis.sandboxId,
      house.liis.customerId,
    ]);
    return String(Object(rows[0]).id);
  }
});

describe('every reading is refused', () => {
  const every = ['/accounts', ...PATHS.map((path) => `/accounts/{id}${path}`)];
  const read = (path: string, given: Given) => house.get(path.replace('{id}', house.id(0)), given);

  it.each(every)('without Consent-ID: %s', async (path) => {
    const response = await read(path, {});
    expect(outcomeOf(response)).toEqual([400, 'FORMAT_ERROR', 'header:Consent-ID']);
    expect(standardFindings('refusal400', response.json())).toEqual([]);
  });

  it.each(every)('without a UUID in X-Request-ID: %s', async (path) => {
    const response = await read(path, { consentId: await house.grant(), headers: { 'x-request-id': 'first' } });
    expect(outcomeOf(response)).toEqual([400, 'FORMAT_ERROR', 'header:X-Request-ID']);
  });

  it.each(every)('with something else than an address in PSU-IP-Address: %s', async (path) => {
    const response = await read(path, { consentId: await house.grant(), headers: { 'psu-ip-address': 'yes' } });
    expect(outcomeOf(response)).toEqual([400, 'FORMAT_ERROR', 'header:PSU-IP-Address']);
  });

  it.each(every)('with a consent of another application or customer, as if there were none: %s', async (path) => {
    const consentId = await house.grant();
    const unknown = await read(path, { consentId: 'cns_unknown' });
    expect(outcomeOf(unknown)).toEqual([400, 'CONSENT_UNKNOWN', 'header:Consent-ID']);
    for (const token of ['otherApp', 'otherCustomer']) expect((await read(path, { consentId, token })).body).toBe(unknown.body);
  });

  it.each(every)('with a consent that is not signed: %s', async (path) => {
    expect(codeOf(await read(path, { consentId: await house.ask() }))).toEqual([401, 'CONSENT_INVALID']);
  });

  it.each(every)('with a consent that was refused: %s', async (path) => {
    const consentId = await house.ask();
    await house.write((context) => house.consents.reject(context, house.liis.sandboxId, consentId, 'refused'));
    expect(codeOf(await read(path, { consentId }))).toEqual([401, 'CONSENT_INVALID']);
  });

  it.each(every)('with a consent that the customer withdrew: %s', async (path) => {
    const consentId = await house.grant();
    await house.write((context) => house.consents.past.revoke(context, house.liis, consentId, house.liis.customerId));
    expect(codeOf(await read(path, { consentId }))).toEqual([401, 'CONSENT_INVALID']);
  });

  it.each(every)('with a consent that the application ended: %s', async (path) => {
    const consentId = await house.grant();
    const headers = { authorization: 'Bearer good', 'x-request-id': '0193c2b4-7a5e-4a6f-9c1d-ffffffffffff' };
    await house.app.inject({ method: 'DELETE', url: `/api/v1/consents/${consentId}`, headers });
    expect(codeOf(await read(path, { consentId }))).toEqual([401, 'CONSENT_INVALID']);
  });

  it.each(every)('with a consent whose time is over: %s', async (path) => {
    const consentId = await house.grant();
    const response = await house.atDay(181, () => read(path, { consentId }));
    expect(codeOf(response)).toEqual([401, 'CONSENT_EXPIRED']);
    expect(standardFindings('refusal401', response.json())).toEqual([]);
  });

  it.each(every)('with an unknown parameter: %s', async (path) => {
    const response = await read(`${path}${path.includes('?') ? '&' : '?'}colour=blue`, { consentId: await house.grant() });
    expect(outcomeOf(response)).toEqual([400, 'FORMAT_ERROR', 'query:colour']);
  });
});
