/** The rows of spent allowances: one per key, with the times that still count. */
import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';

export interface Allowance {
  readonly key: string;
  readonly max: number;
  readonly windowSeconds: number;
}

/** Spends one, in one statement, so that any number of servers count together. False: `max` were spent within the window. */
export async function spendAllowance(db: Db, { key, max, windowSeconds }: Allowance): Promise<boolean> {
  const window = sql`${windowSeconds}::integer * interval '1 second'`;
  const counting = sql`(select array_agg(spent) from unnest(spent_allowance.spent_at) as spent where spent > now() - ${window})`;
  const { rows } = await sql`
    insert into spent_allowance (key, spent_at, expires_at) values (${key}, array[now()], now() + ${window})
    on conflict (key) do update
    set spent_at = coalesce(${counting}, '{}') || now(), expires_at = now() + ${window}
    where coalesce(cardinality(${counting}), 0) < ${max}::integer
    returning key`.execute(db);
  return rows.length === 1;
}

export async function forgetAllowance(db: Db, key: string): Promise<void> {
  await sql`delete from spent_allowance where key = ${key}`.execute(db);
}
