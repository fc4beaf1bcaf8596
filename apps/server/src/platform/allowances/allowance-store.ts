/** The rows of spent allowances: one per key, with the times that still count. */
import { sql } from 'kysely';
import type { Reader } from '../db/database.ts';

export interface Allowance {
  readonly key: string;
  readonly max: number;
  readonly windowSeconds: number;
}

/** Spends one in a single statement, so that all servers count together. Returns false when `max` were spent within the window. */
export async function spendAllowance(db: Reader, { key, max, windowSeconds }: Allowance): Promise<boolean> {
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

/** Gives back the newest one, because its purpose did not happen. */
export async function refundAllowance(db: Reader, key: string): Promise<void> {
  await sql`update spent_allowance set spent_at = trim_array(spent_at, 1) where key = ${key} and cardinality(spent_at) > 0`.execute(db);
}

/** Returns the seconds until one more can be spent, at least 1; 0: now. */
export async function secondsUntilAllowed(db: Reader, { key, max, windowSeconds }: Allowance): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select ceil(extract(epoch from spent + ${windowSeconds}::integer * interval '1 second' - now()))::integer as seconds
    from spent_allowance, unnest(spent_at) as spent
    where key = ${key} and spent > now() - ${windowSeconds}::integer * interval '1 second'
    order by spent desc offset ${max - 1}::integer limit 1`.execute(db);
  return Math.max(rows[0]?.seconds ?? 0, 0);
}

/** True while something spent under this key counts, by the window of the last one. */
export async function wasSpent(db: Reader, key: string): Promise<boolean> {
  const { rows } = await sql`select from spent_allowance where key = ${key} and expires_at > now()`.execute(db);
  return rows.length === 1;
}

export async function forgetAllowance(db: Reader, key: string): Promise<void> {
  await sql`delete from spent_allowance where key = ${key}`.execute(db);
}
