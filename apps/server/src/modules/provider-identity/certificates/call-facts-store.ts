/** What a call with a certificate has to know of the database, in one statement: its own, or the one that finds the call's access token. */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import { type Given, prepared } from '#platform/db/prepared.ts';
import { readTogether } from '#platform/db/read-together.ts';
import { tenantNow } from '#platform/tenant/tenant-time.ts';
import type { TestCertificates } from '../test-certificates.ts';
import { certificateOf, type KnownCertificate, type StoredCertificate, toKnown } from './certificate-store.ts';

/** As the database writes it in JSON. Times are milliseconds. */
export interface StoredFacts {
  readonly certificate: StoredCertificate | null;
  /** Null: the test authority did not issue the certificate. */
  readonly issued: { readonly revokedMs: number | null } | null;
  readonly nowMs: number;
  /** Tenant time; null: the sandbox was deleted. */
  readonly tenantNowMs: number | null;
}

export interface CallFacts {
  /** The application's certificate, which may be a removed one. */
  readonly certificate: KnownCertificate | undefined;
  /** Undefined: the test authority did not issue the certificate. */
  readonly issued: { readonly revokedAt: Date | undefined } | undefined;
  /** Database time. */
  readonly realNow: Date;
  /** Database time plus the offset of the sandbox's clock. */
  readonly tenantNow: Date;
}

/** SQL of the three values that name a call. */
type CallNames = Readonly<Record<'appId' | 'sandboxId' | 'thumbprint', RawBuilder<unknown>>>;

/** SQL of one call's facts, for a statement that knows the values. */
export type SelectFacts = (call: CallNames) => RawBuilder<StoredFacts>;

const ms = (time: RawBuilder<unknown>) => sql`floor(extract(epoch from ${time}) * 1000)`;

/** @param testCertificates undefined before a bank's own core */
export function createSelectFacts(testCertificates: Pick<TestCertificates, 'issuedOf'> | undefined): SelectFacts {
  return ({ appId, sandboxId, thumbprint }) => sql<StoredFacts>`json_build_object(
    'certificate', ${certificateOf(appId, thumbprint)},
    'issued', ${testCertificates?.issuedOf(thumbprint) ?? sql`null`},
    'nowMs', ${ms(sql`now()`)},
    'tenantNowMs', ${ms(tenantNow(sandboxId as RawBuilder<string>))})`;
}

/** Reads the facts of calls whose application is known. Calls of the same turn share one statement. */
export function createFactsFinder(db: Db, selectFacts: SelectFacts) {
  const part = (place: number) => sql`split_part(asked.key, ' ', ${sql.lit(place)})`;
  const select = prepared((_reader, { keys }: Given<{ keys: readonly string[] }>) => {
    const facts = selectFacts({ appId: part(1), sandboxId: part(2), thumbprint: part(3) });
    return sql<{
      key: string;
      facts: StoredFacts;
    }>`select asked.key, ${facts} as facts from unnest(array(select unnest(${keys}::text[]))) as asked (key)`;
  });
  const find = readTogether(async (keys) => new Map((await select(db, { keys })).rows.map(({ key, facts }) => [key, facts])));
  return (appId: string, sandboxId: string, thumbprint: string): Promise<StoredFacts | undefined> => find(`${appId} ${sandboxId} ${thumbprint}`);
}

/** Undefined: the sandbox was deleted. */
export function toFacts(appId: string, thumbprint: string, stored: StoredFacts): CallFacts | undefined {
  const { certificate, issued, nowMs, tenantNowMs } = stored;
  if (tenantNowMs === null) return undefined;
  return {
    certificate: certificate === null ? undefined : toKnown(appId, thumbprint, certificate),
    issued: issued === null ? undefined : { revokedAt: issued.revokedMs === null ? undefined : new Date(issued.revokedMs) },
    realNow: new Date(nowMs),
    tenantNow: new Date(tenantNowMs),
  };
}
