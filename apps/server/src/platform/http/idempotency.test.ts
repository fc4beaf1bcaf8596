import { describe, expect, it } from 'vitest';
import { idempotencyOf } from './idempotency.ts';

const ID = '0193c2b4-7a5e-4a6f-9c1d-2f3b4c5d6e7f';
const request = (changes: object = {}) => ({
  headers: { 'x-request-id': ID },
  method: 'POST',
  url: '/api/v1/payments/sepa?x=1',
  body: { a: 1, b: 2 },
  ...changes,
});

describe('the idempotency key of a request', () => {
  it('is its X-Request-ID in the scope of its application', () => {
    expect(idempotencyOf(request(), 'app_1')).toMatchObject({ scope: 'app_1', key: ID });
    expect(idempotencyOf(request({ headers: { 'x-request-id': ID.toUpperCase() } }), 'app_1').key).toBe(ID);
  });

  it('has one digest for one request, however its members are ordered', () => {
    expect(idempotencyOf(request({ body: { b: 2, a: 1 } }), 'app_1').digest).toBe(idempotencyOf(request(), 'app_1').digest);
  });

  it.each([{ method: 'PUT' }, { url: '/api/v1/payments/instant' }, { body: { a: 1, b: 3 } }, { body: undefined }, { body: { a: '1', b: 2 } }])(
    'has another digest for %j',
    (changes) => {
      expect(idempotencyOf(request(changes), 'app_1').digest).not.toBe(idempotencyOf(request(), 'app_1').digest);
    },
  );

  it.each([undefined, '', 'not-a-uuid', `${ID}x`])('is refused for X-Request-ID %j', (given) => {
    expect(() => idempotencyOf(request({ headers: { 'x-request-id': given } }), 'app_1')).toThrow('Send a fresh UUID');
  });
});
