/** Sends the job of a payment that awaits its second signature, on a separate queue, or its execution time. */
import type { TransactionStatus } from '@portico/contract';

import type { Tx } from '#platform/db/database.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Clock } from '#platform/tenant/clock.ts';
import { awaitsCoSignature } from '../model/payment-status.ts';

export const EXECUTE_QUEUE = 'payments.execute';
export const SECOND_SIGNATURE_QUEUE = 'payments.second-signature';

export interface PaymentToExecute {
  readonly sandboxId: string;
  readonly paymentId: string;
}

/**
 * Sends the job in the transaction. `executeAt` is tenant time; the queue uses real time. Two unfinished jobs never have the same key, so each
 * payment and time has one job. A job that is sent while the previous one may still be running needs a different `occasion`.
 */
export async function scheduleExecution(
  { clock, jobs }: { readonly clock: Clock; readonly jobs: Jobs },
  tx: Tx,
  { sandboxId, paymentId, status }: PaymentToExecute & { readonly status: TransactionStatus },
  executeAt: Date,
  occasion = '',
): Promise<void> {
  const waitMs = executeAt.getTime() - (await clock.now(tx, sandboxId)).getTime();
  const realNow = await clock.realNow(tx);
  await jobs.send(
    tx,
    awaitsCoSignature(status) ? SECOND_SIGNATURE_QUEUE : EXECUTE_QUEUE,
    { sandboxId, paymentId },
    {
      singletonKey: `${paymentId} ${executeAt.toISOString()} ${occasion}`,
      ...(waitMs > 0 ? { startAfter: new Date(realNow.getTime() + waitMs) } : {}),
    },
  );
}
