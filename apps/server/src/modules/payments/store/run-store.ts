/** The runs that a periodic payment has made. */
import type { Reader } from '#platform/db/database.ts';
import type { Payment } from '../model/payment.ts';
import { type PaymentTables, toPayment } from './payment-row.ts';

type PaymentKey = Pick<Payment, 'sandboxId' | 'paymentId'>;

/** The latest first. */
export async function listRuns(reader: Reader, { sandboxId, paymentId }: PaymentKey, limit: number): Promise<readonly Payment[]> {
  const rows = await reader
    .withTables<PaymentTables>()
    .selectFrom('payment')
    .selectAll()
    .where('sandbox_id', '=', sandboxId)
    .where('periodic_payment_id', '=', paymentId)
    .orderBy('run_number', 'desc')
    .limit(limit)
    .execute();
  return rows.map(toPayment);
}
