/** `GET {spec}/index` and the slices: what the explorer reads, out of the running server's own documents. */
import { brotliDecompressSync } from 'node:zlib';
import { ExplorerIndex, NamedParameters, OperationBrief, OperationNeighbours, OperationSlice, SectionOverview } from '@portico/contract';
import { Compile } from 'typebox/compile';
import { Compile as CompileSchema } from 'typebox/schema';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_SECTIONS } from '#modules/catalog/index.ts';
import { type House, openHouse } from '../house/open-house.ts';

const FOR_GOOD = 'public, max-age=31536000, immutable';
const checkIndex = Compile(ExplorerIndex);
const checkSlice = Compile(OperationSlice);

let house: House;
let index: ExplorerIndex;
const slices: OperationSlice[] = [];
beforeAll(async () => {
  house = await openHouse({ settings: { PORTICO_REGISTRATION: 'on' } });
  index = (await get('/index')).json();
  for (const { apiId, version, operations } of index.sections)
    for (const { operationId } of operations) slices.push((await get(`/${apiId}/operation`, { id: operationId, v: version })).json());
});
afterAll(() => house.close());

const get = (path: string, query: Readonly<Record<string, string>> = {}, headers: Readonly<Record<string, string>> = {}) =>
  house.portico.app.inject({ url: `/api/specs${path}?${new URLSearchParams(query)}`, headers });
const sliceOf = (operationId: string) => {
  const slice = slices.find((one) => one.operationId === operationId);
  if (slice === undefined) throw new Error(`There is no slice of ${operationId}.`);
  return slice;
};

describe('the index', () => {
  it('names every operation of every section, as the contract has it', () => {
    expect([...checkIndex.Errors(index)]).toEqual([]);
    const names = (sections: readonly { readonly apiId: string; readonly operations: readonly { readonly operationId: string }[] }[]) =>
      sections.map(({ apiId, operations }) => [apiId, operations.map(({ operationId }) => operationId).sort()]);
    expect(names(index.sections)).toEqual(names(API_SECTIONS));
  });

  it('says which operations have a body, and which sections can be called', () => {
    const payments = index.sections.find(({ apiId }) => apiId === 'payments');
    expect(payments).toMatchObject({ isSendable: true, list: 'main' });
    expect(payments?.operations.find(({ operationId }) => operationId === 'initiatePayment')).toMatchObject({ method: 'POST', hasBody: true });
    expect(payments?.operations.find(({ operationId }) => operationId === 'getPaymentInformation')).not.toHaveProperty('hasBody');
  });

  it('lists the changes, and each slice lists those of its operation', () => {
    expect(index.changes[0]).toMatchObject({ kind: expect.any(String), announced: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) });
    const idsOf = (operationId: string) => sliceOf(operationId).changes.map(({ id }) => id);
    expect(idsOf('initiateBulkPayment')).toEqual(['sum-of-a-bulk-payment', 'bulk-payments-added']);
    // Of its section as a whole, and its own, and none of another operation.
    expect(idsOf('initiatePayment')).toEqual(expect.arrayContaining(['accept-is-read', 'creditor-address-has-town']));
    expect(idsOf('initiatePayment')).not.toContain('funds-available-not-sent');
    expect(idsOf('resetSandbox')).toEqual(['checked-calls-of-the-sandbox']);
  });

  it('can be requested for one list', async () => {
    const listed = async (list: 'main' | 'fallback') => (await get('/index', { list })).json().sections;
    const [main, fallback] = [await listed('main'), await listed('fallback')];
    expect([...main, ...fallback]).toEqual(index.sections);
    expect(fallback.map(({ apiId }: { apiId: string }) => apiId)).toEqual(['fallback-login', 'fallback-accounts', 'fallback-payments']);
    expect(fallback.every(({ list, isSendable }: { list: string; isSendable: boolean }) => list === 'fallback' && isSendable)).toBe(true);
  });

  it('returns 304 for a matching ETag', async () => {
    const { headers } = await get('/index');
    expect(headers).toMatchObject({ 'cache-control': 'no-cache', vary: expect.stringContaining('Accept-Encoding') });
    expect((await get('/index', {}, { 'if-none-match': `W/${String(headers.etag)}` })).statusCode).toBe(304);
  });

  it.each([[{ list: 'other' }], [{ lists: 'main' }], [{ list: '' }]])('refuses %j', async (query) => {
    expect((await get('/index', query)).statusCode).toBe(400);
  });
});

