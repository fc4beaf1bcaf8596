/** Changes of the API: what is announced holds the rules, and a deprecated call says so itself. */
import type { ApiChange } from '@portico/contract';
import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { API_SECTIONS } from './api-sections.ts';
import { buildDocument } from './build-document.ts';
import { checkChanges, deprecationOf } from './change-rules.ts';
import { API_CHANGES } from './changes.ts';
import { registerDeprecationHeaders } from './deprecation-headers.ts';
import { listChanges } from './list-changes.ts';

const change = (changes: Partial<ApiChange> = {}): ApiChange => ({
  id: 'one',
  kind: 'deprecated',
  apiId: 'login',
  operationIds: ['authorize'],
  announced: '2026-11-30',
  effective: '2026-12-01',
  sunset: '2027-03-01',
  title: 'Version 1 of the sign-in',
  text: 'Use version 2.',
  ...changes,
});

/** Without a sunset. */
function plain(changes: Partial<ApiChange>): ApiChange {
  const { sunset: _, ...others } = change(changes);
  return others;
}

/** Of two calls of the consents. */
function documentOf(...changes: readonly ApiChange[]) {
  const section = API_SECTIONS.find(({ apiId }) => apiId === 'consents');
  if (section === undefined) throw new Error('There is no such section.');
  const route = {
    params: { type: 'object', properties: { consentId: { type: 'string' } } },
    query: undefined,
    body: undefined,
    answers: { 200: { type: 'object' } },
  };
  const routes = new Map(['GET /api/v1/consents/:consentId', 'GET /api/v1/consents/:consentId/status'].map((key) => [key, route]));
  const publicUrl = 'https://bank.example';
  return buildDocument({ apiBase: `${publicUrl}/api`, bankName: 'Bank', supportContact: publicUrl, publicUrl }, changes, routes, {
    ...section,
    sections: [section],
  });
}

describe('the table of changes', () => {
  it('holds its own rules and stands newest first', () => {
    expect(checkChanges(API_CHANGES, API_SECTIONS)).toEqual([]);
    const days = API_CHANGES.map(({ announced }) => announced);
    expect(days).toEqual([...days].sort().reverse());
  });

  it('tells a bank with its own core of nothing that only the sandbox bank has', () => {
    const told = listChanges({ hasSandbox: false }).filter(({ title, text }) =>
      /sandbox|test (?:customer|clock|device|certificate)|#\/tokens/i.test(title + text),
    );
    expect(told).toEqual([]);
    expect(listChanges({ hasSandbox: true })).toEqual(API_CHANGES);
  });

  it.each<[string, Partial<ApiChange>]>([
    ['there is no section nothing', { apiId: 'nothing' }],
    ['there is no operation nothing in login', { operationIds: ['nothing'] }],
    ['it takes effect before it is made known', { effective: '2026-11-29' }],
    ['the sunset is before the deprecation', { effective: '2027-04-01' }],
    ['only a deprecation has a sunset', { kind: 'changed' }],
    ['it is made known less than 3 months ahead', { sunset: '2027-02-27' }],
  ])('says: %s', (expected, changes) => {
    expect(checkChanges([change(changes)], API_SECTIONS)).toContain(`one: ${expected}`);
  });

  it.each<Partial<ApiChange>>([{ kind: 'changed' }, { kind: 'removed', effective: '2027-01-31' }, {}])('wants three months for %j', (changes) => {
    expect(checkChanges([plain(changes)], API_SECTIONS)).toEqual(['one: it is made known less than 3 months ahead']);
  });

  it('says that an id is used twice', () => {
    expect(checkChanges([change(), change()], API_SECTIONS)).toEqual(['one: the id is used twice']);
  });

  it('counts three months to the last day of a shorter one', () => {
    expect(checkChanges([change({ announced: '2026-11-30', sunset: '2027-02-28' })], API_SECTIONS)).toEqual([]);
  });

  it.each(['added', 'corrected'] as const)('may announce on its day what was %s', (kind) => {
    expect(checkChanges([plain({ kind, effective: '2026-11-30' })], API_SECTIONS)).toEqual([]);
  });

  it('refuses a correction that takes effect before it is made known', () => {
    expect(checkChanges([plain({ kind: 'corrected', effective: '2026-11-29' })], API_SECTIONS)).toEqual([
      'one: it takes effect before it is made known',
    ]);
  });
});

describe('a deprecated call', () => {
  it('is named alone or with its whole section', () => {
    expect(deprecationOf([change()], 'login', 'authorize')).toBeDefined();
    expect(deprecationOf([change({ operationIds: [] })], 'login', 'auth')).toBeDefined();
    expect(deprecationOf([change()], 'login', 'auth')).toBeUndefined();
    expect(deprecationOf([change({ kind: 'changed' })], 'login', 'authorize')).toBeUndefined();
  });

  it('says so in each answer, a refusal too, and no other call does', async () => {
    const app = fastify();
    registerDeprecationHeaders(app, API_SECTIONS, [change({ apiId: 'consents', operationIds: ['getConsentStatus'] })], 'https://bank.example');
    app.get('/api/v1/consents/:consentId/status', async (_request, reply) => reply.code(403).send({}));
    app.get('/api/v1/consents/:consentId', async () => ({}));
    const answer = await app.inject('/api/v1/consents/1/status');
    expect(answer.headers).toMatchObject({
      deprecation: '@1796083200',
      sunset: 'Mon, 01 Mar 2027 00:00:00 GMT',
      link: '<https://bank.example/#/api-explorer/consents/getConsentStatus>; rel="deprecation"; type="text/html"',
    });
    const other = await app.inject('/api/v1/consents/1');
    for (const name of ['deprecation', 'sunset', 'link']) expect(other.headers).not.toHaveProperty(name);
    await app.close();
  });

  it('of the fallback interface leads to its own explorer', async () => {
    const app = fastify();
    const changes = [change({ apiId: 'fallback-accounts', operationIds: [] })];
    registerDeprecationHeaders(app, API_SECTIONS, changes, 'https://bank.example');
    app.get('/api/fallback/v1/accounts', async () => ({}));
    const { headers } = await app.inject('/api/fallback/v1/accounts');
    expect(headers.link).toContain('<https://bank.example/#/fallback-explorer/fallback-accounts/getFallbackAccounts>');
    await app.close();
  });

  it.each([
    { sunset: '2027-03-01', named: ['Deprecation', 'Sunset', 'Link'] },
    { sunset: undefined, named: ['Deprecation', 'Link'] },
  ])('names in its document what each answer says, with the sunset $sunset', ({ sunset, named }) => {
    const about = { apiId: 'consents', operationIds: ['getConsentStatus'] };
    const document = documentOf(sunset === undefined ? plain(about) : change(about));
    const { deprecated, responses } = Object(document?.paths)['/v1/consents/{consentId}/status'].get;
    expect(deprecated).toBe(true);
    expect(Object.keys(responses).length).toBeGreaterThan(3);
    for (const response of Object.values(responses)) expect(Object.keys(Object(response).headers)).toEqual(expect.arrayContaining(named));
    expect(Object.keys(Object(Object(document?.components).headers)).filter((name) => /^(Deprecation|Sunset|Link)$/.test(name))).toEqual(named);
    const other = Object(document?.paths)['/v1/consents/{consentId}'].get;
    expect([other.deprecated, JSON.stringify(other.responses).includes('Deprecation')]).toEqual([undefined, false]);
  });
});
