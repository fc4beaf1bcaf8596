import { expect, it } from 'vitest';
import { normalizePhoneNumber } from './phone-number.ts';

it.each([
  ['+37200000766', 'ee', '+37200000766'],
  [' +372 0000 0766 ', 'ee', '+37200000766'],
  ['0037200000766', 'ee', '+37200000766'],
  ['0000-0766', 'ee', '+37200000766'],
  ['(0)000 0766', 'lt', '+37000000766'],
  ['+371 2000 0000', 'ee', '+37120000000'],
] as const)('the number typed as “%s” in %s is %s', (typed, country, number) => {
  expect(normalizePhoneNumber(typed, country)).toBe(number);
});
