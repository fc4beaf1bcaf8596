// Review of 25 November 2026, X2
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildIban } from './iban.ts';
import { checkIban, ibanCountryOfTerritory, ibanLength, isIban, SEPA_IBAN_COUNTRIES } from './iban-check.ts';

/** SWIFT IBAN registry: account part, with `n` digits, `a` capital letters, `c` both; and the example of the registry. */
const REGISTRY: readonly (readonly [country: string, account: string, example: string])[] = [
  ['AD', '4!n4!n12!c', 'AD1200012030200359100100'],
  ['AL', '8!n16!c', 'AL47212110090000000235698741'],
  ['AT', '5!n11!n', 'AT611904300234573201'],
  ['BE', '3!n7!n2!n', 'BE68539007547034'],
  ['BG', '4!a4!n2!n8!c', 'BG80BNBG96611020345678'],
  ['CH', '5!n12!c', 'CH9300762011623852957'],
  ['CY', '3!n5!n16!c', 'CY17002001280000001200527600'],
  ['CZ', '4!n6!n10!n', 'CZ6508000000192000145399'],
  ['DE', '8!n10!n', 'DE89370400440532013000'],
  ['DK', '4!n9!n1!n', 'DK5000400440116243'],
  ['EE', '2!n14!n', 'EE382200221020145685'],
  ['ES', '4!n4!n1!n1!n10!n', 'ES9121000418450200051332'],
  ['FI', '14!n', 'FI2112345600000785'],
  ['FR', '5!n5!n11!c2!n', 'FR1420041010050500013M02606'],
  ['GB', '4!a6!n8!n', 'GB29NWBK60161331926819'],
  ['GI', '4!a15!c', 'GI75NWBK000000007099453'],
  ['GR', '3!n4!n16!c', 'GR1601101250000000012300695'],
  ['HR', '7!n10!n', 'HR1210010051863000160'],
  ['HU', '3!n4!n1!n15!n1!n', 'HU42117730161111101800000000'],
  ['IE', '4!a6!n8!n', 'IE29AIBK93115212345678'],
  ['IS', '4!n2!n6!n10!n', 'IS140159260076545510730339'],
  ['IT', '1!a5!n5!n12!c', 'IT60X0542811101000000123456'],
  ['LI', '5!n12!c', 'LI21088100002324013AA'],
  ['LT', '5!n11!n', 'LT121000011101001000'],
  ['LU', '3!n13!c', 'LU280019400644750000'],
  ['LV', '4!a13!c', 'LV80BANK0000435195001'],
  ['MC', '5!n5!n11!c2!n', 'MC5811222000010123456789030'],
  ['MD', '2!c18!c', 'MD24AG000225100013104168'],
  ['ME', '3!n13!n2!n', 'ME25505000012345678951'],
  ['MK', '3!n10!c2!n', 'MK07250120000058984'],
  ['MT', '4!a5!n18!c', 'MT84MALT011000012345MTLCAST001S'],
  ['NL', '4!a10!n', 'NL91ABNA0417164300'],
  ['NO', '4!n6!n1!n', 'NO9386011117947'],
  ['PL', '8!n16!n', 'PL61109010140000071219812874'],
  ['PT', '4!n4!n11!n2!n', 'PT50000201231234567890154'],
  ['RO', '4!a16!c', 'RO49AAAA1B31007593840000'],
  ['RS', '3!n13!n2!n', 'RS35260005601001611379'],
  ['SE', '3!n16!n1!n', 'SE4550000000058398257466'],
  ['SI', '5!n8!n2!n', 'SI56263300012039086'],
  ['SK', '4!n6!n10!n', 'SK3112000000198742637541'],
  ['SM', '1!a5!n5!n12!c', 'SM86U0322509800000000270100'],
  ['VA', '3!n15!n', 'VA59001123000012345678'],
];

const CLASSES = { n: /^[0-9]$/, a: /^[A-Z]$/, c: /^[A-Z0-9]$/ } as const;
type CharacterClass = keyof typeof CLASSES;

/** `4!a2!n` → `aaaann`. */
function classesOf(spec: string): readonly CharacterClass[] {
  return [...spec.matchAll(/(\d+)!([nac])/g)].flatMap(([, count, of]) =>
    Array.from({ length: Number(count) }, () => (of === 'n' || of === 'a' ? of : 'c')),
  );
}

