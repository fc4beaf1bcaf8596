/** What follows here from an event of the bank's core. Applying an event again changes nothing. */

import { BANK_TENANT, type TransferOutcome } from '#modules/bank/index.ts';
import type { ApplyEvent, CoreEvent } from '#modules/bank-core/index.ts';
import { deleteCompletedInteractions } from '#modules/oauth/index.ts';
import { endChallengesOfCustomer } from '#modules/sca/index.ts';
import { signOutCustomer } from '#modules/sign-in/index.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import type { Modules } from './modules.ts';

type Used = Pick<Modules, 'payments' | 'access' | 'signing'>;
type Rejected = Extract<CoreEvent, { kind: 'orderRejected' }>;

export const createApplyEvent =
  (modules: () => Used): ApplyEvent =>
  async (context, event) => {
    const { payments, access } = modules();
    switch (event.kind) {
      case 'orderBooked':
        return payments.followBank(context, { sandboxId: BANK_TENANT, paymentId: event.paymentId }, { ok: true });
      case 'orderRejected':
        return payments.followBank(context, { sandboxId: BANK_TENANT, paymentId: event.paymentId }, toOutcome(event));
      case 'accountClosed':
        await access.consents.endForAccount(context, { sandboxId: BANK_TENANT, customerId: event.customerId, iban: event.iban });
        return undefined;
      case 'customerGone':
        await endOfPerson(modules(), context, event.customerId);
        await access.endOpen(context, { sandboxId: BANK_TENANT, customerId: event.customerId });
        return undefined;
      case 'signatoryGone':
        await endOfPerson(modules(), context, event.customerId);
        return undefined;
      case 'accountOpened':
      case 'none':
        return undefined;
    }
  };

/** Ends what the person was doing. Signed orders stay: the core decides on them. */
async function endOfPerson({ signing }: Used, context: WriteContext, customerId: string): Promise<void> {
  await signing.end(context, { sandboxId: BANK_TENANT, customerId });
  await endChallengesOfCustomer(context, customerId);
  await deleteCompletedInteractions(context.tx, customerId);
  await signOutCustomer(context, customerId);
}

function toOutcome({ reason }: Rejected): TransferOutcome {
  return reason === 'insufficientFunds' ? { ok: false, reason, availableCents: 0 } : { ok: false, reason };
}
