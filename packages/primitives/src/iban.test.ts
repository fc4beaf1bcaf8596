import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildIban, formatIban, groupIban, hasEstonianAccountCheck, ibanBankCode, ibanCountry, maskIban, normalizeIban } from './iban.ts';
import { isIban } from './iban-check.ts';

describe('an IBAN', () => {
  // Examples of the SWIFT registry, one for each format.
  it.each([
    'EE382200221020145685',
    'LV80BANK0000435195001',
    'LT121000011101001000',
    'FI2112345600000785',
    'DE89370400440532013000',
    'SE4550000000058398257466',
    'PL61109010140000071219812874',
    'NO9386011117947',
    'FR1420041010050500013M02606',
    'GB29NWBK60161331926819',
    'MT84MALT011000012345MTLCAST001S',
    'NL91ABNA0417164300',
  ])('%s is valid', (iban) => expect(isIban(iban)).toBe(true));

  it.each([
    ['empty', ''],
    ['a country alone', 'EE'],
    ['one digit changed', 'EE382200221020145686'],
    ['two digits swapped', 'EE382200221020146585'],
    ['too short', 'EE38220022102014568'],
    ['too long', 'EE3822002210201456850'],
    ['lower case', 'ee382200221020145685'],
    ['spaces', 'EE38 2200 2210 2014 5685'],
    ['an unknown country', 'XX382200221020145685'],
    ['letters where Estonia has digits', 'EE38AB00221020145685'],
    ['digits where Latvia has the bank’s letters', 'LV8012340000435195001'],
    ['punctuation', 'EE38-2200-2210-2014-5'],
    ['a line break', 'EE382200221020145685\n'],
  ])('with %s is refused', (_, iban) => expect(isIban(iban)).toBe(false));

  it.each([
    ['a digit more', buildIban('EE', '99001234567890123')],
    ['a digit more, in a country with lengths alone', buildIban('DE', '3704004405320130001')],
    ['a digit less', buildIban('LT', '100001110100100')],
    ['letters where Estonia has digits', buildIban('EE', 'AB00221020145685')],
    ['letters where Lithuania has digits', buildIban('LT', 'AB00011101001000')],
    ['digits where Latvia has the bank’s letters', buildIban('LV', '12340000435195001')],
    ['a small letter', 'FR1420041010050500013m02606'],
    ['small letters in front of great ones', 'GB29nwBK60161331926819'],
  ])('with %s is refused though its check digits are right', (_, iban) => expect(isIban(iban)).toBe(false));

  it('has check digits from 02 to 98: their twins with the same remainder are refused', () => {
    const accountWith = (checkDigits: string) =>
      Array.from({ length: 2_000 }, (_, index) => `99${String(index).padStart(14, '0')}`).find(
        (candidate) => buildIban('EE', candidate).slice(2, 4) === checkDigits,
      );
    expect(isIban(`EE97${accountWith('97')}`)).toBe(true);
    expect(isIban(`EE00${accountWith('97')}`)).toBe(false);
    expect(isIban(`EE98${accountWith('98')}`)).toBe(true);
    expect(isIban(`EE01${accountWith('98')}`)).toBe(false);
    expect(isIban(`EE02${accountWith('02')}`)).toBe(true);
    expect(isIban(`EE99${accountWith('02')}`)).toBe(false);
  });

  it('built from any account number is valid, and no longer once a digit changes', () => {
    const digits = fc.stringMatching(/^\d{16}$/);
    fc.assert(fc.property(fc.constantFrom('EE', 'LT'), digits, (country, account) => isIban(buildIban(country, account))));
    fc.assert(
      fc.property(digits, fc.integer({ min: 4, max: 19 }), fc.integer({ min: 1, max: 9 }), (account, place, change) => {
        const iban = buildIban('EE', account);
        const changed = `${iban.slice(0, place)}${(Number(iban[place]) + change) % 10}${iban.slice(place + 1)}`;
        return !isIban(changed);
      }),
    );
  });

  it('is shown in groups of four and read back without them', () => {
    expect(formatIban('EE749900123456789012')).toBe('EE74 9900 1234 5678 9012');
    expect(groupIban('LV80BANK0000435195001')).toEqual(['LV80', 'BANK', '0000', '4351', '9500', '1']);
    expect(normalizeIban(' ee74 9900\u00A01234 5678\t9012')).toBe('EE749900123456789012');
  });

  it('names country and bank', () => {
    expect(ibanCountry('LT121000011101001000')).toBe('LT');
    expect(ibanBankCode('EE749900123456789012')).toBe('99');
    expect(ibanBankCode('LV80BANK0000435195001')).toBe('BANK');
    expect(ibanBankCode('LT121000011101001000')).toBe('10000');
    expect(ibanBankCode('FI2112345600000785')).toBeUndefined();
  });

  it('keeps country and last four characters for logs', () => expect(maskIban('EE749900123456789012')).toBe('EE…9012'));

  it('of Estonia may be asked for the national check digit too', () => {
    expect(hasEstonianAccountCheck('EE382200221020145685')).toBe(true);
    expect(hasEstonianAccountCheck('EE382200221020145684')).toBe(false);
    expect(hasEstonianAccountCheck('LT121000011101001000')).toBe(false);
  });
});
