/** How many sessions of one application were opened, and how they ended. Sessions are never deleted. */
import { sql } from 'kysely';
import type { Reader } from '#platform/db/database.ts';

export interface Conversion {
  readonly asked: number;
  /** The customer signed in and opened the page. */
  readonly shown: number;
  readonly signed: number;
  readonly refused: number;
  readonly expired: number;
}

/** @param from tenant time; reads the sessions of the application since then, by their index. */
export async function countConversion(reader: Reader, { appId, from }: { readonly appId: string; readonly from: Date }): Promise<Conversion> {
  const { rows } = await sql<Conversion>`
    select count(*)::integer as asked, (count(*) filter (where bank_session_hash is not null))::integer as shown,
      (count(*) filter (where state = 'signed'))::integer as signed, (count(*) filter (where state = 'refused'))::integer as refused,
      (count(*) filter (where state = 'expired'))::integer as expired
    from signing_session where app_id = ${appId} and created_at >= ${from}::timestamptz`.execute(reader);
  return rows[0] ?? { asked: 0, shown: 0, signed: 0, refused: 0, expired: 0 };
}
