/** `GET {spec}`: lists, single documents, formats, downloads, caching, and what is not there. */
import { member } from '@portico/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type House, openHouse } from '../house/open-house.ts';
import { withoutReferences } from '../house/served-documents.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

const get = (path: string, headers: Readonly<Record<string, string>> = {}) => house.portico.app.inject({ url: `/api/specs${path}`, headers });

describe('the list of documents', () => {
  it('begins with the login, and contains the sections', async () => {
    const answer = await get('?list=main');
    expect(answer.statusCode).toBe(200);
    expect(answer.json()[0]).toEqual({ apiId: 'login', title: 'Login', list: 'main' });
    expect(answer.json().map(({ apiId }: { apiId: string }) => apiId)).toContain('funds-confirmations');
  });

  it('contains each document as JSON text on request', async () => {
    for (const item of (await get('?list=main&withSpec=true')).json()) {
      expect(JSON.parse(item.spec)).toMatchObject({ openapi: expect.stringMatching(/^3\.1\./), tags: [{ name: item.apiId }] });
    }
    expect((await get('?withSpec=false')).json()[0]).not.toHaveProperty('spec');
  });

  it('of the fallback interface has only its own sections, with their documents', async () => {
    const items = (await get('?list=fallback&withSpec=true')).json();
    expect(items.map(({ apiId, list }: { apiId: string; list: string }) => [apiId, list])).toEqual(
      ['fallback-login', 'fallback-accounts', 'fallback-payments'].map((apiId) => [apiId, 'fallback']),
    );
    for (const { apiId, spec } of items) expect(JSON.parse(spec)).toMatchObject({ openapi: '3.1.1', tags: [{ name: apiId }] });
  });

  it('without the parameter list contains both lists', async () => {
    expect((await get('')).json()).toEqual([...(await get('?list=main')).json(), ...(await get('?list=fallback')).json()]);
  });

  it('sends the list with whole documents as one stored text: 304 to a client that has it, Brotli to one that accepts it', async () => {
    const first = await get('?withSpec=true');
    expect(first.headers['content-type']).toContain('application/json');
    expect((await get('?withSpec=true', { 'if-none-match': String(first.headers.etag) })).statusCode).toBe(304);
    const packed = await get('?withSpec=true', { 'accept-encoding': 'br' });
    expect([packed.headers['content-encoding'], packed.headers.etag]).toEqual(['br', `W/${first.headers.etag}`]);
    expect(packed.rawPayload.length * 4).toBeLessThan(first.rawPayload.length);
  });

  it.each(['?list=other', '?list=', '?withSpec=perhaps', '?lists=main'])('refuses %s and names the parameter', async (query) => {
    const answer = await get(query);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ errors: [{ code: 'FORMAT_ERROR', path: expect.stringMatching(/^query:(list|withSpec|lists)$/) }] });
  });
});

