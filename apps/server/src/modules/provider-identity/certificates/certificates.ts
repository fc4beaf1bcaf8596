/** The certificates of applications: for their developers, and for the test authority that issues some of them. */
import type { Certificate, CertificatesPage, SecuritySettings } from '@portico/contract';
import type { CertificateUse, ProviderRole } from '@portico/contract/values';
import type { Reader, Tx } from '#platform/db/database.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import type { AppOwner, RegisteredApp } from '../../tpp-apps/index.ts';
import type { AppCertificate, Provider } from './certificate-row.ts';

/** A certificate that the test authority has issued for an application. */
export interface IssuedForApp {
  readonly der: Buffer;
  readonly thumbprint: string;
  readonly use: CertificateUse;
  readonly roles: readonly ProviderRole[];
  readonly keyType: string;
  readonly notBefore: Date;
  readonly notAfter: Date;
}

export interface Certificates {
  /** @throws UiRefusal 404. */
  page(owner: AppOwner): Promise<CertificatesPage>;
  /** Adds a certificate, which opens nothing before its key is proved. @throws UiRefusal 400, 404, 409. */
  upload(owner: AppOwner, pem: string): Promise<Certificate>;
  /** The application can no longer use it. @throws UiRefusal 404. */
  remove(owner: AppOwner, certificateId: string): Promise<void>;
  /** Blocks a certificate as the bank does, or undoes it. @throws UiRefusal 404. */
  setBlocked(owner: AppOwner, certificateId: string, isBlocked: boolean): Promise<Certificate>;
  /** @throws UiRefusal 400, 404. */
  setSecurity(owner: AppOwner, settings: SecuritySettings): Promise<CertificatesPage>;

  /** Runs a write about the certificates of one application, after other such writes. @throws UiRefusal 404. */
  change<Result>(owner: AppOwner, work: (context: WriteContext, app: RegisteredApp) => Promise<Result>): Promise<Result>;
  /** The provider of a developer's applications, created at the first call. Names end in `(sandbox)`. */
  requireProvider(context: WriteContext, app: RegisteredApp): Promise<Provider>;
  /** @throws UiRefusal 409 when the application has the most certificates of a use. */
  requireRoom(reader: Reader, app: RegisteredApp, uses: readonly CertificateUse[]): Promise<void>;
  /** Adds issued certificates. The caller holds the tenant's lock. @throws UiRefusal 409. */
  addIssued(context: WriteContext, app: RegisteredApp, provider: Provider, issued: readonly IssuedForApp[]): Promise<readonly Certificate[]>;
  /** @throws UiRefusal 404. */
  require(reader: Reader, app: RegisteredApp, certificateId: string): Promise<AppCertificate>;
  /** Those of an application that were not removed, with their present states, newest first. For operators. */
  listOfApp(reader: Reader, appId: string): Promise<readonly Certificate[]>;
  /** Those of all applications that expire until this time and were neither removed nor blocked, the next first. For operators. */
  listExpiring(reader: Reader, until: Date, limit: number): Promise<readonly AppCertificate[]>;
  /** As developers read it, with its present state. */
  show(reader: Reader, certificate: AppCertificate): Promise<Certificate>;

  forgetSandbox(tx: Tx, sandboxId: string): Promise<void>;
  forgetDeveloper(tx: Tx, developerId: string): Promise<void>;
}
