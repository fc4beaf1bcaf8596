/** The next run of a periodic payment, and the runs it has made. */
import type { Reader, Tx } from '#platform/db/database.ts';
import type { Payment } from '../model/payment.ts';
import { type PaymentTables, toPayment } from './payment-row.ts';

type PaymentKey = Pick<Payment, 'sandboxId' | 'paymentId'>;

/** `executeAt`: tenant time. */
export async function writeNextRun(
  tx: Tx,
  { sandboxId, paymentId }: PaymentKey,
  { number, executeAt }: { readonly number: number; readonly executeAt: Date },
): Promise<void> {
  await tx
    .withTables<PaymentTables>()
    .updateTable('payment')
    .set({ next_run: number, execute_at: executeAt })
    .where('sandbox_id', '=', sandboxId)
    .where('payment_id', '=', paymentId)
    .execute();
}

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
