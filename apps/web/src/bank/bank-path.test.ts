import { expect, test } from 'vitest';
import { bankRouteOf } from './bank-path.ts';

test('a sign-in has its id in the path', () => {
  expect(bankRouteOf('/bank/sign-in/abc-123')).toEqual({ page: 'signIn', id: 'abc-123' });
  expect(bankRouteOf('/bank/sign-in/a%20b/')).toEqual({ page: 'signIn', id: 'a b' });
});

test('the test device has one path', () => {
  expect(bankRouteOf('/bank/device')).toEqual({ page: 'device' });
});

test.each(['/bank', '/bank/', '/bank/sign-in', '/bank/sign-in/', '/bank/sign-in/a/b', '/bank/sign-in/%E0%A4%A', '/bank/devices'])(
  '%s is not found',
  (path) => {
    expect(bankRouteOf(path)).toEqual({ page: 'notFound' });
  },
);

test('/bank/permissions is the list, and a permission has its id in the path', () => {
  expect(bankRouteOf('/bank/permissions')).toEqual({ page: 'permissions', permissionId: undefined });
  expect(bankRouteOf('/bank/permissions/cns_1/')).toEqual({ page: 'permissions', permissionId: 'cns_1' });
  expect(bankRouteOf('/bank/permissions/cns_1/more')).toEqual({ page: 'notFound' });
});

test('/bank/to-sign is the list of payments to co-sign, and a payment has its id in the path', () => {
  expect(bankRouteOf('/bank/to-sign')).toEqual({ page: 'toSign', paymentId: undefined });
  expect(bankRouteOf('/bank/to-sign/')).toEqual({ page: 'toSign', paymentId: undefined });
  expect(bankRouteOf('/bank/to-sign/pay_1')).toEqual({ page: 'toSign', paymentId: 'pay_1' });
  expect(bankRouteOf('/bank/to-sign/pay_1/more')).toEqual({ page: 'notFound' });
});
