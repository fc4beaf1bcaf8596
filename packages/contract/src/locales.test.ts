import { describe, expect, it } from 'vitest';
import { firstLocale, localeOfTag } from './locales.ts';

describe('a language tag', () => {
  it.each([
    ['et', 'et'],
    ['et-EE', 'et'],
    ['LT', 'lt'],
    ['ru-Cyrl-EE', 'ru'],
    [' lv ', 'lv'],
  ])('%s selects %s', (tag, locale) => {
    expect(localeOfTag(tag)).toBe(locale);
  });
  it.each([
    'de',
    'tlh',
    '',
    '*',
    'ett',
    'et_EE',
    'constructor',
    '__proto__',
    '../et',
    '<b>lt</b>',
    'lt\u0000',
    'lt'.repeat(10_000),
    undefined,
    null,
    5,
    ['et'],
    { toString: () => 'et' },
  ])('%j selects no supported language', (tag) => {
    expect(localeOfTag(tag)).toBeUndefined();
  });
  it('is the first supported one of a list', () => {
    expect(firstLocale(['de-CH', undefined, 'lv-LV', 'ru'])).toBe('lv');
    expect(firstLocale(['de', '*'])).toBeUndefined();
    expect(firstLocale([])).toBeUndefined();
  });
});
