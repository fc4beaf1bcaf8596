import { describe, expect, it } from 'vitest';
import { isDatabaseUnavailable, unreachableFrom } from './database-unavailable.ts';

const withCode = (code: string) => Object.assign(new Error('x'), { code });

describe('a database that is away or busy', () => {
  it.each(['08006', '08P01', '53300', '57P01', '57P03', '57014', '55P03', '40001', '40P01', 'ECONNREFUSED', 'ECONNRESET'])(
    'is known by %s',
    (code) => {
      expect(isDatabaseUnavailable(withCode(code))).toBe(true);
      expect(isDatabaseUnavailable(new Error('wrapped', { cause: withCode(code) }))).toBe(true);
    },
  );

  // A renewed certificate of another authority is no fault of the program: callers may repeat their request.
  it.each(['SELF_SIGNED_CERT_IN_CHAIN', 'CERT_HAS_EXPIRED'])('is known by %s of its certificate', (code) => {
    expect(isDatabaseUnavailable(withCode(code))).toBe(true);
    expect(unreachableFrom(withCode(code), 'postgres://portico:hidden@db.bank.example/portico')).toMatchObject({
      name: 'DatabaseUnreachable',
      message: expect.stringMatching(/^The database (?!.*hidden).*db\.bank\.example.* cannot be used: its certificate /),
    });
  });

  it.each([
    'timeout exceeded when trying to connect',
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'cached plan must not change result type',
  ])('is known by "%s"', (message) => {
    expect(isDatabaseUnavailable(new Error(message))).toBe(true);
  });

  it.each([withCode('23505'), withCode('23514'), withCode('42P01'), withCode('22003'), new Error('x'), 'ECONNREFUSED', undefined, { code: '08006' }])(
    'is not %s',
    (error) => {
      expect(isDatabaseUnavailable(error)).toBe(false);
    },
  );
});
