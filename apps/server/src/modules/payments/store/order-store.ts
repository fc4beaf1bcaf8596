/** Signed orders as the bank's core knows them: single payments, runs and items, without the periodic and bulk payments that they belong to. */
import type { TransactionStatus } from '@portico/contract';
import type { Reader } from '#platform/db/database.ts';
import { type Given, prepared } from '#platform/db/prepared.ts';
import type { PaymentTables } from './payment-row.ts';

export interface ListedOrder {
  readonly paymentId: string;
  readonly customerId: string;
  readonly status: TransactionStatus;
  readonly amountCents: number;
  readonly currency: string;
  readonly signedAt: Date;
}

interface Page {
  readonly sandboxId: string;
  readonly after: string;
  readonly limit: number;
}

const selectOrders = prepared((reader, given: Given<Page>) =>
  reader
    .withTables<PaymentTables>()
    .selectFrom('payment')
    .select(['payment_id', 'customer_id', 'status', 'amount_cents', 'currency', 'signed_at'])
    .where('sandbox_id', '=', given.sandboxId)
    .where('payment_id', '>', given.after)
    .where('signed_at', 'is not', null)
    .where('frequency', 'is', null)
    .where('item_count', 'is', null)
    .where('status', '<>', 'PATC')
    .orderBy('payment_id')
    .limit(given.limit),
);

/** In the order of their ids, after one of them. A payment that awaits its second signature is no order yet. */
export async function listOrders(reader: Reader, page: Page): Promise<readonly ListedOrder[]> {
  const { rows } = await selectOrders(reader, page);
  return rows.flatMap(({ payment_id: paymentId, customer_id: customerId, status, amount_cents: amountCents, currency, signed_at: signedAt }) =>
    signedAt === null ? [] : [{ paymentId, customerId, status, amountCents, currency, signedAt }],
  );
}
