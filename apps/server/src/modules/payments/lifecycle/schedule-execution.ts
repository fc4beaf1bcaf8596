/** The job of a payment that waits: for its second signature, on a queue for these, or for its time. */
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
 * Sends the job with the transaction. `executeAt` is tenant time; the queue waits in real time. At most one unfinished job has
 * the same key, so there is one for each payment and time; what is sent while that one may still run needs an `occasion` of its own.
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
