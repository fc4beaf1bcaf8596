/**
 * A payment that waits for its second signature: the bank is asked what became of it, soon at first and then ever less often. Given,
 * the payment runs as if one signature had been enough; refused, or not given in time, it is rejected.
 */
import type { WriteContext } from '#platform/db/run-write.ts';
import type { PaymentsDeps } from '../deps.ts';
import { execute } from '../execution/execute.ts';
import { toRejection } from '../execution/rejections.ts';
import { scheduleExecution } from '../execution/schedule-execution.ts';
import { transitionPayment } from '../lifecycle/transition.ts';
import type { AnyPayment, PaymentSignature, Rejection } from '../model/payment.ts';
import { STATUS_PATHS } from '../model/payment-status.ts';
import { coSignableUntil } from '../model/signatories.ts';
import { writeExecuteAt } from '../store/transition-store.ts';
import { CO_REFUSED, CO_SIGN_EXPIRED, recordDecision } from './record-decision.ts';

const SECOND_MS = 1000;
/** Long enough to see the payment wait, and in the sandbox to choose what the co-signer does. */
const FIRST_ASKED_MS = 15 * SECOND_MS;
const ASKED_AGAIN_MS = { min: 60 * SECOND_MS, max: 60 * 60 * SECOND_MS };

/** When the bank is first asked; tenant time, as everything here. */
export const firstAskedAt = ({ signedAt }: PaymentSignature): Date => new Date(signedAt.getTime() + FIRST_ASKED_MS);

/** Only for a locked payment that waits for its second signature. */
export async function pollSecondSignature(
  deps: PaymentsDeps,
  context: WriteContext,
  payment: AnyPayment,
  signature: PaymentSignature,
  now: Date,
): Promise<void> {
  switch (await deps.bank.readCoSignature(context.tx, payment)) {
    case 'given':
      return payCoSigned(deps, context, payment, signature, now);
    case 'refused':
      return reject(deps, context, await recordDecision(context, payment, { decision: 'refused', at: now }), CO_REFUSED);
    case 'pending':
      return now < coSignableUntil(signature) ? askLater(deps, context, payment, signature, now) : reject(deps, context, payment, CO_SIGN_EXPIRED);
  }
}

async function payCoSigned(deps: PaymentsDeps, context: WriteContext, payment: AnyPayment, signature: PaymentSignature, at: Date): Promise<void> {
  const decided = await recordDecision(context, payment, { decision: 'signed', at });
  const paid = await execute(deps, context, decided, signature, at);
  if (!paid.ok) await reject(deps, context, decided, toRejection(paid));
}

async function askLater(deps: PaymentsDeps, context: WriteContext, payment: AnyPayment, signature: PaymentSignature, now: Date): Promise<void> {
  const waitedMs = now.getTime() - signature.signedAt.getTime();
  const pauseMs = Math.min(Math.max(waitedMs, ASKED_AGAIN_MS.min), ASKED_AGAIN_MS.max);
  const askAt = new Date(Math.min(now.getTime() + pauseMs, coSignableUntil(signature).getTime()));
  await writeExecuteAt(context.tx, payment, askAt);
  await scheduleExecution(deps, context.tx, payment, askAt);
}

async function reject(deps: PaymentsDeps, context: WriteContext, payment: AnyPayment, rejection: Rejection): Promise<void> {
  await transitionPayment(deps, context, payment, STATUS_PATHS.rejected, { rejection });
}
