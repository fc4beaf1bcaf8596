import { describe, expect, it } from 'vitest';
import { hashAddressOf } from './hash-address.ts';

const ROUTES = [
  { path: '/', hasPagesBelow: true },
  { path: '/welcome', hasPagesBelow: false },
  { path: '/api-explorer', hasPagesBelow: true },
];

describe('the address in the hash', () => {
  it.each([
    ['/welcome', '/#/welcome'],
    ['/Welcome/?lang=et', '/#/welcome?lang=et'],
    ['/api-explorer/login/authorize', '/#/api-explorer/login/authorize'],
    ['/API-EXPLORER/oauth2/getAccessToken/?p.a=%2F', '/#/api-explorer/oauth2/getAccessToken?p.a=%2F'],
    ['/api-explorer/own/repos%2Fget%20one', '/#/api-explorer/own/repos%2Fget%20one'],
  ])('of %s is %s', (url, address) => expect(hashAddressOf(ROUTES, url)).toBe(address));

  it.each([
    '/',
    '/nowhere',
    '/welcome/more',
    '/welcomes',
    '/api-explorers/a/b',
    '//api-explorer/a/b',
    '/api-explorer//evil.example/b',
    '/api-explorer/\\evil.example/b',
    '/api/v1/consents',
    '/bank/welcome',
  ])('does not exist for %s', (url) => expect(hashAddressOf(ROUTES, url)).toBeUndefined());
});
