/** Who holds the sandbox's token, and the last bodies its customers sent. */
import { type ColumnType, type RawBuilder, sql } from 'kysely';
import type { Owner } from '#modules/bank/index.ts';
import type { Reader, Tx } from '#platform/db/database.ts';
import { tenantOffset } from '#platform/tenant/tenant-time.ts';

type Tables = {
  /** `expires_at`: by the sandbox's own time, like the token itself. */
  current_customer: {
    sandbox_id: string;
    customer_id: string;
    token_sealed: string;
    grant_hash: string;
    expires_at: ColumnType<Date, RawBuilder<Date>>;
  };
  client_payload: {
    sandbox_id: string;
    customer_id: string;
    api_id: string;
    payload: ColumnType<unknown, string, string>;
    /** The body as it was sent; `payload` orders the keys. */
    sent: string | null;
  };
};

export interface CurrentCustomer {
  readonly sandboxId: string;
  readonly customerId: string;
  readonly tokenSealed: string;
  readonly grantHash: string;
  /** Real time, if the test clock is left alone; of a token that lapsed when it was moved, now. */
  readonly expiresAt: Date;
}

export async function findCurrent(reader: Reader, sandboxId: string): Promise<CurrentCustomer | undefined> {
  const row = await reader
    .withTables<Tables>()
    .selectFrom('current_customer')
    .select(['sandbox_id', 'customer_id', 'token_sealed', 'grant_hash'])
    .select(sql<Date>`greatest(expires_at - ${tenantOffset(sql.ref('current_customer.sandbox_id'))}, least(expires_at, now()))`.as('expires_at'))
    .where('sandbox_id', '=', sandboxId)
    .executeTakeFirst();
  return (
    row && {
      sandboxId: row.sandbox_id,
      customerId: row.customer_id,
      tokenSealed: row.token_sealed,
      grantHash: row.grant_hash,
      expiresAt: row.expires_at,
    }
  );
}

export async function writeCurrent(tx: Tx, current: CurrentCustomer): Promise<void> {
  const values = {
    customer_id: current.customerId,
    token_sealed: current.tokenSealed,
    grant_hash: current.grantHash,
    expires_at: sql<Date>`${current.expiresAt}::timestamptz
      + ${tenantOffset(current.sandboxId)}`,
  };
  await tx
    .withTables<Tables>()
    .insertInto('current_customer')
    .values({ sandbox_id: current.sandboxId, ...values })
    .onConflict((conflict) => conflict.column('sandbox_id').doUpdateSet(values))
    .execute();
}

export async function findPayload(reader: Reader, owner: Owner, apiId: string): Promise<{ readonly payload: unknown } | undefined> {
  const row = await selectPayload(reader, owner)
    // A server of the version before writes `payload` alone.
    .select(['payload', sql<string | null>`case when sent::jsonb = payload then sent end`.as('sent')])
    .where('api_id', '=', apiId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return { payload: row.sent === null ? row.payload : JSON.parse(row.sent) };
}

export async function writePayload(reader: Reader, owner: Owner, apiId: string, payload: unknown): Promise<void> {
  const text = JSON.stringify(payload);
  await reader
    .withTables<Tables>()
    .insertInto('client_payload')
    .values({ sandbox_id: owner.sandboxId, customer_id: owner.customerId, api_id: apiId, payload: text, sent: text })
    .onConflict((conflict) => conflict.columns(['sandbox_id', 'customer_id', 'api_id']).doUpdateSet({ payload: text, sent: text }))
    .execute();
}

export async function deletePayloads(reader: Reader, owner: Owner): Promise<void> {
  await reader
    .withTables<Tables>()
    .deleteFrom('client_payload')
    .where('sandbox_id', '=', owner.sandboxId)
    .where('customer_id', '=', owner.customerId)
    .execute();
}

export async function forgetCurrentAndPayloads(tx: Tx, sandboxId: string): Promise<void> {
  const tables = tx.withTables<Tables>();
  await tables.deleteFrom('client_payload').where('sandbox_id', '=', sandboxId).execute();
  await tables.deleteFrom('current_customer').where('sandbox_id', '=', sandboxId).execute();
}

function selectPayload(reader: Reader, owner: Owner) {
  return reader
    .withTables<Tables>()
    .selectFrom('client_payload')
    .where('sandbox_id', '=', owner.sandboxId)
    .where('customer_id', '=', owner.customerId);
}
