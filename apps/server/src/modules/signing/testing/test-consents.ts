/** Consents as rows of a table of their own: what signing asks of them, within its transactions. */
import type { ConsentDetails, UiConsentStatus } from '@portico/contract';
import { sql } from 'kysely';
import type { Database, Reader } from '#platform/db/database.ts';
import type { Consents } from '../../access/index.ts';

interface Row {
  details: ConsentDetails;
  status: UiConsentStatus;
  signed_at: Date | null;
}

export interface TestConsents extends Pick<Consents, 'details' | 'sign' | 'reject' | 'expireAll'> {
  /** The accounts of a signed consent that the customer chose; null where there was nothing to choose. */
  chosenOf(consentId: string): Promise<readonly string[] | null>;
  statusOf(consentId: string): Promise<UiConsentStatus>;
  insert(consentId: string, details: ConsentDetails): Promise<void>;
  /** Runs before a signature is recorded; what it throws is a server that fails there. */
  readonly faults: { beforeSign?: () => void };
  /** Number of times a consent was signed. */
  signatures(): number;
}

export async function createTestConsents(db: Database['db']): Promise<TestConsents> {
  await sql`create table test_consent (consent_id text primary key, details jsonb not null, status text not null default 'received',
    signed_at timestamptz, chosen jsonb)`.execute(db);
  let signatures = 0;
  const faults: TestConsents['faults'] = {};

  async function find(reader: Reader, consentId: string): Promise<Row | undefined> {
    const { rows } = await sql<Row>`select details, status, signed_at from test_consent where consent_id = ${consentId}`.execute(
      reader.withTables<Record<string, never>>(),
    );
    return rows[0];
  }

  return {
    async insert(consentId, details) {
      await sql`insert into test_consent (consent_id, details) values (${consentId}, ${JSON.stringify(details)}::jsonb)`.execute(db);
    },
    async statusOf(consentId) {
      const row = await find(db, consentId);
      if (row === undefined) throw new Error(`There is no consent ${consentId}.`);
      return row.status;
    },
    async chosenOf(consentId) {
      const { rows } = await sql<{ chosen: readonly string[] | null }>`select chosen from test_consent where consent_id = ${consentId}`.execute(db);
      return rows[0]?.chosen ?? null;
    },
    faults,
    signatures: () => signatures,
    async details(reader, _sandboxId, consentId) {
      const row = await find(reader, consentId);
      if (row === undefined) return undefined;
      return { ...row.details, consentStatus: row.status, ...(row.signed_at === null ? {} : { signedAt: row.signed_at.toISOString() }) };
    },
    async sign({ tx }, { consentId, ibans }) {
      faults.beforeSign?.();
      const chosen = ibans === undefined ? null : JSON.stringify(ibans);
      const { rows } = await sql<{ signed_at: Date }>`update test_consent set status = 'valid', signed_at = now(), chosen = ${chosen}::jsonb
        where consent_id = ${consentId} and status = 'received' returning signed_at`.execute(tx.withTables<Record<string, never>>());
      const [signed] = rows;
      if (signed === undefined) throw new Error(`Consent ${consentId} cannot be signed.`);
      signatures += 1;
      return { consentStatus: 'valid', signedAt: signed.signed_at.toISOString() };
    },
    async expireAll({ tx }, _sandboxId, consentIds) {
      await sql`update test_consent set status = 'rejected' where consent_id = any(${consentIds}::text[]) and status = 'received'`.execute(
        tx.withTables<Record<string, never>>(),
      );
    },
    async reject({ tx }, _sandboxId, consentId) {
      const raw = tx.withTables<Record<string, never>>();
      await sql`update test_consent set status = 'rejected' where consent_id = ${consentId} and status = 'received'`.execute(raw);
      return (await find(tx, consentId))?.status ?? 'rejected';
    },
  };
}
