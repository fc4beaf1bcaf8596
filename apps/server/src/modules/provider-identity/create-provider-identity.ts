/** The identity of providers; `provider-identity.ts` documents each call. */
import type { FastifyRequest } from 'fastify';
import { defineRecurringJob, type RecurringJob } from '#platform/jobs/recurring-job.ts';
import type { Platform } from '#platform/platform.ts';
import type { TppApps } from '../tpp-apps/index.ts';
import { createSelectFacts } from './certificates/call-facts-store.ts';
import { isProvedUpload } from './certificates/certificate-store.ts';
import { findProviderByOrganization } from './certificates/provider-store.ts';
import { createExamine } from './check/create-examine.ts';
import { createIdentify } from './identify.ts';
import { createIdentifyProvider } from './identify-provider.ts';
import type { CertificateFault, IdentifiedProvider, ProviderIdentity } from './provider-identity.ts';
import { createProviders } from './providers/create-providers.ts';
import type { Providers } from './providers/providers.ts';
import type { TestAuthorityForChecks } from './test-certificates.ts';
import type { Anchor } from './trust/anchors.ts';
import { loadAnchors } from './trust/load-anchors.ts';
import { findCertificateStatus, storeCertificateStatus } from './trust/revocation/certificate-status-store.ts';
import { createFindRevocation } from './trust/revocation/create-find-revocation.ts';
import { createFetchStatus, JOB_MS } from './trust/revocation/fetch-status.ts';
import { refreshLists } from './trust/revocation/refresh-lists.ts';
import { findList, listDue, type RevocationList, storeList } from './trust/revocation/revocation-list-store.ts';

const REFRESH_MS = 10 * 60_000;

export interface CreatedProviderIdentity extends ProviderIdentity {
  /** Loads the trusted authorities. Without this call the first examination loads them. @throws Error for a wrong folder. */
  loadAuthorities(): Promise<void>;
  /** The job that fetches lists of revoked certificates again. */
  readonly refreshing: RecurringJob;
  /** Forgets kept verdicts of a certificate, because it was revoked or blocked. Other servers follow within a minute. */
  forget(thumbprint: string): void;
  /**
   * The provider that calls, where no application is known yet: its certificate has an issuer that the bank trusts and a role, and is neither revoked
   * nor blocked.
   */
  identifyProvider(request: Pick<FastifyRequest, 'raw'>): Promise<IdentifiedProvider | { readonly fault: CertificateFault }>;
  /** For operators, and for registrations. */
  readonly providers: Providers;
}

/** @param testAuthority undefined before a bank's own core */
export function createProviderIdentity(
  platform: Platform,
  tppApps: Pick<TppApps, 'providerIdOf'>,
  testAuthority: TestAuthorityForChecks | undefined,
): CreatedProviderIdentity {
  const { config, db, write, log } = platform;
  const now = () => new Date(performance.timeOrigin + performance.now());
  const alert = (text: string) => log.warn(text);
  const keep = (list: RevocationList) => write(({ tx }) => storeList(tx, list));
  const findRevocation = createFindRevocation({
    policy: config.revocation ?? 'soft',
    store: {
      find: (certificate) => findCertificateStatus(db, certificate),
      store: (certificate, kept) => write(({ tx }) => storeCertificateStatus(tx, certificate, kept)),
    },
    lists: { find: (list, at) => write(({ tx }) => findList(tx, list, at)), keep },
    fetchStatus: createFetchStatus(),
    now,
    ...(testAuthority === undefined ? {} : { localStatus: testAuthority.localStatus }),
    alert,
  });
  let loading: Promise<readonly Anchor[]> | undefined;
  let anchors: readonly Anchor[] = [];

  /** The same objects for the life of this server: each anchor is read once. An issuer is renewed with its key, so that the old form stays right. */
  async function loadAuthorities(): Promise<void> {
    loading ??= listAuthorities(config.trustDir, testAuthority);
    try {
      anchors = await loading;
    } catch (error) {
      loading = undefined;
      throw error;
    }
  }

  const refreshing = defineRecurringJob(platform, {
    queue: 'refresh-revocation-lists',
    everyMs: REFRESH_MS,
    run: () =>
      refreshLists({
        anchors: async () => {
          await loadAuthorities();
          return anchors;
        },
        lists: { due: (times) => listDue(db, times), keep },
        fetchStatus: createFetchStatus(undefined, JOB_MS),
        now,
        alert,
      }),
  });

  const examine = createExamine({
    mode: testAuthority === undefined ? 'production' : 'sandbox',
    anchors: () => anchors,
    isTrustedByUpload: (thumbprint) => isProvedUpload(db, thumbprint),
    findRevocation,
    // The block of one certificate counts for one application, and is checked with it: everyone can upload the certificate of another provider.
    isBlocked: async ({ organizationId }) => (await findProviderByOrganization(db, organizationId))?.blockedAt !== undefined,
    supportContact: config.supportContact,
    mtlsOrigin: config.mtls?.url,
  });
  const examineLoaded = Object.assign(
    async (...asked: Parameters<ProviderIdentity['examine']>) => {
      await loadAuthorities();
      return examine(...asked);
    },
    { forget: examine.forget },
  );

  const selectFacts = createSelectFacts(testAuthority);
  const identifying = { platform, tppApps, examine: examineLoaded, testCertificates: testAuthority, selectFacts };
  return {
    selectFacts,
    examine: examineLoaded,
    ...createIdentify(identifying),
    identifyProvider: createIdentifyProvider(identifying),
    loadAuthorities,
    refreshing,
    forget: examine.forget,
    providers: createProviders({ random: platform.random, testCertificates: testAuthority, forget: examine.forget }),
  };
}

async function listAuthorities(folder: string | undefined, testAuthority: TestAuthorityForChecks | undefined): Promise<readonly Anchor[]> {
  const trusted = folder === undefined ? [] : await loadAnchors(folder);
  const ofTest = (await testAuthority?.anchors()) ?? [];
  return [...trusted, ...ofTest.map((anchor) => ({ ...anchor, revocationHosts: [] }))];
}
