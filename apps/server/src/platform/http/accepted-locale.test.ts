import { describe, expect, it } from 'vitest';
import { acceptedLocale } from './accepted-locale.ts';

describe('a browser that asks for', () => {
  it.each([
    ['lv', 'lv'],
    ['lt-LT,lt;q=0.9,en-US;q=0.8,en;q=0.7', 'lt'],
    ['de-CH,de;q=0.9,ru;q=0.5', 'ru'],
    ['en;q=0.1, et;q=0.9', 'et'],
    ['et;q=0, en;q=0.2', 'en'],
    ['ET-ee', 'et'],
    ['lt;q=2, lv', 'lt'],
    ['lt;q=5e-1, lv;q=0.9', 'lv'],
    ['ru;level=1;q=1.000, lv', 'ru'],
  ])('%s gets %s', (header, locale) => {
    expect(acceptedLocale(header)).toBe(locale);
  });
  it.each([
    undefined,
    '',
    '*',
    'de, fr;q=0.5',
    'lt;q=0',
    'lt;q=0.0',
    'lt;q=-1',
    'lt;q=abc',
    ';q=1',
    ',,,;;;',
    '__proto__',
    'lt\u0000',
    `${'x'.repeat(8000)}`,
  ])('%j gets none of ours', (header) => {
    expect(acceptedLocale(header)).toBeUndefined();
  });
});
