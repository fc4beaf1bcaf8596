/** The end of a bulk payment follows from those of its items. */
import type { TransactionStatus } from '@portico/contract';
import type { WriteContext } from '#platform/db/run-write.ts';
import type { PaymentsDeps } from '../deps.ts';
import { transitionPayment } from '../lifecycle/transition.ts';
import type { BulkPayment, Rejection } from '../model/payment.ts';
import { STATUS_PATHS } from '../model/payment-status.ts';
import type { Plan } from '../model/plan.ts';
import { countItems, listItemIdsAt } from '../store/item-store.ts';
import { writeMoves } from '../store/transition-store.ts';

const NONE_PAID: Rejection = { code: 'PAYMENT_FAILED', text: 'None of the payments could be made. Read the bulk payment to see why.' };

/** `statuses`: how many items have which. Only when each has its outcome. */
export function concludeBulk({ bulk }: BulkPayment, statuses: ReadonlyMap<TransactionStatus, number>): Plan {
  const rejected = statuses.get('RJCT') ?? 0;
  if (rejected === bulk.itemCount) return { path: STATUS_PATHS.rejected, change: { rejection: NONE_PAID } };
  return { path: [rejected > 0 ? 'PART' : statuses.has('ACSC') ? 'ACSC' : 'ACCC'], change: {} };
}

/** What is not paid yet never will be; the others stay paid. Only for a locked bulk payment that is being executed, its money freed. */
export async function stopBulk(deps: PaymentsDeps, context: WriteContext, bulk: BulkPayment, rejection: Rejection): Promise<void> {
  const now = await deps.clock.now(context.tx, bulk.sandboxId);
  for (const status of ['RCVD', 'ACFC'] as const) {
    const paymentIds = await listItemIdsAt(context.tx, bulk, status);
    if (paymentIds.length === 0) continue;
    await writeMoves(context.tx, { sandboxId: bulk.sandboxId, paymentIds, status }, STATUS_PATHS.rejected, { rejection }, now);
  }
  await transitionPayment(deps, context, bulk, concludeBulk(bulk, await countItems(context.tx, bulk)));
}
