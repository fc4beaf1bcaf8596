/**
 * The examples of the documents, sent to a running server as they stand: only ids, secrets and addresses are those of the seeded
 * customer and the demo application. What comes back has the form that the document says.
 */
import { randomUUID } from 'node:crypto';
import {
  type Browser,
  becomeDeveloper,
  jsonOf,
  member,
  SITE,
  signInAtBank,
  type Transport,
  textOf,
  type WireAnswer,
  type WireRequest,
} from '@portico/testkit';
import { Compile } from 'typebox/schema';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_CLIENT_ID, demoClientSecret } from '../../src/app/demo/demo-tpp.ts';
import { overInject } from '../../src/testing/over-inject.ts';
import { openMtlsDoor } from '../house/mtls-door.ts';
import { type House, openHouse } from '../house/open-house.ts';
import { listOf, readDocuments, type ServedOperation } from '../house/served-documents.ts';

const REDIRECT_URI = `${SITE}/callback`;

let house: House;
/** How late the server is. */
let delayMs = 0;
let send: Transport;
let token: string;
let developer: Browser;
/** Values of path parameters, headers and query parameters in place of the examples'. */
let values: Readonly<Record<string, string>>;
/** What stands for `Payment` in the operation ids, and the example whose day is not today. */
const PAYMENTS = [
  { name: 'Payment', ahead: 'later' },
  { name: 'PeriodicPayment', ahead: 'monthly' },
  { name: 'BulkPayment', ahead: 'later' },
] as const;

const operations = new Map<string, ServedOperation>();
const asked = new Set<string>();

beforeAll(async () => {
  house = await openHouse({ settings: { PORTICO_REGISTRATION: 'on' }, readLoad: () => delayMs });
  send = overInject(house.portico.app, house.config.publicUrl);
  token = await house.token(house.browse());
  developer = house.browse();
  await becomeDeveloper(developer);
  for (const { operations: served } of await readDocuments(house.portico.app, house.config.publicUrl))
    for (const operation of served) operations.set(operation.operationId, operation);
  values = { 'TPP-Redirect-URI': `${SITE}/paid`, 'TPP-Nok-Redirect-URI': `${SITE}/not-paid` };
  values = { ...values, ...(await makeObjects()) };
});
afterAll(() => house.close());

/** What calls that read or end something are about. */
async function makeObjects(): Promise<Readonly<Record<string, string>>> {
  const { modules, platform } = house.portico;
  const { sandboxId, customerId } = await modules.oauth.requireToken({ headers: { authorization: `Bearer ${token}` } });
  const consentId = textOf(jsonOf(await call('createConsent', { example: 'allAccounts' })), 'consentId');
  await platform.write((context) => modules.access.consents.sign(context, { sandboxId, consentId, customerId, ibans: undefined }));
  const statementId = textOf(jsonOf(await call('createTransactionsStatement')), 'statementId');
  await platform.write((context) => modules.access.statements.sign(context, { sandboxId, statementId, customerId }));
  values = { ...values, 'Consent-ID': consentId, consentId, statementId };
  const accountId = textOf(jsonOf(await call('getAccountList')), 'accounts', '0', 'resourceId');
  values = { ...values, accountId };
  const transactionId = textOf(jsonOf(await call('getTransactionList')), 'transactions', 'booked', '0', 'transactionId');
  const scaStatus = textOf(jsonOf(await call('createConsent')), '_links', 'scaStatus', 'href').split('/');
  return {
    ...values,
    transactionId,
    waitingConsentId: scaStatus.at(-3) ?? '',
    authorisationId: scaStatus.at(-1) ?? '',
  };
}

const firstIban = async () => textOf(jsonOf(await call('getTestAccountList')), 'accounts', '0', 'iban');

interface CallOptions {
  /** Name of the request's example; default: the first. */
  readonly example?: string;
  readonly values?: Readonly<Record<string, string>>;
  readonly withoutToken?: boolean;
}

