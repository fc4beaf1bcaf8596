import type { SliceParameter } from '@portico/contract';
import { describe, expect, it } from 'vitest';
import { fallbackSessionOf, idsInResponse, signingLinkOf } from '../response/response-ids.ts';
import { idName, knownId } from './known-ids.ts';

const LIST = { path: '/v1/things', parameters: [] };
const inPath = (name: string): SliceParameter => ({ name, in: 'path', required: true, schema: {} });

describe('the ids in an answer', () => {
  it.each([
    [{ consentId: 'c-1', consentStatus: 'received' }, { consentid: 'c-1' }],
    [{ paymentId: 'p-1' }, { paymentid: 'p-1' }],
    [{ accounts: [{ resourceId: 'a-1' }, { resourceId: 'a-2' }] }, { accountid: 'a-1' }],
    [{ transactions: { booked: [{ transactionId: 't-1' }] } }, { transactionid: 't-1' }],
    [{ authorisationIds: ['s-1'] }, { authorisationid: 's-1' }],
    [{ signInId: 'f-1' }, { signinid: 'f-1' }],
    [{ accounts: [{ iban: 'EE1' }, { iban: 'EE2' }] }, { iban: 'EE1' }],
    [{ access_token: 't', refresh_token: 'r' }, {}],
    [{ fallbackSession: 's-1' }, {}],
    [{ consentId: 7, accounts: 'x', transactions: [], authorisationIds: [null] }, {}],
    [[], {}],
    [null, {}],
  ])('%j are %j, also for paths below the called one', (body, ids) => {
    const below = Object.entries(ids).map(([name, value]) => [`/v1/things ${name}`, value]);
    expect(idsInResponse(LIST, new Map(), JSON.stringify(body))).toEqual({ ...ids, ...Object.fromEntries(below) });
  });
  it.each([undefined, '', '<html>', '{'])('%j are none', (text) => {
    expect(idsInResponse(LIST, new Map(), text)).toEqual({});
  });
  it('include those of the called path', () => {
    const called = { path: '/v1/payments/{paymentProduct}/{paymentId}', parameters: [inPath('paymentProduct'), inPath('paymentId')] };
    const values = new Map([['path:paymentProduct', 'instant']]);
    expect(idsInResponse(called, values, '')).toEqual({ '/v1/payments paymentproduct': 'instant' });
  });
  it('match any spelling of the parameter', () => {
    expect(['Consent-ID', 'consentId', 'consent-id'].map(idName)).toEqual(['consentid', 'consentid', 'consentid']);
  });
});

describe('a known id', () => {
  const ids = idsInResponse({ path: '/v1/payments/{product}', parameters: [] }, new Map(), '{"paymentId":"p-1"}');
  it.each(['/v1/payments/{product}/{paymentId}', '/v1/payments/{product}/{paymentId}/status'])('fills the path %s', (path) => {
    expect(knownId(ids, path, inPath('paymentId'))).toBe('p-1');
  });
  it.each(['/v1/bulk-payments/{product}/{paymentId}', '/v1/payments/{paymentId}'])('does not fill the path %s', (path) => {
    expect(knownId(ids, path, inPath('paymentId'))).toBeUndefined();
  });
  it('fills any header of its name', () => {
    expect(knownId(ids, '/v1/other', { name: 'Payment-ID', in: 'header' })).toBe('p-1');
  });
});

describe('the session of the fallback interface', () => {
  it('is read only from the answer that opened it', () => {
    expect(fallbackSessionOf('{"fallbackSession":"s-1"}')).toBe('s-1');
    expect(['{"fallbackSession":7}', '{}', '[]', 'x', undefined].map(fallbackSessionOf)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('the signing link', () => {
  const answer = (href: unknown) => JSON.stringify({ _links: { scaRedirect: { href } } });
  it.each(['http://localhost:3000/bank/sca/x', 'https://bank.example/x', '/bank/sca/x'])('is %s', (href) => {
    expect(signingLinkOf(answer(href))).toBe(href);
  });
  it.each(['javascript:alert(1)', 'data:text/html,x', 7, null, ''])('is not %j', (href) => {
    expect(signingLinkOf(answer(href))).toBeUndefined();
  });
  it('is missing in other answers', () => {
    expect(['{}', '[]', '{"_links":{}}', 'x', undefined].map(signingLinkOf)).toEqual([undefined, undefined, undefined, undefined, undefined]);
  });
});
