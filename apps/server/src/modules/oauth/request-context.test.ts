import { describe, expect, it } from 'vitest';
import { isKnownRealm, pageLocale, parseBankCountry, parseRequestContext } from './request-context.ts';

describe('an authorization request', () => {
  it.each([
    [undefined, 'ee'],
    ['ee', 'ee'],
    ['LV', 'lv'],
    ['lt', 'lt'],
  ])('names the bank %j: %s', (given, country) => expect(parseBankCountry(given)).toBe(country));

  it.each(['', 'fi', 'ee ', 'eelv', 7, null, ['ee']])('names no bank of ours: %j', (given) => {
    expect(parseBankCountry(given)).toBeUndefined();
    expect(() => parseRequestContext({ bank_country: given }, undefined)).toThrow('was not checked');
  });

  it.each([
    [undefined, true],
    ['psd2', true],
    ['PSD2', false],
    ['', false],
    [['psd2'], false],
  ])('names the realm %j: %s', (given, isKnown) => expect(isKnownRealm(given)).toBe(isKnown));

  it.each([
    [{}, undefined, 'en'],
    [{}, 'et', 'et'],
    [{}, 'de', 'en'],
    [{ locale: 'lv' }, 'et', 'lv'],
    [{ locale: 'lv', ui_locales: 'lt' }, 'et', 'lv'],
    [{ locale: 'de', ui_locales: 'lt' }, 'et', 'lt'],
    [{ ui_locales: 'de lt ru' }, 'et', 'lt'],
    [{ locale: ['lv'] }, 'et', 'et'],
  ])('%j of a browser that reads %s is answered in %s', (params, language, locale) =>
    expect(parseRequestContext({ ...params, bank_country: 'LT' }, language)).toEqual({ bankCountry: 'lt', locale }),
  );
});

describe('an error page of an authorization request', () => {
  it.each([
    [{}, undefined, 'en'],
    [{}, 'de', 'en'],
    [{ bank_country: 'fi' }, undefined, 'en'],
    [{ bank_country: ['lv'] }, undefined, 'en'],
    [{ bank_country: 'ee' }, undefined, 'et'],
    [{ bank_country: 'LV' }, 'de', 'lv'],
    [{ bank_country: 'lt' }, undefined, 'lt'],
    [{ bank_country: 'lt' }, 'et', 'et'],
    [{ bank_country: 'lt', locale: 'ru' }, 'et', 'ru'],
  ])('for %j and a browser that reads %s is in %s', (params, language, locale) => expect(pageLocale(params, language)).toBe(locale));
});
