import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { mobileIdControlCode, smartIdControlCode } from './control-code.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

describe('the control code of Smart-ID', () => {
  it.each([
    ['Hello World!', '7712'],
    ['Go ahead, make my day.', '7782'],
    ["You're gonna need a bigger boat.", '1464'],
    ["Say 'hello' to my little friend!", '4240'],
  ])('of the hash of “%s” is %s, as the client libraries of SK ID Solutions compute it', (text, code) => {
    expect(smartIdControlCode(sha256(text))).toBe(code);
  });

  it('always has four digits, leading zeros included', () => {
    const codes = Array.from({ length: 2000 }, (_, index) => smartIdControlCode(sha256(`content ${index}`)));
    expect(codes.filter((code) => !/^\d{4}$/.test(code))).toEqual([]);
    expect(codes.some((code) => code.startsWith('0'))).toBe(true);
  });

  it('changes with the content', () => {
    expect(smartIdControlCode(sha256('10.00 EUR'))).not.toBe(smartIdControlCode(sha256('10.01 EUR')));
  });
});

describe('the control code of Mobile-ID', () => {
  it.each([
    ['2f665f6a6999e0ef0752e00ec9f453adf59d8cb6', '1462'],
    ['00'.repeat(32), '0000'],
    ['ff'.repeat(32), '8191'],
  ])('of %s is %s', (hash, code) => {
    expect(mobileIdControlCode(hash)).toBe(code);
  });
});
