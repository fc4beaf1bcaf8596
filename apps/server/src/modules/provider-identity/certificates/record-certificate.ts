/** The audit entries of certificates. */
import type { WriteContext } from '#platform/db/run-write.ts';
import type { AppCertificate } from './certificate-row.ts';

export type CertificateEvent = 'issued' | 'uploaded' | 'removed' | 'revoked' | 'restored' | 'blocked' | 'unblocked' | 'proved' | 'used-first';

export function recordCertificate(
  { audit }: WriteContext,
  event: CertificateEvent,
  { appId, sandboxId, certificateId, thumbprint }: Pick<AppCertificate, 'appId' | 'sandboxId' | 'certificateId' | 'thumbprint'>,
): Promise<void> {
  return audit({ chain: `application:${appId}`, sandboxId, event: `certificate.${event}`, ids: { appId, certificateId, thumbprint } });
}
