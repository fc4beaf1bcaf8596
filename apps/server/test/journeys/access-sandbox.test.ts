/** What a developer's sandbox does to the consents and statements of its customers. */
import { textOf } from '@portico/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DevelopersHouse, openDevelopersHouse } from '../house/open-developers-house.ts';

const ADA = 'dev_ada';
let house: DevelopersHouse;
beforeAll(async () => {
  house = await openDevelopersHouse();
  expect((await house.send(ADA, 'POST', '/api/tpp')).status).toBe(204);
});
afterAll(() => house.close());

interface Holder {
  readonly bearer: string;
  readonly customerId: string;
  readonly sandboxId: string;
}

async function holder(): Promise<Holder> {
  const users: unknown = (await house.send(ADA, 'GET', '/api/tpp/psu')).body;
  const { id, access_token: bearer } = Object((Array.isArray(users) ? users : []).find((user) => 'access_token' in Object(user)));
  const { rows } = await house.database.query('select sandbox_id from customer where id = $1', [id]);
  return { bearer: String(bearer), customerId: String(id), sandboxId: String(Object(rows[0]).sandbox_id) };
}

const REQUEST = {
  access: { allPsd2: 'allAccounts' },
  recurringIndicator: true,
  validUntil: '9999-12-31',
  frequencyPerDay: 4,
  combinedServiceIndicator: false,
};

async function post(path: string, bearer: string, request: object, headers: Record<string, string> = {}): Promise<object> {
  const url = house.config.publicUrl;
  const initiation = { 'psu-ip-address': '192.0.2.7', 'tpp-redirect-uri': `${url}/back`, ...headers };
  const { status, body, text } = await house.send(undefined, 'POST', `/api/v1/${path}`, { bearer, body: request, headers: initiation });
  if (status !== 201) throw new Error(text);
  return Object(body);
}
const ask = async (bearer: string, headers?: Record<string, string>) => textOf(await post('consents', bearer, REQUEST, headers), 'consentId');

async function askStatement(bearer: string): Promise<string> {
  const { body } = await house.send(undefined, 'GET', '/api/v1/account-list', { bearer });
  const request = { account: { iban: textOf(body, 'accounts', '0', 'iban') }, dateFrom: '2026-01-01', dateTo: '2026-06-30' };
  return textOf(await post('transactions-statements', bearer, request), 'statementId');
}

const grant = ({ sandboxId, customerId }: Holder, consentId: string) =>
  house.platform.write((context) => house.modules.access.consents.sign(context, { sandboxId, consentId, customerId, ibans: undefined }));
const grantStatement = ({ sandboxId, customerId }: Holder, statementId: string) =>
  house.platform.write((context) => house.modules.access.statements.sign(context, { sandboxId, statementId, customerId }));
const statementStatusOf = async (bearer: string, statementId: string): Promise<string> =>
  Object((await house.send(undefined, 'GET', `/api/v1/transactions-statements/${statementId}/status`, { bearer })).body).statementStatus;
const statusOf = async (bearer: string, consentId: string): Promise<string> =>
  Object((await house.send(undefined, 'GET', `/api/v1/consents/${consentId}/status`, { bearer })).body).consentStatus;
