/**
 * A payment that awaits its second signature: polls the bank for its state, at growing intervals. After the second signature the payment is
 * executed as after a single one. After a refusal, or without a signature in time, it is rejected.
 */
import { isTenantOf } from '#modules/bank/index.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import type { PaymentsDeps } from '../deps.ts';
import { execute } from '../execution/execute.ts';
import { rejectRefused } from '../execution/rejections.ts';
import type { PaymentToExecute } from '../lifecycle/schedule-execution.ts';
import { transitionPayment } from '../lifecycle/transition.ts';
import type { PaymentSignature, Rejection } from '../model/payment.ts';
import { awaitsCoSignature, STATUS_PATHS } from '../model/payment-status.ts';
import type { Plan, Signed } from '../model/plan.ts';
import { coSignableUntil } from '../model/signatories.ts';
import { lockPayment } from '../store/payment-store.ts';
import { CO_REFUSED, CO_SIGN_EXPIRED, recordDecision } from './record-decision.ts';

const SECOND_MS = 1000;
/** Long enough to see the waiting payment, and in the sandbox to choose the second signatory's answer. */
const FIRST_ASKED_MS = 15 * SECOND_MS;
const ASKED_AGAIN_MS = { min: 60 * SECOND_MS, max: 60 * 60 * SECOND_MS };

/** When the bank is first asked; tenant time, like all times here. */
export const firstAskedAt = ({ signedAt }: PaymentSignature): Date => new Date(signedAt.getTime() + FIRST_ASKED_MS);

/** The job of a payment that awaits its second signature. Returns false for any other payment, which stays unchanged. */
export async function pollSecondSignature(deps: PaymentsDeps, { sandboxId, paymentId }: PaymentToExecute): Promise<boolean> {
  if (!isTenantOf(deps.bank.kind, sandboxId)) return false;
  return deps.write(async (context) => {
    const payment = await lockPayment(context.tx, sandboxId, paymentId);
    if (payment?.signature === undefined || payment.executeAt === undefined || !awaitsCoSignature(payment.status)) return false;
    const { signature, executeAt } = payment;
    const now = await deps.clock.now(context.tx, sandboxId);
    // The sandbox's clock was set back after the job was sent.
    const early: Plan = { path: [], change: {}, executeAt, occasion: 'again' };
    await transitionPayment(deps, context, payment, executeAt > now ? early : await askBank(deps, context, { ...payment, signature }, now));
    return true;
  });
}

async function askBank(deps: PaymentsDeps, context: WriteContext, payment: Signed, now: Date): Promise<Plan> {
  switch (await deps.bank.readCoSignature(context.tx, payment)) {
    case 'given':
      return rejectRefused(await execute(deps, context.tx, await recordDecision(context, payment, { decision: 'signed', at: now }), now));
    case 'refused':
      await recordDecision(context, payment, { decision: 'refused', at: now });
      return rejected(CO_REFUSED);
    case 'pending':
      return now < coSignableUntil(payment.signature) ? askLater(payment.signature, now) : rejected(CO_SIGN_EXPIRED);
  }
}

function askLater(signature: PaymentSignature, now: Date): Plan {
  const waitedMs = now.getTime() - signature.signedAt.getTime();
  const pauseMs = Math.min(Math.max(waitedMs, ASKED_AGAIN_MS.min), ASKED_AGAIN_MS.max);
  return { path: [], change: {}, executeAt: new Date(Math.min(now.getTime() + pauseMs, coSignableUntil(signature).getTime())) };
}

const rejected = (rejection: Rejection): Plan => ({ path: STATUS_PATHS.rejected, change: { rejection } });