function served(operationId: string): ServedOperation {
  const found = operations.get(operationId);
  if (found === undefined) throw new Error(`No document has ${operationId}.`);
  return found;
}

const bodyExamplesOf = ({ operation }: ServedOperation) => Object(member(operation, 'requestBody', 'content', 'application/json', 'examples'));

const call = (operationId: string, options?: CallOptions): Promise<WireAnswer> => send(requestOf(operationId, options));

/** The operation as its document says, optional headers too. */
function requestOf(operationId: string, { example, values: own = {}, withoutToken = false }: CallOptions = {}): WireRequest {
  const { method, path, operation } = served(operationId);
  asked.add(operationId);
  const all: Readonly<Record<string, string>> = { ...values, ...own };
  const query = new URLSearchParams();
  const isFallback = path.startsWith('/fallback/');
  const headers: Record<string, string> = path.startsWith('/tpp')
    ? { cookie: developer.cookieHeader('/api') ?? '' }
    : isFallback
      ? { authorization: basic(), ...(own.session === undefined ? {} : { 'fallback-session': own.session }) }
      : withoutToken
        ? {}
        : { authorization: `Bearer ${token}` };
  let url = `/api${path}`;
  for (const parameter of listOf(member(operation, 'parameters'))) {
    const name = textOf(parameter, 'name');
    const value = all[name] ?? member(parameter, 'example');
    const place = member(parameter, 'in');
    if (place === 'path') url = url.replace(`{${name}}`, encodeURIComponent(String(value)));
    else if (place === 'query' && value !== undefined) query.set(name, String(value));
    else if (place === 'header') headers[name.toLowerCase()] = name === 'X-Request-ID' ? randomUUID() : String(value);
  }
  const examples = bodyExamplesOf(served(operationId));
  const body = member(examples, example ?? Object.keys(examples)[0] ?? '', 'value');
  return {
    method,
    path: `${url}${query.size === 0 ? '' : `?${query}`}`,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    body: body === undefined ? undefined : JSON.stringify(withValues(body, own)),
  };
}

/** With own values in place of members of the same name. */
function withValues(body: unknown, own: Readonly<Record<string, string>>): object {
  return Object.fromEntries(Object.entries(Object(body)).map(([name, value]) => [name, typeof value === 'string' ? (own[name] ?? value) : value]));
}

/** Sent only where the bank sends notifications; the examples ask for none (test/journeys/notifications.test.ts does). */
const CONDITIONAL: readonly string[] = ['ASPSP-Notification-Content'];

/** Status, headers and body are one of the answers that the document promises. */
function expectPromised(operationId: string, answer: WireAnswer): void {
  const responses = Object(member(served(operationId).operation, 'responses'));
  const promised = Object.entries(responses).find(([status]) => Number(status) === answer.status && answer.status < 400);
  expect(promised, `${operationId}: ${answer.status} ${answer.text}`).toBeDefined();
  const [, response] = promised ?? [];
  const headers = Object.keys(Object(member(response, 'headers'))).filter((name) => !CONDITIONAL.includes(name));
  for (const header of headers) expect(answer.headers, operationId).toHaveProperty(header.toLowerCase());
  const [media = ''] = (answer.headers['content-type'] ?? '').split(';');
  expect(['', ...Object.keys(Object(member(response, 'content')))], operationId).toContain(media);
  const schema = member(response, 'content', 'application/json', 'schema');
  if (schema === undefined) return;
  const [isValid, errors] = Compile(Object(schema)).Errors(jsonOf(answer));
  expect(isValid ? [] : errors, operationId).toEqual([]);
}

const basic = () => `Basic ${Buffer.from(`${DEMO_CLIENT_ID}:${demoClientSecret(house.config)}`).toString('base64')}`;

const APPLICATION = () => ({ client_id: DEMO_CLIENT_ID, client_secret: demoClientSecret(house.config), redirect_uri: REDIRECT_URI });

