/** `POST /mcp`, used with the client of the protocol's own SDK. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { TokenUserList } from '@portico/contract';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DevelopersHouse, openDevelopersHouse } from '../house/open-developers-house.ts';

const DEVELOPER = 'dev_mcp';
const REQUEST = '5f4c7c0e-6b1d-4a8e-9d55-0c6a5b1f7e21';
const LoggedRequests = Type.Object({ items: Type.Tuple([Type.Object({ id: Type.String() })]) });

let house: DevelopersHouse;
let reader: Client;
/** Has the access token of a test customer. */
let caller: Client;
let tokenOfCaller = '';
const clients: Client[] = [];
beforeAll(async () => {
  house = await openDevelopersHouse();
  expect((await house.send(DEVELOPER, 'POST', '/api/tpp')).status).toBe(204);
  const users = Value.Parse(TokenUserList, (await house.send(DEVELOPER, 'GET', '/api/tpp/psu')).body);
  reader = await connect();
  tokenOfCaller = users.find(({ access_token: token }) => token !== undefined)?.access_token ?? '';
  caller = await connect(tokenOfCaller);
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()));
  await house.close();
});

const host = () => new URL(house.config.publicUrl).host;

/** The requests of the SDK, without a network. */
async function injected(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init);
  const { statusCode, headers, body } = await house.app.inject({
    method: request.method === 'POST' ? 'POST' : 'GET',
    url: new URL(request.url).pathname,
    headers: { ...Object.fromEntries(request.headers), host: host() },
    ...(request.method === 'POST' && { payload: await request.text() }),
  });
  const told = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
  return new Response(statusCode === 202 ? null : body, { status: statusCode, headers: told });
}

async function connect(token?: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', house.config.publicUrl), { fetch: injected, requestInit: { headers } }));
  clients.push(client);
  return client;
}

async function use(client: Client, name: string, args: Readonly<Record<string, unknown>> = {}) {
  const { content, isError = false } = await client.callTool({ name, arguments: args });
  const [first] = content;
  return { isError, text: first?.type === 'text' ? first.text : '' };
}
const toolsOf = async (client: Client) => (await client.listTools()).tools;
const search = async (words: string, limit = 5) => {
  const { text } = await use(reader, 'search_documentation', { words, limit });
  return text.startsWith('Nothing contains') ? [] : JSON.parse(text);
};