describe('a document', () => {
  it('is JSON, unless YAML is requested', async () => {
    const [plain, json, yaml] = [await get('/payments'), await get('/payments?format=json'), await get('/payments?format=yaml')];
    expect(plain.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(json.body).toBe(plain.body);
    expect(yaml.headers['content-type']).toBe('application/yaml; charset=utf-8');
    expect(yaml.body).toMatch(/^openapi: 3\.1\./);
    expect(parse(yaml.body)).toEqual(json.json());
  });

  it('in YAML has no anchors or aliases', async () => {
    for (const { apiId } of (await get('')).json()) expect((await get(`/${apiId}?format=yaml`)).body, apiId).not.toMatch(/: [&*]a\d+/);
  });

  it('is equal to the one in the list', async () => {
    const listed: unknown = (await get('?withSpec=true')).json().find(({ apiId }: { apiId: string }) => apiId === 'consents');
    expect(member(listed, 'spec')).toBe((await get('/consents')).body);
  });

  it('has the server address of the API and the endpoints of the discovery document', async () => {
    const document: unknown = (await get('/consents')).json();
    const serverOf = (base: string, text: string) => ({
      url: '{api}',
      description: text,
      variables: { api: { default: base, description: expect.any(String) } },
    });
    const portal = serverOf(house.config.apiBase, 'This portal.');
    const mtlsBase = `${house.config.mtls?.url}/api`;
    const ofCertificates = serverOf(mtlsBase, 'For calls with a certificate.');
    expect(member(document, 'servers')).toEqual([portal, ofCertificates]);
    // A browser would ask the customer for a certificate.
    const login = Object.values(Object(member((await get('/login')).json(), 'paths')));
    expect(login.map((path) => member(path, 'get', 'servers'))).toEqual([[portal], [portal]]);
    const aliases = member((await house.portico.app.inject({ url: '/api/v2/.well-known/openid-configuration' })).json(), 'mtls_endpoint_aliases');
    const programs = Object.keys(Object(member((await get('/oauth2')).json(), 'paths'))).map((path) => `${mtlsBase}${path}`);
    expect(programs).toEqual(expect.arrayContaining(Object.values(Object(aliases))));
    const flow = member(document, 'components', 'securitySchemes', 'customerSignIn2', 'flows', 'authorizationCode');
    const discovery: unknown = (await house.portico.app.inject({ url: '/api/v2/.well-known/openid-configuration' })).json();
    expect(member(flow, 'authorizationUrl')).toBe(member(discovery, 'authorization_endpoint'));
    expect(member(flow, 'tokenUrl')).toBe(member(discovery, 'token_endpoint'));
  });

  it.each(['json', 'yaml'])('is an attachment with a file name when it is downloaded as %s', async (format) => {
    const answer = await get(`/accounts?format=${format}&download=true`);
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="accounts.${format}"`);
    expect((await get(`/accounts?format=${format}`)).headers).not.toHaveProperty('content-disposition');
  });

  it('returns 304 for a matching ETag', async () => {
    const { headers } = await get('/accounts');
    expect(headers).toMatchObject({ 'cache-control': 'no-cache', etag: expect.stringMatching(/^"[0-9a-f]{32}"$/) });
    const etag = String(headers.etag);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await get('/accounts', { 'if-none-match': known });
      expect([again.statusCode, again.body, again.headers.etag], known).toEqual([304, '', etag]);
    }
  });

  it('is sent for the ETag of another document or format', async () => {
    const etag = String((await get('/accounts')).headers.etag);
    expect((await get('/accounts?format=yaml', { 'if-none-match': etag })).statusCode).toBe(200);
    expect((await get('/consents', { 'if-none-match': etag })).statusCode).toBe(200);
  });

  it.each(['/unknown', '/signing-baskets', '/Accounts'])('%s returns 404 with the names of the documents', async (path) => {
    const answer = await get(path);
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ errors: [{ code: 'NOT_FOUND', text: expect.stringContaining('payments') }] });
  });

  it.each(['format=xml', 'format=', 'format=yaml&format=json', 'download=perhaps', 'version=1'])('refuses ?%s', async (query) => {
    const answer = await get(`/accounts?${query}`);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ errors: [{ code: 'FORMAT_ERROR', path: expect.stringMatching(/^query:(format|download|version)/) }] });
  });
});

describe('the document of all sections', () => {
  it('has each operation of every section once, with its section as the tag, in JSON and in YAML', async () => {
    const all = await get('/all?format=json');
    expect(all.statusCode).toBe(200);
    expect(parse((await get('/all?format=yaml')).body)).toEqual(all.json());
    const sections = (await get('?withSpec=true')).json();
    const idsOf = (document: unknown) =>
      Object.values(Object(member(document, 'paths'))).flatMap((methods) =>
        Object.values(Object(methods)).map((operation) => `${member(operation, 'tags', '0')} ${member(operation, 'operationId')}`),
      );
    const expected = sections.flatMap(({ spec }: { spec: string }) => idsOf(JSON.parse(spec)));
    expect(idsOf(all.json()).toSorted()).toEqual(expected.toSorted());
    expect(member(all.json(), 'tags')).toEqual(
      sections.map(({ apiId, title }: { apiId: string; title: string }) => ({ name: apiId, description: title })),
    );
  });

  it('has what linters of other vendors expect: a license, and a response of 2XX or a default for each operation', async () => {
    const document = (await get('/all?format=json')).json();
    expect(document.info.license).toEqual({ name: 'Terms of use', url: expect.stringMatching(/\/#\/terms$/) });
    const without = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(Object(item)).flatMap(([method, operation]) =>
        Object.keys(Object(operation).responses).some((status) => /^2|^default$/.test(status)) ? [] : [`${method} ${path}`],
      ),
    );
    expect(without).toEqual([]);
  });

  it('says of each operation what the document of its section says', async () => {
    const all = (await get('/all')).json();
    for (const { apiId, spec } of (await get('?withSpec=true')).json()) {
      const document: unknown = JSON.parse(spec);
      for (const [path, methods] of Object.entries(Object(member(document, 'paths'))))
        expect(withoutReferences(all, member(all, 'paths', path)), `${apiId} ${path}`).toMatchObject(Object(withoutReferences(document, methods)));
    }
  });

  it('is a file named all, and is no section', async () => {
    expect((await get('/all?format=yaml&download=true')).headers['content-disposition']).toBe('attachment; filename="all.yaml"');
    expect((await get('')).json().map(({ apiId }: { apiId: string }) => apiId)).not.toContain('all');
    expect((await get('/all/overview')).statusCode).toBe(404);
    expect((await get('/all?format=postman')).body).toBe((await get('/postman')).body);
  });
});
