/** The end of many tokens at once: an application is suspended, a customer removed, a sandbox turned back or erased. */
import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { tenantNow } from '#platform/tenant/tenant-time.ts';

type Tables = { oauth_artifact: { sandbox_id: string; app_id: string; customer_id: string | null; expires_at: Date } };

/** Codes and tokens lapse now; they stay known for a day, so that their holder reads why. */
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

/** Of a sandbox, or of one of its customers. */
export async function deleteTokens(tx: Tx, { sandboxId, customerId }: { readonly sandboxId: string; readonly customerId?: string }): Promise<void> {
  let query = tx.withTables<Tables>().deleteFrom('oauth_artifact').where('sandbox_id', '=', sandboxId);
  if (customerId !== undefined) query = query.where('customer_id', '=', customerId);
  await query.execute();
}
