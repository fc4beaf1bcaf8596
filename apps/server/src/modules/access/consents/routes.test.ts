import { addDays } from '@portico/primitives';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAudit } from '#modules/audit/index.ts';
import { msUntilBankDay } from '../../../testing/bank-day.ts';
import { standardFindings } from '../../../testing/nextgenpsd2/standard.ts';
import { openTestPlatform } from '../../../testing/test-platform.ts';
import { type ConsentsHarness, openConsentsHarness } from '../testing/consents-harness.ts';
import { BASE, type Given } from '../testing/test-house.ts';

let house: ConsentsHarness;
beforeAll(async () => {
  house = await openConsentsHarness(await openTestPlatform({ appendAudit: createAudit({ keyAudit: Buffer.alloc(32, 1) }).append }));
});
afterAll(() => house.close());

const messageOf = (response: { json(): { tppMessages: { code: string; path?: string; text: string }[] } }) => response.json().tppMessages[0];

describe('requesting a consent', () => {
  it('returns 201 with status, id, links and the headers of the redirect approach', async () => {
    const response = await house.ask(house.requestOf());
    const { consentId, _links } = response.json();
    const self = `${BASE}/api/v1/consents/${consentId}`;
    expect(response.statusCode).toBe(201);
    expect(response.json()).toEqual({
      consentStatus: 'received',
      consentId,
      _links: {
        scaRedirect: { href: `${BASE}/bank/sca/reference-of-${consentId}` },
        scaStatus: { href: expect.stringContaining(`${self}/authorisations/aut_`) },
        self: { href: self },
        status: { href: `${self}/status` },
      },
    });
    expect(response.headers).toMatchObject({ location: self, 'aspsp-sca-approach': 'REDIRECT' });
    expect(standardFindings('consentCreated', response.json())).toEqual([]);
    expect(_links.startAuthorisation).toBeUndefined();
  });

  it('opens a signing session for the customer of the token and writes the beginning into the audit log', async () => {
    const consentId = await house.create();
    expect(house.opened.at(-1)).toEqual({
      kind: 'consent',
      resourceId: consentId,
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
    expect(await house.auditOf(`consent:${consentId}`)).toEqual(['consent.received']);
  });

  it('shortens the validity to 180 days and returns the date', async () => {
    const consentId = await house.create();
    const response = await house.call('GET', `/consents/${consentId}`);
    expect(response.json().validUntil).toBe(addDays(await house.today(), 180));
  });

  it('keeps a shorter validity, today included', async () => {
    const validUntil = await house.today();
    const consentId = await house.create(house.requestOf({ validUntil }));
    expect((await house.call('GET', `/consents/${consentId}`)).json().validUntil).toBe(validUntil);
  });

  it('returns the first consent to a repeated request and creates no second', async () => {
    const headers = { 'x-request-id': house.nextRequestId() };
    const first = await house.ask(house.requestOf(), { headers });
    const before = house.opened.length;
    const second = await house.ask(house.requestOf(), { headers });
    expect(second.json()).toEqual(first.json());
    expect(house.opened.length).toBe(before);
  });

  it('refuses a request id that was used for another request', async () => {
    const headers = { 'x-request-id': house.nextRequestId() };
    await house.ask(house.requestOf(), { headers });
    const response = await house.ask(house.requestOf({ frequencyPerDay: 1 }), { headers });
    expect([response.statusCode, messageOf(response)?.path]).toEqual([400, 'header:X-Request-ID']);
  });

  const whole = { accounts: undefined, balances: undefined, transactions: undefined };
  it.each([
    ['bank-offered', { accounts: [], balances: [], transactions: [] }],
    ['bank-offered without transactions', { accounts: [], balances: [] }],
    ['global', { ...whole, allPsd2: 'allAccounts' }],
    ['global with the owner’s name', { ...whole, allPsd2: 'allAccountsWithOwnerName' }],
    ['list of accounts', { ...whole, availableAccounts: 'allAccounts' }],
    ['list of accounts with balances', { ...whole, availableAccountsWithBalance: 'allAccounts' }],
  ])('returns a %s consent as it was requested', async (_name, access) => {
    const consentId = await house.create(house.requestOf({ access }));
    const response = await house.call('GET', `/consents/${consentId}`);
    expect(response.json()).toEqual({
      access: JSON.parse(JSON.stringify(access)),
      recurringIndicator: true,
      validUntil: addDays(await house.today(), 180),
      frequencyPerDay: 4,
      lastActionDate: await house.today(),
      consentStatus: 'received',
    });
    expect(standardFindings('consentInformation', response.json())).toEqual([]);
  });

  it('returns a detailed consent with every account and its rights', async () => {
    const [first, second] = [0, 1].map((position) => ({ iban: house.iban(position), currency: 'EUR' }));
    const consentId = await house.create();
    const { access } = (await house.call('GET', `/consents/${consentId}`)).json();
    expect(access).toEqual({ accounts: [first, second], balances: [first, second], transactions: [first] });
  });
});

describe('a consent is refused', () => {
  const first = () => ({ iban: house.iban(0) });
  const stranger = 'EE869800100045081764';
  const cases: readonly (readonly [name: string, change: () => object, code: string, path: string])[] = [
    ['no access at all', () => ({ access: {} }), 'FORMAT_ERROR', 'access'],
    ['two forms of access', () => ({ access: { allPsd2: 'allAccounts', accounts: [first()] } }), 'PARAMETER_NOT_CONSISTENT', 'access.accounts'],
    ['two whole forms', () => ({ access: { allPsd2: 'allAccounts', availableAccounts: 'allAccounts' } }), 'PARAMETER_NOT_CONSISTENT', 'access'],
    ['named and empty lists', () => ({ access: { accounts: [first()], balances: [] } }), 'PARAMETER_NOT_CONSISTENT', 'access.balances'],
    ['an unknown word for all accounts', () => ({ access: { allPsd2: 'everything' } }), 'FORMAT_ERROR', 'access.allPsd2'],
    [
      'an IBAN with wrong check digits',
      () => ({ access: { accounts: [{ iban: 'EE869800100045081765' }] } }),
      'FORMAT_ERROR',
      'access.accounts[0].iban',
    ],
    ['an account twice', () => ({ access: { balances: [first(), first()] } }), 'FORMAT_ERROR', 'access.balances[1]'],
    ['somebody else’s account', () => ({ access: { accounts: [first(), { iban: stranger }] } }), 'RESOURCE_UNKNOWN', 'access.accounts[1].iban'],
    [
      'an account in another currency',
      () => ({ access: { accounts: [{ ...first(), currency: 'USD' }] } }),
      'RESOURCE_UNKNOWN',
      'access.accounts[0].iban',
    ],
    [
      'restricted account types',
      () => ({ access: { accounts: [first()], restrictedTo: ['CACC'] } }),
      'PARAMETER_NOT_SUPPORTED',
      'access.restrictedTo',
    ],
    [
      'additional information',
      () => ({ access: { accounts: [first()], additionalInformation: { ownerName: [] } } }),
      'PARAMETER_NOT_SUPPORTED',
      'access.additionalInformation',
    ],
    ['an unknown field', () => ({ note: 'hello' }), 'FORMAT_ERROR', 'note'],
    ['a validity in the past', () => ({ validUntil: '2020-01-01' }), 'PERIOD_INVALID', 'validUntil'],
    ['a date that does not exist', () => ({ validUntil: '2027-02-29' }), 'FORMAT_ERROR', 'validUntil'],
    ['a date in another form', () => ({ validUntil: '31.12.2026' }), 'FORMAT_ERROR', 'validUntil'],
    ['five readings a day', () => ({ frequencyPerDay: 5 }), 'FORMAT_ERROR', 'frequencyPerDay'],
    ['no reading a day', () => ({ frequencyPerDay: 0 }), 'FORMAT_ERROR', 'frequencyPerDay'],
    ['half a reading', () => ({ frequencyPerDay: 1.5 }), 'FORMAT_ERROR', 'frequencyPerDay'],
    ['one-off with four readings', () => ({ recurringIndicator: false }), 'PARAMETER_NOT_CONSISTENT', 'frequencyPerDay'],
    ['a payment in the same session', () => ({ combinedServiceIndicator: true }), 'SESSIONS_NOT_SUPPORTED', 'combinedServiceIndicator'],
    ['a missing indicator', () => ({ recurringIndicator: undefined }), 'FORMAT_ERROR', 'recurringIndicator'],
  ];
  it.each(cases)('with %s', async (_name, change, code, path) => {
    const before = house.opened.length;
    const response = await house.ask(house.requestOf(change()));
    expect([response.statusCode, messageOf(response)?.code, messageOf(response)?.path]).toEqual([400, code, path]);
    expect(standardFindings('refusal400', response.json())).toEqual([]);
    expect(house.opened.length).toBe(before);
  });

  const headerCases: readonly (readonly [name: string, headers: NonNullable<Given['headers']>, code: string, path: string])[] = [
    ['X-Request-ID', { 'x-request-id': undefined }, 'FORMAT_ERROR', 'header:X-Request-ID'],
    ['a UUID in X-Request-ID', { 'x-request-id': 'one' }, 'FORMAT_ERROR', 'header:X-Request-ID'],
    ['PSU-IP-Address', { 'psu-ip-address': undefined }, 'FORMAT_ERROR', 'header:PSU-IP-Address'],
    ['an address in PSU-IP-Address', { 'psu-ip-address': 'home' }, 'FORMAT_ERROR', 'header:PSU-IP-Address'],
    ['TPP-Redirect-URI', { 'tpp-redirect-uri': undefined }, 'FORMAT_ERROR', 'header:TPP-Redirect-URI'],
    ['its own TPP-Redirect-URI', { 'tpp-redirect-uri': 'https://evil.example' }, 'FORMAT_ERROR', 'header:TPP-Redirect-URI'],
    ['its own TPP-Nok-Redirect-URI', { 'tpp-nok-redirect-uri': 'https://evil.example' }, 'FORMAT_ERROR', 'header:TPP-Nok-Redirect-URI'],
    ['a known preference', { 'tpp-redirect-preferred': 'maybe' }, 'FORMAT_ERROR', 'header:TPP-Redirect-Preferred'],
    ['a known start', { 'tpp-explicit-authorisation-preferred': 'maybe' }, 'FORMAT_ERROR', 'header:TPP-Explicit-Authorisation-Preferred'],
  ];
  it.each(headerCases)('without %s', async (_name, headers, code, path) => {
    const response = await house.ask(house.requestOf(), { headers });
    expect([response.statusCode, messageOf(response)?.code, messageOf(response)?.path]).toEqual([400, code, path]);
  });

  it.each([
    ['of nobody', 'unknown', 'TOKEN_UNKNOWN'],
    ['whose application is gone', 'removedApp', 'TOKEN_INVALID'],
    ['whose customer is gone', 'removedCustomer', 'TOKEN_INVALID'],
  ])('with a token %s', async (_name, token, code) => {
    const response = await house.ask(house.requestOf({ access: { allPsd2: 'allAccounts' } }), { token });
    expect([response.statusCode, messageOf(response)?.code]).toEqual([401, code]);
  });
});

describe('a consent of another application, customer or sandbox', () => {
  const paths = [
    ['GET', ''],
    ['GET', '/status'],
    ['GET', '/authorisations'],
    ['GET', '/authorisations/aut_x'],
    ['POST', '/authorisations'],
    ['DELETE', ''],
  ] as const;

  it.each(paths)('gets the response of an unknown consent: %s %s', async (method, path) => {
    const consentId = await house.create();
    const unknown = await house.call(method, `/consents/cns_unknown${path}`);
    expect([unknown.statusCode, messageOf(unknown)?.code]).toEqual([403, 'CONSENT_UNKNOWN']);
    expect(standardFindings('refusal403', unknown.json())).toEqual([]);
    for (const token of ['otherApp', 'otherCustomer', 'otherSandbox']) {
      const foreign = await house.call(method, `/consents/${consentId}${path}`, { token });
      expect([foreign.statusCode, foreign.body]).toEqual([unknown.statusCode, unknown.body]);
    }
    expect(await house.statusOf(consentId)).toBe('received');
  });

  it.each(paths)('requires X-Request-ID: %s %s', async (method, path) => {
    const response = await house.call(method, `/consents/${await house.create()}${path}`, { headers: { 'x-request-id': undefined } });
    expect([response.statusCode, messageOf(response)?.path]).toEqual([400, 'header:X-Request-ID']);
  });
});

describe('deleting a consent', () => {
  it('rejects an unsigned one and ends its signing page', async () => {
    const consentId = await house.create();
    const response = await house.call('DELETE', `/consents/${consentId}`);
    expect([response.statusCode, response.body]).toEqual([204, '']);
    expect(await house.statusOf(consentId)).toBe('rejected');
    expect(house.ended).toContain(consentId);
  });

  it('terminates a valid one, also when repeated', async () => {
    const consentId = await house.createValid();
    expect(await house.statusOf(consentId)).toBe('valid');
    for (let round = 0; round < 2; round += 1) expect((await house.call('DELETE', `/consents/${consentId}`)).statusCode).toBe(204);
    expect(await house.statusOf(consentId)).toBe('terminatedByTpp');
    expect(await house.auditOf(`consent:${consentId}`)).toEqual(['consent.received', 'consent.granted', 'consent.deleted']);
  });
});

describe('authorisations', () => {
  it('contain the one that was created with the consent', async () => {
    const consentId = await house.create();
    const list = await house.call('GET', `/consents/${consentId}/authorisations`);
    expect(standardFindings('authorisationList', list.json())).toEqual([]);
    const [authorisationId] = list.json().authorisationIds;
    const read = () => house.call('GET', `/consents/${consentId}/authorisations/${authorisationId}`);
    expect((await read()).json()).toEqual({ scaStatus: 'received' });
    await house.sign(consentId);
    expect((await read()).json()).toEqual({ scaStatus: 'finalised' });
    expect(standardFindings('scaStatus', (await read()).json())).toEqual([]);
  });

  it('have the status failed after the consent is rejected', async () => {
    const consentId = await house.create();
    const { authorisationIds } = (await house.call('GET', `/consents/${consentId}/authorisations`)).json();
    await house.write((context) => house.consents.reject(context, house.sandboxId, consentId, 'refused'));
    expect((await house.call('GET', `/consents/${consentId}/authorisations/${authorisationIds[0]}`)).json()).toEqual({ scaStatus: 'failed' });
  });

  it('return 404 for an unknown id', async () => {
    const response = await house.call('GET', `/consents/${await house.create()}/authorisations/aut_unknown`);
    expect([response.statusCode, messageOf(response)?.code]).toEqual([404, 'RESOURCE_UNKNOWN']);
    expect(standardFindings('refusal404', response.json())).toEqual([]);
  });

  it('cannot be updated, and the refusal names both approaches', async () => {
    const response = await house.call('PUT', `/consents/${await house.create()}/authorisations/aut_x`, { body: {} });
    expect([response.statusCode, messageOf(response)?.code]).toEqual([405, 'SERVICE_INVALID']);
    expect(messageOf(response)?.text).toMatch(/REDIRECT.*scaRedirect.*DECOUPLED.*device/);
    expect(standardFindings('refusal405', response.json())).toEqual([]);
  });

  const explicit = { 'tpp-explicit-authorisation-preferred': 'true' };
  const initiation = { 'psu-ip-address': '192.0.2.7', 'tpp-redirect-uri': 'https://shop.example/ok' };

  it('are started by the application after TPP-Explicit-Authorisation-Preferred', async () => {
    const before = house.opened.length;
    const created = await house.ask(house.requestOf(), { headers: explicit });
    const { consentId, _links } = created.json();
    expect(Object.keys(_links).sort()).toEqual(['self', 'startAuthorisation', 'status']);
    expect(standardFindings('consentCreated', created.json())).toEqual([]);
    expect(house.opened.length).toBe(before);
    const path = new URL(_links.startAuthorisation.href).pathname.replace('/api/v1', '');
    const started = await house.call('POST', path, { headers: initiation });
    expect(started.statusCode).toBe(201);
    expect(standardFindings('authorisationStarted', started.json())).toEqual([]);
    expect(started.json()).toMatchObject({ scaStatus: 'received', _links: { scaRedirect: { href: expect.stringContaining(consentId) } } });
    const again = await house.call('POST', path, { headers: initiation });
    expect([again.statusCode, messageOf(again)?.code]).toEqual([409, 'STATUS_INVALID']);
    expect(standardFindings('refusal409', again.json())).toEqual([]);
  });

  it('cannot be started for a consent that has one, or is signed, refused or deleted', async () => {
    const [refused, deleted] = [await house.create(), await house.createValid()];
    await house.write((context) => house.consents.reject(context, house.sandboxId, refused, 'refused'));
    await house.call('DELETE', `/consents/${deleted}`);
    for (const consentId of [await house.create(), await house.createValid(), refused, deleted]) {
      const response = await house.call('POST', `/consents/${consentId}/authorisations`, { headers: initiation, body: {} });
      expect([response.statusCode, messageOf(response)?.code]).toEqual([409, 'STATUS_INVALID']);
    }
  });

  it('cannot be started for an expired consent, with CONSENT_EXPIRED', async () => {
    const consentId = await house.createValid();
    await house.moveClock(msUntilBankDay(181) / 1000);
    const response = await house.call('POST', `/consents/${consentId}/authorisations`, { headers: initiation, body: {} });
    await house.moveClock(0);
    expect([response.statusCode, messageOf(response)?.code]).toEqual([403, 'CONSENT_EXPIRED']);
    expect(standardFindings('refusal403', response.json())).toEqual([]);
  });

  it('refuse psuData', async () => {
    const body = { psuData: { password: 'secret' } };
    const response = await house.call('POST', `/consents/${await house.create()}/authorisations`, { headers: initiation, body });
    expect([response.statusCode, messageOf(response)?.code]).toEqual([400, 'PARAMETER_NOT_SUPPORTED']);
  });

  it('must be started within 15 minutes', async () => {
    const { consentId } = (await house.ask(house.requestOf(), { headers: explicit })).json();
    try {
      await house.moveClock(14 * 60);
      expect(await house.statusOf(consentId)).toBe('received');
      await house.moveClock(15 * 60 + 1);
      expect(await house.statusOf(consentId)).toBe('rejected');
    } finally {
      await house.moveClock(0);
    }
  });
});
