/** Finds the provider of a call that registers an application: the certificate is examined as every other, and no application is compared with it. */
import type { FastifyRequest } from 'fastify';
import { noteIdentity } from '#platform/tls/identity-note.ts';
import { mtlsCallOf } from '#platform/tls/mtls-call.ts';
import { counted, type Identifying, noteOf, revoked, tooMany } from './identify.ts';
import type { CertificateFault, IdentifiedProvider } from './provider-identity.ts';

type Found = IdentifiedProvider | { readonly fault: CertificateFault };

/** Real time decides, also for certificates of the test authority: the sandbox of the application, which has the test clock, is still to come. */
export function createIdentifyProvider({ platform, examine, testCertificates }: Identifying) {
  const { db, clock } = platform;

  async function find(chain: readonly Uint8Array[]): Promise<Found> {
    const [der] = chain;
    const verdict = await examine(chain, { use: 'web', at: await clock.realNow(db) });
    if (!verdict.ok || der === undefined) return { fault: verdict.ok ? tooMany() : verdict.fault };
    const { certificate, isUploaded } = verdict;
    if (isUploaded) return { fault: NO_AUTHORITY };
    const revokedAt = (await testCertificates?.findIssued(db, [certificate.thumbprint]))?.get(certificate.thumbprint)?.revokedAt;
    if (revokedAt !== undefined) return { fault: revoked(revokedAt) };
    return certificate.roles.length === 0 ? { fault: withoutRole(certificate.organizationId) } : { certificate, der };
  }

  return async ({ raw }: Pick<FastifyRequest, 'raw'>): Promise<Found> => {
    const { chain, tooLarge } = mtlsCallOf(raw) ?? { chain: [] };
    const found = counted(tooLarge ? { fault: tooMany() } : await find(chain));
    noteIdentity(raw, noteOf(found));
    return found;
  };
}

/** Everyone can make and upload a certificate that names another provider. */
const NO_AUTHORITY: CertificateFault = {
  code: 'CERTIFICATE_INVALID',
  text: 'No authority that the bank trusts issued the certificate. Register with a certificate of a trusted authority.',
};

function withoutRole(organizationId: string): CertificateFault {
  const text = `The certificate of ${organizationId} has none of the roles PSP_AI, PSP_PI and PSP_IC, so it opens nothing here. Register with one that has a role.`;
  return { code: 'ROLE_INVALID', text };
}
