import { describe, expect, it } from 'vitest';
import { isRedirectUri, isReturnUrl } from './return-url.ts';

const REGISTERED = ['https://shop.example/callback', 'https://pay.shop.example:8443/cb', 'http://127.0.0.1:3001/callback'];
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

const REFUSED: readonly (readonly [why: string, url: string])[] = [
  ['empty', ''],
  ['white space', ' '],
  ['no scheme', 'shop.example/callback'],
  ['scheme relative', '//shop.example/callback'],
  ['scheme relative, other host', '//evil.example'],
  ['three slashes', '///evil.example'],
  ['path only', '/callback'],
  ['one slash', 'https:/shop.example/callback'],
  ['no slash', 'https:shop.example/callback'],
  ['no slash, other host', 'https:evil.example'],
  ['three slashes after the scheme', 'https:///shop.example/callback'],
  ['backslashes', 'https:\\\\shop.example\\callback'],
  ['leading backslashes', '\\\\evil.example'],
  ['slash and backslash', '/\\evil.example'],
  ['backslash before at', 'https://shop.example\\@evil.example/'],
  ['backslash in the path', 'https://shop.example/\\evil.example'],
  ['userinfo that looks like the host', 'https://shop.example@evil.example/'],
  ['userinfo with password', 'https://shop.example:443@evil.example/'],
  ['userinfo on the right host', 'https://user@shop.example/callback'],
  ['empty userinfo', 'https://@shop.example/callback'],
  ['encoded at sign', 'https://shop.example%40evil.example/'],
  ['suffix', 'https://shop.example.evil.example/'],
  ['prefix', 'https://evilshop.example/callback'],
  ['sub-domain', 'https://www.shop.example/callback'],
  ['parent domain', 'https://example/callback'],
  ['trailing dot', 'https://shop.example./callback'],
  ['two dots', 'https://shop..example/callback'],
  ['other top-level domain', 'https://shop.examples/callback'],
  ['other port', 'https://shop.example:444/callback'],
  ['default port written out', 'https://shop.example:443/callback'],
  ['empty port', 'https://shop.example:/callback'],
  ['port zero', 'https://shop.example:0/callback'],
  ['port too large', 'https://shop.example:99999/callback'],
  ['leading zero in the port', 'https://shop.example:0443/callback'],
  ['port missing', 'https://pay.shop.example/cb'],
  ['http', 'http://shop.example/callback'],
  ['javascript', 'javascript:alert(1)'],
  ['javascript with the host', 'javascript://shop.example/%0aalert(1)'],
  ['data', 'data:text/html,shop.example'],
  ['vbscript', 'vbscript:msgbox(1)'],
  ['file', 'file:///etc/passwd'],
  ['blob', 'blob:https://shop.example/1'],
  ['ftp', 'ftp://shop.example/callback'],
  ['ws', 'wss://shop.example/callback'],
  ['own scheme', 'shop://callback'],
  ['view-source', 'view-source:https://shop.example/callback'],
  ['line feed at the end', 'https://shop.example/callback\n'],
  ['header injection', 'https://shop.example/callback\r\nSet-Cookie: a=b'],
  ['tab in the scheme', 'ht\ttps://shop.example/callback'],
  ['tab in the host', 'https://shop.exam\tple/callback'],
  ['leading space', ' https://shop.example/callback'],
  ['trailing space', 'https://shop.example/callback '],
  ['leading control character', '\u0001https://shop.example/callback'],
  ['null character', 'https://shop.example/\u0000'],
  ['null before the rest of another host', 'https://shop.example\u0000.evil.example/'],
  ['delete character', 'https://shop.example/\u007f'],
  ['no-break space', 'https://shop.example/\u00a0'],
  ['zero-width space', 'https://shop\u200b.example/callback'],
  ['soft hyphen', 'https://sh\u00adop.example/callback'],
  ['Cyrillic o', 'https://sh\u043ep.example/callback'],
  ['full-width letters', 'https://\uff53hop.example/callback'],
  ['ideographic full stop', 'https://shop\u3002example/callback'],
  ['full-width slash', 'https://shop.example\uff0fevil'],
  ['punycode', 'https://xn--shp-bcd.example/callback'],
  ['right-to-left mark', 'https://shop.example/\u202ecallback'],
  ['upper-case host', 'https://SHOP.example/callback'],
  ['upper-case scheme', 'HTTPS://shop.example/callback'],
  ['encoded host', 'https://%73hop.example/callback'],
  ['fragment', 'https://shop.example/callback#x'],
  ['empty fragment', 'https://shop.example/callback#'],
  ['fragment before another host', 'https://shop.example#@evil.example/'],
  ['question mark before another host', 'https://evil.example?https://shop.example/'],
  ['dot segments', 'https://shop.example/a/../callback'],
  ['one dot segment', 'https://shop.example/./callback'],
  ['encoded dot segments', 'https://shop.example/%2e%2e/callback'],
  ['comma list', 'https://shop.example/callback,https://evil.example/ x'],
  ['two URLs', 'https://shop.example/callback https://evil.example/'],
  ['quote', 'https://shop.example/"onclick=1'],
  ['angle bracket', 'https://shop.example/<script>'],
  ['curly bracket', 'https://shop.example/{id}'],
  ['wildcard host', 'https://*.example/callback'],
  ['number as host', 'https://2130706433/callback'],
  ['loopback by another spelling', 'http://127.1:3001/callback'],
  ['hexadecimal loopback', 'http://0x7f000001:3001/callback'],
  ['localhost is not 127.0.0.1', 'http://localhost:3001/callback'],
  ['IPv6 loopback is not 127.0.0.1', 'http://[::1]:3001/callback'],
  ['all interfaces', 'http://0.0.0.0:3001/callback'],
  ['https on the loopback origin', 'https://127.0.0.1:3001/callback'],
  ['too long', `https://shop.example/${'a'.repeat(2048)}`],
];

describe('where a customer may be sent back to', () => {
  it.each(ACCEPTED)('accepts %s', (url) => {
    expect(isReturnUrl(url, REGISTERED, DEVELOPMENT)).toBe(true);
  });

  it.each(REFUSED)('refuses: %s', (_why, url) => {
    expect(isReturnUrl(url, REGISTERED, DEVELOPMENT)).toBe(false);
  });

  it('has at least 60 refused variants', () => {
    expect(REFUSED.length).toBeGreaterThanOrEqual(60);
  });

  it('refuses http on this machine in production, even when it is registered', () => {
    expect(isReturnUrl('http://127.0.0.1:3001/callback', REGISTERED, PRODUCTION)).toBe(false);
    expect(isRedirectUri('http://127.0.0.1:3001/callback', PRODUCTION)).toBe(false);
    expect(isRedirectUri('http://localhost:3001/callback', DEVELOPMENT)).toBe(true);
  });

  it('refuses everything for an application without redirect URIs', () => {
    expect(isReturnUrl('https://shop.example/', [], DEVELOPMENT)).toBe(false);
  });

  it('answers 50 000 hostile characters at once', () => {
    const started = performance.now();
    for (const part of ['a.', '-', ':1', '/?', 'https://']) isReturnUrl(`https://${part.repeat(25_000)}`, REGISTERED, DEVELOPMENT);
    expect(performance.now() - started).toBeLessThan(100);
  });
});
