import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from './iso-date.ts';
import {
  buildDatedLatvianCode,
  buildLatvianCode,
  buildPersonalCode,
  formatPersonalCode,
  isPersonalCode,
  normalizePersonalCode,
} from './personal-code.ts';

describe('a personal code', () => {
  // Test numbers of Smart-ID's and Mobile-ID's public demonstration services.
  it.each([
    ['ee', '60001019906'],
    ['ee', '30303039914'],
    ['ee', '40404049985'],
    ['lt', '30303039914'],
    ['lt', '60001019906'],
    ['lv', '030303-10012'],
    ['lv', '03030310012'],
  ] as const)('of %s, %s, is valid', (country, code) => expect(isPersonalCode(country, code)).toBe(true));

  it.each([
    ['ee', ''],
    ['ee', '60001019907'],
    ['ee', '6000101990'],
    ['ee', '600010199066'],
    ['ee', '90001019906'],
    ['ee', '60002309904'],
    ['ee', '6000101990a'],
    ['ee', '600010-19906'],
    ['lt', '00001019906'],
    ['lv', '030303-10013'],
    ['lv', '0303031001'],
    ['lv', '310203-10012'],
    ['lv', '030303 10012'],
    ['lv', '320000-00001'],
  ] as const)('of %s, %j, is refused', (country, code) => expect(isPersonalCode(country, code)).toBe(false));

  it('made for any birth date, sex and serial is valid and differs with each of them', () => {
    const birthDate = fc.integer({ min: 0, max: 70_000 }).map((days) => addDays('1900-01-01', days));
    const serial = fc.integer({ min: 0, max: 999 });
    fc.assert(
      fc.property(birthDate, fc.constantFrom('female', 'male'), serial, (date, sex, number) => {
        const code = buildPersonalCode({ birthDate: date, sex, serial: number });
        return isPersonalCode('ee', code) && isPersonalCode('lt', code) && Number(code[0]) % 2 === (sex === 'male' ? 1 : 0);
      }),
    );
  });

  it('of Latvia is made with or without a date; some serials have no check digit', () => {
    fc.assert(fc.property(fc.integer({ min: 0, max: 99_999_999 }), (serial) => [true, undefined].includes(validOrMissing(buildLatvianCode(serial)))));
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999 }), (serial) =>
        [true, undefined].includes(validOrMissing(buildDatedLatvianCode('1991-06-23', serial))),
      ),
    );
    expect(buildLatvianCode(90_000_000)).toMatch(/^329000-000\d\d$/);
  });

  it('is read without its hyphen and spaces and shown as people know it', () => {
    expect(normalizePersonalCode(' 030303-10012 ')).toBe('03030310012');
    expect(formatPersonalCode('lv', '03030310012')).toBe('030303-10012');
    expect(formatPersonalCode('ee', '60001019906')).toBe('60001019906');
  });
});

function validOrMissing(code: string | undefined): boolean | undefined {
  return code === undefined ? undefined : isPersonalCode('lv', code);
}
