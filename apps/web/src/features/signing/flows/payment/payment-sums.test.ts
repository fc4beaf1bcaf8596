import { expect, test } from 'vitest';
import { paymentSession } from '../../testing/signing-fixtures.ts';
import { paymentSums } from './payment-sums.ts';

const sums = (available: string, fee: string, currency = 'EUR') =>
  paymentSums({ session: paymentSession(), balance: { balanceAmount: { amount: available, currency } }, fee: { sum: fee, crcCode: 'EUR' } });

test('amount and fee are taken from what is available', () => {
  expect(sums('1205.15', '0.00')).toEqual({ total: '46.80', available: '1205.15', afterwards: '1158.35', currency: 'EUR', isShort: false });
});

test('the last cent may be spent', () => {
  expect(sums('47.15', '0.35')).toMatchObject({ afterwards: '0.00', isShort: false });
});

test('one cent too little is a shortfall, the fee included', () => {
  expect(sums('47.14', '0.35')).toMatchObject({ afterwards: '-0.01', isShort: true });
});

test('an account in overdraft is a shortfall', () => {
  expect(sums('-3.20', '0.00')).toMatchObject({ available: '-3.20', afterwards: '-50.00', isShort: true });
});

test('nothing is computed across currencies or from what is no amount', () => {
  expect(sums('100.00', '0.00', 'USD')).toBeUndefined();
  expect(sums('1e3', '0.00')).toBeUndefined();
});

test('nothing is computed before balance and fee are there', () => {
  expect(paymentSums({ session: paymentSession() })).toBeUndefined();
});
