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
