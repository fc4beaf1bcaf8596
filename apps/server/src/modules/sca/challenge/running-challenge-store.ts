/** Whether a customer's device is asked something now. Real time. */
import type { AuthMethod } from '@portico/contract';
import { sql } from 'kysely';
import type { Reader } from '#platform/db/database.ts';

export async function hasRunningChallenge(
  reader: Reader,
  { sandboxId, customerId, method }: { readonly sandboxId: string; readonly customerId: string; readonly method: AuthMethod },
): Promise<boolean> {
  const { rows } = await sql`
    select from challenge
    where sandbox_id = ${sandboxId} and customer_id = ${customerId} and method = ${method} and state = 'started' and expires_at > now()
      and coalesce(answers_at > now(), true)
    limit 1`.execute(reader);
  return rows.length > 0;
}
