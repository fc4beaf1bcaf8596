// Review of 25 November 2026, X6, X10 and X11
import { describe, expect, it } from 'vitest';
import { isExplicitStartWanted, readDeviceWish, requireInitiationHeaders } from './initiation-headers.ts';
import { isReturnUrl } from './return-url.ts';

const HOME = 'https://shop.example/paid';
const GOOD = { 'psu-ip-address': '192.0.2.7', 'tpp-redirect-uri': HOME };
const isAllowed = (url: string) => isReturnUrl(url, ['https://shop.example/callback'], { allowsLoopbackHttp: false });
const read = (headers: Readonly<Record<string, string>>, need: 'required' | 'optional' = 'required') =>
  requireInitiationHeaders(headers, isAllowed, need);

describe('a boolean header', () => {
  const FLAGS = [
    ['TPP-Redirect-Preferred', (value: string) => read({ ...GOOD, 'tpp-redirect-preferred': value })],
    ['TPP-Explicit-Authorisation-Preferred', (value: string) => isExplicitStartWanted({ 'tpp-explicit-authorisation-preferred': value })],
    ['TPP-Decoupled-Preferred', (value: string) => readDeviceWish({ 'tpp-decoupled-preferred': value }, '192.0.2.7')],
    ['TPP-Decoupled-Preferred', (value: string) => readDeviceWish({ 'psu-id': '60001019906', 'tpp-decoupled-preferred': value }, '192.0.2.7')],
  ] as const;

  it.each(FLAGS)('%s is read with capitals or without', (_name, readFlag) => {
    for (const value of ['true', 'True', 'TRUE', 'false', 'False', 'FALSE', '']) expect(() => readFlag(value)).not.toThrow();
  });

  it.each(FLAGS)('%s is refused where it is no boolean', (name, readFlag) => {
    for (const value of ['1', '0', 'yes', 'no', 'maybe', 'true, true', ' true', '"true"', 'null']) {
      expect(() => readFlag(value), value).toThrow(
        expect.objectContaining({ code: 'FORMAT_ERROR', message: expect.stringContaining(`${name} is true or false`) }),
      );
    }
  });

  it('means what it says in either case', () => {
    for (const value of ['true', 'True', 'TRUE']) expect(isExplicitStartWanted({ 'tpp-explicit-authorisation-preferred': value })).toBe(true);
    for (const value of ['false', 'False', '']) expect(isExplicitStartWanted({ 'tpp-explicit-authorisation-preferred': value })).toBe(false);
  });
});

describe('TPP-Redirect-Preferred', () => {
  it.each(['true', 'false'])('%s is a preference: the customer is redirected', (value) => {
    expect(read({ ...GOOD, 'tpp-redirect-preferred': value })).toEqual({ success: HOME, failure: undefined });
  });
});

describe('PSU-IP-Address', () => {
  it('is required where something is created, and optional where its authorisation starts', () => {
    const { 'psu-ip-address': _none, ...without } = GOOD;
    expect(() => read(without)).toThrow(expect.objectContaining({ code: 'FORMAT_ERROR', message: expect.stringContaining('PSU-IP-Address') }));
    expect(read(without, 'optional')).toMatchObject({ success: HOME });
  });

  it.each(['192.0.2.256', 'localhost', '192.0.2.7, 192.0.2.8', 'fe80::1%eth0', '[2001:db8::1]', '192.0.2.7:443', '192.0.2.07'])(
    '%s is refused wherever it is sent',
    (address) => {
      for (const need of ['required', 'optional'] as const) {
        expect(() => read({ ...GOOD, 'psu-ip-address': address }, need)).toThrow(expect.objectContaining({ code: 'FORMAT_ERROR' }));
      }
    },
  );
});

describe('a return address with a character that must be encoded', () => {
  it.each(['[', ']', '{', '}', '|', '^', '`', '"', '<', '>', '\\'])('names %s', (character) => {
    for (const url of [`https://shop.example/paid${character}x`, `https://shop.example/paid?order=${character}17`]) {
      for (const header of ['TPP-Redirect-URI', 'TPP-Nok-Redirect-URI']) {
        const text = `The address in the header ${header} holds the character ${character}. Send it percent-encoded.`;
        expect(() => read({ ...GOOD, [header.toLowerCase()]: url })).toThrow(expect.objectContaining({ code: 'FORMAT_ERROR', message: text }));
      }
      expect(read({ ...GOOD, 'tpp-redirect-uri': encodeURI(url).replaceAll(/[[\]]/g, encodeURIComponent) })).toHaveProperty('success');
    }
  });

  it.each(['%', '%2', '%zz', '%2g', '%%41', 'a%'])('names the percent sign in %s, which escapes nothing', (text) => {
    for (const url of [`https://shop.example/${text}`, `https://shop.example/paid?order=${text}&x=%41`]) {
      for (const header of ['TPP-Redirect-URI', 'TPP-Nok-Redirect-URI']) {
        const message = `The address in the header ${header} holds the character %. Send it percent-encoded.`;
        expect(() => read({ ...GOOD, [header.toLowerCase()]: url })).toThrow(expect.objectContaining({ code: 'FORMAT_ERROR', message }));
      }
    }
    expect(read({ ...GOOD, 'tpp-redirect-uri': 'https://shop.example/%2F?a=%c3%A9' })).toHaveProperty('success');
  });

  it.each([
    ['white space', 'https://shop.example/a b', 'white space'],
    ['a letter beyond ASCII', 'https://shop.example/\u00e9', 'a character beyond ASCII'],
  ])('names %s', (_what, url, name) => {
    expect(() => read({ ...GOOD, 'tpp-redirect-uri': url })).toThrow(expect.objectContaining({ message: expect.stringContaining(`holds ${name}.`) }));
  });

  it('is blamed for its length, and not for its origin, where it is too long', () => {
    const url = `${HOME}?x=${'a'.repeat(2_000)}`;
    const message = 'The address in the header TPP-Nok-Redirect-URI has more than 2000 characters. Send a shorter one.';
    expect(() => read({ ...GOOD, 'tpp-nok-redirect-uri': url })).toThrow(expect.objectContaining({ code: 'FORMAT_ERROR', message }));
    expect(read({ ...GOOD, 'tpp-nok-redirect-uri': url.slice(0, 2_000) })).toHaveProperty('failure');
  });

  it.each([
    ['https://shop.example/orders/../paid', 'https://shop.example/paid'],
    ['https://shop.example/./paid', 'https://shop.example/paid'],
    ['https://SHOP.example:443/paid', 'https://shop.example/paid'],
    ['HTTPS://shop.example', 'https://shop.example/'],
  ])('is blamed for its spelling in %s, and told the other one', (url, plain) => {
    const message = `The address in the header TPP-Redirect-URI is written as a browser would send it. Send ${plain} instead.`;
    expect(() => read({ ...GOOD, 'tpp-redirect-uri': url })).toThrow(expect.objectContaining({ code: 'FORMAT_ERROR', message }));
  });

  it.each(['https://evil.example/paid', 'https://shop.example/paid#x', 'https://shop.example:8443/paid', 'http://shop.example/paid'])(
    'is not blamed for the origin of %s',
    (url) =>
      expect(() => read({ ...GOOD, 'tpp-redirect-uri': url })).toThrow(
        expect.objectContaining({ message: expect.stringContaining('scheme, host and port') }),
      ),
  );
});
