/** What a developer's sandbox does to the consents of its customers. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DevelopersHouse, openDevelopersHouse } from './testing/open-developers-house.ts';

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

async function ask(bearer: string, headers: Record<string, string> = {}): Promise<string> {
  const url = house.config.publicUrl;
  const initiation = { 'psu-ip-address': '192.0.2.7', 'tpp-redirect-uri': `${url}/back`, ...headers };
  const { status, body, text } = await house.send(undefined, 'POST', '/api/v1/consents', { bearer, body: REQUEST, headers: initiation });
  if (status !== 201) throw new Error(text);
  return String(Object(body).consentId);
}

const grant = ({ sandboxId, customerId }: Holder, consentId: string) =>
  house.platform.write((context) => house.modules.consents.sign(context, { sandboxId, consentId, customerId, ibans: undefined }));
const statusOf = async (bearer: string, consentId: string): Promise<string> =>
  Object((await house.send(undefined, 'GET', `/api/v1/consents/${consentId}/status`, { bearer })).body).consentStatus;
const count = async (table: string) =>
  (await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)}`.execute(house.database.db)).rows[0]?.count;

describe('a sandbox', () => {
  it('ends its customer’s consents and their signing pages with a reset', async () => {
    const customer = await holder();
    const { bearer } = customer;
    const [unsigned, valid] = [await ask(bearer), await ask(bearer)];
    await grant(customer, valid);
    expect((await house.send(undefined, 'DELETE', '/api/v1/sandbox/reset', { bearer })).status).toBe(204);
    expect([await statusOf(bearer, unsigned), await statusOf(bearer, valid)]).toEqual(['rejected', 'expired']);
    const accounts = await house.send(undefined, 'GET', '/api/v1/accounts', { bearer, headers: { 'consent-id': valid } });
    expect([accounts.status, accounts.body]).toMatchObject([401, { tppMessages: [{ code: 'CONSENT_EXPIRED' }] }]);
  });

  it('lets a consent be deleted while its signing page waits, and ends the page', async () => {
    const { bearer } = await holder();
    const consentId = await ask(bearer);
    expect((await house.send(undefined, 'DELETE', `/api/v1/consents/${consentId}`, { bearer })).status).toBe(204);
    expect(await statusOf(bearer, consentId)).toBe('rejected');
    const { rows } = await house.database.query('select state from signing_session where resource_id = $1', [consentId]);
    expect(rows).toEqual([{ state: 'expired' }]);
  });

  it('expires a consent by its own clock', async () => {
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

  it('remembers the body that asked, and not that of an authorisation', async () => {
    const { bearer } = await holder();
    const consentId = await ask(bearer, { 'tpp-explicit-authorisation-preferred': 'true' });
    const headers = { 'psu-ip-address': '192.0.2.7', 'tpp-redirect-uri': `${house.config.publicUrl}/back` };
    const path = `/api/v1/consents/${consentId}/authorisations`;
    expect((await house.send(undefined, 'POST', path, { bearer, headers, body: {} })).status).toBe(201);
    const payload = await house.send(undefined, 'GET', '/api/v1/client-payload?apiId=consents', { bearer });
    expect(payload.body).toEqual({ payload: REQUEST, isReset: false });
  });

  it('leaves no consent behind when it goes', async () => {
    const customer = await holder();
    const consentId = await ask(customer.bearer);
    await grant(customer, consentId);
    const read = { bearer: customer.bearer, headers: { 'consent-id': consentId } };
    expect((await house.send(undefined, 'GET', '/api/v1/accounts', read)).status).toBe(200);
    expect((await house.send(ADA, 'DELETE', '/api/tpp')).status).toBe(204);
    expect([await count('consent'), await count('consent_account'), await count('consent_use')]).toEqual([0, 0, 0]);
  });
});
