/** Certificates with their present states, as developers read them. */
import type { Certificate } from '@portico/contract';
import type { Reader } from '#platform/db/database.ts';
import type { Clock } from '#platform/tenant/clock.ts';
import type { TestCertificates } from '../test-certificates.ts';
import type { AppCertificate } from './certificate-row.ts';
import { type StateOfCertificate, stateOf } from './certificate-state.ts';
import { listRevoked } from './certificate-store.ts';

export interface WithState extends StateOfCertificate {
  readonly certificate: AppCertificate;
}

/**
 * @param testCertificates undefined before a bank's own core
 * @param certificates those of one sandbox
 */
export async function addStates(
  clock: Clock,
  testCertificates: TestCertificates | undefined,
  reader: Reader,
  certificates: readonly AppCertificate[],
): Promise<readonly WithState[]> {
  const [first] = certificates;
  if (first === undefined) return [];
  const thumbprints = certificates.map(({ thumbprint }) => thumbprint);
  const issued = (await testCertificates?.findIssued(reader, thumbprints)) ?? new Map();
  const revoked = await listRevoked(reader, thumbprints);
  const [realNow, sandboxNow] = [await clock.realNow(reader), await clock.now(reader, first.sandboxId)];
  return certificates.map((certificate) => {
    const { thumbprint } = certificate;
    const ofTest = issued.get(thumbprint);
    const now = ofTest === undefined ? realNow : sandboxNow;
    return { certificate, ...stateOf({ ...certificate, now, revokedAt: ofTest?.revokedAt ?? revoked.get(thumbprint) }) };
  });
}

export function toWire({ certificate, state, since }: WithState): Certificate {
  const { lastUsedAt } = certificate;
  return {
    certificateId: certificate.certificateId,
    use: certificate.use,
    thumbprint: certificate.thumbprint,
    organizationId: certificate.organizationId,
    roles: [...certificate.roles],
    keyType: certificate.keyType,
    notBefore: certificate.notBefore.toISOString(),
    notAfter: certificate.notAfter.toISOString(),
    source: certificate.source,
    state,
    ...(since === undefined ? {} : { stateSince: since.toISOString() }),
    ...(lastUsedAt === undefined ? {} : { lastUsedAt: lastUsedAt.toISOString() }),
    pem: toPem(certificate.der),
  };
}

function toPem(der: Buffer): string {
  return ['-----BEGIN CERTIFICATE-----', ...(der.toString('base64').match(/.{1,64}/g) ?? []), '-----END CERTIFICATE-----', ''].join('\n');
}
