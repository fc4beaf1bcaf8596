import { describe, expect, it } from 'vitest';
import { repeatAddress } from './repeat-address.ts';

const request = (path: string, requestHeaders: Readonly<Record<string, string>> = {}) => ({
  apiId: 'accounts',
  operationId: 'getTransactionList',
  path,
  requestHeaders,
});
const PAGE = '#/api-explorer/accounts/getTransactionList';
const TEMPLATE = '/v1/accounts/{accountId}/transactions';

describe('the address that repeats a logged request', () => {
  it('has the parameters of the path, the query and the headers', () => {
    const logged = request('/api/v1/accounts/acc_1/transactions?bookingStatus=booked', { 'consent-id': 'cns_1', 'tpp-nok-redirect-uri': 'x:' });
    expect(repeatAddress(logged, TEMPLATE)).toBe(
      `${PAGE}?p.path%3AaccountId=acc_1&p.query%3AbookingStatus=booked&p.header%3AConsent-ID=cns_1&p.header%3ATPP-Nok-Redirect-URI=x%3A`,
    );
  });
  it.each([
    ['hidden values', '/api/v1/accounts/•••/transactions?iban=EE…12', { 'psu-ip-address': '•••' }],
    [
      'headers that each request has of its own',
      '/api/v1/accounts/%E2%80%A2/transactions',
      { 'x-request-id': '1', 'content-type': 'application/json' },
    ],
    ['a segment that is not encoded correctly', '/api/v1/accounts/%E0%A4%A/transactions', {}],
    ['an empty value', '/api/v1/accounts//transactions?iban=', {}],
  ])('leaves out %s', (_, path, headers) => {
    expect(repeatAddress(request(path, headers), TEMPLATE)).toBe(PAGE);
  });
  it('has no parameters of the path while the operations are unknown', () => {
    expect(repeatAddress(request('/api/v1/accounts/acc_1/transactions'), undefined)).toBe(PAGE);
  });
});
