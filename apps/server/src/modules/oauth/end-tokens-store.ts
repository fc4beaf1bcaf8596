/** Ends many tokens at once: an application is suspended, a customer removed, a sandbox's clock set back, or a sandbox erased. */
import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { tenantNow } from '#platform/tenant/tenant-time.ts';

type Tables = { oauth_artifact: { model: string; sandbox_id: string; app_id: string; customer_id: string | null; expires_at: Date } };

/** Expires codes and tokens now; the rows stay for a day, so that their holder gets a meaningful error. */
export async function lapseTokensOfApp(tx: Tx, { appId, sandboxId }: { readonly appId: string; readonly sandboxId: string }): Promise<void> {
  await tx
    .withTables<Tables>()
    .updateTable('oauth_artifact')
    .set({
      expires_at: sql<Date>`least(expires_at, ${tenantNow(sandboxId)})`,
    })
    .where('app_id', '=', appId)
    .where('sandbox_id', '=', sandboxId)
    .execute();
}

/** Deletes the tokens of a sandbox, or of one of its customers. */
export async function deleteTokens(tx: Tx, { sandboxId, customerId }: { readonly sandboxId: string; readonly customerId?: string }): Promise<void> {
  let query = tx.withTables<Tables>().deleteFrom('oauth_artifact').where('sandbox_id', '=', sandboxId);
  if (customerId !== undefined) query = query.where('customer_id', '=', customerId);
  await query.execute();
}

/** Ends the sign-ins that a customer has completed and whose browser has not come back: they give no code. */
export async function deleteCompletedInteractions(tx: Tx, customerId: string): Promise<void> {
  await tx
    .withTables<Tables>()
    .deleteFrom('oauth_artifact')
    .where('model', 'in', ['Interaction', 'InteractionV1'])
    .where(sql<boolean>`payload #>> '{result,login,accountId}' = sandbox_id || ':' || ${customerId}::text`)
    .execute();
}