/** A request as the protocol's older revision sends it, without a client. */
const post = (body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  house.app.inject({
    method: 'POST',
    url: '/mcp',
    headers: { host: host(), accept: 'application/json, text/event-stream', 'content-type': 'application/json', ...headers },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  });

describe('the documentation server', () => {
  it('says who it is and offers tools that only read', async () => {
    expect(reader.getServerVersion()).toMatchObject({ name: 'portico-documentation', title: 'Portico for Developers' });
    const tools = await toolsOf(reader);
    expect(tools.map(({ name }) => name)).toEqual(['search_documentation', 'list_guides', 'read_guide', 'list_operations', 'read_operation']);
    for (const { name, annotations } of tools) expect(annotations?.readOnlyHint, name).toBe(true);
  });

  it.each([
    ['PKCE', 'section'],
    ['CONSENT_UNKNOWN', 'code'],
    ['initiatePayment', 'operation'],
    ['bookingStatus', 'parameter'],
    ['initiatePaymet', 'operation'],
  ])('finds %s as a %s, and the tool that it names reads the place', async (words, kind) => {
    const [found] = await search(words);
    expect(found).toMatchObject({ kind, url: expect.stringContaining('/#/') });
    const { tool, ...args } = found.read;
    expect(await use(reader, tool, args)).toMatchObject({ isError: false, text: expect.stringMatching(/.{300}/s) });
  });

  it('reads every guide and every operation that its lists name', async () => {
    const guides = JSON.parse((await use(reader, 'list_guides')).text);
    const operations = JSON.parse((await use(reader, 'list_operations')).text);
    expect([guides.length > 10, operations.length > 40]).toEqual([true, true]);
    for (const { name } of guides) expect((await use(reader, 'read_guide', { name })).text, name).toMatch(/^# /m);
    for (const { apiId, operationId } of operations) {
      const { text } = await use(reader, 'read_operation', { apiId, operationId });
      expect(JSON.parse(text)).toMatchObject({ apiId, operationId });
    }
  });

  it.each([
    ['read_guide', { name: 'none' }, /There is no guide none\. list_guides/],
    ['read_guide', { name: '../homepage' }, /There is no guide/],
    ['read_guide', { name: '__proto__' }, /There is no guide/],
    ['read_operation', { apiId: 'payments', operationId: 'none' }, /There is no operation none in the section payments/],
    ['read_operation', { apiId: 'toString', operationId: 'initiatePayment' }, /There is no operation/],
    ['read_guide', {}, /name/],
    ['search_documentation', { words: '' }, /words/],
    ['search_documentation', { words: 'x'.repeat(201) }, /words/],
    ['search_documentation', { words: 'consent', limit: 31 }, /limit/],
    ['search_documentation', { words: 'consent', list: 'main' }, /additional/i],
  ])('%s with %o is refused and says why', async (name, args, why) => {
    expect(await use(reader, name, args)).toMatchObject({ isError: true, text: expect.stringMatching(why) });
  });

  it('a search has at most twelve different words, and one or two letters are no beginning of a word: more would keep the server busy', async () => {
    const words = (count: number) => Array.from({ length: count }, (_each, index) => `consent${index}`).join(' ');
    expect(await use(reader, 'search_documentation', { words: words(13) })).toEqual({ isError: true, text: 'Search for at most 12 words at once.' });
    expect(await use(reader, 'search_documentation', { words: words(12) })).toMatchObject({ isError: false });
    expect(await search('consent '.repeat(20))).toEqual(await search('consent'));
    expect(await search('e c'.repeat(9), 30)).toEqual([]);
  });

  it('without a place says how to go on', async () => {
    const { isError, text } = await use(reader, 'search_documentation', { words: 'zzzzqqqq' });
    expect([isError, text]).toEqual([false, 'Nothing contains zzzzqqqq. Try fewer words, or list_guides and list_operations.']);
  });

  it('answers clients of the older revision, which say hello first', async () => {
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'old', version: '1' } };
    const hello = await post({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
    expect([hello.statusCode, hello.body]).toEqual([200, expect.stringContaining('portico-documentation')]);
  });

  it.each<[string, unknown, Readonly<Record<string, string>>, number]>([
    ['no JSON', '{', {}, 400],
    ['a list of messages', [], {}, 400],
    ['no body', '', {}, 400],
    ['a message of no protocol', { hello: 'world' }, {}, 400],
    ['another media type', 'a=b', { 'content-type': 'text/plain' }, 415],
    ['a client that accepts no JSON', { jsonrpc: '2.0', id: 1, method: 'tools/list' }, { accept: 'text/html' }, 406],
  ])('refuses %s', async (_what, body, headers, status) => {
    expect((await post(body, headers)).statusCode).toBe(status);
  });

  it.each([
    ['GET', 405],
    ['DELETE', 405],
    ['PUT', 405],
  ] as const)('has no session, so %s is refused with %s', async (method, status) => {
    expect((await house.app.inject({ method, url: '/mcp', headers: { host: host() } })).statusCode).toBe(status);
  });

  it('names the address without the slash to a program that added one', async () => {
    const { statusCode, body } = await house.app.inject({ method: 'POST', url: '/mcp/', headers: { host: host() }, payload: {} });
    expect([statusCode, body]).toEqual([404, expect.stringContaining('this address exists: /mcp"')]);
  });

  it('keeps no stream open, and a subscription to changes is refused', async () => {
    await expect(reader.listen({ toolsListChanged: true })).rejects.toThrow(/limit|not|support/i);
  });
});

describe('with an access token of the sandbox', () => {
  const operation = (operationId: string, apiId = 'sandbox') => ({ apiId, operationId });
  const call = async (args: Readonly<Record<string, unknown>>, client = caller) => use(client, 'call_operation', args);

  it('one more tool calls operations, and says that it changes things', async () => {
    const tool = (await toolsOf(caller)).find(({ name }) => name === 'call_operation');
    expect(tool?.annotations).toEqual({ readOnlyHint: false, destructiveHint: true, openWorldHint: false });
    const { isError, text } = await call(operation('getTestAccountList'));
    expect([isError, JSON.parse(text)]).toEqual([false, expect.objectContaining({ status: 200, body: { accounts: expect.any(Array) } })]);
  });

  it('creates a payment that only a person can sign, and does not sign it', async () => {
    const [account] = JSON.parse((await call(operation('getTestAccountList'))).text).body.accounts;
    const body = {
      instructedAmount: { amount: '5.00', currency: 'EUR' },
      debtorAccount: { iban: account.iban },
      creditorAccount: { iban: 'EE382200221020145685' },
      creditorName: 'Näidis OÜ',
    };
    const parameters = { paymentProduct: 'sepa-credit-transfers', 'tpp-redirect-uri': `${house.config.publicUrl}/`, 'PSU-IP-Address': '192.0.2.7' };
    const created = JSON.parse((await call({ ...operation('initiatePayment', 'payments'), parameters, body })).text);
    expect(created).toMatchObject({ status: 201, body: { transactionStatus: 'RCVD', _links: { scaRedirect: { href: expect.any(String) } } } });
    const { paymentId } = created.body;
    const read = { ...operation('getPaymentInitiationStatus', 'payments'), parameters: { paymentProduct: 'sepa-credit-transfers', paymentId } };
    expect(JSON.parse((await call(read)).text)).toMatchObject({ status: 200, body: { transactionStatus: 'RCVD' } });
  });

  it('its calls are in the request log of the application, under the id that the result names', async () => {
    const { headers } = JSON.parse((await call(operation('getTestAccountList'))).text);
    await house.modules.requestLog.flush();
    const { body } = await house.send(DEVELOPER, 'GET', `/api/tpp/requests?requestId=${headers['x-request-id']}`);
    expect(body).toMatchObject({ items: [{ operationId: 'getTestAccountList', status: 200, isAuthenticated: true }] });
  });

  it.each([
    ['an unknown parameter', { ...operation('getTestAccountList'), parameters: { 'Consent-Id': 'x' } }, /Consent-Id is unknown/],
    ['a missing parameter', operation('getPaymentInitiationStatus', 'payments'), /paymentProduct is missing, paymentId is missing/],
    ['a token as a parameter', { ...operation('getTestAccountList'), parameters: { Authorization: 'Bearer x' } }, /Authorization is unknown/],
    ['the token call', operation('getToken', 'login'), /There is no operation|is not called from here/],
    ['the fallback interface', operation('confirmFallbackPayment', 'fallback-payments'), /There is no operation|is not called from here/],
    ['an operation that does not exist', operation('none'), /There is no operation none/],
    ['a number in a parameter', { ...operation('getTestAccountList'), parameters: { 'X-Request-ID': 7 } }, /X-Request-ID/],
    ['a list as body', { ...operation('initiatePayment', 'payments'), body: [] }, /body/],
  ])('refuses %s and says why', async (_what, args, why) => {
    expect(await call(args)).toMatchObject({ isError: true, text: expect.stringMatching(why) });
  });

  it('every operation outside the customer’s interface is refused, also where the list names it', async () => {
    const operations: { apiId: string; operationId: string; call: string }[] = JSON.parse((await use(caller, 'list_operations')).text);
    const outside = operations.filter(({ apiId, call: line }) => apiId.startsWith('fallback') || !/^\w+ \/v1\/(?!openam|am)/.test(line));
    expect(outside.length).toBeGreaterThan(5);
    for (const { apiId, operationId } of outside) {
      expect(await call({ apiId, operationId }), operationId).toMatchObject({
        isError: true,
        text: expect.stringContaining('is not called from here'),
      });
    }
  });

  const inPath = (paymentProduct: string, paymentId: string) => ({
    ...operation('getPaymentInitiationStatus', 'payments'),
    parameters: { paymentProduct, paymentId },
  });
  it('no parameter leaves its place in the address', async () => {
    const { isError, text } = await call(inPath('../../../identity/session?x=', 'pay_1'));
    expect([isError, JSON.parse(text)]).toMatchObject([true, { status: 400, body: { errors: [{ code: 'FORMAT_ERROR', path: 'address' }] } }]);
  });

  it.each(['', '.', '..'])('a part of the address that is "%s" would be another address, so it is refused', async (odd) => {
    for (const args of [inPath(odd, 'pay_1'), inPath('sepa-credit-transfers', odd)])
      expect(await call(args)).toEqual({ isError: true, text: expect.stringMatching(/^payment\w+ is empty or consists of dots\./) });
  });

  it.each(['a\r\nX-Forwarded-For: 192.0.2.9', 'a\nb', '€', '\u2028', '\u007f'])('a value that no header can have is refused: %j', async (value) => {
    const { isError, text } = await call({ ...operation('getTestAccountList'), parameters: { 'x-request-id': value } });
    expect([isError, text]).toEqual([true, expect.stringMatching(/^x-request-id has a character that no header can have\./)]);
  });

  it('the request log names the program that called', async () => {
    const headers = { authorization: `Bearer ${tokenOfCaller}`, 'user-agent': 'assistant/7' };
    const params = { name: 'call_operation', arguments: { ...operation('getTestAccountList'), parameters: { 'X-Request-ID': REQUEST } } };
    expect((await post({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }, headers)).statusCode).toBe(200);
    await house.modules.requestLog.flush();
    const { body } = await house.send(DEVELOPER, 'GET', `/api/tpp/requests?requestId=${REQUEST}`);
    const [{ id }] = Value.Parse(LoggedRequests, body).items;
    expect((await house.send(DEVELOPER, 'GET', `/api/tpp/requests/${id}`)).body).toMatchObject({ requestHeaders: { 'user-agent': 'assistant/7' } });
  });

  it('a wrong token is refused by the API as always, and the tool says so', async () => {
    const stranger = await connect('x'.repeat(43));
    const { isError, text } = await call(operation('getTestAccountList'), stranger);
    expect([isError, JSON.parse(text)]).toMatchObject([true, { status: 401, body: { tppMessages: [{ code: 'TOKEN_UNKNOWN' }] } }]);
  });

  it('without a token the tool does not exist', async () => {
    await expect(use(reader, 'call_operation', operation('getTestAccountList'))).rejects.toThrow(/call_operation/);
  });
});
