import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  buildEstonianReference,
  buildIso11649Reference,
  checkCreditorReference,
  formatCreditorReference,
  hasAllowedSlashes,
  isEstonianReference,
  isIso11649Reference,
} from './creditor-reference.ts';

describe('a creditor reference', () => {
  it.each([
    ['RF18539007547034', 'FI', 'iso11649', 'RF18539007547034'],
    ['RF18 5390 0754 7034', 'EE', 'iso11649', 'RF18539007547034'],
    ['1234 5614', 'EE', 'estonian', '12345614'],
    ['12345614', 'LT', 'other', '12345614'],
    ['12345615', 'LV', 'other', '12345615'],
    ['INV/2026-17', 'LV', 'other', 'INV/2026-17'],
    ['RFQ-7', 'LT', 'other', 'RFQ-7'],
    ['INV-RF19539007547034', 'FI', 'other', 'INV-RF19539007547034'],
    ['A12345615', 'EE', 'other', 'A12345615'],
    ['12345615A', 'EE', 'other', '12345615A'],
    ['A'.repeat(35), 'LT', 'other', 'A'.repeat(35)],
  ] as const)('%s for a creditor in %s is accepted as %s', (typed, country, kind, reference) =>
    expect(checkCreditorReference(typed, country)).toEqual({ ok: true, kind, reference }),
  );

  it.each([
    ['', 'EE', 'empty'],
    ['   ', 'EE', 'empty'],
    ['12345615', 'EE', 'checkDigits'],
    ['7', 'EE', 'checkDigits'],
    ['123456789012345678901', 'EE', 'checkDigits'],
    ['RF19539007547034', 'FI', 'checkDigits'],
    ['RF18', 'EE', 'checkDigits'],
    ['rf18539007547034', 'LT', 'checkDigits'],
    ['RF18539007547034RF18539007', 'FI', 'checkDigits'],
    ['/INV17', 'LV', 'slashes'],
    ['INV17/', 'LV', 'slashes'],
    ['INV//17', 'LV', 'slashes'],
    ['INV#17', 'LV', 'characters'],
    ['Ž17', 'LT', 'characters'],
    ['A'.repeat(36), 'LT', 'tooLong'],
  ] as const)('%j for a creditor in %s is refused: %s', (typed, country, reason) =>
    expect(checkCreditorReference(typed, country)).toMatchObject({ ok: false, reason }),
  );

  it('is longer or otherwise written than the standard has it, and refused though its check digits are right', () => {
    expect(isIso11649Reference(buildIso11649Reference('1'.repeat(22)))).toBe(false);
    expect(isEstonianReference(buildEstonianReference('1'.repeat(20)))).toBe(false);
  });

  it('built from any body is valid, and no longer once its last digit changes', () => {
    fc.assert(fc.property(fc.stringMatching(/^\d{1,19}$/), (body) => isEstonianReference(buildEstonianReference(body))));
    fc.assert(fc.property(fc.stringMatching(/^[A-Z0-9]{1,21}$/), (body) => isIso11649Reference(buildIso11649Reference(body))));
    fc.assert(
      fc.property(fc.stringMatching(/^\d{1,19}$/), fc.integer({ min: 1, max: 9 }), (body, change) => {
        const reference = buildEstonianReference(body);
        return !isEstonianReference(`${body}${(Number(reference.slice(-1)) + change) % 10}`);
      }),
    );
  });

  it('is shown in fours: digits from the right, RF from the left', () => {
    expect(formatCreditorReference('1234561')).toBe('123 4561');
    expect(formatCreditorReference('12345614')).toBe('1234 5614');
    expect(formatCreditorReference('RF18539007547034')).toBe('RF18 5390 0754 7034');
    expect(formatCreditorReference('RF471')).toBe('RF47 1');
  });

  it('may hold single slashes inside', () => {
    expect(hasAllowedSlashes('a/b/c')).toBe(true);
    expect(['/', '/a', 'a/', 'a//b'].filter(hasAllowedSlashes)).toEqual([]);
  });
});