describe('a slice', () => {
  it('matches the schema of the contract, for each operation', () => {
    expect(slices.length).toBeGreaterThan(40);
    for (const slice of slices) expect([...checkSlice.Errors(slice)], slice.operationId).toEqual([]);
  });

  it('has exactly the schemas to which it refers', () => {
    for (const { operationId, $defs, ...rest } of slices) {
      const refer = (value: unknown) => [...JSON.stringify(value).matchAll(/"#\/\$defs\/([^"]+)"/g)].map(([, name]) => name);
      const referred = new Set([...refer(rest), ...refer($defs)]);
      expect([...referred].sort(), operationId).toEqual(Object.keys($defs).sort());
      expect(JSON.stringify(rest), operationId).not.toContain('#/components/');
    }
  });

  it('has examples that match its own schemas', () => {
    let checked = 0;
    for (const { operationId, requestBody, $defs } of slices) {
      for (const { schema, examples = [] } of requestBody?.content ?? []) {
        const check = CompileSchema({ ...Object(schema), $defs });
        for (const { name, value } of examples) expect(check.Check(value), `${operationId} ${name}`).toBe(true);
        checked += examples.length;
      }
    }
    expect(checked).toBeGreaterThan(15);
  });

  it('has the refusals of its operation, and one example of their body', () => {
    const { errors, responses } = sliceOf('initiatePayment');
    expect(errors).toContainEqual(expect.objectContaining({ status: 400, code: 'FORMAT_ERROR' }));
    const [content] = responses.find(({ status }) => status === '400')?.content ?? [];
    expect(content?.examples).toHaveLength(1);
  });

  it('has descriptions as structured text, without markup', () => {
    expect(sliceOf('createConsent').description).toContainEqual({
      type: 'text',
      content: expect.arrayContaining([{ text: '_links.scaRedirect', code: true }]),
    });
  });

  it('has the security schemes of its operation', () => {
    const { security, securitySchemes } = sliceOf('getAccountList');
    expect(Object.keys(securitySchemes).sort()).toEqual([...new Set(security.flatMap(Object.keys))].sort());
    expect(Object.values(securitySchemes)[0]).toMatchObject({ type: 'oauth2', flows: { authorizationCode: { tokenUrl: expect.any(String) } } });
    expect(sliceOf('authorize').security).toEqual([]);
    expect(sliceOf('startFallbackSignIn').security).toEqual([{ providerIdentification: [] }]);
    expect(sliceOf('getFallbackAccounts')).toMatchObject({
      security: [{ providerIdentification: [], fallbackSession: [] }],
      securitySchemes: { providerIdentification: { scheme: 'basic' }, fallbackSession: { type: 'apiKey', in: 'header', name: 'Fallback-Session' } },
    });
  });

  it('is immutable under the version of the index, and revalidated without one or with an old one', async () => {
    const [section] = index.sections;
    const [operation] = section?.operations ?? [];
    const query = { id: operation?.operationId ?? '' };
    const path = `/${section?.apiId}/operation`;
    expect((await get(path, { ...query, v: section?.version ?? '' })).headers['cache-control']).toBe(FOR_GOOD);
    for (const old of [{}, { v: '0000000000000000' }]) {
      const answer = await get(path, { ...query, ...old });
      expect(answer.headers['cache-control']).toBe('no-cache');
      expect((await get(path, query, { 'if-none-match': String(answer.headers.etag) })).statusCode).toBe(304);
    }
  });

  it('is compressed with Brotli for clients that accept it, and sent unchanged to others', async () => {
    const ask = (coding: string) => get('/payments/operation', { id: 'initiatePayment' }, { 'accept-encoding': coding });
    const plain = await ask('gzip, deflate');
    for (const coding of ['br', 'gzip, deflate, br', 'br;q=0.5, gzip']) {
      const packed = await ask(coding);
      expect(packed.headers, coding).toMatchObject({ 'content-encoding': 'br', 'content-type': 'application/json; charset=utf-8' });
      expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(plain.body);
    }
    for (const coding of ['', 'brotli', 'br;q=0', 'gzip, br;q=0.000'])
      expect((await ask(coding)).headers, coding).not.toHaveProperty('content-encoding');
  });

  it.each([
    ['/payments/operation', { id: 'nothing' }, 404],
    ['/payments/operation', { id: 'createConsent' }, 404],
    ['/payments/operation', { id: '__proto__' }, 404],
    ['/payments/operation', { id: '../consents' }, 404],
    ['/nothing/operation', { id: 'initiatePayment' }, 404],
    ['/nothing/overview', {}, 404],
    ['/payments/operation', {}, 400],
    ['/payments/operation', { id: '' }, 400],
    ['/payments/operation', { id: 'x'.repeat(501) }, 400],
    ['/payments/operation', { id: 'initiatePayment', other: '1' }, 400],
  ])('is refused at %s %j with %i', async (path, query, status) => {
    const answer = await get(path, Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])));
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toMatchObject({ errors: [{ code: status === 404 ? 'NOT_FOUND' : 'FORMAT_ERROR' }] });
  });
});

