import { X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { buildCertificate, NAMES } from './build-certificate.ts';
import { importKey, makeKey } from './make-authority.ts';

const DAY_MS = 24 * 60 * 60_000;

async function build(subject: readonly (readonly [string, string])[]): Promise<X509Certificate> {
  const { pkcs8, publicKey } = await makeKey();
  const notBefore = new Date('2026-11-01T00:00:00Z');
  const notAfter = new Date(notBefore.getTime() + DAY_MS);
  const signingKey = await importKey(pkcs8);
  return new X509Certificate(
    await buildCertificate({ subject, serial: '01', notBefore, notAfter, publicKey, extensions: [], issuer: undefined, signingKey }),
  );
}

describe('the subject of a certificate', () => {
  it('writes each attribute into a separate set: libraries refuse a set that is not sorted', async () => {
    const { subject, issuer } = await build([
      [NAMES.country, 'EE'],
      [NAMES.organization, 'Näidis Finants OÜ (sandbox)'],
      [NAMES.organizationId, 'PSDEE-SANDBOX-1'],
      [NAMES.commonName, 'Näidis'],
    ]);
    expect(subject.split('\n')).toEqual(['C=EE', 'O=Näidis Finants OÜ (sandbox)', 'organizationIdentifier=PSDEE-SANDBOX-1', 'CN=Näidis']);
    expect(issuer).toBe(subject);
  });
});
