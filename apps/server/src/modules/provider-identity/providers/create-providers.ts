/** Providers for operators; `providers.ts` documents each call. */
import type { Reader } from '#platform/db/database.ts';
import type { Random } from '#platform/random.ts';
import { addOfCall } from '../certificates/add-of-call.ts';
import type { AppCertificate } from '../certificates/certificate-row.ts';
import { insertProvider, lockProvider } from '../certificates/provider-store.ts';
import { readCertificate } from '../read/read-certificate.ts';
import type { TestCertificates } from '../test-certificates.ts';
import { listStatuses } from '../trust/revocation/certificate-status-store.ts';
import * as store from './known-provider-store.ts';
import type { FoundCertificate, Providers } from './providers.ts';

interface Parts {
  readonly random: Random;
  /** Undefined before a bank's own core. */
  readonly testCertificates: TestCertificates | undefined;
  /** Forgets the kept verdicts of a certificate on this server. */
  readonly forget: (thumbprint: string) => void;
}

export function createProviders({ random, testCertificates, forget }: Parts): Providers {
  async function withRevocation(reader: Reader, found: readonly AppCertificate[]): Promise<readonly FoundCertificate[]> {
    const thumbprints = found.map(({ thumbprint }) => thumbprint);
    const issued = await testCertificates?.findIssued(reader, thumbprints);
    const statuses = await listStatuses(reader, thumbprints);
    return found.map(({ sandboxId: _sandbox, der: _der, keyType: _key, ...certificate }) => {
      const { thumbprint } = certificate;
      const { status, revokedAt, checkedAt, nextCheckAt } = statuses.get(thumbprint) ?? {};
      return {
        ...certificate,
        revokedAt: issued?.get(thumbprint)?.revokedAt ?? (status === 'revoked' ? (revokedAt ?? checkedAt) : undefined),
        status,
        statusReadAt: checkedAt,
        statusCountsUntil: nextCheckAt,
      };
    });
  }

  return {
    list: store.listKnown,
    find: store.findKnown,
    certificatesOf: async (reader, organizationId) => withRevocation(reader, await store.listOfOrganization(reader, organizationId)),
    searchCertificates: async (reader, text) => withRevocation(reader, await store.searchCertificates(reader, text)),

    async lock({ tx }, { organizationId, name }) {
      await insertProvider(tx, { providerId: random.id('prv'), organizationId, developerId: undefined, name });
      const provider = await lockProvider(tx, organizationId);
      if (provider === undefined) throw new Error(`The provider ${organizationId} was not inserted.`);
      return provider;
    },
    async addCertificate(context, app, { certificate, der }) {
      await addOfCall(context, random, app, certificate, der);
    },

    async setBlocked({ tx, afterCommit }, { organizationId, name }, isBlocked) {
      const certificates = await store.listOfOrganization(tx, organizationId);
      const changed = isBlocked
        ? await store.blockProvider(tx, { providerId: random.id('prv'), organizationId, name: name ?? nameOf(certificates) ?? organizationId })
        : await store.unblockProvider(tx, organizationId);
      afterCommit(() => {
        for (const { thumbprint } of certificates) forget(thumbprint);
      });
      return changed;
    },
  };
}

/** Subject O of the newest certificate. */
function nameOf([newest]: readonly AppCertificate[]): string | undefined {
  const read = newest && readCertificate(newest.der);
  return read?.ok ? read.certificate.name : undefined;
}
