/** The payments of one application. */
import type { TransactionStatus } from '@portico/contract';
import { sql } from 'kysely';
import type { Reader } from '#platform/db/database.ts';
import type { PaymentOwner, PaymentService } from './payment-store.ts';

export interface PaymentCount {
  readonly service: PaymentService;
  readonly status: TransactionStatus;
  readonly count: number;
}

/** The payments received since `from` (tenant time), most frequent first; without runs and items, which are parts of their payment. */
export async function countPayments(
  reader: Reader,
  { sandboxId, appId }: Pick<PaymentOwner, 'sandboxId' | 'appId'>,
  from: Date,
): Promise<PaymentCount[]> {
  const { rows } = await sql<PaymentCount>`
    select case when item_count is not null then 'bulk-payments' when frequency is not null then 'periodic-payments' else 'payments' end as service,
      status, count(*)::integer as count
    from payment
    where sandbox_id = ${sandboxId} and app_id = ${appId} and received_at >= ${from}::timestamptz
      and bulk_payment_id is null and periodic_payment_id is null
    group by 1, 2 order by 3 desc, 1, 2`.execute(reader);
  return rows;
}