describe('a brief slice', () => {
  it('is the slice without its schemas and without the descriptions of optional parameters', async () => {
    const check = Compile(OperationBrief);
    for (const { $defs, ...rest } of slices) {
      const answer = await get(`/${rest.apiId}/operation`, { id: rest.operationId, brief: 'true' });
      const parameters = rest.parameters.map(({ description, ...short }) =>
        short.required && description !== undefined ? { ...short, description } : short,
      );
      expect(answer.json(), rest.operationId).toEqual({ ...rest, parameters });
      expect([...check.Errors(answer.json())], rest.operationId).toEqual([]);
      expect(Object.keys($defs).length === 0 || answer.body.length < JSON.stringify($defs).length + JSON.stringify(rest).length).toBe(true);
    }
  });

  it('has parameters without references to a schema', () => {
    for (const { operationId, parameters } of slices)
      for (const { name, schema } of parameters) expect(Object.keys(Object(schema)), `${operationId} ${name}`).not.toContain('$ref');
  });

  it('is immutable like the whole slice, and has another ETag', async () => {
    const [section] = index.sections;
    const query = { id: section?.operations[0]?.operationId ?? '', v: section?.version ?? '' };
    const path = `/${section?.apiId}/operation`;
    const [whole, brief] = [await get(path, query), await get(path, { ...query, brief: 'true' })];
    expect(brief.headers['cache-control']).toBe(FOR_GOOD);
    expect(brief.headers.etag).not.toBe(whole.headers.etag);
  });

  it.each([
    [{ id: 'nothing', brief: 'true' }, 404],
    [{ id: 'initiatePayment', brief: 'yes' }, 400],
    [{ brief: 'true' }, 400],
  ])('is refused for %j with %i', async (query, status) => {
    const given = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
    expect((await get('/payments/operation', given)).statusCode).toBe(status);
  });
});

describe('the neighbours of an operation', () => {
  it('are the operations of its section, and the titles of the sections in its list', async () => {
    for (const { apiId, list, operations } of index.sections) {
      const answer = await get(`/${apiId}/neighbours`, { id: operations[0]?.operationId ?? '' });
      const neighbours: OperationNeighbours = answer.json();
      expect([...Compile(OperationNeighbours).Errors(neighbours)], apiId).toEqual([]);
      expect(neighbours.operations, apiId).toEqual(operations);
      expect(neighbours.tags).toEqual([]);
      expect(neighbours.sections).toEqual(
        index.sections
          .filter((section) => section.list === list)
          .map((section) => ({ apiId: section.apiId, title: section.title, count: section.operations.length })),
      );
    }
  });

  it('are revalidated, and return 304 for a matching ETag', async () => {
    const { headers } = await get('/payments/neighbours', { id: 'initiatePayment' });
    expect(headers['cache-control']).toBe('no-cache');
    expect((await get('/payments/neighbours', { id: 'getPaymentInformation' }, { 'if-none-match': String(headers.etag) })).statusCode).toBe(304);
  });

  it.each([
    ['/payments/neighbours', { id: 'nothing' }, 404],
    ['/payments/neighbours', { id: '__proto__' }, 404],
    ['/nothing/neighbours', { id: 'initiatePayment' }, 404],
    ['/payments/neighbours', {}, 400],
    ['/payments/neighbours', { id: '' }, 400],
    ['/payments/neighbours', { id: 'initiatePayment', list: 'main' }, 400],
  ])('is refused at %s %j with %i', async (path, query, status) => {
    const given = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
    expect((await get(path, given)).statusCode).toBe(status);
  });
});

describe('the overview of a section', () => {
  it('has the form of the contract and the address of the API', async () => {
    for (const { apiId } of index.sections) {
      const overview: unknown = (await get(`/${apiId}/overview`)).json();
      expect([...Compile(SectionOverview).Errors(overview)], apiId).toEqual([]);
      expect(overview).toMatchObject({ apiId, server: house.config.apiBase });
    }
  });
});