const count = async (table: string) =>
  (await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)}`.execute(house.database.db)).rows[0]?.count;

describe('a sandbox', () => {
  it('rejects a customer’s unsigned consents and expires the valid ones in a reset', async () => {
    const customer = await holder();
    const { bearer } = customer;
    const [unsigned, valid] = [await ask(bearer), await ask(bearer)];
    await grant(customer, valid);
    expect((await house.send(undefined, 'DELETE', '/api/v1/sandbox/reset', { bearer })).status).toBe(204);
    expect([await statusOf(bearer, unsigned), await statusOf(bearer, valid)]).toEqual(['rejected', 'expired']);
    const accounts = await house.send(undefined, 'GET', '/api/v1/accounts', { bearer, headers: { 'consent-id': valid } });
    expect([accounts.status, accounts.body]).toMatchObject([401, { tppMessages: [{ code: 'CONSENT_EXPIRED' }] }]);
  });

  it('rejects a customer’s unsigned statements, expires the valid ones and ends their signing pages in a reset', async () => {
    const customer = await holder();
    const { bearer } = customer;
    const [unsigned, valid] = [await askStatement(bearer), await askStatement(bearer)];
    await grantStatement(customer, valid);
    const read = () => house.send(undefined, 'GET', `/api/v1/transactions-statements/${valid}/transactions`, { bearer });
    expect((await read()).status).toBe(200);
    expect((await house.send(undefined, 'DELETE', '/api/v1/sandbox/reset', { bearer })).status).toBe(204);
    expect([await statementStatusOf(bearer, unsigned), await statementStatusOf(bearer, valid)]).toEqual(['rejected', 'expired']);
    const after = await read();
    expect([after.status, after.body]).toMatchObject([401, { tppMessages: [{ code: 'CONSENT_EXPIRED' }] }]);
    const { rows } = await house.database.query('select state from signing_session where resource_id = $1', [unsigned]);
    expect(rows).toEqual([{ state: 'expired' }]);
  });

  it('rejects consents and statements that are not signed within 15 minutes of its clock, also without an authorisation', async () => {
    const { bearer } = await holder();
    const [consent, statement] = [await ask(bearer), await askStatement(bearer)];
    const unstarted = await ask(bearer, { 'tpp-explicit-authorisation-preferred': 'true' });
    const statuses = async () => [await statusOf(bearer, consent), await statementStatusOf(bearer, statement), await statusOf(bearer, unstarted)];
    const advance = async (minutes: number) =>
      expect((await house.send(ADA, 'POST', '/api/tpp/clock/advance', { body: { minutes } })).status).toBe(200);
    await advance(14);
    expect(await statuses()).toEqual(['received', 'received', 'received']);
    await advance(2);
    expect(await statuses()).toEqual(['rejected', 'rejected', 'rejected']);
    expect((await house.send(ADA, 'DELETE', '/api/tpp/clock', { body: { confirm: true } })).status).toBe(200);
  });

  it('lets a consent be deleted while its signing page waits, and ends the page', async () => {
    const { bearer } = await holder();
    const consentId = await ask(bearer);
    expect((await house.send(undefined, 'DELETE', `/api/v1/consents/${consentId}`, { bearer })).status).toBe(204);
    expect(await statusOf(bearer, consentId)).toBe('rejected');
    const { rows } = await house.database.query('select state from signing_session where resource_id = $1', [consentId]);
    expect(rows).toEqual([{ state: 'expired' }]);
  });

  it('expires a consent when its clock passes the last day of validity', async () => {
    const customer = await holder();
    const { bearer } = customer;
    const consentId = await ask(bearer);
    await grant(customer, consentId);
    expect((await house.send(ADA, 'POST', '/api/tpp/clock/advance', { body: { days: 181 } })).status).toBe(200);
    const fresh = (await house.send(ADA, 'GET', '/api/tpp/refresh')).body;
    const renewed = String(Object(Array.isArray(fresh) ? fresh[0] : undefined).access_token);
    expect(await statusOf(renewed, consentId)).toBe('expired');
    expect((await house.send(ADA, 'DELETE', '/api/tpp/clock', { body: { confirm: true } })).status).toBe(200);
  });

  it('ends the consents and statements of a suspended application for good, also after the suspension is lifted', async () => {
    const customer = await holder();
    const { bearer } = customer;
    const [consent, unsigned] = [await ask(bearer), await askStatement(bearer)];
    const statement = await askStatement(bearer);
    await grant(customer, consent);
    await grantStatement(customer, statement);
    const clientId = textOf((await house.send(ADA, 'GET', '/api/tpp')).body, 'clientId');
    expect(await house.modules.onboarding.setSuspended(clientId, true)).toBe(true);
    expect(await house.modules.onboarding.setSuspended(clientId, false)).toBe(true);
    const renewed = textOf((await house.send(ADA, 'GET', '/api/tpp/refresh')).body, '0', 'access_token');
    const statuses = [await statusOf(renewed, consent), await statementStatusOf(renewed, statement), await statementStatusOf(renewed, unsigned)];
    expect(statuses).toEqual(['expired', 'expired', 'rejected']);
  });

  it('stores the request body of a statement', async () => {
    const { bearer } = await holder();
    await askStatement(bearer);
    const payload = await house.send(undefined, 'GET', '/api/v1/client-payload?apiId=transactions-statement', { bearer });
    expect(payload.body).toMatchObject({ payload: { dateFrom: '2026-01-01', dateTo: '2026-06-30' }, isReset: false });
  });

  it('stores the request body of a consent, and not that of its authorisation', async () => {
    const { bearer } = await holder();
    const consentId = await ask(bearer, { 'tpp-explicit-authorisation-preferred': 'true' });
    const headers = { 'psu-ip-address': '192.0.2.7', 'tpp-redirect-uri': `${house.config.publicUrl}/back` };
    const path = `/api/v1/consents/${consentId}/authorisations`;
    expect((await house.send(undefined, 'POST', path, { bearer, headers, body: {} })).status).toBe(201);
    const payload = await house.send(undefined, 'GET', '/api/v1/client-payload?apiId=consents', { bearer });
    expect(payload.body).toEqual({ payload: REQUEST, isReset: false });
  });

  it('stores a request body with its keys in the order in which they were sent', async () => {
    const { bearer } = await holder();
    const body = { validUntil: '2026-01-01', combinedServiceIndicator: false, access: { balances: [], accounts: [] } };
    // A body that is refused was sent, too.
    await house.send(undefined, 'POST', '/api/v1/consents', { bearer, body });
    const stored = async () => (await house.send(undefined, 'GET', '/api/v1/client-payload?apiId=consents', { bearer })).body;
    expect(JSON.stringify(await stored())).toContain(JSON.stringify(body));
    // As a server of the version before writes it.
    await house.database.query(`update client_payload set payload = '{"frequencyPerDay":4}' where api_id = 'consents'`);
    expect(await stored()).toEqual({ payload: { frequencyPerDay: 4 }, isReset: false });
  });

  it('is deleted with all its consents and statements', async () => {
    const customer = await holder();
    const consentId = await ask(customer.bearer);
    await grant(customer, consentId);
    await grantStatement(customer, await askStatement(customer.bearer));
    const read = { bearer: customer.bearer, headers: { 'consent-id': consentId } };
    expect((await house.send(undefined, 'GET', '/api/v1/accounts', read)).status).toBe(200);
    expect((await house.send(ADA, 'DELETE', '/api/tpp')).status).toBe(204);
    const tables = ['consent', 'consent_account', 'consent_use', 'transactions_statement'];
    expect(await Promise.all(tables.map(count))).toEqual([0, 0, 0, 0]);
  });
});