const accountOf = (spec: string) =>
  fc.stringMatching(
    new RegExp(
      `^${classesOf(spec)
        .map((one) => CLASSES[one].source.slice(1, -1))
        .join('')}$`,
    ),
  );
const FALSE_CHARACTER = { n: 'A', a: '7', c: undefined } as const;

describe('the countries of SEPA', () => {
  it('are those of the registry table of this test, the five that joined since 2024 and Gibraltar among them', () => {
    expect([...SEPA_IBAN_COUNTRIES].toSorted()).toEqual(REGISTRY.map(([country]) => country).toSorted());
    expect(SEPA_IBAN_COUNTRIES).toEqual(expect.arrayContaining(['AL', 'MD', 'ME', 'MK', 'RS', 'GI']));
  });

  it.each(REGISTRY)('accept an IBAN of %s in the form %s, such as %s', (country, spec, example) => {
    expect([isIban(example), ibanLength(country)]).toEqual([true, classesOf(spec).length + 4]);
    fc.assert(fc.property(accountOf(spec), (account) => isIban(buildIban(country, account))));
  });

  it.each(REGISTRY)('refuse an IBAN of %s that is not in the form %s', (country, spec, example) => {
    const account = example.slice(4);
    expect(checkIban(buildIban(country, account.slice(0, -1)))).toBe('length');
    expect(checkIban(buildIban(country, `${account}0`))).toBe('length');
    for (const [place, of] of classesOf(spec).entries()) {
      const wrong = FALSE_CHARACTER[of];
      if (wrong !== undefined)
        expect(checkIban(buildIban(country, `${account.slice(0, place)}${wrong}${account.slice(place + 1)}`))).toBe('characters');
    }
  });

  it.each(REGISTRY)('refuse an IBAN of %s with other check digits', (_country, _spec, example) => {
    const right = Number(example.slice(2, 4));
    for (let digits = 0; digits < 100; digits += 1) {
      const iban = `${example.slice(0, 2)}${String(digits).padStart(2, '0')}${example.slice(4)}`;
      expect(checkIban(iban)).toBe(digits === right ? undefined : 'checkDigits');
    }
  });
});

describe('a territory whose accounts have IBANs of another country', () => {
  const TERRITORIES = [
    ['FI', 'FI2112345600000785', ['AX']],
    ['GB', 'GB29NWBK60161331926819', ['GG', 'IM', 'JE']],
    ['FR', 'FR1420041010050500013M02606', ['BL', 'GF', 'GP', 'MF', 'MQ', 'NC', 'PF', 'PM', 'RE', 'TF', 'WF', 'YT']],
  ] as const;

  it.each(TERRITORIES.flatMap(([country, example, codes]) => codes.map((code) => [code, country, example] as const)))(
    '%s has none with its own code, and those of %s',
    (territory, country, example) => {
      const own = buildIban(territory, example.slice(4));
      expect([checkIban(own), ibanLength(territory), ibanCountryOfTerritory(territory)]).toEqual(['country', undefined, country]);
      expect([isIban(example), ibanCountryOfTerritory(country)]).toEqual([true, undefined]);
    },
  );
});

describe('an IBAN that SEPA does not reach', () => {
  it.each([
    'XK051212012345678906',
    'TR330006100519786457841326',
    'UA213223130000026007233566001',
    'FO6264600001631634',
    'GL8964710001000206',
    'BA391290079401028494',
  ])('%s is valid in its country, and its country is outside SEPA', (iban) =>
    expect([checkIban(iban), isIban(iban)]).toEqual(['outsideSepa', false]),
  );

  it.each([
    ['a country without IBANs', 'US64SVBKUS6S3300958879', 'country'],
    ['a code that is no country', 'XX382200221020145685', 'country'],
    ['small letters', 'ee382200221020145685', 'form'],
    ['spaces', 'EE38 2200 2210 2014 5685', 'form'],
    ['letters in the check digits', 'EEX82200221020145685', 'form'],
    ['wrong check digits, outside SEPA', 'TR340006100519786457841326', 'checkDigits'],
    ['nothing', '', 'form'],
  ])('because of %s has that fault', (_what, iban, fault) => expect(checkIban(iban)).toBe(fault));
});
