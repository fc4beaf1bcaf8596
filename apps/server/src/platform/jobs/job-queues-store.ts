/** Reads the state of the queues from pg-boss's table (`jobs.job`), which keeps a job for a day after its end. */
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

export interface QueueDepth {
  readonly queue: string;
  /** Number of due jobs that are neither done nor given up. */
  readonly waiting: number;
  /** Seconds since the oldest of them became due. */
  readonly oldestSeconds: number;
  readonly givenUp: number;
}

export async function readQueueDepths(db: Db): Promise<readonly QueueDepth[]> {
  const { rows } = await sql<{ name: string; waiting: number; oldest: number; given_up: number }>`
    select name,
      count(*) filter (where state < 'completed' and start_after <= now())::integer as waiting,
      coalesce(extract(epoch from now() - min(start_after) filter (where state < 'completed' and start_after <= now())), 0)::float8 as oldest,
      count(*) filter (where state = 'failed')::integer as given_up
    from jobs.job where state in ('created', 'retry', 'active', 'failed')
    group by name order by name`.execute(db);
  return rows.map(({ name, waiting, oldest, given_up }) => ({ queue: name, waiting, oldestSeconds: oldest, givenUp: given_up }));
}

/** The data of the jobs of a queue that are neither done nor given up, oldest first. */
export async function listUnfinishedJobs(db: Db, queue: string): Promise<readonly unknown[]> {
  const { rows } = await sql<{ data: unknown }>`
    select data from jobs.job where name = ${queue} and state < 'completed' order by created_on`.execute(db);
  return rows.map(({ data }) => data);
}

/** Number of these jobs, and seconds since the oldest of them was sent, however often it was tried; 0 if there is none. */
export async function readUnfinishedJobs(db: Db, queue: string): Promise<{ readonly waiting: number; readonly oldestSeconds: number }> {
  const { rows } = await sql<{ waiting: number; oldest: number }>`
    select count(*)::integer as waiting, coalesce(extract(epoch from now() - min(created_on)), 0)::float8 as oldest
    from jobs.job where name = ${queue} and state < 'completed'`.execute(db);
  return { waiting: rows[0]?.waiting ?? 0, oldestSeconds: rows[0]?.oldest ?? 0 };
}
