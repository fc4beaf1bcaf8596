import { describe, expect, it } from 'vitest';
import { bankTransactionCode } from './bank-transaction-code.ts';

const [ORDINARY, INSTANT] = ['INDIVIDUAL_SEPA', 'INDIVIDUAL_INSTANT_SEPA'] as const;

describe('the bank transaction code', () => {
  it.each([
    ['an issued transfer', ORDINARY, 'principal', -1, 'PMNT-ICDT-ESCT'],
    ['a received transfer', ORDINARY, 'principal', 1, 'PMNT-RCDT-ESCT'],
    ['an issued instant transfer', INSTANT, 'principal', -1, 'PMNT-IRCT-ESCT'],
    ['a received instant transfer', INSTANT, 'principal', 1, 'PMNT-RRCT-ESCT'],
    ['the fee of a transfer', ORDINARY, 'fee', -1, 'PMNT-ICDT-CHRG'],
    ['the fee of an instant transfer', INSTANT, 'fee', -1, 'PMNT-IRCT-CHRG'],
    ['a fee of a transfer that is paid back', ORDINARY, 'fee', 1, 'PMNT-ICDT-CHRG'],
  ] as const)('of %s follows from its product', (_what, product, part, amountCents, code) => {
    expect(bankTransactionCode({ product, part, amountCents })).toBe(code);
  });

  it.each(['principal', 'fee'] as const)('of a %s without product and code is left out', (part) => {
    expect(bankTransactionCode({ part, amountCents: -1 })).toBeUndefined();
    expect(bankTransactionCode({ part, amountCents: 1, product: undefined, bankTransactionCode: undefined })).toBeUndefined();
  });

  it.each([undefined, ORDINARY, INSTANT])('is the one that the bank tells, with the product %s', (product) => {
    const told = { bankTransactionCode: 'PMNT-RDDT-ESDD', amountCents: -1, part: 'principal' } as const;
    expect(bankTransactionCode({ ...told, product })).toBe('PMNT-RDDT-ESDD');
  });
});
