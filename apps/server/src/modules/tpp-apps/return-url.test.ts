import { describe, expect, it } from 'vitest';
import { HOSTILE_URLS, REGISTERED_URIS } from '../../testing/hostile-urls.ts';
import { isRedirectUri, isReturnUrl, URL_LENGTH_MAX } from './return-url.ts';

const DEVELOPMENT = { allowsLoopbackHttp: true };
const PRODUCTION = { allowsLoopbackHttp: false };

const ACCEPTED = [
  'https://shop.example/callback',
  'https://shop.example',
  'https://shop.example/',
  'https://shop.example/orders/17/paid?from=bank&x=%20',
  'https://shop.example?order=17',
  'https://shop.example/a@b/c:d',
  'https://pay.shop.example:8443/other',
  'http://127.0.0.1:3001/orders/1/not-paid',
];

describe('where a customer may be sent back to', () => {
  it.each(ACCEPTED)('accepts %s', (url) => {
    expect(isReturnUrl(url, REGISTERED_URIS, DEVELOPMENT)).toBe(true);
  });

  it.each(HOSTILE_URLS)('refuses: %s', (_why, url) => {
    expect(isReturnUrl(url, REGISTERED_URIS, DEVELOPMENT)).toBe(false);
  });

  it('has at least 60 refused variants', () => {
    expect(HOSTILE_URLS.length).toBeGreaterThanOrEqual(60);
  });

  it('refuses http on this machine in production, even when it is registered', () => {
    expect(isReturnUrl('http://127.0.0.1:3001/callback', REGISTERED_URIS, PRODUCTION)).toBe(false);
    expect(isRedirectUri('http://127.0.0.1:3001/callback', PRODUCTION)).toBe(false);
    expect(isRedirectUri('http://localhost:3001/callback', DEVELOPMENT)).toBe(true);
    expect(isRedirectUri('http://[::1]:3001/callback', DEVELOPMENT)).toBe(true);
    expect(isRedirectUri('http://192.168.1.2:3001/callback', DEVELOPMENT)).toBe(false);
  });

  it('is at most as long as a browser can be sent to everywhere', () => {
    const longest = 'https://shop.example/'.padEnd(URL_LENGTH_MAX, 'a');
    expect(isRedirectUri(longest, PRODUCTION)).toBe(true);
    expect(isRedirectUri(`${longest}a`, PRODUCTION)).toBe(false);
  });

  it('refuses everything for an application without redirect URIs', () => {
    expect(isReturnUrl('https://shop.example/', [], DEVELOPMENT)).toBe(false);
  });

  it.each(['a.', '-', ':1', '/?', 'https://'])('refuses 25 000 times %j', (part) => {
    expect(isReturnUrl(`https://${part.repeat(25_000)}`, REGISTERED_URIS, DEVELOPMENT)).toBe(false);
  });
});
