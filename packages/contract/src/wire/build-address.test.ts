import { describe, expect, it } from 'vitest';
import { buildAddress } from './build-address.ts';
import { percentEncode } from './percent-encode.ts';

const BASE = 'https://bank.example/api';
const RFC_3986 = /^[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%]+$/;

describe('an address', () => {
  it('takes the values of its path and its query', () => {
    const values = new Map([['payment-product', 'sepa-credit-transfers']]);
    expect(buildAddress(BASE, '/v1/payments/{payment-product}', values, ['withBalance=true'])).toBe(
      'https://bank.example/api/v1/payments/sepa-credit-transfers?withBalance=true',
    );
  });
  it('has no question mark without a query', () => {
    expect(buildAddress(BASE, '/v1/accounts', new Map(), [])).toBe('https://bank.example/api/v1/accounts');
  });
  it.each(['a/b', '../..', '?x=1', '#part', '%2e', 'a b', '[x]{y}|^`\\', 'ž€🏛️', "o'brien", '$&', '\n'])(
    'keeps %j one segment and one value',
    (value) => {
      const address = buildAddress(BASE, '/v1/{id}/status', new Map([['id', percentEncode(value)]]), [`q=${percentEncode(value)}`]);
      const url = new URL(address);
      expect(url.pathname.split('/')).toHaveLength(5);
      expect(decodeURIComponent(url.pathname.split('/')[3] ?? '')).toBe(value);
      expect(url.searchParams.get('q')).toBe(value);
      expect(address).toMatch(RFC_3986);
      expect(new URL(address).href).toBe(address);
    },
  );
  it('shows what is still missing', () => {
    expect(buildAddress(BASE, '/v1/{id}', new Map(), [])).toBe('https://bank.example/api/v1/%7Bid%7D');
  });
});
