import { describe, expect, it } from 'vitest';
import { idName, idsOfAnswer, signingLinkOf } from './known-ids.ts';

describe('ids of an answer', () => {
  it.each([
    [{ consentId: 'c-1', consentStatus: 'received' }, { consentid: 'c-1' }],
    [{ paymentId: 'p-1' }, { paymentid: 'p-1' }],
    [{ accounts: [{ resourceId: 'a-1' }, { resourceId: 'a-2' }] }, { accountid: 'a-1' }],
    [{ authorisationIds: ['s-1'] }, { authorisationid: 's-1' }],
    [{ access_token: 't', refresh_token: 'r' }, {}],
    [{ consentId: 7, accounts: 'x', authorisationIds: [null] }, {}],
    [[], {}],
    [null, {}],
  ])('%j give %j', (body, ids) => {
    expect(idsOfAnswer(JSON.stringify(body))).toEqual(ids);
  });
  it.each([undefined, '', '<html>', '{'])('%j gives none', (text) => {
    expect(idsOfAnswer(text)).toEqual({});
  });
  it('are found by any spelling of the parameter', () => {
    expect(['Consent-ID', 'consentId', 'consent-id'].map(idName)).toEqual(['consentid', 'consentid', 'consentid']);
  });
});

describe('the page where the customer signs', () => {
  const answer = (href: unknown) => JSON.stringify({ _links: { scaRedirect: { href } } });
  it.each(['http://localhost:3000/bank/sca/x', 'https://bank.example/x', '/bank/sca/x'])('is %s', (href) => {
    expect(signingLinkOf(answer(href))).toBe(href);
  });
  it.each(['javascript:alert(1)', 'data:text/html,x', 7, null, ''])('is not %j', (href) => {
    expect(signingLinkOf(answer(href))).toBeUndefined();
  });
  it('is not there in other answers', () => {
    expect(['{}', '[]', '{"_links":{}}', 'x', undefined].map(signingLinkOf)).toEqual([undefined, undefined, undefined, undefined, undefined]);
  });
});
