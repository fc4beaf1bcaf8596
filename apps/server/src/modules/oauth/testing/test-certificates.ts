/** Certificates that need no authority: bytes in a header stand for the handshake, and a table for the examination. */
import { createHash, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { ProviderRole } from '@portico/contract/values';
import { mtlsCallOf } from '#platform/tls/mtls-call.ts';
import type { CertificateFault, ProviderCertificate, ProviderIdentity } from '../../provider-identity/index.ts';

const CERTIFICATE_HEADER = 'test-certificate';

export interface TestCertificate {
  readonly der: Buffer;
  /** `x5t#S256`. */
  readonly x5t: string;
  readonly headers: Readonly<Record<string, string>>;
}

interface Known {
  readonly appId: string;
  readonly certificate: ProviderCertificate;
  fault: CertificateFault | undefined;
}

const MISSING: CertificateFault = { code: 'CERTIFICATE_MISSING', text: 'The call has no certificate. Send it at the address for mutual TLS.' };
const FOREIGN: CertificateFault = {
  code: 'CERTIFICATE_INVALID',
  text: 'The certificate is that of PSDEE-SANDBOX-2, the application is PSDEE-SANDBOX-1.',
};

export function createTestCertificates() {
  const known = new Map<string, Known>();
  const hexOf = (der: Uint8Array) => createHash('sha256').update(der).digest('hex');

  const identify: ProviderIdentity['identify'] = async ({ raw }, { appId, profile }) => {
    const leaf = mtlsCallOf(raw)?.chain[0];
    if (leaf === undefined) return profile === 'basic' ? undefined : { fault: MISSING };
    const found = known.get(hexOf(leaf));
    if (found?.appId !== appId) return { fault: FOREIGN };
    return found.fault === undefined ? { certificate: found.certificate } : { fault: found.fault };
  };

  return {
    identify,
    chainOf(headers: IncomingHttpHeaders): readonly Uint8Array[] {
      const given = headers[CERTIFICATE_HEADER];
      return typeof given === 'string' ? [Buffer.from(given, 'base64')] : [];
    },
    issue(appId: string, roles: readonly ProviderRole[] = ['ais', 'pis']): TestCertificate {
      const der = randomBytes(64);
      const thumbprint = hexOf(der);
      const certificate: ProviderCertificate = {
        thumbprint,
        use: 'web',
        organizationId: 'PSDEE-SANDBOX-1',
        name: 'Lumen Books OÜ (sandbox)',
        roles,
        keyType: 'P-256',
        serial: '1',
        notBefore: new Date(0),
        notAfter: new Date(8_640_000_000_000),
      };
      known.set(thumbprint, { appId, certificate, fault: undefined });
      return { der, x5t: Buffer.from(thumbprint, 'hex').toString('base64url'), headers: { [CERTIFICATE_HEADER]: der.toString('base64') } };
    },
    /** From now on the examination refuses the certificate; undefined: accepts it again. */
    refuse({ der }: TestCertificate, fault: CertificateFault | undefined): void {
      const found = known.get(hexOf(der));
      if (found !== undefined) found.fault = fault;
    },
  };
}
