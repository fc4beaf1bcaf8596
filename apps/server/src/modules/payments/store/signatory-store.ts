/** Rows of payments that await a second signature, with their signatories. */
import { sql } from 'kysely';
import type { Reader, Tx } from '#platform/db/database.ts';
import { keptReturnUrl, redirectUrisOf } from '../../tpp-apps/index.ts';
import type { AnyPayment, PaymentSignatory, SecondAuthorisation, SecondWayBack } from '../model/payment.ts';
import { fromRow, type PaymentTables } from './payment-row.ts';

export async function writeSignatories(
  tx: Tx,
  { sandboxId, paymentId }: { readonly sandboxId: string; readonly paymentId: string },
  signatories: readonly PaymentSignatory[],
): Promise<void> {
  await sql`
    update payment set signatories = ${JSON.stringify(signatories)}::jsonb
    where sandbox_id = ${sandboxId} and payment_id = ${paymentId}`.execute(tx);
}

export async function writeSecondAuthorisation(
  tx: Tx,
  { sandboxId, paymentId }: { readonly sandboxId: string; readonly paymentId: string },
  authorisation: SecondAuthorisation,
): Promise<void> {
  await sql`
    update payment set second_authorisation = ${JSON.stringify(authorisation)}::jsonb
    where sandbox_id = ${sandboxId} and payment_id = ${paymentId}`.execute(tx);
}

/** The redirect addresses of the second authorisation that are still registered; both absent where there is none. */
export async function readWayBack(reader: Reader, { appId, secondAuthorisation }: AnyPayment): Promise<SecondWayBack> {
  if (secondAuthorisation === undefined) return {};
  const { rows } = await sql<{ redirectUris: readonly string[] | null }>`select ${redirectUrisOf(sql`${appId}`)} as "redirectUris"`.execute(reader);
  const keep = (url: string | undefined) => keptReturnUrl(url, rows[0]?.redirectUris ?? null);
  return { tppSuccessUrl: keep(secondAuthorisation.tppSuccessUrl), tppFailureUrl: keep(secondAuthorisation.tppFailureUrl) };
}

export interface AwaitedQuery {
  readonly sandboxId: string;
  /** The customers who pay. */
  readonly customerIds: readonly string[];
  /** Payments that were signed earlier have expired; tenant time. */
  readonly signedAfter: Date;
  /** Id of the last payment of the previous page. */
  readonly after: string | undefined;
  readonly limit: number;
}

/** Oldest first. An unknown `after`, or one of another sandbox or of a company that is not listed, means the beginning. */
export async function listAwaited(
  reader: Reader,
  { sandboxId, customerIds, signedAfter, after, limit }: AwaitedQuery,
): Promise<readonly AnyPayment[]> {
  if (customerIds.length === 0) return [];
  let query = reader
    .withTables<PaymentTables>()
    .selectFrom('payment')
    .selectAll()
    .where('sandbox_id', '=', sandboxId)
    .where('customer_id', 'in', customerIds)
    .where('is_due', '=', sql.lit(true))
    .where('status', '=', sql.lit('PATC'))
    .where('signed_at', '>', signedAfter)
    .where('signatories', 'is not', null)
    .orderBy('signed_at')
    .orderBy('payment_id')
    .limit(limit);
  if (after !== undefined) {
    // The position in the order does not depend on whether this payment has been decided since.
    query = query.where(
      sql<boolean>`(signed_at, payment_id) > (
        select coalesce(max(place.signed_at), '-infinity'), ${after}::text from payment place
        where place.sandbox_id = ${sandboxId} and place.customer_id in (${sql.join(customerIds)}) and place.payment_id = ${after})`,
    );
  }
  return (await query.execute()).map(fromRow);
}
