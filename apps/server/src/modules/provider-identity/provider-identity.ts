/** The identity of providers as other modules use it: certificates are examined, and calls are compared with their application. */
import type { CertificateUse, ProviderRole, SecurityProfile } from '@portico/contract/values';
import type { FastifyRequest } from 'fastify';
import type { SelectFacts, StoredFacts } from './certificates/call-facts-store.ts';

/** A certificate that was read. Nothing here says that it is trusted; {@link Verdict} does. */
export interface ProviderCertificate {
  /** SHA-256 of the DER form, lower-case hexadecimal. */
  readonly thumbprint: string;
  readonly use: CertificateUse;
  /** `organizationIdentifier` (2.5.4.97) of the subject, for example `PSDEE-LFSA-4711`. */
  readonly organizationId: string;
  /** Subject O. */
  readonly name: string;
  /** PSP_AI, PSP_PI and PSP_IC; PSP_AS opens nothing and is left out. */
  readonly roles: readonly ProviderRole[];
  /** For example `P-256` or `RSA 2048`. */
  readonly keyType: string;
  /** Lower-case hexadecimal without leading zeros. */
  readonly serial: string;
  readonly notBefore: Date;
  readonly notAfter: Date;
}

type CertificateCode =
  | 'CERTIFICATE_MISSING'
  | 'CERTIFICATE_INVALID'
  | 'CERTIFICATE_EXPIRED'
  | 'CERTIFICATE_REVOKE'
  | 'CERTIFICATE_BLOCKED'
  | 'ROLE_INVALID';

/** Why a certificate is refused. `text` tells the provider's developer what was wrong and what to do. */
export interface CertificateFault {
  readonly code: CertificateCode | 'SERVICE_UNAVAILABLE';
  readonly text: string;
}

export type Verdict =
  | {
      readonly ok: true;
      readonly certificate: ProviderCertificate;
      /**
       * Present: no trusted authority issued it, and a developer of the sandbox uploaded it. Anyone can make a certificate with the identifier of
       * another provider, so it identifies only the applications to which it was uploaded.
       */
      readonly isUploaded?: true;
    }
  | { readonly ok: false; readonly fault: CertificateFault; readonly certificate?: ProviderCertificate };

export interface ExamineOptions {
  readonly use: CertificateUse;
  /** Tenant time for certificates of the test authority, real time for others. */
  readonly at: Date;
}

/** An application as far as its identity is concerned. */
export interface IdentifiedApp {
  readonly appId: string;
  readonly sandboxId: string;
  readonly profile: SecurityProfile;
  /** Undefined before the admission. */
  readonly roles: readonly ProviderRole[] | undefined;
}

/** A provider whose certificate was examined, and which has the certificate's key. */
export interface IdentifiedProvider {
  readonly certificate: ProviderCertificate;
  readonly der: Uint8Array;
}

export interface ProviderIdentity {
  /** What {@link identify} needs of the database, for a statement that another module sends in the same call. */
  readonly selectFacts: SelectFacts;
  /** Examines a chain, the caller's certificate first: limits, dates, issuers up to an anchor, type, key usage, revocation, block. */
  examine(chain: readonly Uint8Array[], options: ExamineOptions): Promise<Verdict>;
  /**
   * Finds the certificate with which a request identifies the application: examined, of this application and, for `mtls` and `fapi2`, present.
   * Undefined: none was sent, and the profile `basic` needs none. Records its first and last use.
   * @param facts of this application and this certificate, if a statement of this call has read them already ({@link selectFacts})
   */
  identify(
    request: Pick<FastifyRequest, 'raw'>,
    app: IdentifiedApp,
    facts?: StoredFacts,
  ): Promise<{ readonly certificate: ProviderCertificate } | { readonly fault: CertificateFault } | undefined>;
  /** Like {@link identify} for the certificate of a signed request. The caller has verified that the certificate's key signed it. */
  identifySeal(der: Uint8Array, app: IdentifiedApp): Promise<{ readonly certificate: ProviderCertificate } | { readonly fault: CertificateFault }>;
}
