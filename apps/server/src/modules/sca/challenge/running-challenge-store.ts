/** Whether a person's device is asked something now, for any of the customers for whom the person acts. Real time. */
import type { AuthMethod } from '@portico/contract';
import { sql } from 'kysely';
import type { Reader } from '#platform/db/database.ts';

export async function hasRunningChallenge(
  reader: Reader,
  { sandboxId, person, method }: { readonly sandboxId: string; readonly person: string; readonly method: AuthMethod },
): Promise<boolean> {
  const { rows } = await sql`
    select from challenge
    where sandbox_id = ${sandboxId} and person = ${person} and method = ${method} and state = 'started' and expires_at > now()
      and coalesce(answers_at > now(), true)
    limit 1`.execute(reader);
  return rows.length > 0;
}
