/** Compares the certificate of a call with the application of the call. The examination of the certificate knows no application. */

import type { CertificateUse } from '@portico/contract/values';
import type { Platform } from '#platform/platform.ts';
import { identityRefusals } from '#platform/telemetry/instruments.ts';
import { Gone } from '#platform/tenant/gone.ts';
import { type IdentityNote, noteIdentity } from '#platform/tls/identity-note.ts';
import { mtlsCallOf, thumbprintOf } from '#platform/tls/mtls-call.ts';
import type { TppApps } from '../tpp-apps/index.ts';
import { addOfCall } from './certificates/add-of-call.ts';
import { createFactsFinder, type SelectFacts, type StoredFacts, toFacts } from './certificates/call-facts-store.ts';
import * as store from './certificates/certificate-store.ts';
import { findOtherForm } from './certificates/find-other-form.ts';
import { findProvider } from './certificates/provider-store.ts';
import { recordCertificate } from './certificates/record-certificate.ts';
import type { Examine } from './check/create-examine.ts';
import type { CertificateFault, IdentifiedApp, ProviderIdentity, Verdict } from './provider-identity.ts';
import type { TestCertificates } from './test-certificates.ts';
import { dateText } from './trust/dates.ts';
import { otherForm } from './trust/other-form.ts';

/** The parts that identify an application. */
export interface Identifying {
  readonly platform: Pick<Platform, 'db' | 'write' | 'clock' | 'random' | 'config'>;
  readonly tppApps: Pick<TppApps, 'providerIdOf'>;
  readonly examine: Examine;
  /** Undefined before a bank's own core. */
  readonly testCertificates: TestCertificates | undefined;
  readonly selectFacts: SelectFacts;
}

interface Holder {
  readonly use: CertificateUse;
  /** The first of `chain`. */
  readonly leaf: Uint8Array;
  readonly chain: readonly Uint8Array[];
  /** Undefined: no statement has read them yet. */
  readonly facts?: StoredFacts | undefined;
}

type Identified = Awaited<ReturnType<ProviderIdentity['identifySeal']>>;

export function createIdentify(parts: Identifying): Pick<ProviderIdentity, 'identify' | 'identifySeal'> {
  const { platform, examine, selectFacts } = parts;
  const { db, clock } = platform;
  const findFacts = createFactsFinder(db, selectFacts);

  async function missing(): Promise<Identified | undefined> {
    const verdict = await examine([], { use: 'web', at: await clock.realNow(db) });
    return verdict.ok ? undefined : { fault: verdict.fault };
  }

  /** The caller has proved that it has the key of `leaf`. */
  async function identifyHolder({ use, leaf, chain, facts: given }: Holder, app: IdentifiedApp): Promise<Identified> {
    const { appId, sandboxId } = app;
    const thumbprint = thumbprintOf(leaf);
    const stored = given ?? (await findFacts(appId, sandboxId, thumbprint));
    const facts = stored && toFacts(appId, thumbprint, stored);
    if (facts === undefined) throw new Gone(`There is no sandbox ${sandboxId}.`);
    const { certificate: row, issued } = facts;
    const present = row?.removedAt === undefined ? row : undefined;
    // The examination trusts a proved upload of the sandbox.
    if (present?.provedAt === undefined && present !== undefined) await prove(parts, present);
    const at = issued === undefined ? facts.realNow : facts.tenantNow;
    const verdict = await examine(chain, { use, at });
    if (!verdict.ok) return { fault: verdict.fault };
    // Kept verdicts live for a minute, and a developer's test must not wait for that.
    if (issued?.revokedAt !== undefined) return { fault: revoked(issued.revokedAt) };
    const own = present ?? (row === undefined ? await addOfProvider(parts, app, verdict, leaf) : { fault: removed() });
    if ('fault' in own) return own;
    if (own.blockedAt !== undefined) return { fault: blocked(parts) };
    await store.noteUse(db, own);
    return { certificate: verdict.certificate };
  }

  return {
    async identify({ raw }, app, facts) {
      const { chain, tooLarge } = mtlsCallOf(raw) ?? { chain: [] };
      const [leaf] = chain;
      if (leaf === undefined) return app.profile === 'basic' ? undefined : counted(await missing());
      const found = counted(tooLarge ? { fault: tooMany() } : await identifyHolder({ use: 'web', leaf, chain, facts }, app));
      noteIdentity(raw, noteOf(found));
      return found;
    },
    identifySeal: async (der, app) => counted(await identifyHolder({ use: 'seal', leaf: der, chain: [der] }, app)),
  };
}

export function counted<Result extends Identified | undefined>(found: Result): Result {
  if (found !== undefined && 'fault' in found) identityRefusals.add(1, { code: found.fault.code });
  return found;
}

/** For the request log of the application. */
export function noteOf(found: Identified): IdentityNote {
  if ('fault' in found) return { fault: found.fault.code };
  const { organizationId, roles } = found.certificate;
  return { organizationId, roles };
}

async function prove({ platform, examine }: Identifying, certificate: store.KnownCertificate): Promise<void> {
  await platform.write(async (context) => {
    if (await store.proveCertificate(context.tx, certificate)) await recordCertificate(context, 'proved', certificate);
  });
  examine.forget(certificate.thumbprint);
}

/** A certificate that the application has not used before belongs to it when it names the application's provider. */
async function addOfProvider(
  { platform, tppApps }: Identifying,
  app: IdentifiedApp,
  { certificate, isUploaded }: Verdict & { readonly ok: true },
  der: Uint8Array,
): Promise<store.KnownCertificate | { readonly fault: CertificateFault }> {
  const { db, write, random } = platform;
  // No authority vouches for what an uploaded certificate says: everyone can make one that names another provider.
  if (isUploaded) return { fault: uploadedElsewhere() };
  const providerId = await tppApps.providerIdOf(app.appId);
  const provider = providerId === undefined ? undefined : await findProvider(db, providerId);
  if (provider?.organizationId !== certificate.organizationId) return { fault: foreign(certificate.organizationId, provider?.organizationId) };
  const known = await findOtherForm(db, app.appId, certificate, der);
  if (known !== undefined) return { fault: otherForm(known) };
  return (await write((context) => addOfCall(context, random, app, certificate, der))) ?? { fault: removed() };
}

const invalid = (text: string): CertificateFault => ({ code: 'CERTIFICATE_INVALID', text });

function foreign(found: string, expected: string | undefined): CertificateFault {
  return expected === undefined
    ? invalid(
        `The certificate names ${found}, and the application has no certificate yet. Issue or upload one on the application's page in the portal.`,
      )
    : invalid(`The certificate names ${found}, and the application belongs to ${expected}. Use a certificate of the application.`);
}

export function tooMany(): CertificateFault {
  return invalid('The connection brought more than four certificates, or one larger than 8 KiB. Send the certificate with its issuers only.');
}

function uploadedElsewhere(): CertificateFault {
  return invalid(
    'No authority that the bank trusts issued the certificate, and it is none of the application. Upload it on the application’s page in the portal.',
  );
}

function removed(): CertificateFault {
  return invalid('The certificate was removed from the application. Use another one, or upload it again on the application’s page in the portal.');
}

export function revoked(at: Date): CertificateFault {
  return {
    code: 'CERTIFICATE_REVOKE',
    text: `The certificate was revoked at ${dateText(at)}. Use another certificate, or undo the revocation in the portal.`,
  };
}

function blocked({ platform }: Identifying): CertificateFault {
  return { code: 'CERTIFICATE_BLOCKED', text: `The bank blocked the certificate. Contact the bank: ${platform.config.supportContact}` };
}
