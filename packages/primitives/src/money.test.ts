import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addCents, assertCents, formatCents, parseCents, subtractCents } from './money.ts';

describe('a decimal string', () => {
  it.each([
    ['0', 0],
    ['0.01', 1],
    ['0.1', 10],
    ['46.80', 4_680],
    ['46.8', 4_680],
    ['1205', 120_500],
    ['999999999.99', 99_999_999_999],
    ['999999999999.99', 99_999_999_999_999],
  ])('%s is %d cents', (decimal, cents) => expect(parseCents(decimal)).toBe(cents));

  it.each([
    '',
    ' ',
    '1e3',
    '-1',
    '+1',
    '0.001',
    '1.000',
    '.5',
    '5.',
    '00.10',
    '01',
    '1,00',
    '1 000',
    ' 1',
    '1\n',
    '0x10',
    'NaN',
    'Infinity',
    '12345678901234567890',
    '1234567890123',
    '१२',
    '１',
    '1.2.3',
    '--1',
    '1_000',
  ])('%j is not an amount', (decimal) => expect(parseCents(decimal)).toBeUndefined());

  it('is parsed back from every formatted amount', () =>
    fc.assert(fc.property(fc.integer({ min: 0, max: 99_999_999_999_999 }), (cents) => parseCents(formatCents(cents)) === cents)));

  it('is either refused or a safe integer, for any text', () =>
    fc.assert(
      fc.property(fc.string(), (text) =>
        [true, undefined].includes(parseCents(text) === undefined ? undefined : Number.isSafeInteger(parseCents(text))),
      ),
    ));
});

describe('cents', () => {
  it.each([
    [0, '0.00'],
    [5, '0.05'],
    [-5, '-0.05'],
    [120_515, '1205.15'],
    [-99_999, '-999.99'],
  ])('%d are formatted as %s', (cents, decimal) => expect(formatCents(cents)).toBe(decimal));

  it.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('%d are refused by every function', (cents) => {
    expect(() => assertCents(cents)).toThrow(new RangeError(`${cents} is no whole number of cents.`));
    expect(() => formatCents(cents)).toThrow(RangeError);
    expect(() => addCents(1, cents)).toThrow(RangeError);
    expect(() => subtractCents(1, cents)).toThrow(RangeError);
  });

  it('refuse a sum or a difference that is no safe integer', () => {
    expect(() => addCents(Number.MAX_SAFE_INTEGER, 1)).toThrow(RangeError);
    expect(() => addCents(-1, 2 ** 53)).toThrow(RangeError);
    expect(() => subtractCents(-Number.MAX_SAFE_INTEGER, 1)).toThrow(RangeError);
  });

  it('are added and subtracted like integers', () => {
    expect(addCents()).toBe(0);
    expect(addCents(10, 20, -5)).toBe(25);
    expect(subtractCents(10, 0)).toBe(10);
    expect(subtractCents(0, 0)).toBe(0);
    const cents = fc.integer({ min: -1e12, max: 1e12 });
    fc.assert(fc.property(cents, cents, (left, right) => subtractCents(addCents(left, right), right) === left));
  });
});
