/** The co-signer's decisions, each in the caller's transaction on a locked payment. */

import { digestPerson } from '#modules/bank/index.ts';
import type { Reader } from '#platform/db/database.ts';
import type { WriteContext } from '#platform/db/run-write.ts';
import { toSigningResult } from '../api/payment-view.ts';
import type { PaymentsDeps } from '../deps.ts';
import { execute } from '../execution/execute.ts';
import { transitionPayment } from '../lifecycle/transition.ts';
import { kindOf } from '../model/kind.ts';
import type { AnyPayment } from '../model/payment.ts';
import { awaitsCoSignature, STATUS_PATHS } from '../model/payment-status.ts';
import type { Signed } from '../model/plan.ts';
import type { AwaitedPayment, CoDecision, SecondSignatures } from '../model/second-signature.ts';
import { coSignableUntil, earliestCoSignable } from '../model/signatories.ts';
import { findPayment, lockPayment } from '../store/payment-store.ts';
import { listAwaited, readWayBack } from '../store/signatory-store.ts';
import { toRefusal } from './debit-refusals.ts';
import { CO_REFUSED, recordDecision } from './record-decision.ts';

export function createSecondSignatures(deps: PaymentsDeps): SecondSignatures {
  async function awaited(reader: Reader, payment: AnyPayment | undefined): Promise<AwaitedPayment | undefined> {
    return payment === undefined ? undefined : toAwaited(deps, payment, await deps.clock.now(reader, payment.sandboxId));
  }

  return {
    async list(reader, query) {
      const now = await deps.clock.now(reader, query.sandboxId);
      const payments = await listAwaited(reader, { ...query, signedAfter: earliestCoSignable(now) });
      return payments.map((payment) => toAwaited(deps, payment, now)).filter((payment) => payment !== undefined);
    },
    find: async (reader, sandboxId, paymentId) => awaited(reader, await findPayment(reader, sandboxId, paymentId)),
    lock: async (tx, sandboxId, paymentId) => awaited(tx, await lockPayment(tx, sandboxId, paymentId)),
    async sign(context, decision) {
      const { payment, at } = await requireAwaited(deps, context, decision);
      const decided = await recordDecision(context, payment, { ...decision, decision: 'signed', at });
      const planned = await execute(deps, context.tx, decided, at);
      if (!planned.ok) throw toRefusal(planned, payment);
      return toSigningResult(await transitionPayment(deps, context, decided, planned.plan));
    },
    async refuse(context, decision) {
      const { payment, at } = await requireAwaited(deps, context, decision);
      const decided = await recordDecision(context, payment, { decision: 'refused', signatoryId: decision.signatoryId, name: decision.name, at });
      return toSigningResult(await transitionPayment(deps, context, decided, { path: STATUS_PATHS.rejected, change: { rejection: CO_REFUSED } }));
    },
  };
}

/** @throws where the caller has not made sure: a mistake of ours. */
async function requireAwaited(
  deps: PaymentsDeps,
  context: WriteContext,
  { sandboxId, paymentId, signatoryId }: CoDecision,
): Promise<{ readonly payment: Signed; readonly at: Date }> {
  const payment = await lockPayment(context.tx, sandboxId, paymentId);
  const isAwaited = payment?.signatories?.some(({ customerId, state }) => customerId === signatoryId && state === 'awaited') ?? false;
  if (payment?.signature === undefined || !awaitsCoSignature(payment.status) || !isAwaited) {
    throw new Error(`Payment ${paymentId} does not await the signature of ${signatoryId}.`);
  }
  return { payment: { ...payment, signature: payment.signature }, at: await deps.clock.now(context.tx, sandboxId) };
}

function toAwaited({ keys }: Pick<PaymentsDeps, 'keys'>, payment: AnyPayment, now: Date): AwaitedPayment | undefined {
  const { signature, signatories } = payment;
  if (signature === undefined || signatories === undefined) return undefined;
  const signableUntil = coSignableUntil(signature);
  const first = signatories.find(({ customerId }) => customerId === payment.customerId);
  return {
    sandboxId: payment.sandboxId,
    paymentId: payment.paymentId,
    customerId: payment.customerId,
    kind: kindOf(payment),
    amountCents: payment.amountCents,
    currency: payment.currency,
    creditorName: payment.bulk === undefined ? payment.creditorName : undefined,
    description: payment.bulk === undefined ? (payment.remittanceUnstructured ?? payment.remittanceStructured?.reference) : undefined,
    count: payment.bulk?.itemCount,
    debtorAccountIban: signature.debtorIban,
    debtorDetails: signature.debtorDetails,
    feeCents: signature.feeCents,
    signedBy: first?.name ?? '',
    signedAt: signature.signedAt,
    signableUntil,
    isOpen: awaitsCoSignature(payment.status) && now < signableUntil,
    isSignedFirstBy: (person) => first?.person === digestPerson(keys, person),
    stateOf: (signatoryId) => signatories.find(({ customerId }) => customerId === signatoryId)?.state,
    result: () => toSigningResult(payment),
    readWayBack: (reader) => readWayBack(reader, payment),
  };
}
