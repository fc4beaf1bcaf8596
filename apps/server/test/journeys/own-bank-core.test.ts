/** A developer's application where a bank's own core stands behind the server: no sandbox, and customers who outlive every developer. */
import { ApplicationIdentity, ReceiptView } from '@portico/contract';
import { enterSigning, jsonOf, member, obtainToken, signInAtBank, textOf } from '@portico/testkit';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportAudit } from '#modules/audit/index.ts';
import { createAccessPages, EVERY_ACCOUNT } from '../house/access-pages.ts';
import { COMPANY, OSKAR, SECOND } from '../house/core-accounts.ts';
import { type CoreHouse, openCoreHouse } from '../house/core-house.ts';
import { type DevelopersHouse, openDevelopersHouse } from '../house/open-developers-house.ts';

const [ADA, BEN] = ['dev_ada', 'dev_ben'];

let house: DevelopersHouse;
beforeAll(async () => {
  house = await openDevelopersHouse({ bank: 'adapter' });
  for (const developer of [ADA, BEN]) expect((await house.send(developer, 'POST', '/api/tpp')).status).toBe(204);
});
afterAll(() => house.close());

const identity = async (developer: string) => Value.Parse(ApplicationIdentity, (await house.send(developer, 'GET', '/api/tpp')).body);
const rowsOf = async (text: string, values: readonly unknown[] = []) => (await house.database.query(text, [...values])).rows;