describe('an operation, sent as its document says', () => {
  it.each([
    'getConsentInformation',
    'getConsentStatus',
    'getConsentAuthorisation',
    'getAccountList',
    'readAccountDetails',
    'getBalances',
    'getTransactionList',
    'getTransactionDetails',
    'getTransactionsStatement',
    'getTransactionsStatementStatus',
    'getTestAccountList',
    'getClientPayload',
  ])('%s reads what it promises', async (operationId) => {
    expectPromised(operationId, await call(operationId));
  });

  it('getTransactionsStatementTransactions reads what it promises', async () => {
    expectPromised('getTransactionsStatementTransactions', await call('getTransactionsStatementTransactions'));
  });

  it('getConsentScaStatus reads what it promises', async () => {
    expectPromised('getConsentScaStatus', await call('getConsentScaStatus', { values: { consentId: values.waitingConsentId ?? '' } }));
  });

  describe.each(PAYMENTS)('about a $name', ({ name, ahead }) => {
    const create = async (more: CallOptions = {}) => textOf(jsonOf(await call(`initiate${name}`, more)), 'paymentId');
    const signed = async () => {
      const paymentId = await create({ example: ahead });
      const { modules, platform } = house.portico;
      const { sandboxId, customerId } = await modules.oauth.requireToken({ headers: { authorization: `Bearer ${token}` } });
      const signature = { sandboxId, customerId, paymentId, debtorAccountIban: await firstIban(), debtorDetails: undefined };
      await platform.write((context) => modules.payments.sign(context, signature));
      return paymentId;
    };
    const firstOf = async (operationId: string, paymentId: string) =>
      textOf(jsonOf(await call(operationId, { values: { paymentId } })), 'authorisationIds', '0');

    it.each([`get${name}Information`, `get${name}InitiationStatus`, `get${name}InitiationAuthorisation`])(
      '%s reads what it promises',
      async (operationId) => {
        expectPromised(operationId, await call(operationId, { values: { paymentId: await create() } }));
      },
    );

    it('its authorisation is started where the application asked for that, and read', async () => {
      const paymentId = await create({ values: { 'TPP-Explicit-Authorisation-Preferred': 'true' } });
      expectPromised(`start${name}Authorisation`, await call(`start${name}Authorisation`, { values: { paymentId } }));
      const authorisationId = await firstOf(`get${name}InitiationAuthorisation`, paymentId);
      expectPromised(`get${name}InitiationScaStatus`, await call(`get${name}InitiationScaStatus`, { values: { paymentId, authorisationId } }));
    });

    it('it is cancelled at once before it is signed, by a signature afterwards', async () => {
      const cancelled = await call(`cancel${name}`, { values: { paymentId: await create() } });
      expect(cancelled.status).toBe(204);
      const paymentId = await signed();
      const waiting = await call(`cancel${name}`, { values: { paymentId } });
      expect([waiting.status, waiting.headers['aspsp-sca-approach']]).toEqual([202, 'REDIRECT']);
      for (const answer of [cancelled, waiting]) expectPromised(`cancel${name}`, answer);
      const start = `start${name}InitiationCancellationAuthorisation`;
      expectPromised(start, await call(start, { values: { paymentId } }));
      const list = `get${name}InitiationCancellationAuthorisationInformation`;
      expectPromised(list, await call(list, { values: { paymentId } }));
      const read = `get${name}CancellationScaStatus`;
      expectPromised(read, await call(read, { values: { paymentId, authorisationId: await firstOf(list, paymentId) } }));
    });
  });

  it.each([
    'createConsent',
    'createTransactionsStatement',
    'initiatePayment',
    'initiatePeriodicPayment',
    'initiateBulkPayment',
    'checkAvailabilityOfFunds',
    'verifyPayee',
  ])('%s takes every example of a body', async (operationId) => {
    const names = Object.keys(bodyExamplesOf(served(operationId)));
    expect(names.length).toBeGreaterThan(0);
    for (const example of names) expectPromised(operationId, await call(operationId, { example }));
  });

  it('startConsentAuthorisation works for a consent that asked for it', async () => {
    const explicit = await call('createConsent', { values: { 'TPP-Explicit-Authorisation-Preferred': 'true' } });
    const consentId = textOf(jsonOf(explicit), 'consentId');
    expectPromised('startConsentAuthorisation', await call('startConsentAuthorisation', { values: { consentId } }));
  });

  it.each([
    { version: 1, login: 'authorize', exchange: 'getAccessToken', revocation: 'revokeAccessToken' },
    { version: 2, login: 'auth', exchange: 'token', revocation: 'revoke' },
  ])('$login, $exchange and $revocation make and end a token', async ({ login, exchange, revocation }) => {
    const browser = house.browse();
    const opened = await browser.send('GET', requestOf(login, { values: APPLICATION(), withoutToken: true }).path);
    expectPromised(login, opened);
    const resumed = await browser.send('GET', await signInAtBank(browser, opened.headers.location ?? '', house.customers[0]));
    const code = new URL(resumed.headers.location ?? '').searchParams.get('code') ?? '';
    const made = await call(exchange, { values: { ...APPLICATION(), code }, withoutToken: true });
    expectPromised(exchange, made);
    const renewal = { ...APPLICATION(), refresh_token: textOf(jsonOf(made), 'refresh_token') };
    const renewed = await call(exchange, { example: 'refresh', values: renewal, withoutToken: true });
    expectPromised(exchange, renewed);
    const ended = { ...APPLICATION(), token: textOf(jsonOf(renewed), 'refresh_token') };
    expectPromised(revocation, await call(revocation, { values: ended, withoutToken: true }));
    expect((await call(exchange, { example: 'refresh', values: { ...renewal, refresh_token: ended.token }, withoutToken: true })).status).toBe(400);
  });

  it('register takes every example of a body, the present values and others: 201, 200 and 202', async () => {
    const names = Object.keys(bodyExamplesOf(served('register')));
    expect(names.length).toBeGreaterThan(1);
    const door = await openMtlsDoor(house.portico.app, house.config);
    try {
      for (const example of names) {
        const owner = house.browse();
        await becomeDeveloper(owner);
        const wish = { roles: ['ais', 'pis'], lifetime: 'year', keyType: 'p256' };
        const files = member(jsonOf(await owner.send('POST', '/api/tpp/certificates', { body: wish })), 'files');
        const pair = { cert: textOf(files, 'qwac.pem'), key: textOf(files, 'qwac.key') };
        const statuses: number[] = [];
        for (const own of [{}, {}, { client_name: 'Lumen Library' }]) {
          const { method, path, headers, body } = requestOf('register', { example, values: own, withoutToken: true });
          const answer = await door.call(pair, method, path, headers, body);
          expectPromised('register', answer);
          statuses.push(answer.status);
        }
        expect(statuses).toEqual([201, 200, 202]);
      }
    } finally {
      door.close();
    }
  });

  it('par keeps a request, which auth continues with client_id and request_uri alone', async () => {
    const pushed = await call('par', { values: APPLICATION(), withoutToken: true });
    expectPromised('par', pushed);
    const request = { client_id: DEMO_CLIENT_ID, request_uri: textOf(jsonOf(pushed), 'request_uri') };
    const { path } = requestOf('auth', { values: APPLICATION(), withoutToken: true });
    const browser = house.browse();
    const opened = await browser.send('GET', `${path.split('?')[0]}?${new URLSearchParams(request)}`);
    expectPromised('auth', opened);
    const resumed = await browser.send('GET', await signInAtBank(browser, opened.headers.location ?? '', house.customers[0]));
    const back = new URL(resumed.headers.location ?? '');
    expect([back.href.startsWith(REDIRECT_URI), back.searchParams.get('code')]).toEqual([true, expect.any(String)]);
  });

  it('at the fallback interface signs a customer in, reads his accounts, pays by every example, and signs him out', async () => {
    const { userName, method } = house.customers[0];
    const promised = async (operationId: string, own: Readonly<Record<string, string>>, example?: string) => {
      const answer = await call(operationId, { values: own, ...(example === undefined ? {} : { example }) });
      expectPromised(operationId, answer);
      return jsonOf(answer);
    };
    const signInId = textOf(await promised('startFallbackSignIn', { userName, method }, 'byMethod'), 'signInId');
    await promised('startFallbackSignIn', { userName });
    await promised('getFallbackSignIn', { signInId });
    const session = textOf(await promised('openFallbackSession', { signInId }), 'fallbackSession');
    const iban = textOf(await promised('getFallbackAccounts', { session }), 'accounts', '0', 'iban');
    await promised('getFallbackTransactions', { session, iban });
    for (const example of ['instant', 'ordinary']) {
      const paymentId = textOf(await promised('orderFallbackPayment', { session, debtorAccountIban: iban }, example), 'paymentId');
      await promised('getFallbackPayment', { session, paymentId });
      await promised('confirmFallbackPayment', { session, paymentId });
    }
    expect((await call('endFallbackSession', { values: { session } })).status).toBe(204);
  });

  it('with the session of a developer prepares a sandbox, by every example', async () => {
    const clientId = textOf(jsonOf(await developer.send('GET', '/api/tpp')), 'clientId');
    const promised = async (operationId: string, own: Readonly<Record<string, string>> = {}) => {
      const names = Object.keys(bodyExamplesOf(served(operationId)));
      let answer: unknown;
      for (const example of names.length === 0 ? [undefined] : names) {
        const given = await call(operationId, { values: { 'Tpp-Client-Id': clientId, ...own }, ...(example === undefined ? {} : { example }) });
        expectPromised(operationId, given);
        answer = given.headers['content-type']?.includes('json') === true ? jsonOf(given) : given.text;
      }
      return answer;
    };
    await promised('startSandbox');
    await promised('createApplication');
    expect(listOf(await promised('listApplications'))).toHaveLength(2);
    const first = listOf(await promised('listTestCustomers'))[0];
    await promised('activateTestCustomer', { id: textOf(first, 'id'), userName: textOf(first, 'userName') });
    const id = textOf(await promised('createTestCustomer'), 'id');
    await promised('setTestScenario', { id });
    await promised('listTestAccounts', { id });
    const iban = textOf(await promised('createTestAccount', { id }), 'iban');
    await promised('deleteTestAccount', { id, iban });
    await promised('deleteTestCustomer', { id });
    for (const operationId of ['getTestClock', 'advanceTestClock', 'restoreTestClock', 'exportSandbox', 'getSandboxSchema'])
      await promised(operationId);
    for (const table of ['Customers', 'Accounts', 'Transactions']) await promised(`exportTest${table}`);
    for (const operationId of ['importSandbox', 'importSandboxTables', 'seedSandbox']) await promised(operationId);
  });

  it('deleteConsent, deleteTransactionsStatement, deleteClientPayload and resetSandbox end what there is', async () => {
    for (const operationId of ['deleteConsent', 'deleteTransactionsStatement', 'resetSandbox']) expectPromised(operationId, await call(operationId));
    expectPromised('deleteClientPayload', await call('deleteClientPayload', { values: { accessToken: token } }));
  });

  it('is refused in the form that the document says: with a page where a person stands, unless the server is late', async () => {
    const formsOf = (status: number) => Object.keys(Object(member(served('auth').operation, 'responses', String(status), 'content')));
    const unknown = await call('auth', { values: { client_id: 'nobody' }, withoutToken: true });
    expect([unknown.status, unknown.headers['content-type']?.split(';')]).toEqual([400, expect.arrayContaining(formsOf(400))]);
    delayMs = 60_000;
    const late = await call('auth', { values: APPLICATION(), withoutToken: true });
    delayMs = 0;
    expect([late.status, late.headers['content-type']?.split(';')]).toEqual([503, expect.arrayContaining(formsOf(503))]);
    expect(formsOf(400)).not.toEqual(formsOf(503));
  });

  it('is every one of the documents', () => {
    expect([...operations.keys()].filter((operationId) => !asked.has(operationId))).toEqual([]);
  });
});
