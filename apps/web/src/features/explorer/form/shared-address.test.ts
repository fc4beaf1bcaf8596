import type { SliceParameter } from '@portico/contract';
import { describe, expect, it } from 'vitest';
import { readShared, sharedAddress } from './shared-address.ts';

const PAGE = 'https://portal.example/#/api-explorer/accounts/getTransactions';
const parameter = (place: SliceParameter['in'], name: string): SliceParameter => ({ in: place, name, required: false, schema: {} });
const parameters = [parameter('path', 'accountId'), parameter('query', 'dateFrom'), parameter('header', 'X-Request-ID'), parameter('query', 'code')];
const values = new Map([
  ['path:accountId', 'a/1 & ž'],
  ['query:dateFrom', ''],
  ['header:X-Request-ID', 'r-1'],
  ['query:code', 'c0de'],
]);

describe('a shared address', () => {
  it('carries the filled-in values and replaces those of the current address', () => {
    const address = sharedAddress(`${PAGE}?p.path:accountId=old`, { parameters }, values);
    expect(address.startsWith(`${PAGE}?`)).toBe(true);
    expect([...readShared(new URLSearchParams(address.split('?')[1]))]).toEqual([['path:accountId', 'a/1 & ž']]);
  });
  it('carries nothing when nothing is filled in', () => {
    expect(sharedAddress(PAGE, { parameters }, new Map())).toBe(PAGE);
  });
  it.each([
    'header:X-Request-ID',
    'header:Authorization',
    'header:Cookie',
    'query:state',
    'query:nonce',
    'query:code',
    'query:client_secret',
    'query:code_verifier',
  ])('never carries %s, and never fills it in', (key) => {
    const [place, name] = key.split(':');
    const secret: SliceParameter = { in: place === 'query' ? 'query' : 'header', name: name ?? '', required: true, schema: {} };
    expect(sharedAddress(PAGE, { parameters: [secret] }, new Map([[key, 'secret']]))).toBe(PAGE);
    expect(readShared(new URLSearchParams([[`p.${key}`, 'planted']])).size).toBe(0);
  });
  it('reads no other query parameter', () => {
    expect(readShared(new URLSearchParams('m=login&section=x')).size).toBe(0);
  });
});
