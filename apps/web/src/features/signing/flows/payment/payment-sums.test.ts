import { expect, test } from 'vitest';
import type { SigningSession } from '../../engine/signing-session.ts';
import { paymentDetails, paymentSession } from '../../testing/signing-fixtures.ts';
import { paymentSums } from './payment-sums.ts';

const TODAY = '2026-11-20';

const sums = (available: string, fee: string, currency = 'EUR') => sumsOf(paymentSession(), available, fee, currency);

function sumsOf(session: SigningSession, available: string, fee: string, currency = 'EUR') {
  return paymentSums({ session, balance: { balanceAmount: { amount: available, currency } }, fee: { sum: fee, crcCode: 'EUR' } }, TODAY);
}

test('amount and fee are taken from what is available', () => {
  expect(sums('1205.15', '0.00')).toEqual({
    total: '46.80',
    available: '1205.15',
    afterwards: '1158.35',
    currency: 'EUR',
    isLater: false,
    isShort: false,
  });
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
  expect(paymentSums({ session: paymentSession() }, TODAY)).toBeUndefined();
});

test('what is paid on a later day needs its money then: no shortfall now', () => {
  const later = paymentSession({ details: paymentDetails({ requestedExecutionDate: '2026-11-21' }) });
  expect(sumsOf(later, '0.00', '0.16')).toMatchObject({ afterwards: '-46.96', isLater: true, isShort: false });
  const late = paymentSession({ details: paymentDetails({ requestedExecutionDate: '2026-11-19' }) });
  expect(sumsOf(late, '0.00', '0.16')).toMatchObject({ isLater: false, isShort: true });
});
