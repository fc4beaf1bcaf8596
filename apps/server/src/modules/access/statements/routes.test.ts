import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAudit } from '#modules/audit/index.ts';
import { standardFindings } from '../../../testing/nextgenpsd2/standard.ts';
import { openTestPlatform } from '../../../testing/test-platform.ts';
import { openStatementsHarness, type StatementsHarness } from '../testing/statements-harness.ts';
import { BASE, type Given } from '../testing/test-house.ts';

let house: StatementsHarness;
beforeAll(async () => {
  house = await openStatementsHarness(await openTestPlatform({ appendAudit: createAudit({ keyAudit: Buffer.alloc(32, 1) }).append }));
});
afterAll(() => house.close());

type Answer = Awaited<ReturnType<StatementsHarness['call']>>;
const messageOf = (response: Answer): { code: string; path?: string; text: string } => response.json().tppMessages[0];
const outcomeOf = (response: Answer) => [response.statusCode, messageOf(response).code, messageOf(response).path];
const countRows = async (): Promise<unknown> =>
  (await house.database.query('select count(*)::int as statements from transactions_statement')).rows[0];

describe('asking for a statement', () => {
  it('answers 201 with status, id, links and the headers of the redirect approach', async () => {
    const response = await house.ask(await house.requestOf());
    const { statementId } = response.json();
    const self = `${BASE}/api/v1/transactions-statements/${statementId}`;
    expect(response.statusCode).toBe(201);
    expect(response.json()).toEqual({
      statementStatus: 'received',
      statementId,
      _links: {
        scaRedirect: { href: `${BASE}/bank/sca/reference-of-${statementId}` },
        self: { href: self },
        status: { href: `${self}/status` },
      },
    });
    expect(response.headers).toMatchObject({ location: self, 'aspsp-sca-approach': 'REDIRECT' });
  });

  it('opens a signing session for the customer of the token and writes the beginning into the audit log', async () => {
    const statementId = await house.create();
    expect(house.opened.at(-1)).toEqual({
      kind: 'transactions-statement',
      resourceId: statementId,
      sandboxId: house.sandboxId,
      customerId: house.liis.customerId,
      appId: 'app_shop',
      tppName: 'Demo Shop OÜ',
      tppApplicationName: 'Demo Shop',
      tppSuccessUrl: 'https://shop.example/ok',
      tppFailureUrl: 'https://shop.example/nok',
      bankCountry: 'ee',
      locale: 'en',
    });
    expect(await house.auditOf(`statement:${statementId}`)).toEqual(['statement.received']);
  });

  it('reads back as it was asked, with the currency of the account', async () => {
    const request = await house.requestOf();
    const statementId = await house.create();
    const response = await house.call('GET', `/transactions-statements/${statementId}`);
    const account = { iban: house.iban(0), currency: 'EUR' };
    expect(response.json()).toEqual({ ...request, account, statementStatus: 'received' });
  });

  it('takes one day, today, and the longest period', async () => {
    const today = await house.day();
    const whole = { dateFrom: await house.day(-730), dateTo: today };
    for (const period of [{ dateFrom: today, dateTo: today }, whole]) expect(await house.create(period)).toMatch(/^sta_/);
  });

  it('answers a repeated request with the first statement, and makes no second', async () => {
    const headers = { 'x-request-id': house.nextRequestId() };
    const request = await house.requestOf();
    const first = await house.ask(request, { headers });
    const before = [house.opened.length, await countRows()];
    const again = await Promise.all(Array.from({ length: 5 }, () => house.ask(request, { headers })));
    for (const response of again) expect([response.statusCode, response.body]).toEqual([201, first.body]);
    expect([house.opened.length, await countRows()]).toEqual(before);
  });

  it('makes one of ten identical requests at once', async () => {
    const headers = { 'x-request-id': house.nextRequestId() };
    const request = await house.requestOf();
    const before = house.opened.length;
    const answers = await Promise.all(Array.from({ length: 10 }, () => house.ask(request, { headers })));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect(house.opened.length).toBe(before + 1);
  });

  it('refuses a request id that was used for another request', async () => {
    const headers = { 'x-request-id': house.nextRequestId() };
    await house.ask(await house.requestOf(), { headers });
    const response = await house.ask(await house.requestOf({ dateTo: await house.day(-1) }), { headers });
    expect(outcomeOf(response)).toEqual([400, 'FORMAT_ERROR', 'header:X-Request-ID']);
  });
});

