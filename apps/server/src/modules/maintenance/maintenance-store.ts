/** Rows of maintenance windows. */
import type { MaintenanceTexts } from '@portico/contract';
import { sql } from 'kysely';
import type { Reader, Tx } from '#platform/db/database.ts';

type MaintenanceTables = {
  maintenance: {
    maintenance_id: string;
    starts_at: Date;
    ends_at: Date | null;
    cancelled_at: Date | null;
    texts: MaintenanceTexts;
    created_at: Date;
  };
};

export interface StoredMaintenance {
  readonly maintenanceId: string;
  readonly startsAt: Date;
  readonly endsAt: Date | null;
  readonly cancelledAt: Date | null;
  readonly texts: MaintenanceTexts;
  /** When it was announced. */
  readonly createdAt: Date;
}

/** A number that no other advisory lock uses. */
const LOCK = 7_033_001;

/** Serialises operators' commands, so that the check for overlaps is reliable. */
export async function lockMaintenance(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx);
}

/** Windows that had not ended by `since`, including cancelled ones; the earliest first. */
export async function listMaintenance(reader: Reader, since: Date): Promise<readonly StoredMaintenance[]> {
  const rows = await reader
    .withTables<MaintenanceTables>()
    .selectFrom('maintenance')
    .select(['maintenance_id', 'starts_at', 'ends_at', 'cancelled_at', 'texts', 'created_at'])
    .where((where) => where.or([where('ends_at', 'is', null), where('ends_at', '>', since)]))
    .orderBy('starts_at')
    .execute();
  return rows.map(({ maintenance_id, starts_at, ends_at, cancelled_at, texts, created_at }) => ({
    maintenanceId: maintenance_id,
    startsAt: starts_at,
    endsAt: ends_at,
    cancelledAt: cancelled_at,
    texts,
    createdAt: created_at,
  }));
}

export async function insertMaintenance(
  tx: Tx,
  { maintenanceId, startsAt, endsAt, texts, createdAt }: Omit<StoredMaintenance, 'cancelledAt'>,
): Promise<void> {
  await sql`
    insert into maintenance (maintenance_id, starts_at, ends_at, texts, created_at)
    values (${maintenanceId}, ${startsAt}, ${endsAt}, ${JSON.stringify(texts)}::text::jsonb, ${createdAt})`.execute(tx);
}

export async function updateMaintenance(
  tx: Tx,
  { maintenanceId, endsAt, cancelledAt, texts }: Omit<StoredMaintenance, 'startsAt' | 'createdAt'>,
): Promise<void> {
  await sql`
    update maintenance set ends_at = ${endsAt}, cancelled_at = ${cancelledAt}, texts = ${JSON.stringify(texts)}::text::jsonb
    where maintenance_id = ${maintenanceId}`.execute(tx);
}