describe('the Postman collection', () => {
  it('of a section has a request for each operation, with variables for address, token and secret', async () => {
    const registerUrl = `${house.config.mtls?.url}/api/v2/register`;
    for (const { apiId, operations } of index.sections) {
      const answer = await get(`/${apiId}`, { format: 'postman', download: 'true' });
      expect(answer.headers['content-disposition']).toBe(`attachment; filename="${apiId}.postman_collection.json"`);
      const { info, item, variable } = answer.json();
      expect(info.schema).toBe('https://schema.getpostman.com/json/collection/v2.1.0/collection.json');
      // Requests that delete are last.
      expect(item.map(({ name }: { name: string }) => name).sort()).toEqual(operations.map(({ summary }) => summary).sort());
      // The call of providers with a certificate goes to the address for mutual TLS.
      for (const { request } of item.filter(({ request: { url } }: { request: { url: { raw: string } } }) => url.raw !== registerUrl))
        expect(request.url).toMatchObject({ host: ['{{baseUrl}}'], raw: expect.stringMatching(/^\{\{baseUrl\}\}\/((fallback\/)?v[12]\/|tpp\b)/) });
      const given = Object.fromEntries(variable.map(({ key, value }: { key: string; value: string }) => [key, value]));
      // Values of the examples are variables, too, which earlier requests replace.
      const {
        accountId,
        authorisationId,
        consentId,
        iban,
        id: customerId,
        paymentId,
        signInId,
        statementId,
        transactionId,
        userName,
        ...others
      } = given;
      for (const id of [accountId, authorisationId, consentId, customerId, iban, paymentId, signInId, statementId, transactionId, userName])
        expect(id).toMatch(/\w/);
      expect(others).toEqual({
        baseUrl: house.config.apiBase,
        accessToken: '',
        clientId: '',
        clientSecret: '',
        redirectUri: '',
        returnAddress: '',
        code: '',
        codeVerifier: '',
        refreshToken: '',
        fallbackSession: '',
        developerSession: '',
      });
    }
  });

  it('of the fallback interface authenticates with Basic and the header Fallback-Session', async () => {
    const { item } = (await get('/fallback-accounts', { format: 'postman' })).json();
    for (const { request } of item) {
      expect(request.auth).toMatchObject({ type: 'basic' });
      expect(request.header).toContainEqual({ key: 'Fallback-Session', value: '{{fallbackSession}}' });
    }
  });

  it('of all sections has a folder for each section, and a last one for requests that delete', async () => {
    const { item } = (await get('/postman')).json();
    const folders: readonly { name: string; item: unknown[] }[] = item;
    expect(folders.map(({ name }) => name)).toEqual([
      'Accounts of the test customer',
      ...index.sections.map(({ title }) => title).filter((title) => title !== 'Sandbox management'),
      'Delete and cancel',
      'Sandbox management',
    ]);
    const requests = folders.reduce((sum, folder) => sum + folder.item.length, 0);
    expect(requests).toBe(index.sections.reduce((sum, { operations }) => sum + operations.length, 0));
  });

  it('requests tokens with variables instead of the values of the examples', async () => {
    const text = (await get('/oauth2', { format: 'postman' })).body;
    expect(text).toContain('{{clientSecret}}');
    const fields = [...text.matchAll(/"key": "(client_secret|code|refresh_token|code_verifier)",\s*"value": "([^"]*)"/g)];
    expect(fields.length).toBeGreaterThan(2);
    for (const [, name, value] of fields) expect(value, name).toMatch(/^(\{\{\w+\}\})?$/);
  });
});

describe('the parameters', () => {
  it('are named once for each place and list, with the operations that have them', async () => {
    const parameters: NamedParameters = (await get('/parameters')).json();
    expect([...Compile(NamedParameters).Errors(parameters)]).toEqual([]);
    const names = parameters.map(({ name, in: place, list }) => `${list} ${place} ${name}`);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
    const bookingStatus = parameters.find(({ name, list }) => name === 'bookingStatus' && list === 'main');
    expect(bookingStatus).toMatchObject({
      in: 'query',
      operations: expect.arrayContaining([{ apiId: 'accounts', operationId: 'getTransactionList' }]),
    });
    for (const slice of slices)
      for (const { name, in: place } of slice.parameters) expect(names, slice.operationId).toContain(`${slice.list} ${place} ${name}`);
  });

  it('contain the fields of a body', async () => {
    const parameters: NamedParameters = (await get('/parameters')).json();
    const amount = parameters.find(({ name, in: place }) => name === 'instructedAmount' && place === 'body');
    expect(amount?.operations).toContainEqual({ apiId: 'payments', operationId: 'initiatePayment' });
  });
});
