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

test('permissions are a list, and each has its id in the path', () => {
  expect(bankRouteOf('/bank/permissions')).toEqual({ page: 'permissions', permissionId: undefined });
  expect(bankRouteOf('/bank/permissions/cns_1/')).toEqual({ page: 'permissions', permissionId: 'cns_1' });
  expect(bankRouteOf('/bank/permissions/cns_1/more')).toEqual({ page: 'notFound' });
});

test('what waits for the second signature is a list, and each payment of it has its id in the path', () => {
  expect(bankRouteOf('/bank/to-sign')).toEqual({ page: 'toSign', paymentId: undefined });
  expect(bankRouteOf('/bank/to-sign/')).toEqual({ page: 'toSign', paymentId: undefined });
  expect(bankRouteOf('/bank/to-sign/pay_1')).toEqual({ page: 'toSign', paymentId: 'pay_1' });
  expect(bankRouteOf('/bank/to-sign/pay_1/more')).toEqual({ page: 'notFound' });
});
