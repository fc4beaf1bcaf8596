import { describe, expect, it } from 'vitest';
import { explainRedirectUri } from './explain-redirect-uri.ts';
import { isRedirectUri } from './return-url.ts';

const DEVELOPMENT = { allowsLoopbackHttp: true };
const PRODUCTION = { allowsLoopbackHttp: false };

describe('the explanation of a refused redirect URI names the broken rule', () => {
  it.each([
    ['', 'A redirect URI is a complete address that begins with https://, or http:// on this machine. Correct it.'],
    ['/callback', 'A redirect URI is a complete address that begins with https://, or http:// on this machine. Correct it.'],
    ['shop.example/callback', 'A redirect URI is a complete address that begins with https://, or http:// on this machine. Correct it.'],
    ['myapp://callback', 'A redirect URI is a complete address that begins with https://, or http:// on this machine. Correct it.'],
    ['xhttps://callback', 'A redirect URI is a complete address that begins with https://, or http:// on this machine. Correct it.'],
    ['httpsx://callback', 'A redirect URI is a complete address that begins with https://, or http:// on this machine. Correct it.'],
    ['https://anna@shop.example/callback', 'A redirect URI holds no user name and no password. Leave them out.'],
    ['https://:geheim@shop.example/callback', 'A redirect URI holds no user name and no password. Leave them out.'],
    ['https://*.shop.example/callback', 'A redirect URI holds no wildcard. Enter each address by itself.'],
    ['https://anna:geheim@shop.example/callback', 'A redirect URI holds no user name and no password. Leave them out.'],
    ['https://shop.example/callback#top', 'A redirect URI has no fragment. Leave out # and what follows.'],
    ['https://shop.example/callback#', 'A redirect URI has no fragment. Leave out # and what follows.'],
    ['http://shop.example/callback', 'A redirect URI begins with https://, or http:// on this machine. Correct it.'],
    [`https://shop.example/${'a'.repeat(2048)}`, 'A redirect URI has at most 2048 characters. Shorten it.'],
  ])('%s', (uri, text) => {
    expect(isRedirectUri(uri, DEVELOPMENT)).toBe(false);
    expect(explainRedirectUri(uri, DEVELOPMENT)).toBe(text);
  });

  it.each([
    ['https://Shop.example/callback', 'https://shop.example/callback'],
    ['https://shop.example:443/callback', 'https://shop.example/callback'],
    ['https://shop.example/a/../callback', 'https://shop.example/callback'],
    ['https://bücher.example/callback', 'https://xn--bcher-kva.example/callback'],
  ])('for %s it suggests %s, which is accepted', (uri, canonical) => {
    expect(isRedirectUri(uri, DEVELOPMENT)).toBe(false);
    expect(explainRedirectUri(uri, DEVELOPMENT)).toContain(`Write ${canonical} instead.`);
    expect(isRedirectUri(canonical, DEVELOPMENT)).toBe(true);
  });

  it.each(['https://shop_one.example/', 'https://shop.example./', 'https://shop.example/?a={b}', 'https://shop.example/[a]'])(
    'for %s, which is already canonical, it names the allowed characters',
    (uri) => {
      expect(isRedirectUri(uri, DEVELOPMENT)).toBe(false);
      expect(explainRedirectUri(uri, DEVELOPMENT)).toContain('letters, figures and hyphens in its host name');
    },
  );

  it('for the maximum length it names another rule than the length', () => {
    expect(explainRedirectUri('https://shop.example/*'.padEnd(2048, 'a'), DEVELOPMENT)).toBe(
      'A redirect URI holds no wildcard. Enter each address by itself.',
    );
  });

  it('in production it allows only https', () => {
    expect(explainRedirectUri('http://localhost:3001/callback', PRODUCTION)).toBe('A redirect URI begins with https://. Correct it.');
  });
});
