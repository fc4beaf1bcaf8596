/** Finds a certificate of an application that is the given one in another form (`trust/other-form.ts`). */
import type { Reader } from '#platform/db/database.ts';
import type { ProviderCertificate } from '../provider-identity.ts';
import { readX509 } from '../read/x509.ts';
import { listAlike } from './certificate-store.ts';

/** Returns the thumbprint of the known form, also of a removed one. */
export async function findOtherForm(
  reader: Reader,
  appId: string,
  certificate: Pick<ProviderCertificate, 'thumbprint' | 'use' | 'notBefore' | 'notAfter'>,
  der: Uint8Array,
): Promise<string | undefined> {
  const contentHash = contentHashOf(der);
  const alike = await listAlike(reader, appId, certificate);
  return alike.find((known) => known.thumbprint !== certificate.thumbprint && contentHashOf(known.der) === contentHash)?.thumbprint;
}

function contentHashOf(der: Uint8Array): string | undefined {
  const result = readX509(der);
  return result.ok ? result.x509.contentHash : undefined;
}