describe('a statement is refused', () => {
  const stranger = 'EE869800100045081764';
  const cases: readonly (readonly [name: string, change: () => Promise<object>, code: string, path: string])[] = [
    ['without an account', async () => ({ account: undefined }), 'FORMAT_ERROR', 'account'],
    ['without a beginning', async () => ({ dateFrom: undefined }), 'FORMAT_ERROR', 'dateFrom'],
    ['without an end', async () => ({ dateTo: undefined }), 'FORMAT_ERROR', 'dateTo'],
    ['with an unknown field', async () => ({ note: 'hello' }), 'FORMAT_ERROR', 'note'],
    ['with an IBAN with wrong check digits', async () => ({ account: { iban: 'EE869800100045081765' } }), 'FORMAT_ERROR', 'account.iban'],
    ['for somebody else’s account', async () => ({ account: { iban: stranger } }), 'RESOURCE_UNKNOWN', 'account.iban'],
    ['for an account in another currency', async () => ({ account: { iban: house.iban(0), currency: 'USD' } }), 'RESOURCE_UNKNOWN', 'account.iban'],
    ['with a day that does not exist', async () => ({ dateFrom: '2026-02-29' }), 'FORMAT_ERROR', 'dateFrom'],
    ['with a last day that does not exist', async () => ({ dateTo: '2026-02-30' }), 'FORMAT_ERROR', 'dateTo'],
    ['with a time of day', async () => ({ dateFrom: '2026-02-01T00:00:00Z' }), 'FORMAT_ERROR', 'dateFrom'],
    ['with dates out of order', async () => ({ dateFrom: await house.day(-1), dateTo: await house.day(-2) }), 'PERIOD_INVALID', 'dateFrom'],
    ['until tomorrow', async () => ({ dateTo: await house.day(1) }), 'PERIOD_INVALID', 'dateTo'],
    ['wholly in the future', async () => ({ dateFrom: await house.day(5), dateTo: await house.day(9) }), 'PERIOD_INVALID', 'dateTo'],
    ['for a day too many', async () => ({ dateFrom: await house.day(-731) }), 'PERIOD_INVALID', 'dateFrom'],
  ];
  it.each(cases)('%s', async (_name, change, code, path) => {
    const before = await countRows();
    const response = await house.ask(await house.requestOf(await change()));
    expect(outcomeOf(response)).toEqual([400, code, path]);
    expect(standardFindings('refusal400', response.json())).toEqual([]);
    expect(await countRows()).toEqual(before);
  });

  const headers: readonly (readonly [name: string, given: Given, status: number, path: string | undefined])[] = [
    ['without X-Request-ID', { headers: { 'x-request-id': undefined } }, 400, 'header:X-Request-ID'],
    ['without PSU-IP-Address', { headers: { 'psu-ip-address': undefined } }, 400, 'header:PSU-IP-Address'],
    ['with a PSU-IP-Address that is none', { headers: { 'psu-ip-address': 'home' } }, 400, 'header:PSU-IP-Address'],
    ['without TPP-Redirect-URI', { headers: { 'tpp-redirect-uri': undefined } }, 400, 'header:TPP-Redirect-URI'],
    ['with a foreign TPP-Redirect-URI', { headers: { 'tpp-redirect-uri': 'https://evil.example/ok' } }, 400, 'header:TPP-Redirect-URI'],
    ['with a foreign TPP-Nok-Redirect-URI', { headers: { 'tpp-nok-redirect-uri': 'https://evil.example/' } }, 400, 'header:TPP-Nok-Redirect-URI'],
    ['with a preference that is none', { headers: { 'tpp-redirect-preferred': 'maybe' } }, 400, 'header:TPP-Redirect-Preferred'],
    ['without a token', { headers: { authorization: undefined } }, 401, undefined],
    ['for a customer who no longer exists', { token: 'removedCustomer' }, 401, undefined],
    ['for an application that no longer exists', { token: 'removedApp' }, 401, undefined],
  ];
  it.each(headers)('%s', async (_name, given, status, path) => {
    const response = await house.ask(await house.requestOf(), given);
    expect([response.statusCode, messageOf(response).path]).toEqual([status, path]);
  });
});

describe('a statement of somebody else', () => {
  it.each(['otherApp', 'otherCustomer', 'otherSandbox'])('(%s) is answered like one that does not exist, and stays as it was', async (token) => {
    const statementId = await house.createValid();
    for (const [method, rest] of [
      ['GET', ''],
      ['GET', '/status'],
      ['DELETE', ''],
    ] as const) {
      const ask = (id: string) => house.call(method, `/transactions-statements/${id}${rest}`, { token });
      const [foreign, unknown] = [await ask(statementId), await ask('sta_unknown')];
      expect(outcomeOf(foreign)).toEqual([403, 'CONSENT_UNKNOWN', undefined]);
      expect(foreign.body).toBe(unknown.body);
    }
    expect(await house.statusOf(statementId)).toBe('valid');
  });
});

describe('deleting', () => {
  it('ends a valid statement and the signing page of an unsigned one', async () => {
    const [unsigned, valid] = [await house.create(), await house.createValid()];
    for (const statementId of [unsigned, valid]) expect((await house.remove(statementId)).statusCode).toBe(204);
    expect([await house.statusOf(unsigned), await house.statusOf(valid)]).toEqual(['rejected', 'terminatedByTpp']);
    expect(house.ended.slice(-2)).toEqual([unsigned, valid]);
    expect(await house.auditOf(`statement:${valid}`)).toEqual(['statement.received', 'statement.granted', 'statement.deleted']);
  });

  it('is harmless when the statement has ended', async () => {
    const statementId = await house.create();
    await house.reject(statementId);
    expect((await house.remove(statementId)).statusCode).toBe(204);
    expect(await house.auditOf(`statement:${statementId}`)).toEqual(['statement.received', 'statement.rejected']);
  });
});
