import { describe, expect, it } from 'vitest';
import { HOSTILE_URLS, REGISTERED_URIS } from '../../testing/hostile-urls.ts';
import { firstUnencodedCharacter, isRedirectUri, isReturnUrl, keptReturnUrl, URL_LENGTH_MAX } from './return-url.ts';

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

describe('a stored return URL', () => {
  const URL = 'https://shop.example/orders/17';

  it.each([URL, 'http://127.0.0.1:3001/orders/1'])('is kept while its origin is registered: %s', (url) => {
    expect(keptReturnUrl(url, ['https://other.example/x', 'https://shop.example/callback', 'http://127.0.0.1:3001/callback'])).toBe(url);
  });

  it.each<[why: string, url: string | null | undefined, redirectUris: string[] | null]>([
    ['its origin is registered no more', URL, ['https://other.example/callback']],
    ['no redirect URI is registered', URL, []],
    ['the application does not exist any more', URL, null],
    ['there is none (null)', null, [URL]],
    ['there is none (undefined)', undefined, [URL]],
  ])('is not returned when %s', (_why, url, redirectUris) => {
    expect(keptReturnUrl(url, redirectUris)).toBeUndefined();
  });
});

describe('the first character that must be percent-encoded', () => {
  it.each([
    ['https://shop.example/a b', ' '],
    ['https://shop.example/õ?x=ä', 'õ'],
    ['https://shop.example/100%', '%'],
    ['https://shop.example/%4', '%'],
    ['https://shop.example/%4g', '%'],
    ['https://shop.example/%g4', '%'],
    ['http://shop.example?"', '"'],
    ['https://õ.example/<', '<'],
    ['x http://a.example/', ' '],
  ])('of %s is %j', (url, character) => expect(firstUnencodedCharacter(url)).toBe(character));

  it.each([
    'https://shop.example/%4F%af?a=b#c',
    'https://õ.example/',
    'http://õ.example?a',
    'https://õ.example#a',
    "https://a.example/!$&'()*+,;=:@~._-",
  ])('does not exist in %s', (url) => expect(firstUnencodedCharacter(url)).toBeUndefined());
});
