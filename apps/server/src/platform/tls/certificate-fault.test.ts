import { describe, expect, it } from 'vitest';
import { certificateFault } from './certificate-fault.ts';

const withCode = (code: string, message = 'x') => Object.assign(new Error(message), { code });

describe('a fault of a certificate', () => {
  it.each([
    withCode('SELF_SIGNED_CERT_IN_CHAIN'),
    withCode('UNABLE_TO_VERIFY_LEAF_SIGNATURE'),
    withCode('ESOCKET', 'self-signed certificate in certificate chain'),
    withCode('ETLS', 'unable to verify the first certificate'),
    new Error('fetch failed', { cause: withCode('UNABLE_TO_GET_ISSUER_CERT_LOCALLY') }),
  ])('that is not trusted names the variable for private authorities: %s', (error) => {
    expect(certificateFault(error)).toMatch(/^its certificate is not trusted \([A-Z_]+\): .*NODE_EXTRA_CA_CERTS/);
  });

  it.each([
    [withCode('CERT_HAS_EXPIRED'), 'its certificate has expired (CERT_HAS_EXPIRED)'],
    [
      new Error("Hostname/IP does not match certificate's altnames: Host: db.bank.example"),
      'its certificate names another host than the one that was called (ERR_TLS_CERT_ALTNAME_INVALID)',
    ],
  ])('of another kind does not: %s', (error, text) => expect(certificateFault(error)).toBe(text));

  it.each([withCode('ECONNREFUSED'), new Error('x'), 'SELF_SIGNED_CERT_IN_CHAIN', undefined, { code: 'CERT_HAS_EXPIRED' }])(
    'is none: %s',
    (error) => {
      expect(certificateFault(error)).toBeUndefined();
    },
  );

  it('is not searched for without end', () => {
    const error = new Error('x');
    error.cause = error;
    expect(certificateFault(error)).toBeUndefined();
  });
});
