/** A certificate that came with a call and belongs to the application's provider becomes one of the application. */
import type { WriteContext } from '#platform/db/run-write.ts';
import type { Random } from '#platform/random.ts';
import type { IdentifiedApp, ProviderCertificate } from '../provider-identity.ts';
import * as store from './certificate-store.ts';
import { recordCertificate } from './record-certificate.ts';

/** Undefined: it was removed from the application. */
export async function addOfCall(
  context: WriteContext,
  random: Pick<Random, 'id'>,
  { appId, sandboxId }: Pick<IdentifiedApp, 'appId' | 'sandboxId'>,
  certificate: ProviderCertificate,
  der: Uint8Array,
): Promise<store.KnownCertificate | undefined> {
  const { thumbprint, use, organizationId, roles, keyType, notBefore, notAfter } = certificate;
  const form = { thumbprint, use, organizationId, roles, keyType, notBefore, notAfter, der: Buffer.from(der) };
  const added = { ...form, certificateId: random.id('crt'), appId, sandboxId, source: 'call', isProved: true } as const;
  if (await store.insertCertificate(context.tx, added)) await recordCertificate(context, 'used-first', added);
  const found = await store.findByThumbprint(context.tx, appId, thumbprint);
  return found?.removedAt === undefined ? found : undefined;
}