describe('an application at a bank with its own core', () => {
  it('is created once, and is suspended until an operator lifts the suspension', async () => {
    await Promise.all(Array.from({ length: 4 }, () => house.send('dev_race', 'POST', '/api/tpp')));
    expect(await rowsOf(`select 1 from tpp_app where developer_id = 'dev_race'`)).toHaveLength(1);
    const { clientId, isSuspended, registeredName, contacts } = await identity(ADA);
    expect([isSuspended, registeredName, contacts]).toEqual([true, 'My application (not verified)', ['dev_ada@example.com']]);
    expect(await house.modules.tppApps.findByClientId(clientId)).toBeUndefined();
    expect(await house.modules.onboarding.setSuspended(clientId, false)).toBe(true);
    expect(await house.modules.tppApps.findByClientId(clientId)).toMatchObject({ clientId, sandboxId: 'bank' });
    expect((await identity(BEN)).isSuspended).toBe(true);
    expect((await house.send(ADA, 'POST', '/api/tpp')).status).toBe(204);
    expect((await identity(ADA)).isSuspended).toBe(false);
  });

  it('is changed freely while it is suspended; later a change needs approval, and the secret can be revealed and rotated', async () => {
    const rename = async (clientName: string) => (await house.send(ADA, 'PUT', '/api/tpp', { body: { clientName } })).body;
    const { clientId } = await identity(ADA);
    await house.modules.onboarding.setSuspended(clientId, true);
    expect(await rename('Lumen Books')).toMatchObject({ clientName: 'Lumen Books' });
    await house.modules.onboarding.setSuspended(clientId, false);
    expect(await rename('Another name')).toMatchObject({ clientName: 'Lumen Books', pendingChange: { clientName: 'Another name' } });
    expect((await house.send(ADA, 'POST', '/api/tpp/secret/reveal')).status).toBe(200);
    expect((await house.send(ADA, 'POST', '/api/tpp/secret/rotation')).status).toBe(200);
  });

  it('reads at a token call that it may be suspended, in the answer that an unknown application gets', async () => {
    const { clientId } = await identity(BEN);
    const secret = textOf((await house.send(BEN, 'POST', '/api/tpp/secret/reveal')).body, 'clientSecret');
    const grant = { grant_type: 'authorization_code', code: 'unknown', redirect_uri: 'https://shop.example/back', code_verifier: 'v'.repeat(43) };
    const call = (client: object) => house.send(undefined, 'POST', '/api/v2/openam/token', { body: { ...grant, ...client } });
    const [suspended, unknown] = [
      await call({ client_id: clientId, client_secret: secret }),
      await call({ client_id: 'tpp_none', client_secret: secret }),
    ];
    expect([suspended.status, suspended.body]).toEqual([401, unknown.body]);
    expect(textOf(suspended.body, 'error_description')).toContain('or the bank has suspended the application or not admitted it yet');
  });

  it('has no test customers, and cannot bypass the sign-in page', async () => {
    expect(await rowsOf('select 1 from customer')).toEqual([]);
    const { clientId, redirectionUris } = await identity(ADA);
    const query = { client_id: clientId, redirect_uri: redirectionUris[0] ?? '', response_type: 'code', scope: 'openid', nonce: 'n', bypass: 'true' };
    const path = '/api/v2/am/realms/psd2/protocol/openid-connect/auth';
    const answer = await house.send(undefined, 'GET', `${path}?${new URLSearchParams({ ...query, bank_country: 'ee' })}`);
    expect([answer.status, answer.headers.location]).toEqual([303, expect.stringMatching(/^\/bank\/sign-in\//)]);
  });

  it.each([
    ['GET', '/api/tpp/psu'],
    ['POST', '/api/tpp/psu'],
    ['GET', '/api/tpp/refresh'],
    ['GET', '/api/tpp/clock'],
    ['POST', '/api/tpp/customers'],
    ['DELETE', '/api/v1/sandbox/reset'],
    ['GET', '/api/v1/client-payload?apiId=payments'],
    ['GET', '/api/v1/account-list'],
  ])('has no sandbox: %s %s returns 404', async (method, url) => {
    expect((await house.send(ADA, method, url, method === 'POST' ? { body: {} } : {})).status).toBe(404);
  });

  it('shows developers the production edition of the texts, also as llms.txt, sitemap, feed and search, and tells assistants of no sandbox', async () => {
    const addresses = ['homepage.json', 'dev-portal-menu', 'dev-portal-pages/terms.md', 'dev-portal-news.atom', 'dev-portal-search'];
    for (const url of [...addresses.map((address) => `/content/${address}`), '/llms.txt', '/llms-full.txt', '/sitemap.xml']) {
      const { status, text } = await house.send(undefined, 'GET', url);
      expect([url, status, text.match(/sandbox|test customer|test clock/i)]).toEqual([url, 200, null]);
    }
    expect((await house.send(undefined, 'GET', '/content/dev-portal-pages/how-to-sandbox')).status).toBe(404);
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'reader', version: '1' } };
    const hello = { body: { jsonrpc: '2.0', id: 1, method: 'initialize', params }, headers: { accept: 'application/json, text/event-stream' } };
    const { text } = await house.send(undefined, 'POST', '/mcp', hello);
    expect([text.includes('never here'), text.includes('sandbox')]).toEqual([true, false]);
  });

  it.each(['GET', 'POST', 'DELETE'])('requires a session for %s', async (method) => {
    expect((await house.send(undefined, method, '/api/tpp')).status).toBe(401);
  });

  it('is closed when its developer deletes it: only its name stays, and the developer’s next one has another client id', async () => {
    const { clientId } = await identity(BEN);
    await house.modules.onboarding.setSuspended(clientId, false);
    const secret = () => rowsOf('select client_secret_sealed from tpp_app where client_id = $1', [clientId]);
    const before = await secret();
    expect((await house.send(BEN, 'DELETE', '/api/tpp')).status).toBe(204);
    expect((await house.send(BEN, 'DELETE', '/api/tpp')).status).toBe(204);
    expect((await house.send(BEN, 'GET', '/api/tpp')).status).toBe(404);
    expect(await house.modules.tppApps.findByClientId(clientId)).toBeUndefined();
    expect(await rowsOf('select client_name, developer_id, contacts from tpp_app where client_id = $1', [clientId])).toEqual([
      { client_name: 'My application', developer_id: null, contacts: [] },
    ]);
    expect(await secret()).not.toEqual(before);
    expect((await house.send(BEN, 'POST', '/api/tpp')).status).toBe(204);
    expect(await identity(BEN)).not.toMatchObject({ clientId });
    expect((await identity(ADA)).clientName).toBe('Lumen Books');
    expect((await house.modules.audit.verify(house.database.db)).findings).toEqual([]);
  });
});

// Review of 25 November 2026, S17 and B3.
describe('a company at a bank with its own core', () => {
  let core: CoreHouse;
  beforeAll(async () => {
    core = await openCoreHouse();
  });
  afterAll(() => core.close());

  it('signs with two persons whom the core names; audit log, receipt and order name both, and the company', async () => {
    const browser = core.browse();
    const ordered: unknown[] = [];
    core.line.changeAnswer = (call, asked, answer) => {
      if (call === 'transfer') ordered.push(member(asked, 'transfers', '0', 'origin', 'signatures'));
      return answer;
    };
    const token = await obtainToken(browser, core.tpp, COMPANY);
    const { iban: creditorIban } = await core.account(OSKAR.customerId);
    const order = { product: 'instant-sepa-credit-transfers', amount: '21.00', creditorName: OSKAR.name, creditorIban } as const;
    const { paymentId, scaRedirect } = await core.tpp.createPayment(token, order);
    const page = await enterSigning(browser, scaRedirect, COMPANY);
    const { iban } = await core.account(COMPANY.customerId);
    await page.choose(iban);
    expect(jsonOf(await page.sign(iban))).toMatchObject({ transactionStatus: 'PATC' });

    const second = core.browse();
    const opened = await second.send('POST', '/bank/sign-in', { body: { bankCountry: 'ee', returnTo: '/bank/to-sign' } });
    await signInAtBank(second, textOf(jsonOf(opened), 'location'), SECOND);
    const path = `/bank/to-sign/payments/${paymentId}`;
    expect((await second.send('POST', `${path}/challenge`)).status).toBe(200);
    await expect.poll(async () => member(jsonOf(await second.send('GET', `${path}/challenge`)), 'state')).toBe('approved');
    expect((await second.send('POST', `${path}/signature`)).status).toBe(200);

    const audited = new Map<string, unknown>();
    for await (const { event, content } of exportAudit(core.database.db)) {
      if (typeof content === 'string') audited.set(event, JSON.parse(content));
    }
    expect(member(audited.get('signing.signed'), 'signature')).toMatchObject({ signatory: COMPANY.signatory, onBehalfOf: COMPANY.name });
    expect(audited.get('payment.co-signed')).toMatchObject({ signatory: SECOND.name });
    const rows = Value.Parse(ReceiptView, jsonOf(await second.send('GET', `/bank/receipts/signed/${paymentId}`))).sections.flatMap(
      (section) => section.rows,
    );
    const said = new Map(rows.map(({ label, value }) => [label, value]));
    expect([said.get('Signed by'), said.get('On behalf of'), said.get('Second signature by')]).toEqual([
      COMPANY.signatory,
      COMPANY.name,
      SECOND.name,
    ]);
    await expect.poll(() => ordered).toHaveLength(1);
    expect(ordered).toEqual([
      [
        expect.objectContaining({ customerId: COMPANY.customerId, name: COMPANY.signatory, method: 'SMART_ID', contentHash: expect.any(String) }),
        expect.objectContaining({ customerId: 'c-2002', name: SECOND.name, method: 'SMART_ID', contentHash: expect.any(String) }),
      ],
    ]);
  });

  it('gives a consent through its representative, whom page, audit log and receipt name', async () => {
    const browser = core.browse();
    const pages = createAccessPages(core.config.publicUrl, [core.transport]);
    const asked = await pages.ask(await obtainToken(browser, core.tpp, COMPANY), 'consent', EVERY_ACCOUNT);
    const page = await pages.enter(browser, asked);
    expect(page.details).toMatchObject({ details: { accountHolder: COMPANY.name, representative: COMPANY.signatory } });
    expect((await page.sign()).status).toBe(200);
    const json = await browser.send('GET', `/bank/receipts/signed/${textOf(page.details, 'receiptId')}/json`);
    expect(member(jsonOf(json), 'evidence', 'signature')).toMatchObject({ signatory: COMPANY.signatory, onBehalfOf: COMPANY.name });
    const logged = async () =>
      (await core.database.query('select count(*)::int as calls, count(customer_id)::int as named from request_log')).rows[0];
    await expect.poll(async () => member(await logged(), 'calls')).toBeGreaterThan(0);
    // A provider learns no customer's number.
    expect(member(await logged(), 'named')).toBe(0);
  });
});
