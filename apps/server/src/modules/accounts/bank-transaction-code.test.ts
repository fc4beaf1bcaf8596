/** Review of 25 November 2026, X16. */
import { describe, expect, it } from 'vitest';
import { bankTransactionCode } from './bank-transaction-code.ts';

const [ORDINARY, INSTANT] = ['INDIVIDUAL_SEPA', 'INDIVIDUAL_INSTANT_SEPA'] as const;

describe('the bank transaction code', () => {
  it.each([
    ['an issued transfer', ORDINARY, 'principal', -1, 'EUR', 'PMNT-ICDT-ESCT'],
    ['a received transfer', ORDINARY, 'principal', 1, 'EUR', 'PMNT-RCDT-ESCT'],
    ['an issued instant transfer', INSTANT, 'principal', -1, 'EUR', 'PMNT-IRCT-ESCT'],
    ['a received instant transfer', INSTANT, 'principal', 1, 'EUR', 'PMNT-RRCT-ESCT'],
    ['the fee of a transfer', ORDINARY, 'fee', -1, 'EUR', 'PMNT-ICDT-CHRG'],
    ['the fee of an instant transfer', INSTANT, 'fee', -1, 'EUR', 'PMNT-IRCT-CHRG'],
    ['a fee that is paid back', ORDINARY, 'fee', 1, 'EUR', 'PMNT-RCDT-CHRG'],
    ['an issued transfer of unknown product', undefined, 'principal', -1, 'EUR', 'PMNT-ICDT-ESCT'],
    ['a received transfer of unknown product', undefined, 'principal', 1, 'EUR', 'PMNT-RCDT-ESCT'],
    ['an issued transfer in dollars', undefined, 'principal', -1, 'USD', 'PMNT-ICDT-XBCT'],
    ['a received transfer in dollars', undefined, 'principal', 1, 'USD', 'PMNT-RCDT-XBCT'],
  ] as const)('of %s', (_what, product, part, amountCents, currency, code) => {
    expect(bankTransactionCode({ product, part, amountCents, currency })).toBe(code);
  });
});
