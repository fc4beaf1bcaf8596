/** Incidents and their updates. Rows are added, never changed. */
import type { IncidentState, StatusServiceId } from '@portico/contract/values';
import { sql } from 'kysely';
import type { Reader, Tx } from '#platform/db/database.ts';

export interface StoredIncident {
  readonly incident_id: string;
  readonly title: string;
  readonly services: readonly StatusServiceId[];
  readonly is_fallback_available: boolean;
  readonly started_at: Date;
}

export interface StoredUpdate {
  readonly incident_id: string;
  readonly number: number;
  readonly at: Date;
  readonly state: IncidentState;
  readonly text: string;
  readonly next_update_at: Date | null;
}

export interface IncidentWithUpdates extends StoredIncident {
  /** Newest first; never empty. */
  readonly updates: readonly [StoredUpdate, ...StoredUpdate[]];
}

type IncidentTables = {
  incident: {
    incident_id: string;
    title: string;
    services: StatusServiceId[];
    is_fallback_available: boolean;
    started_at: Date;
  };
  incident_update: { incident_id: string; number: number; at: Date; state: IncidentState; text: string; next_update_at: Date | null };
};

export async function insertIncident(tx: Tx, incident: StoredIncident): Promise<void> {
  await tx
    .withTables<IncidentTables>()
    .insertInto('incident')
    .values({ ...incident, services: [...incident.services] })
    .execute();
}

export async function insertUpdate(tx: Tx, update: StoredUpdate): Promise<void> {
  await tx.withTables<IncidentTables>().insertInto('incident_update').values(update).execute();
}

/** The last one, the incident locked until the transaction ends. */
export async function lockLastUpdate(tx: Tx, incidentId: string): Promise<StoredUpdate | undefined> {
  const db = tx.withTables<IncidentTables>();
  await db.selectFrom('incident').select('incident_id').where('incident_id', '=', incidentId).forUpdate().executeTakeFirst();
  return db.selectFrom('incident_update').selectAll().where('incident_id', '=', incidentId).orderBy('number', 'desc').limit(1).executeTakeFirst();
}

/** Newest first: all that are open, and those that had an update since. */
export async function listIncidents(reader: Reader, since: Date): Promise<readonly IncidentWithUpdates[]> {
  const db = reader.withTables<IncidentTables>();
  const incidents = await db
    .selectFrom('incident')
    .selectAll()
    .where(
      sql<boolean>`started_at >= ${since} or (select state <> 'resolved' or at >= ${since} from incident_update
        where incident_update.incident_id = incident.incident_id order by number desc limit 1)`,
    )
    .orderBy('started_at', 'desc')
    .orderBy('incident_id', 'desc')
    .execute();
  if (incidents.length === 0) return [];
  const updates = await db
    .selectFrom('incident_update')
    .selectAll()
    .where(
      'incident_id',
      'in',
      incidents.map(({ incident_id: id }) => id),
    )
    .orderBy('number', 'desc')
    .execute();
  return incidents.flatMap((incident) => {
    const [last, ...earlier] = updates.filter((update) => update.incident_id === incident.incident_id);
    return last === undefined ? [] : [{ ...incident, updates: [last, ...earlier] as const }];
  });
}
