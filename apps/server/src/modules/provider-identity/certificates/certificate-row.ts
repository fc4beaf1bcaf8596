/** The columns of the certificates of applications and of their providers. */
import type { CertificateUse, ProviderRole } from '@portico/contract/values';
import type { ColumnType, Selectable } from 'kysely';

type CertificateSource = 'issued' | 'uploaded' | 'call';

export type CertificateTables = {
  provider: {
    provider_id: string;
    organization_id: string;
    developer_id: string | null;
    name: string;
    blocked_at: ColumnType<Date | null, undefined, Date | null>;
  };
  app_certificate: {
    certificate_id: string;
    sandbox_id: string;
    app_id: string;
    thumbprint: string;
    use: CertificateUse;
    der: Uint8Array;
    organization_id: string;
    roles: ColumnType<ProviderRole[], string, never>;
    key_type: string;
    not_before: Date;
    not_after: Date;
    source: CertificateSource;
    proved_at: ColumnType<Date | null, Date | null | undefined, Date>;
    blocked_at: ColumnType<Date | null, undefined, Date | null>;
    removed_at: ColumnType<Date | null, undefined, Date | null>;
    last_used_at: ColumnType<Date | null, undefined, Date>;
    expiry_mailed_days: ColumnType<number | null, undefined, number>;
    created_at: ColumnType<Date, undefined, never>;
  };
  certificate_status: { thumbprint: string; status: string; revoked_at: Date | null };
};

/** A certificate with which an application may call, or could before it was removed. */
export interface AppCertificate {
  readonly certificateId: string;
  readonly appId: string;
  readonly sandboxId: string;
  readonly thumbprint: string;
  readonly use: CertificateUse;
  readonly der: Buffer;
  readonly organizationId: string;
  readonly roles: readonly ProviderRole[];
  readonly keyType: string;
  readonly notBefore: Date;
  readonly notAfter: Date;
  readonly source: CertificateSource;
  /** Undefined: no handshake and no signature has proved that the application has the key. */
  readonly provedAt: Date | undefined;
  readonly blockedAt: Date | undefined;
  readonly removedAt: Date | undefined;
  readonly lastUsedAt: Date | undefined;
  /** Of the last mail about its end, the number of days before it; undefined: none was sent. */
  readonly expiryMailedDays: number | undefined;
}

/** A provider as its certificates name it. */
export interface Provider {
  readonly providerId: string;
  readonly organizationId: string;
  /** The developer for whom the sandbox invented it; undefined: it is a provider of certificates alone. */
  readonly developerId: string | undefined;
  /** Subject O of its certificates. */
  readonly name: string;
  readonly blockedAt: Date | undefined;
}

export type NewAppCertificate = Omit<AppCertificate, 'blockedAt' | 'removedAt' | 'lastUsedAt' | 'provedAt' | 'expiryMailedDays'> & {
  /** True: the key is known to be the application's. */
  readonly isProved: boolean;
};

export function toCertificate(row: Selectable<CertificateTables['app_certificate']>): AppCertificate {
  return {
    certificateId: row.certificate_id,
    appId: row.app_id,
    sandboxId: row.sandbox_id,
    thumbprint: row.thumbprint,
    use: row.use,
    der: Buffer.from(row.der),
    organizationId: row.organization_id,
    roles: row.roles,
    keyType: row.key_type,
    notBefore: row.not_before,
    notAfter: row.not_after,
    source: row.source,
    provedAt: row.proved_at ?? undefined,
    blockedAt: row.blocked_at ?? undefined,
    removedAt: row.removed_at ?? undefined,
    lastUsedAt: row.last_used_at ?? undefined,
    expiryMailedDays: row.expiry_mailed_days ?? undefined,
  };
}

export function toProvider(row: Selectable<CertificateTables['provider']>): Provider {
  return {
    providerId: row.provider_id,
    organizationId: row.organization_id,
    developerId: row.developer_id ?? undefined,
    name: row.name,
    blockedAt: row.blocked_at ?? undefined,
  };
}
