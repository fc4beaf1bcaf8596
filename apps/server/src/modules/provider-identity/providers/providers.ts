/** Providers and their certificates for operators, who find and block them. */
import type { CertificateUse, ProviderRole } from '@portico/contract/values';
import type { Reader } from '#platform/db/database.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import type { RegisteredApp } from '../../tpp-apps/index.ts';
import type { Provider } from '../certificates/certificate-row.ts';
import type { IdentifiedProvider, ProviderCertificate } from '../provider-identity.ts';

export interface KnownProvider {
  readonly organizationId: string;
  /** Undefined: only certificates of applications name the provider. */
  readonly name: string | undefined;
  readonly blockedAt: Date | undefined;
  /** Number of its certificates that applications have now. The same certificate of two applications counts twice. */
  readonly certificates: number;
}

/** A certificate of one application, without its bytes. */
export interface FoundCertificate {
  readonly thumbprint: string;
  readonly certificateId: string;
  readonly appId: string;
  readonly organizationId: string;
  readonly use: CertificateUse;
  readonly roles: readonly ProviderRole[];
  readonly source: 'issued' | 'uploaded' | 'call';
  readonly notBefore: Date;
  readonly notAfter: Date;
  readonly provedAt: Date | undefined;
  readonly lastUsedAt: Date | undefined;
  /** When an authority revoked it. */
  readonly revokedAt: Date | undefined;
  /** What its authority last said. Undefined: Portico has not asked, or it is of the test authority, which each call asks. */
  readonly status: 'good' | 'revoked' | 'unknown' | undefined;
  readonly statusReadAt: Date | undefined;
  /** Until then no call asks the authority, so a revocation after `statusReadAt` is not known. */
  readonly statusCountsUntil: Date | undefined;
  /** When its application's developer blocked it. */
  readonly blockedAt: Date | undefined;
  readonly removedAt: Date | undefined;
}

export interface Providers {
  /** The provider that a certificate names, created at the first call. Calls for one provider run one after another until the transaction ends. */
  lock(context: WriteContext, certificate: Pick<ProviderCertificate, 'organizationId' | 'name'>): Promise<Provider>;
  /** The certificate with which the provider registered an application becomes one of it. */
  addCertificate(context: WriteContext, app: RegisteredApp, provider: IdentifiedProvider): Promise<void>;
  /** At most 1,000, blocked ones first. */
  list(reader: Reader): Promise<readonly KnownProvider[]>;
  /** Undefined: neither a provider nor a certificate has this identifier. */
  find(reader: Reader, organizationId: string): Promise<KnownProvider | undefined>;
  certificatesOf(reader: Reader, organizationId: string): Promise<readonly FoundCertificate[]>;
  /** At most 100, by the beginning of the thumbprint (hexadecimal, with or without colons) or a part of the identifier. */
  searchCertificates(reader: Reader, text: string): Promise<readonly FoundCertificate[]>;
  /**
   * Blocks every certificate of a provider, or ends the block. Kept verdicts are forgotten after the commit on this server; others follow within 60 s.
   * Returns false when the provider was blocked before, or was not blocked.
   */
  setBlocked(context: WriteContext, provider: KnownProvider, isBlocked: boolean): Promise<boolean>;
}
