import { isIban, isPersonalCode } from '@portico/primitives';
import { describe, expect, it } from 'vitest';
import { SEED_CUSTOMERS } from './seed-customers.ts';
import { coSignerPersonalCode, seedIban, seedPersonalCode, seedUserName } from './seed-identity.ts';

const everybody = Object.values(SEED_CUSTOMERS).flatMap((customers) => customers.map((seed, customerIndex) => ({ seed, customerIndex })));
/** Of the seeded company in each country. */
const COMPANY_INDEX = 2;
const sandboxNumbers = [...Array.from({ length: 150 }, (_, index) => index + 1), 1_000, 9_999, 99_911];

describe('the numbers of seeded customers', () => {
  it('are valid and different for everybody in every sandbox', () => {
    const codes = new Set<string>();
    const ibans = new Set<string>();
    for (const sandboxNumber of sandboxNumbers) {
      for (const { seed, customerIndex } of everybody) {
        const position = { sandboxNumber, country: seed.country, customerIndex };
        const code = seedPersonalCode(position, seed);
        expect(isPersonalCode(seed.country, code), code).toBe(true);
        codes.add(`${seed.country}:${code}`);
        const iban = seedIban(position, 0);
        expect(isIban(iban), iban).toBe(true);
        ibans.add(iban);
      }
    }
    expect(codes.size).toBe(sandboxNumbers.length * everybody.length);
    expect(ibans.size).toBe(sandboxNumbers.length * everybody.length);
  });

  it('leave every place of a country a code of its own for somebody who signs second', () => {
    const codes = new Set<string>();
    let count = 0;
    for (const sandboxNumber of sandboxNumbers) {
      for (const { seed, customerIndex } of everybody)
        codes.add(`${seed.country}:${seedPersonalCode({ sandboxNumber, country: seed.country, customerIndex }, seed)}`);
      count += everybody.length;
      for (const country of ['ee', 'lv', 'lt'] as const) {
        for (const customerIndex of [COMPANY_INDEX, ...Array.from({ length: 8 }, (_, index) => 8 + index)]) {
          const code = coSignerPersonalCode({ sandboxNumber, country, customerIndex });
          expect(isPersonalCode(country, code), code).toBe(true);
          codes.add(`${country}:${code}`);
          count += 1;
        }
      }
    }
    expect(codes.size).toBe(count);
  });

  it('are the same at every run', () => {
    const [liis] = SEED_CUSTOMERS.ee;
    if (liis === undefined) throw new Error('Nobody lives in Estonia.');
    expect(seedPersonalCode({ sandboxNumber: 1, country: 'ee', customerIndex: 0 }, liis)).toBe('60001019906');
  });

  it.each([0, -1, 1.5, 99_912])('are refused for sandbox number %d rather than given twice', (sandboxNumber) =>
    expect(() => seedIban({ sandboxNumber, country: 'ee', customerIndex: 0 }, 0)).toThrow(RangeError));

  it('are refused for a seventeenth customer of a country', () =>
    expect(() => seedIban({ sandboxNumber: 1, country: 'lv', customerIndex: 16 }, 0)).toThrow(RangeError));

  it('go with user names in plain letters', () => expect(seedUserName(7, 'Jānis', 'Paraugs')).toBe('janis.paraugs.7'));
});
